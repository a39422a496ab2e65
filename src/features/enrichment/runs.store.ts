import type { EnrichmentName } from "../../platform/enrichment.ts";
import { deleteInBatches } from "../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import type { TimedWindow } from "../../platform/timed-list.ts";
import { type NewRun, type Run, type RunStatus, scopeKeyOf } from "./run.model.ts";

export interface RunFilter {
  names?: readonly EnrichmentName[] | undefined;
  statuses?: readonly RunStatus[] | undefined;
  /** Of the creation, ISO 8601: not before `from`, before `to`. */
  from?: string | undefined;
  to?: string | undefined;
}

type StoredRun = Omit<Run, "tokens" | "cost">;

/** A followed run has ended once its time has passed, also before a statement says so. */
const IS_OVER = "(r.status = 'running' and coalesce(r.follows_until < now(), false))";
const STATUS = `case when ${IS_OVER} then 'completed' else r.status end`;

export const RUN_COLUMNS = `r.id, r.tenant_id as "tenantId", r.name, r.trigger, ${STATUS} as status, r.scope, r.done, r.total,
  r.changed, r.failed, r.requested_by as "requestedBy", r.created_at as "createdAt", r.started_at as "startedAt",
  case when ${IS_OVER} then r.last_turn_at else r.ended_at end as "endedAt", r.error,
  r.follows_until is not null as "isFollowed"`;

const FILTERED = `r.tenant_id = $1 and ($2::text[] is null or r.name = any($2))
  and ($3::text[] is null or ${STATUS} = any($3))
  and ($4::timestamptz is null or r.created_at >= $4) and ($5::timestamptz is null or r.created_at < $5)`;
const filtered = (tenantId: string, { names, statuses, from, to }: RunFilter): unknown[] => [
  tenantId,
  names ?? null,
  statuses ?? null,
  from ?? null,
  to ?? null,
];

/** Reading, starting and cancelling runs; `turnsStore` has what their turns do. */
export const runsStore = {
  /** Lets one caller at a time start runs of the tenant and decide which goes on, until the transaction ends. */
  async lockTenant(tx: Sql, tenantId: string): Promise<void> {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('enrichment ' || $1, 0))", [tenantId]);
  },

  async insert(tx: Sql, run: NewRun): Promise<void> {
    await tx.query(
      `insert into enrichment_runs (id, tenant_id, name, trigger, status, scope, scope_key, batch_size, requested_by, created_at)
       values ($1, $2, $3, $4, 'queued', $5, $6, $7, $8, $9)`,
      [
        run.id,
        run.tenantId,
        run.name,
        run.trigger,
        JSON.stringify(run.scope),
        scopeKeyOf(run.scope),
        run.batchSize,
        run.requestedBy,
        run.createdAt,
      ],
    );
  },

  async find(sql: Sql, tenantId: string, id: string): Promise<StoredRun | undefined> {
    const text = `select ${RUN_COLUMNS} from enrichment_runs r where r.tenant_id = $1 and r.id = $2`;
    return (await sql.query<StoredRun>(text, [tenantId, id]))[0];
  },

  /** The runs of the name that have not ended and do not only follow what is saved, oldest first. */
  open(sql: Sql, tenantId: string, name: EnrichmentName): Promise<{ id: string; scopeKey: string }[]> {
    return sql.query(
      `select id, scope_key as "scopeKey" from enrichment_runs r
       where tenant_id = $1 and name = $2 and status in ('queued', 'running') and trigger <> 'news' and not ${IS_OVER}
       order by created_at, id`,
      [tenantId, name],
    );
  },

  /** Ends what only followed: another run counts its work from now on. */
  async endFollowed(tx: Sql, tenantId: string, name: EnrichmentName): Promise<void> {
    await tx.query(
      `update enrichment_runs r set status = 'completed', ended_at = coalesce(last_turn_at, now())
       where tenant_id = $1 and name = $2 and status = 'running' and follows_until is not null
         and (trigger = 'news' or ${IS_OVER})`,
      [tenantId, name],
    );
  },

  page(sql: Sql, tenantId: string, filter: RunFilter, window: TimedWindow): Promise<StoredRun[]> {
    const { order, limit, offset, after } = window;
    const beyond = after ? `and (r.created_at, r.id) ${order === "asc" ? ">" : "<"} ($8::timestamptz, $9)` : "";
    return sql.query(
      `select ${RUN_COLUMNS} from enrichment_runs r where ${FILTERED} ${beyond}
       order by r.created_at ${order}, r.id ${order} limit $6 offset $7`,
      [...filtered(tenantId, filter), limit, offset, ...(after ? [after.at, after.id] : [])],
    );
  },

  async count(sql: Sql, tenantId: string, filter: RunFilter): Promise<number> {
    const text = `select count(*) as total from enrichment_runs r where ${FILTERED}`;
    return (await sql.query<{ total: number }>(text, filtered(tenantId, filter)))[0]?.total ?? 0;
  },

  /** False where it had ended. The turn that is being taken learns of it within seconds, and still counts. */
  async cancel(sql: Sql, tenantId: string, id: string): Promise<boolean> {
    const rows = await sql.query(
      `update enrichment_runs r set status = 'cancelled', ended_at = now()
       where tenant_id = $1 and id = $2 and status in ('queued', 'running') and not ${IS_OVER} returning 1`,
      [tenantId, id],
    );
    return rows.length > 0;
  },

  /** Deletes runs that ended before; returns how many. */
  async deleteEnded(sql: Sql, tenantId: string, before: Date): Promise<number> {
    await sql.query(
      `update enrichment_runs r set status = 'completed', ended_at = last_turn_at where tenant_id = $1 and ${IS_OVER}`,
      [tenantId],
    );
    return deleteInBatches(sql, "enrichment_runs", "tenant_id = $1 and ended_at < $2", [tenantId, before]);
  },

  /** Open runs of all tenants by name and status, and those that failed within a day. */
  counts(sql: Sql): Promise<{ name: string; status: RunStatus; runs: number }[]> {
    return sql.query(
      `select r.name, ${STATUS} as status, count(*) as runs from enrichment_runs r
       where (r.status in ('queued', 'running') and not ${IS_OVER})
         or (r.status = 'failed' and r.ended_at > now() - interval '1 day')
       group by 1, 2`,
    );
  },

  /** Seconds since the run that waits longest got on; 0 where none is open. */
  async longestWait(sql: Sql): Promise<number> {
    const [row] = await sql.query<{ seconds: number }>(
      `select coalesce(max(extract(epoch from now() - progress_at)), 0)::float8 as seconds from enrichment_runs
       where status in ('queued', 'running') and follows_until is null`,
    );
    return Math.max(0, row?.seconds ?? 0);
  },
};
