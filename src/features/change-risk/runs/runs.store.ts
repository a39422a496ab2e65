import { LEASE_SECONDS } from "../../../platform/jobs/hold.ts";
import type { ParkedOfTenant } from "../../../platform/jobs/parked-work.ts";
import { MAX_TRIES } from "../../../platform/jobs/tries.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { Assessment } from "../change-analysis.model.ts";
import type { NamedCi } from "../named-cis.graph.store.ts";

/** An analysis that a run holds. */
export interface AnalysisTask {
  id: string;
  tenantId: string;
  integrationId: string | null;
  taskNodeId: string;
  payload: Record<string, unknown>;
  cis: NamedCi[];
  unknownCis: string[];
  createdAt: Date;
  attempt: string;
  tries: number;
}

const FIRST_PAUSE_SECONDS = 2;
const MAX_PAUSE_SECONDS = 300;

/** `$2` is the time. */
const DUE = `status in ('queued', 'running') and not_before <= $2 and (claimed_until is null or claimed_until < now())`;
const OWN = "tenant_id = $1 and id = $2 and attempt = $3 and status = 'running'";
const own = ({ tenantId, id, attempt }: AnalysisTask): unknown[] => [tenantId, id, attempt];
/** Failed by our own fault; operators see it among parked work for as long as failed jobs. */
const PARKED = `status = 'failed' and tries >= ${MAX_TRIES} and completed_at > now() - interval '30 days'`;
const OF_TENANT = "($1::text is null or tenant_id = $1)";

/** What the runs of analyses do. Each statement takes effect only while the run holds its analysis. */
export const runsStore = {
  /** Takes the tenant's oldest due analysis. Counts a run that died with its process as a try: it may have died of it. */
  async claim(sql: Sql, tenantId: string, attempt: string, at: Date): Promise<AnalysisTask | undefined> {
    const rows = await sql.query<AnalysisTask>(
      `update change_analyses set status = 'running', attempt = $3,
         claimed_until = now() + interval '${LEASE_SECONDS} seconds',
         tries = tries + case when claimed_until is null then 0 else 1 end
       where id = (select id from change_analyses where tenant_id = $1 and ${DUE} order by created_at, id limit 1
                   for update skip locked)
       returning id, tenant_id as "tenantId", integration_id as "integrationId", task_node_id as "taskNodeId", payload,
         cis, unknown_cis as "unknownCis", created_at as "createdAt", attempt, tries`,
      [tenantId, at, attempt],
    );
    return rows[0];
  },

  /** False when the analysis is no longer the run's. */
  async renew(sql: Sql, task: AnalysisTask): Promise<boolean> {
    const rows = await sql.query(
      `update change_analyses set claimed_until = now() + interval '${LEASE_SECONDS} seconds' where ${OWN} returning 1`,
      own(task),
    );
    return rows.length > 0;
  },

  /** False when the analysis is no longer the run's. */
  async complete(tx: Sql, task: AnalysisTask, assessment: Assessment, at: Date): Promise<boolean> {
    const { score, level, confidence } = assessment;
    const rows = await tx.query(
      `update change_analyses set status = 'completed', score = $4, level = $5, confidence = $6, assessment = $7,
         completed_at = $8, error = null, claimed_until = null, cis = $9, ci_ids = $10, ci_types = $11, unknown_cis = $12
       where ${OWN} returning 1`,
      [
        ...own(task),
        score,
        level,
        confidence,
        JSON.stringify(assessment),
        at,
        JSON.stringify(task.cis),
        task.cis.map(({ id }) => id),
        [...new Set(task.cis.map(({ type }) => type))],
        task.unknownCis,
      ],
    );
    return rows.length > 0;
  },

  async fail(sql: Sql, task: AnalysisTask, error: string, tries: number, at: Date): Promise<void> {
    await sql.query(
      `update change_analyses set status = 'failed', error = $4, tries = $5, completed_at = $6, claimed_until = null
       where ${OWN}`,
      [...own(task), error, tries, at],
    );
  },

  /** Gives the analysis back: due again after a growing pause, or at once where the run was not to blame. */
  async release(sql: Sql, task: AnalysisTask, { counted }: { counted: boolean }, at: Date): Promise<void> {
    const pause = `make_interval(secs => least(${MAX_PAUSE_SECONDS}, ${FIRST_PAUSE_SECONDS} * power(2, least(tries, 10))))`;
    await sql.query(
      `update change_analyses set status = 'queued', claimed_until = null, tries = tries + case when $4 then 1 else 0 end,
         not_before = case when $4 then $5::timestamptz + ${pause} else $5 end where ${OWN}`,
      [...own(task), counted, at],
    );
  },

  async hasDue(sql: Sql, tenantId: string, at: Date): Promise<boolean> {
    const rows = await sql.query(`select 1 from change_analyses where tenant_id = $1 and ${DUE} limit 1`, [
      tenantId,
      at,
    ]);
    return rows.length > 0;
  },

  /** Tenants with a due analysis, the one that waits longest first. */
  async tenantsWithDue(sql: Sql, at: Date): Promise<string[]> {
    const rows = await sql.query<{ tenantId: string }>(
      `select tenant_id as "tenantId" from change_analyses where $1::text is null and ${DUE} group by tenant_id
       order by min(created_at), tenant_id`,
      [null, at],
    );
    return rows.map(({ tenantId }) => tenantId);
  },

  async countUnfinished(sql: Sql): Promise<{ waiting: number; running: number }> {
    const [row] = await sql.query<{ waiting: number; running: number }>(
      `select count(*) filter (where claimed_until >= now()) as running,
         count(*) filter (where claimed_until is null or claimed_until < now()) as waiting
       from change_analyses where status in ('queued', 'running')`,
    );
    return row ?? { waiting: 0, running: 0 };
  },

  async countParked(sql: Sql): Promise<number> {
    const rows = await sql.query<{ n: number }>(`select count(*) as n from change_analyses where ${PARKED}`);
    return rows[0]?.n ?? 0;
  },

  parkedByTenant: (sql: Sql, tenantId: string | undefined): Promise<ParkedOfTenant[]> =>
    sql.query(
      `select tenant_id as "tenantId", count(*) as count, max(tries) as tries, min(completed_at) as "firstFailedAt",
         max(completed_at) as "failedAt"
       from change_analyses where ${PARKED} and ${OF_TENANT} group by tenant_id order by tenant_id`,
      [tenantId ?? null],
    ),

  async releaseParked(sql: Sql, tenantId: string | undefined, at: Date): Promise<number> {
    const rows = await sql.query(
      `update change_analyses set status = 'queued', tries = 0, error = null, completed_at = null, not_before = $2
       where ${PARKED} and ${OF_TENANT} returning 1`,
      [tenantId ?? null, at],
    );
    return rows.length;
  },

  /** Leaves the analyses as they are; operators no longer see them. */
  async discardParked(sql: Sql, tenantId: string): Promise<number> {
    const text = `update change_analyses set tries = 0 where ${PARKED} and ${OF_TENANT} returning 1`;
    return (await sql.query(text, [tenantId])).length;
  },
};
