import { LEASE_SECONDS } from "../../../platform/jobs/hold.ts";
import { type ParkedWork, parkedWork } from "../../../platform/jobs/parked-work.ts";
import { MAX_TRIES } from "../../../platform/jobs/tries.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { ReportTask } from "./stored-report.model.ts";

/** Reports of one tenant that are generated at once, in all processes. */
export const RUNS_OF_A_TENANT = 2;
/** Pauses between tries: somebody waits for the report, and a store that is busy now is often not a moment later. */
const FIRST_PAUSE_SECONDS = 2;
const MAX_PAUSE_SECONDS = 300;

const DUE = "status = 'generating' and not_before <= now() and (claimed_until is null or claimed_until < now())";
const RUNNING = "status = 'generating' and claimed_until >= now()";
/** Failed for good by our own fault. An operator is told of it for as long as of failed jobs. */
const PARKED = `status = 'failed' and tries >= ${MAX_TRIES} and completed_at > now() - interval '30 days'`;
const OF_TENANT = "($1::text is null or tenant_id = $1)";
const OWN = "tenant_id = $1 and id = $2 and attempt = $3 and status = 'generating'";

const TASK = `id, tenant_id as "tenantId", name, template_id as "templateId", category, format, status, shared,
  owner_id as "ownerId", created_by as "createdBy", created_at as "createdAt", completed_at as "completedAt",
  expires_at as "expiresAt", size_bytes as "sizeBytes", rows_done as "rowsDone", rows_total as "rowsTotal", error,
  ignored_parameters as "ignoredParameters", parameters, delivery_method as "deliveryMethod", actor, scopes, request_id as "requestId", attempt, tries, deaths`;

/** By which a run shows that it still holds its report. */
export type Hold = Pick<ReportTask, "tenantId" | "id" | "attempt">;

const hold = ({ tenantId, id, attempt }: Hold): unknown[] => [tenantId, id, attempt];

export interface FinishedReport {
  completedAt: Date;
  expiresAt: Date;
  contentType: string;
  sizeBytes: number;
  etag: string;
  rows: number;
  durationMs: number;
}

