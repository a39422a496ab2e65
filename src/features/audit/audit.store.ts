import { actorName } from "../../context.ts";
import { newId } from "../../platform/ids.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { ANONYMOUS, type AuditEntry, type AuditFilter, type AuditPlace, type RecordAudit } from "./audit.model.ts";

export const insertAudit: RecordAudit = async (tx, { tenantId, actor, requestId, client }, record, at) => {
  await tx.query(
    `insert into audit_log
       (tenant_id, id, at, actor, action, target_kind, target_id, before, after, request_id, address, department, client_version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      tenantId,
      newId(),
      at,
      actor === ANONYMOUS ? ANONYMOUS : actorName(actor),
      record.action,
      record.target.kind,
      record.target.id,
      record.before ?? null,
      record.after ?? null,
      requestId,
      client?.address || null,
      client?.department ?? null,
      client?.version ?? null,
    ],
  );
};

/** The two tables that make up the log, with what each calls the columns that filters ask for. */
const ACTS = { table: "audit_log", action: "action", target: "target_id", targetKind: "target_kind" } as const;
const CHANGES = { table: "history", action: "kind", target: "subject_id", targetKind: "subject_kind" } as const;
type Part = typeof ACTS | typeof CHANGES;

export interface AuditWindow {
  order: "asc" | "desc";
  after: AuditPlace | undefined;
  offset: number;
  limit: number;
}

/** Conditions over one of the tables; both take the same values, `$1` being the tenant. */
function conditions(part: Part, filter: AuditFilter, values: unknown[]): string[] {
  const found = ["tenant_id = $1"];
  const add = (value: unknown, condition: (place: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    found.push(condition(`$${values.length}`));
  };
  const prefix = filter.action?.endsWith("*") ? filter.action.slice(0, -1) : undefined;
  add(filter.actor, (place) => `actor = ${place}`);
  if (prefix === undefined) add(filter.action, (place) => `${part.action} = ${place}`);
  else add(prefix, (place) => `starts_with(${part.action}, ${place})`);
  add(filter.target, (place) => `${part.target} = ${place}`);
  add(filter.from, (place) => `at >= ${place}`);
  add(filter.to, (place) => `at < ${place}`);
  return found;
}

/** Every query that reads the log. */
export const auditStore = {
  /**
   * One window of both tables as one. Each gives its own first places by its index alone, and whole rows are read for
   * those places that the window shows.
   */
  async list(
    sql: Sql,
    tenantId: string,
    filter: AuditFilter,
    { order, after, offset, limit }: AuditWindow,
  ): Promise<AuditEntry[]> {
    const values: unknown[] = [];
    const places = (part: Part) => {
      values.length = 0;
      values.push(tenantId);
      const where = conditions(part, filter, values);
      if (after) {
        values.push(after.at, after.id);
        where.push(`(at, id) ${order === "asc" ? ">" : "<"} ($${values.length - 1}::timestamptz, $${values.length})`);
      }
      values.push(offset + limit);
      return `(select '${part.table}' as part, at, id from ${part.table} where ${where.join(" and ")}
               order by at ${order}, id ${order} limit $${values.length})`;
    };
    const rows = (part: Part) =>
      `select actor, ${part.action} as action, ${part.targetKind} as "targetKind", ${part.target} as "targetId",
         before, after, request_id as "requestId", address, department, client_version as "clientVersion"
       from ${part.table} t where p.part = '${part.table}' and t.tenant_id = $1 and t.id = p.id`;
    const both = `${places(ACTS)} union all ${places(CHANGES)}`;
    values.push(offset, limit);
    return sql.query<AuditEntry>(
      `select p.id, p.at, e.*
       from (select * from (${both}) both_parts
             order by at ${order}, id ${order} offset $${values.length - 1} limit $${values.length}) p
       cross join lateral (${rows(ACTS)} union all ${rows(CHANGES)}) e
       order by p.at ${order}, p.id ${order}`,
      values,
    );
  },

  async count(sql: Sql, tenantId: string, filter: AuditFilter): Promise<number> {
    const values: unknown[] = [];
    const counted = (part: Part) => {
      values.length = 0;
      values.push(tenantId);
      return `(select count(*) from ${part.table} where ${conditions(part, filter, values).join(" and ")})`;
    };
    const rows = await sql.query<{ total: number }>(`select ${counted(ACTS)} + ${counted(CHANGES)} as total`, values);
    return rows[0]?.total ?? 0;
  },
};
