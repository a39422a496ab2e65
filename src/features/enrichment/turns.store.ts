import { LEASE_SECONDS } from "../../platform/jobs/hold.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import type { RunStatus, RunTask } from "./run.model.ts";
import { RUN_COLUMNS } from "./runs.store.ts";

/** Runs of one tenant that are worked on at once, in all processes. */
const TURNS_OF_A_TENANT = 2;
const FIRST_PAUSE_SECONDS = 10;
const MAX_PAUSE_SECONDS = 600;

const DUE = `status in ('queued', 'running') and follows_until is null and not_before <= now()
  and (claimed_until is null or claimed_until < now())`;
/** Also of a run that was cancelled or replaced while a turn was being taken. */
const HELD = "claimed_until >= now()";
const OWN = "tenant_id = $1 and id = $2 and attempt = $3";

/** By which a turn shows that it still holds its run. */
export type Hold = Pick<RunTask, "tenantId" | "id" | "attempt">;
const hold = ({ tenantId, id, attempt }: Hold): unknown[] => [tenantId, id, attempt];

export interface TakenTurn {
  done: number;
  changed: number;
  failed: number;
  place: string | null;
  error: string | null;
  /** Until the next turn. */
  pauseSeconds: number;
}

/** What the turns of runs do. */
export const turnsStore = {
  /**
   * Takes the due run of the tenant whose last turn is longest ago. Undefined if none is due, or the tenant has turns
   * enough. The caller holds the tenant's lock.
   */
  async claim(tx: Sql, tenantId: string, attempt: string): Promise<RunTask | undefined> {
    const rows = await tx.query<RunTask>(
      `update enrichment_runs r set attempt = $2, claimed_until = now() + interval '${LEASE_SECONDS} seconds',
         status = 'running', started_at = coalesce(started_at, now())
       where r.id = (select d.id from enrichment_runs d where d.tenant_id = $1 and ${DUE}
                     and not exists (select from enrichment_runs o where o.tenant_id = $1 and o.name = d.name and o.${HELD})
                     order by d.last_turn_at nulls first, d.created_at, d.id limit 1)
         and (select count(*) from enrichment_runs where tenant_id = $1 and ${HELD}) < ${TURNS_OF_A_TENANT}
       returning ${RUN_COLUMNS}, r.batch_size as "batchSize", r.place, r.attempt, r.tries, r.progress_at as "progressAt"`,
      [tenantId, attempt],
    );
    return rows[0];
  },

  /** Says that the turn goes on; false when the run is no longer its own, or has ended. */
  async renew(sql: Sql, task: Hold): Promise<boolean> {
    const rows = await sql.query(
      `update enrichment_runs set claimed_until = now() + interval '${LEASE_SECONDS} seconds'
       where ${OWN} and status = 'running' returning 1`,
      hold(task),
    );
    return rows.length > 0;
  },

  /** Keeps how much there is to do. */
  async begin(sql: Sql, task: Hold, total: number | null): Promise<void> {
    await sql.query(`update enrichment_runs set total = $4 where ${OWN} and status = 'running'`, [
      ...hold(task),
      total,
    ]);
  },

  /** Counts a turn; without a place the run ends, as failed where every item did. Returns its status. */
  async record(sql: Sql, task: Hold, turn: TakenTurn): Promise<RunStatus | undefined> {
    const [row] = await sql.query<{ status: RunStatus }>(
      `update enrichment_runs set done = done + $4, changed = changed + $5, failed = failed + $6, place = $7::text,
         error = case when tries > 0 then $8 else coalesce($8, error) end, last_turn_at = now(), claimed_until = null, tries = 0,
         not_before = now() + make_interval(secs => $9),
         progress_at = case when $4 > 0 or $7 is distinct from place then now() else progress_at end,
         total = case when $7 is null then done + $4 when total is not null then greatest(total, done + $4) end,
         status = case when status <> 'running' or $7 is not null then status
           when done + $4 > 0 and failed + $6 >= done + $4 then 'failed' else 'completed' end,
         ended_at = case when status <> 'running' or $7 is not null then ended_at else now() end
       where ${OWN} and status in ('running', 'cancelled') returning status`,
      [...hold(task), turn.done, turn.changed, turn.failed, turn.place, turn.error, turn.pauseSeconds],
    );
    return row?.status;
  },

  async fail(sql: Sql, task: Hold, error: string): Promise<void> {
    await sql.query(
      `update enrichment_runs set status = 'failed', error = $4, ended_at = now(), last_turn_at = now(), claimed_until = null
       where ${OWN} and status = 'running'`,
      [...hold(task), error],
    );
  },

  /** Gives the run back after a turn that failed, for a growing time, or soon where the run was not to blame. */
  async release(sql: Sql, task: Hold, { counted, error }: { counted: boolean; error: string | null }): Promise<void> {
    const pause = `least(${MAX_PAUSE_SECONDS}, ${FIRST_PAUSE_SECONDS} * power(2, least(tries, 10)))`;
    await sql.query(
      `update enrichment_runs set claimed_until = null, last_turn_at = now(), error = coalesce($5, error),
         tries = tries + case when $4 then 1 else 0 end,
         not_before = now() + make_interval(secs => case when $4 then ${pause} else 2 end)
       where ${OWN}`,
      [...hold(task), counted, error],
    );
  },

  async hasDue(sql: Sql, tenantId: string): Promise<boolean> {
    const rows = await sql.query(`select 1 from enrichment_runs where tenant_id = $1 and ${DUE} limit 1`, [tenantId]);
    return rows.length > 0;
  },

  /** Tenants with a due run and room for a turn, the one whose last turn is longest ago first. */
  async tenantsWithDue(sql: Sql): Promise<string[]> {
    const rows = await sql.query<{ tenantId: string }>(
      `select tenant_id as "tenantId" from enrichment_runs where status in ('queued', 'running') or ${HELD}
       group by tenant_id having bool_or(${DUE}) and count(*) filter (where ${HELD}) < ${TURNS_OF_A_TENANT}
       order by min(last_turn_at) filter (where ${DUE}) nulls first, tenant_id`,
    );
    return rows.map(({ tenantId }) => tenantId);
  },
};