/** What the runs of reports do. Each statement on a report takes effect only while the run holds it. */
export const runsStore = {
  /**
   * Takes the tenant's oldest due report for the attempt and removes the content of attempts before it. Undefined if none
   * is due, or the tenant's runs are enough. Counts runs that died without giving it back, since the report may
   * be what their process died of. The caller holds the tenant's lock.
   */
  async claim(tx: Sql, tenantId: string, attempt: string): Promise<ReportTask | undefined> {
    const rows = await tx.query<ReportTask>(
      `update reports set attempt = $2, claimed_until = now() + interval '${LEASE_SECONDS} seconds', rows_done = 0,
         deaths = deaths + case when claimed_until is null then 0 else 1 end
       where id = (select id from reports where tenant_id = $1 and ${DUE} order by created_at, id limit 1
                   for update skip locked)
         and (select count(*) from reports where tenant_id = $1 and ${RUNNING}) < ${RUNS_OF_A_TENANT}
       returning ${TASK}`,
      [tenantId, attempt],
    );
    const task = rows[0];
    if (task) await runsStore.removePieces(tx, tenantId, task.id);
    return task;
  },

  /** Says that the run lives, and how far it is; false when the report is no longer its own. */
  async renew(sql: Sql, task: Hold, rowsDone: number): Promise<boolean> {
    const rows = await sql.query(
      `update reports set claimed_until = now() + interval '${LEASE_SECONDS} seconds', rows_done = $4,
         rows_total = greatest(rows_total, $4) where ${OWN} returning 1`,
      [...hold(task), rowsDone],
    );
    return rows.length > 0;
  },

  /** False when the report is no longer the run's. */
  async addPiece(sql: Sql, task: Hold, place: number, bytes: Uint8Array): Promise<boolean> {
    const rows = await sql.query(
      `insert into report_pieces (tenant_id, report_id, attempt, place, bytes)
       select tenant_id, id, attempt, $4, $5 from reports where ${OWN} returning 1`,
      [...hold(task), place, bytes],
    );
    return rows.length > 0;
  },

  /** Bytes that the run has stored. */
  async storedBytes(sql: Sql, task: Hold): Promise<number> {
    const [row] = await sql.query<{ bytes: number }>(
      `select coalesce(sum(octet_length(bytes)), 0)::bigint as bytes from report_pieces
       where tenant_id = $1 and report_id = $2 and attempt = $3`,
      hold(task),
    );
    return row?.bytes ?? 0;
  },

  /** Returns what its owner may have changed meanwhile; undefined when the report is no longer the run's. */
  async complete(tx: Sql, task: Hold, done: FinishedReport): Promise<{ name: string; shared: boolean } | undefined> {
    const rows = await tx.query<{ name: string; shared: boolean }>(
      `update reports set status = 'completed', completed_at = $4, expires_at = $5, content_type = $6, size_bytes = $7,
         etag = $8, rows_done = $9, rows_total = $9, duration_ms = $10, claimed_until = null, error = null
       where ${OWN} returning name, shared`,
      [
        ...hold(task),
        done.completedAt,
        done.expiresAt,
        done.contentType,
        done.sizeBytes,
        done.etag,
        done.rows,
        done.durationMs,
      ],
    );
    return rows[0];
  },

  /** Ends the report without content after so many failed tries; false when it is no longer the run's. */
  async fail(tx: Sql, task: Hold, { error, tries, at }: { error: string; tries: number; at: Date }): Promise<boolean> {
    const rows = await tx.query(
      `update reports set status = 'failed', error = $4, completed_at = $5, tries = $6, claimed_until = null
       where ${OWN} returning 1`,
      [...hold(task), error, at, tries],
    );
    if (rows.length > 0) await runsStore.removePieces(tx, task.tenantId, task.id);
    return rows.length > 0;
  },

  /** Gives the report back without what was stored of it; it is due again after a growing pause, or at once where the run was not to blame. */
  async release(sql: Sql, task: Hold, { counted }: { counted: boolean }): Promise<void> {
    const pause = `make_interval(secs => least(${MAX_PAUSE_SECONDS}, ${FIRST_PAUSE_SECONDS} * power(2, least(tries, 10))))`;
    await sql.query(
      `update reports set claimed_until = null, rows_done = 0, tries = tries + case when $4 then 1 else 0 end,
         not_before = case when $4 then now() + ${pause} else now() end where ${OWN}`,
      [...hold(task), counted],
    );
    await sql.query("delete from report_pieces where tenant_id = $1 and report_id = $2 and attempt = $3", hold(task));
  },

  /** What failed for good; it is released by `releaseParked`. */
  parked: (sql: Sql): Omit<ParkedWork, "release"> =>
    parkedWork(sql, "reports.generate", "reports", { isParked: PARKED, failedAt: "completed_at" }),

  /** Has reports that failed for good made again. */
  releaseParked: (tx: Sql, tenantId: string | undefined): Promise<{ tenantId: string; id: string }[]> =>
    tx.query(
      `update reports set status = 'generating', tries = 0, deaths = 0, error = null, completed_at = null, not_before = now()
       where ${PARKED} and ${OF_TENANT} returning tenant_id as "tenantId", id`,
      [tenantId ?? null],
    ),

  /** Leaves reports that failed for good as they are, and tells of them no longer; returns how many. */
  async discardParked(sql: Sql, tenantId: string): Promise<number> {
    const text = `update reports set tries = 0 where ${PARKED} and ${OF_TENANT} returning 1`;
    return (await sql.query(text, [tenantId])).length;
  },

  async countUnfinished(sql: Sql): Promise<{ waiting: number; running: number }> {
    const [row] = await sql.query<{ waiting: number; running: number }>(
      `select count(*) filter (where ${RUNNING}) as running,
         count(*) filter (where claimed_until is null or claimed_until < now()) as waiting
       from reports where status = 'generating'`,
    );
    return row ?? { waiting: 0, running: 0 };
  },

  async hasDue(sql: Sql, tenantId: string): Promise<boolean> {
    const rows = await sql.query(`select 1 from reports where tenant_id = $1 and ${DUE} limit 1`, [tenantId]);
    return rows.length > 0;
  },

  /** Tenants with a due report and room for another run, the one that waits longest first. */
  async tenantsWithDue(sql: Sql): Promise<string[]> {
    const rows = await sql.query<{ tenantId: string }>(
      `select tenant_id as "tenantId" from reports where status = 'generating' group by tenant_id
       having bool_or(${DUE}) and count(*) filter (where ${RUNNING}) < ${RUNS_OF_A_TENANT}
       order by min(created_at), tenant_id`,
    );
    return rows.map(({ tenantId }) => tenantId);
  },

  async piece(sql: Sql, { tenantId, id, attempt }: Hold, place: number): Promise<Buffer | undefined> {
    const rows = await sql.query<{ bytes: Buffer }>(
      "select bytes from report_pieces where tenant_id = $1 and report_id = $2 and attempt = $3 and place = $4",
      [tenantId, id, attempt, place],
    );
    return rows[0]?.bytes;
  },

  async removePieces(sql: Sql, tenantId: string, reportId: string): Promise<void> {
    await sql.query("delete from report_pieces where tenant_id = $1 and report_id = $2", [tenantId, reportId]);
  },
};
