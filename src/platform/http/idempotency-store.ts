import { unavailable } from "../../errors.ts";
import type { Sql } from "../postgres/postgres.ts";
import type { IdempotencyClaim, IdempotencyState, IdempotencyStore, KeptAnswer } from "./ports.ts";

/** A first try that has not finished after so long is taken to be dead. */
const TAKEN_OVER_AFTER = "60 seconds";
const KEPT_FOR = "24 hours";

interface Row {
  fingerprint: string;
  is_free: boolean;
  status: number | null;
  headers: Record<string, string> | null;
  body: string | null;
  secret_of: string | null;
}

/**
 * One statement claims the key, so that of many tries at once exactly one runs. Times are those of the database. The
 * first try's id is the seed of all until the key expires, so that a later one finds what an earlier one made.
 */
const CLAIM = `
  insert into idempotency_keys as held (tenant_id, route, key, fingerprint, claim_id, seed, expires_at)
  values ($1, $2, $3, $4, $5, $5, now() + interval '${KEPT_FOR}')
  on conflict (tenant_id, route, key) do update
    set fingerprint = excluded.fingerprint, claim_id = excluded.claim_id, started_at = now(),
        seed = case when held.expires_at <= now() then excluded.seed else held.seed end,
        expires_at = excluded.expires_at, is_free = false, status = null, headers = null, body = null, secret_of = null
    where held.expires_at <= now() or held.is_free
       or (held.status is null and held.fingerprint = excluded.fingerprint
           and held.started_at <= now() - interval '${TAKEN_OVER_AFTER}')
  returning seed`;

const READ = `
  select fingerprint, is_free, status, headers, body, secret_of from idempotency_keys
  where tenant_id = $1 and route = $2 and key = $3`;

const FINISH = `
  update idempotency_keys set status = $5, headers = $6::jsonb, body = $7, secret_of = $8
  where tenant_id = $1 and route = $2 and key = $3 and claim_id = $4`;

const RELEASE = `
  update idempotency_keys set is_free = true
  where tenant_id = $1 and route = $2 and key = $3 and claim_id = $4 and status is null`;

const PURGE = `
  with gone as (delete from idempotency_keys where expires_at <= now() returning 1)
  select count(*) as removed from gone`;

/** A row may be given back or removed between the claim that failed and the look at it; then the claim is tried anew. */
const TRIES = 3;

/** Idempotency-Keys in Postgres, one table for all tenants and processes. */
export function createIdempotencyStore(sql: Sql): IdempotencyStore & { purge(): Promise<number> } {
  const place = ({ tenantId, route, key }: IdempotencyClaim) => [tenantId, route, key];
  return {
    async begin(claim) {
      for (let i = 0; i < TRIES; i++) {
        const [claimed] = await sql.query<{ seed: string }>(CLAIM, [...place(claim), claim.fingerprint, claim.claimId]);
        if (claimed) return { kind: "fresh", seed: claimed.seed };
        const [held] = await sql.query<Row>(READ, place(claim));
        if (held && !held.is_free) return stateOf(held, claim);
      }
      throw unavailable("The Idempotency-Key is in heavy use");
    },

    async finish(claim, { status, headers, body, secretOf }: KeptAnswer) {
      const values = [status, JSON.stringify(headers), body, secretOf ?? null];
      await sql.query(FINISH, [...place(claim), claim.claimId, ...values]);
    },

    async release(claim) {
      await sql.query(RELEASE, [...place(claim), claim.claimId]);
    },

    /** Removes what has expired; answers how many keys that were. */
    async purge() {
      const [row] = await sql.query<{ removed: number }>(PURGE);
      return row?.removed ?? 0;
    },
  };
}

function stateOf(held: Row, claim: IdempotencyClaim): IdempotencyState {
  if (held.fingerprint !== claim.fingerprint) return { kind: "mismatch" };
  if (held.status === null) return { kind: "running" };
  const { status, headers, body, secret_of } = held;
  return { kind: "replay", answer: { status, headers: headers ?? {}, body, secretOf: secret_of ?? undefined } };
}
