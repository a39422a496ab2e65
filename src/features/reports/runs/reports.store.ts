import { deleteInBatches } from "../../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { TimedWindow } from "../../../platform/timed-list.ts";
import type { ReportCategory } from "../report.model.ts";
import type { NewReport, ReportContentPlace, ReportStatus, StoredReport, Viewer } from "./stored-report.model.ts";

export interface ReportFilter {
  category?: ReportCategory | undefined;
  /** A user's id, or the name of another actor. */
  createdBy?: string | undefined;
  shared?: boolean | undefined;
  statuses?: readonly ReportStatus[] | undefined;
  templateId?: string | undefined;
}

/** A report past its time is expired, also before housekeeping comes by. `now` is the statement's parameter. */
const statusAt = (now: string) =>
  `case when r.status = 'completed' and r.expires_at <= ${now} then 'expired' else r.status end`;

const columns = (now: string) => `r.id, r.tenant_id as "tenantId", r.name, r.template_id as "templateId", r.category,
  r.format, ${statusAt(now)} as status, r.shared, r.owner_id as "ownerId", r.created_by as "createdBy",
  r.created_at as "createdAt", r.completed_at as "completedAt", r.expires_at as "expiresAt",
  r.size_bytes as "sizeBytes", r.rows_done as "rowsDone", r.rows_total as "rowsTotal", r.error,
  r.ignored_parameters as "ignoredParameters"`;

const VISIBLE = "r.tenant_id = $1 and ($2::text is null or r.owner_id = $2 or r.shared)";
const visible = ({ tenantId, ownerId }: Viewer): unknown[] => [tenantId, ownerId ?? null];

const FILTERED = `${VISIBLE} and ($4::text is null or r.category = $4)
  and ($5::text is null or r.owner_id = $5 or r.created_by = $5) and ($6::boolean is null or r.shared = $6)
  and ($7::text[] is null or ${statusAt("$3")} = any($7)) and ($8::text is null or r.template_id = $8)`;
const filtered = (viewer: Viewer, filter: ReportFilter, now: Date): unknown[] => [
  ...visible(viewer),
  now,
  filter.category ?? null,
  filter.createdBy ?? null,
  filter.shared ?? null,
  filter.statuses ?? null,
  filter.templateId ?? null,
];

