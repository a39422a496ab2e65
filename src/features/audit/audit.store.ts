import { actorName } from "../../context.ts";
import { newId } from "../../platform/ids.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { ANONYMOUS, type AuditEntry, type AuditFilter, type AuditPosition, type RecordAudit } from "./audit.model.ts";

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

/** The two tables of the log, with each one's names of the filtered columns. */
const ACTS = { table: "audit_log", action: "action", target: "target_id", targetKind: "target_kind" } as const;
const CHANGES = { table: "history", action: "kind", target: "subject_id", targetKind: "subject_kind" } as const;
type LogTable = typeof ACTS | typeof CHANGES;

export interface AuditWindow {
  order: "asc" | "desc";
  after: AuditPosition | undefined;
  offset: number;
  limit: number;
}

/** A filter with its action resolved: for a prefix, `changeKinds` lists the matching kinds of changes. */
type ResolvedFilter = Omit<AuditFilter, "action"> & {
  action?: string | undefined;
  actionPrefix?: string;
  changeKinds?: string[];
};

/**
 * SQL conditions on one table, whose values it appends to `values`; `$1` is the tenant. Undefined when no row can
 * match: then it appends none, because Postgres refuses a statement with a value that it does not use.
 */
function conditions(part: LogTable, filter: ResolvedFilter, values: unknown[]): string[] | undefined {
  const { actor, action, actionPrefix, changeKinds, target, from, to } = filter;
  if (part === CHANGES && changeKinds?.length === 0) return undefined;
  const parts = ["tenant_id = $1"];
  const add = (value: unknown, condition: (place: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    parts.push(condition(`$${values.length}`));
  };
  add(actor, (place) => `actor = ${place}`);
  add(action, (place) => `${part.action} = ${place}`);
  if (part === ACTS) add(actionPrefix, (place) => `starts_with(${part.action}, ${place})`);
  else if (changeKinds?.length === 1) add(changeKinds[0], (place) => `${part.action} = ${place}`);
  else add(changeKinds, (place) => `${part.action} = any(${place})`);
  add(target, (place) => `${part.target} = ${place}`);
  add(from, (place) => `at >= ${place}`);
  add(to, (place) => `at < ${place}`);
  return parts;
}

/** Resolves a prefix to kinds of changes by a loose index scan: a million rows have only a handful of kinds. */
async function resolveAction(sql: Sql, tenantId: string, { action, ...filter }: AuditFilter): Promise<ResolvedFilter> {
  if (!action?.endsWith("*")) return { ...filter, action };
  const actionPrefix = action.slice(0, -1);
  if (actionPrefix === "") return filter;
  const rows = await sql.query<{ kind: string }>(
    `with recursive kinds as (
       (select kind from history where tenant_id = $1 order by kind limit 1)
       union all
       select (select h.kind from history h where h.tenant_id = $1 and h.kind > k.kind order by h.kind limit 1)
       from kinds k where k.kind is not null)
     select kind from kinds where starts_with(kind, $2)`,
    [tenantId, actionPrefix],
  );
  return { ...filter, actionPrefix, changeKinds: rows.map(({ kind }) => kind) };
}

/** Every query that reads the log. */
export const auditStore = {
  /**
   * One window of both tables merged by time. Each table yields the keys of its first entries by an index scan; whole
   * rows are read only for the entries of the window.
   */
  async list(
    sql: Sql,
    tenantId: string,
    filter: AuditFilter,
    { order, after, offset, limit }: AuditWindow,
  ): Promise<AuditEntry[]> {
    const resolved = await resolveAction(sql, tenantId, filter);
    const values: unknown[] = [tenantId];
    const places = (part: LogTable): string[] => {
      const where = conditions(part, resolved, values);
      if (!where) return [];
      if (after) {
        values.push(after.at, after.id);
        where.push(`(at, id) ${order === "asc" ? ">" : "<"} ($${values.length - 1}::timestamptz, $${values.length})`);
      }
      values.push(offset + limit);
      return [
        `(select '${part.table}' as part, at, id from ${part.table} where ${where.join(" and ")}
          order by at ${order}, id ${order} limit $${values.length})`,
      ];
    };
    const rows = (part: LogTable) =>
      `select actor, ${part.action} as action, ${part.targetKind} as "targetKind", ${part.target} as "targetId",
         before, after, request_id as "requestId", address, department, client_version as "clientVersion"
       from ${part.table} t where p.part = '${part.table}' and t.tenant_id = $1 and t.id = p.id`;
    const both = [...places(ACTS), ...places(CHANGES)].join(" union all ");
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
    const resolved = await resolveAction(sql, tenantId, filter);
    const values: unknown[] = [tenantId];
    const counted = (part: LogTable) => {
      const where = conditions(part, resolved, values);
      return where ? `(select count(*) from ${part.table} where ${where.join(" and ")})` : "0";
    };
    const rows = await sql.query<{ total: number }>(
      `select (${counted(ACTS)} + ${counted(CHANGES)})::bigint as total`,
      values,
    );
    return rows[0]?.total ?? 0;
  },
};
