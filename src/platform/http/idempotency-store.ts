import { unavailable } from "../../errors.ts";
import { deleteInBatches } from "../postgres/delete-in-batches.ts";
import type { Sql } from "../postgres/postgres.ts";
import type { Secrets } from "../secrets.ts";
import type { IdempotencyClaim, IdempotencyState, IdempotencyStore, StoredAnswer } from "./ports.ts";

/** A try that has not finished after this time counts as dead, and another try takes its key over. */
const TAKEOVER_AFTER = "60 seconds";
const RETENTION = "24 hours";

interface Row {
  fingerprint: string;
  is_free: boolean;
  status: number | null;
  headers: Record<string, string> | null;
  body: string | null;
  secret_of: string | null;
}

/**
 * One statement claims the key, so that exactly one of many concurrent tries runs. Times are the database's. The first
 * try's id is the seed of all tries until the key expires, so that a later try finds what an earlier one created.
 */
const CLAIM = `
  insert into idempotency_keys as held (tenant_id, route, key, fingerprint, claim_id, seed, expires_at)
  values ($1, $2, $3, $4, $5, $5, now() + interval '${RETENTION}')
  on conflict (tenant_id, route, key) do update
    set fingerprint = excluded.fingerprint, claim_id = excluded.claim_id, started_at = now(),
        seed = case when held.expires_at <= now() then excluded.seed else held.seed end,
        expires_at = excluded.expires_at, is_free = false, status = null, headers = null, body = null, secret_of = null
    where held.expires_at <= now() or held.is_free
       or (held.status is null and held.fingerprint = excluded.fingerprint
           and held.started_at <= now() - interval '${TAKEOVER_AFTER}')
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

/** Another try may release or purge the row between the failed claim and the read; then the claim is repeated. */
const MAX_TRIES = 3;

/**
 * Idempotency-Keys in Postgres, one table for all tenants and processes. A reader of the table must not be able to guess
 * the content of a body, such as a new user's password: fingerprints and seeds are keyed by the root secret. After a
 * rotation of the secret a repeat counts as another request.
 */
export function createIdempotencyStore(
  sql: Sql,
  secrets: Pick<Secrets, "fingerprint">,
): IdempotencyStore & { purge(): Promise<number> } {
  const keyColumns = ({ tenantId, route, key }: IdempotencyClaim) => [tenantId, route, key];
  const keyed = (text: string) => secrets.fingerprint("idempotency", text).toString("base64url");
  return {
    async begin(claim) {
      const fingerprint = keyed(`request ${claim.fingerprint}`);
      for (let i = 0; i < MAX_TRIES; i++) {
        const [claimed] = await sql.query<{ seed: string }>(CLAIM, [...keyColumns(claim), fingerprint, claim.claimId]);
        if (claimed) return { kind: "fresh", seed: keyed(`seed ${claimed.seed}`) };
        const [held] = await sql.query<Row>(READ, keyColumns(claim));
        if (held && !held.is_free) return stateOf(held, fingerprint);
      }
      throw unavailable("The Idempotency-Key is in heavy use");
    },

    async finish(claim, { status, headers, body, secretResourceId }: StoredAnswer) {
      const values = [status, JSON.stringify(headers), body, secretResourceId ?? null];
      await sql.query(FINISH, [...keyColumns(claim), claim.claimId, ...values]);
    },

    async release(claim) {
      await sql.query(RELEASE, [...keyColumns(claim), claim.claimId]);
    },

    /** Deletes expired keys; returns their number. */
    purge: () => deleteInBatches(sql, "idempotency_keys", "expires_at <= now()", []),
  };
}

function stateOf(held: Row, fingerprint: string): IdempotencyState {
  if (held.fingerprint !== fingerprint) return { kind: "mismatch" };
  if (held.status === null) return { kind: "running" };
  const { status, headers, body, secret_of } = held;
  return { kind: "replay", answer: { status, headers: headers ?? {}, body, secretResourceId: secret_of ?? undefined } };
}
