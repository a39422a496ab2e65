import type { Sql } from "../../platform/postgres/postgres.ts";

const BATCH = 2_000;

/** Tables with a `tenant_id` column, read from the catalogue so that none is missed; referring tables come first. */
async function tenantTables(sql: Sql): Promise<string[]> {
  const tables = await sql.query<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname`,
  );
  const references = await sql.query<{ child: string; parent: string }>(
    `select child.relname as child, parent.relname as parent from pg_constraint f
     join pg_class child on child.oid = f.conrelid join pg_class parent on parent.oid = f.confrelid
     where f.contype = 'f' and f.conrelid <> f.confrelid and child.relnamespace = current_schema()::regnamespace`,
  );
  const ordered = new Set<string>();
  const visit = (name: string, path: readonly string[]) => {
    if (ordered.has(name) || path.includes(name)) return;
    for (const { child } of references.filter(({ parent }) => parent === name)) visit(child, [...path, name]);
    ordered.add(name);
  };
  for (const { name } of tables) visit(name, []);
  const known = new Set(tables.map(({ name }) => name));
  return [...ordered].filter((name) => known.has(name));
}

/** Deletes every row of a tenant, in batches; returns their number. The audit log's trigger permits it for a closed tenant. */
async function removeRows(sql: Sql, tenantId: string, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (const name of await tenantTables(sql)) {
    const table = `"${name.replaceAll('"', '""')}"`;
    for (let removed = BATCH; removed === BATCH; ) {
      signal?.throwIfAborted();
      const rows = await sql.query(
        `delete from ${table} where ctid = any(array(select ctid from ${table} where tenant_id = $1 limit $2)) returning 1`,
        [tenantId, BATCH],
      );
      removed = rows.length;
      total += removed;
    }
  }
  return total;
}

/** Rows of tenants in Postgres. */
export const tenantRowsStore = { remove: removeRows };