/** Reading and changing reports; `runsStore` has what their runs do. */
export const reportsStore = {
  /** False where a report of this id exists: an earlier try of the request made it. */
  async insert(tx: Sql, report: NewReport): Promise<boolean> {
    const rows = await tx.query(
      `insert into reports (id, tenant_id, name, template_id, category, format, parameters, ignored_parameters, status,
         shared, owner_id, created_by, actor, scopes, data_scopes, delivery_method, request_id, schedule_id,
         created_at, rows_total, estimated_ms)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'generating', $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
       on conflict (id) do nothing returning id`,
      [
        report.id,
        report.tenantId,
        report.name,
        report.templateId,
        report.category,
        report.format,
        JSON.stringify(report.parameters),
        report.ignoredParameters,
        report.shared,
        report.ownerId,
        report.createdBy,
        JSON.stringify(report.actor),
        report.scopes,
        report.dataScopes,
        report.deliveryMethod,
        report.requestId,
        report.scheduleId,
        report.createdAt,
        report.rowsTotal,
        report.estimatedMs,
      ],
    );
    return rows.length > 0;
  },

  async find(sql: Sql, viewer: Viewer, id: string, now: Date): Promise<StoredReport | undefined> {
    const text = `select ${columns("$3")} from reports r where ${VISIBLE} and r.id = $4`;
    return (await sql.query<StoredReport>(text, [...visible(viewer), now, id]))[0];
  },

  page(sql: Sql, viewer: Viewer, filter: ReportFilter, window: TimedWindow, now: Date): Promise<StoredReport[]> {
    const { order, limit, offset, after } = window;
    const beyond = after ? `and (r.created_at, r.id) ${order === "asc" ? ">" : "<"} ($11::timestamptz, $12)` : "";
    return sql.query(
      `select ${columns("$3")} from reports r where ${FILTERED} ${beyond}
       order by r.created_at ${order}, r.id ${order} limit $9 offset $10`,
      [...filtered(viewer, filter, now), limit, offset, ...(after ? [after.at, after.id] : [])],
    );
  },

  async count(sql: Sql, viewer: Viewer, filter: ReportFilter, now: Date): Promise<number> {
    const text = `select count(*) as total from reports r where ${FILTERED}`;
    return (await sql.query<{ total: number }>(text, filtered(viewer, filter, now)))[0]?.total ?? 0;
  },

  /** Members that are undefined stay. */
  async change(
    tx: Sql,
    { tenantId, id }: StoredReport,
    change: { name?: string | undefined; shared?: boolean | undefined },
  ): Promise<void> {
    await tx.query(
      "update reports set name = coalesce($3, name), shared = coalesce($4, shared) where tenant_id = $1 and id = $2",
      [tenantId, id, change.name ?? null, change.shared ?? null],
    );
  },

  /** With its content and deliveries; a run that writes it notices. */
  async remove(tx: Sql, { tenantId, id }: StoredReport): Promise<void> {
    await tx.query("delete from reports where tenant_id = $1 and id = $2", [tenantId, id]);
  },

  /** Where the content of a completed report is. */
  async content(sql: Sql, { tenantId, id }: StoredReport): Promise<ReportContentPlace | undefined> {
    const rows = await sql.query<ReportContentPlace>(
      `select attempt, size_bytes as size, content_type as "contentType", etag, data_scopes as "dataScopes", actor, scopes
       from reports where tenant_id = $1 and id = $2 and status = 'completed'`,
      [tenantId, id],
    );
    return rows[0];
  },

  /** Lets one caller at a time count and insert reports of the tenant, until the transaction ends. */
  async lockTenant(tx: Sql, tenantId: string): Promise<void> {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('reports ' || $1, 0))", [tenantId]);
  },

  /** The tenant's reports that are generating: how many, and how long all of them were expected to take. */
  async unfinished(sql: Sql, tenantId: string): Promise<{ count: number; ms: number }> {
    const [row] = await sql.query<{ count: number; ms: number }>(
      `select count(*) as count, coalesce(sum(estimated_ms), 0)::bigint as ms from reports
       where tenant_id = $1 and status = 'generating'`,
      [tenantId],
    );
    return row ?? { count: 0, ms: 0 };
  },

  /** Rows and milliseconds of the tenant's newest runs of this format. */
  async pastRuns(sql: Sql, tenantId: string, format: string): Promise<{ rows: number; ms: number }> {
    const [row] = await sql.query<{ rows: number; ms: number }>(
      `select coalesce(sum(rows_done), 0)::bigint as rows, coalesce(sum(duration_ms), 0)::bigint as ms
       from (select rows_done, duration_ms from reports
             where tenant_id = $1 and format = $2 and duration_ms is not null
             order by created_at desc, id desc limit 20) as newest`,
      [tenantId, format],
    );
    return row ?? { rows: 0, ms: 0 };
  },

  /** Ids of completed reports past their time. */
  async expiredIds(sql: Sql, tenantId: string, now: Date, limit: number): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `select id from reports where tenant_id = $1 and status = 'completed' and expires_at <= $2
       order by expires_at, id limit $3`,
      [tenantId, now, limit],
    );
    return rows.map(({ id }) => id);
  },

  async markExpired(tx: Sql, tenantId: string, id: string): Promise<void> {
    const text = "update reports set status = 'expired' where tenant_id = $1 and id = $2 and status = 'completed'";
    await tx.query(text, [tenantId, id]);
  },

  /** Deletes the records of reports that failed or expired before `before`; returns how many. */
  deleteEnded: (sql: Sql, tenantId: string, before: Date): Promise<number> =>
    deleteInBatches(
      sql,
      "reports",
      "tenant_id = $1 and status in ('failed', 'expired') and coalesce(expires_at, completed_at) < $2",
      [tenantId, before],
    ),
};
