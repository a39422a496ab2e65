import { LEASE_SECONDS } from "../../platform/jobs/hold.ts";
import { RETRY_SECONDS_SQL } from "../../platform/jobs/tries.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";

export type Wanted = "loaded" | "removed";

/** What the tenant was last asked to do with the demo. */
export interface DemoRequest {
  wanted: Wanted;
  askedAt: Date;
  isDone: boolean;
  /** Whether a process is at it. */
  isHeld: boolean;
  /** Why the last try failed. */
  error: string | null;
}

/** A run that holds the request. */
export interface DemoTask {
  tenantId: string;
  attempt: string;
  wanted: Wanted;
}

const LEASE = `now() + interval '${LEASE_SECONDS} seconds'`;
const DUE = "done_at is null and not_before <= now() and (claimed_until is null or claimed_until < now())";
const OWN = "tenant_id = $1 and attempt = $2 and done_at is null";
const own = ({ tenantId, attempt }: DemoTask): unknown[] => [tenantId, attempt];

/** One row a tenant: what is to become of its demo. */
export const demoRequestsStore = {
  /** Until the transaction ends, no other one asks for the tenant. */
  async lockTenant(tx: Sql, tenantId: string): Promise<void> {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('demo ' || $1, 0))", [tenantId]);
  },

  async find(sql: Sql, tenantId: string): Promise<DemoRequest | undefined> {
    const rows = await sql.query<DemoRequest>(
      `select wanted, asked_at as "askedAt", done_at is not null as "isDone", error,
         done_at is null and coalesce(claimed_until >= now(), false) as "isHeld"
       from demo_requests where tenant_id = $1`,
      [tenantId],
    );
    return rows[0];
  },

  /** Replaces what was asked for before. With an attempt, that run holds it at once. */
  async ask(tx: Sql, tenantId: string, asked: { wanted: Wanted; at: Date; attempt: string | null }): Promise<void> {
    await tx.query(
      `insert into demo_requests (tenant_id, wanted, asked_at, attempt, claimed_until)
       values ($1, $2, $3, $4, case when $4::text is not null then ${LEASE} end)
       on conflict (tenant_id) do update set wanted = excluded.wanted, asked_at = excluded.asked_at, done_at = null,
         attempt = excluded.attempt, claimed_until = excluded.claimed_until, tries = 0, not_before = now(), error = null`,
      [tenantId, asked.wanted, asked.at, asked.attempt],
    );
  },

  /** Nothing is owed any more: somebody else brought it about. */
  async settle(tx: Sql, tenantId: string): Promise<void> {
    await tx.query(
      "update demo_requests set done_at = now(), error = null, tries = 0 where tenant_id = $1 and done_at is null",
      [tenantId],
    );
  },

  /** Takes what is owed; undefined where nothing is due, or another run is at it. */
  async claim(sql: Sql, tenantId: string, attempt: string): Promise<DemoTask | undefined> {
    const rows = await sql.query<{ wanted: Wanted }>(
      `update demo_requests set attempt = $2, claimed_until = ${LEASE} where tenant_id = $1 and ${DUE} returning wanted`,
      [tenantId, attempt],
    );
    return rows[0] && { tenantId, attempt, wanted: rows[0].wanted };
  },

  /** Says that the run lives; false when another one holds the request. */
  async renew(sql: Sql, task: DemoTask): Promise<boolean> {
    const text = `update demo_requests set claimed_until = ${LEASE} where ${OWN} returning 1`;
    return (await sql.query(text, own(task))).length > 0;
  },

  async finish(sql: Sql, task: DemoTask): Promise<void> {
    await sql.query(
      `update demo_requests set done_at = now(), claimed_until = null, error = null, tries = 0 where ${OWN}`,
      own(task),
    );
  },

  /** Gives it back after a run that failed: for a growing time, or soon where the run was not to blame (no error). */
  async release(sql: Sql, task: DemoTask, error: string | null): Promise<void> {
    await sql.query(
      `update demo_requests set claimed_until = null, error = coalesce($3, error),
         tries = tries + case when $3::text is null then 0 else 1 end,
         not_before = now() + make_interval(secs => case when $3::text is null then 2 else ${RETRY_SECONDS_SQL("(tries + 1)")} end)
       where ${OWN}`,
      [...own(task), error],
    );
  },

  async tenantsWithDue(sql: Sql): Promise<string[]> {
    const rows = await sql.query<{ tenantId: string }>(
      `select tenant_id as "tenantId" from demo_requests where ${DUE} order by not_before, tenant_id`,
    );
    return rows.map(({ tenantId }) => tenantId);
  },
};
