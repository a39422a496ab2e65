import type { BriefRelationshipSnapshot } from "../../model/changes.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";

/** A table with its writable columns, in order. `type` is SQL, e.g. `timestamp with time zone`. */
export interface Table {
  name: string;
  columns: { name: string; type: string }[];
}

/** Approximate characters of one FETCH: a row may hold a host's whole scan, or twenty bytes. */
const PAGE_CHARS = 4_000_000;
const MAX_PAGE_ROWS = 2_000;
/** The migrations write it themselves. */
const MIGRATIONS_TABLE = "schema_migrations";

/** Statements of backup and restore. Names of tables and columns come from the database's catalogue. */
export const postgresStore = {
  /**
   * Tables, each after those that it refers to. With `loggedOnly`, without unlogged ones: a crash of the database may
   * empty these at any time, so they hold nothing worth a backup.
   */
  async tables(sql: Sql, { loggedOnly = false } = {}): Promise<Table[]> {
    const tables = await sql.query<Table>(
      `select c.relname as name,
              json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
                       order by a.attnum) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and c.relname <> $1 and (c.relpersistence = 'p' or not $2)
       group by c.relname
       order by c.relname`,
      [MIGRATIONS_TABLE, loggedOnly],
    );
    const references = await sql.query<{ child: string; parent: string }>(
      `select child.relname as child, parent.relname as parent
       from pg_constraint f
       join pg_class child on child.oid = f.conrelid
       join pg_class parent on parent.oid = f.confrelid
       where f.contype = 'f' and f.conrelid <> f.confrelid and child.relnamespace = current_schema()::regnamespace`,
    );
    return parentsFirst(tables, references);
  },

  /** Whether migrations were ever applied. */
  async hasSchema(sql: Sql): Promise<boolean> {
    const [row] = await sql.query<{ found: boolean }>("select to_regclass($1) is not null as found", [
      MIGRATIONS_TABLE,
    ]);
    return row?.found ?? false;
  },

  /** Sets the transaction to REPEATABLE READ: it sees the state at its next statement. */
  async useSnapshotIsolation(tx: Sql): Promise<void> {
    await tx.query("set transaction isolation level repeatable read read only");
  },

  /** Takes the snapshot of a REPEATABLE READ transaction, by its first statement. */
  async takeSnapshot(tx: Sql): Promise<void> {
    await tx.query("select 1");
  },

  /** Sets output formats that every configuration parses to the same value. */
  async useNeutralFormats(tx: Sql): Promise<void> {
    await tx.query("set local datestyle = 'ISO'");
    await tx.query("set local intervalstyle = 'postgres'");
    await tx.query("set local timezone = 'UTC'");
    await tx.query("set local idle_in_transaction_session_timeout = 0");
  },

  /** Each row as JSON text: an array of its columns' texts. */
  rows: (tx: Sql, table: Table): AsyncGenerator<string> =>
    stream(
      tx,
      `select to_json(array[${table.columns.map(({ name }) => `${quoted(name)}::text`).join(", ")}]::text[])::text as row
       from ${quoted(table.name)}`,
    ),

  /** Inserts rows in the format of `rows`; `columns` are the columns that they hold, in order. */
  async insert(tx: Sql, table: Table, columns: readonly string[], rows: readonly string[]): Promise<void> {
    const types = new Map(table.columns.map((column) => [column.name, column.type]));
    const values = columns.map((name, i) => `(r.value ->> ${i})::${types.get(name) ?? "text"}`);
    await tx.query(
      `insert into ${quoted(table.name)} (${columns.map(quoted).join(", ")}) overriding system value
       select ${values.join(", ")} from json_array_elements($1::json) as r (value)`,
      [`[${rows.join(",")}]`],
    );
  },

  async isEmpty(sql: Sql, table: Table): Promise<boolean> {
    return (await sql.query(`select 1 from ${quoted(table.name)} limit 1`)).length === 0;
  },

  async clear(tx: Sql, tables: readonly Table[]): Promise<void> {
    if (tables.length === 0) return;
    await tx.query(`truncate ${tables.map(({ name }) => quoted(name)).join(", ")} cascade`);
  },

  /** Drops the tables and the record of migrations, so that an earlier schema can be created. */
  async drop(tx: Sql, tables: readonly Table[]): Promise<void> {
    const names = [...tables.map(({ name }) => name), MIGRATIONS_TABLE];
    await tx.query(`drop table if exists ${names.map(quoted).join(", ")} cascade`);
  },

  sequences: (sql: Sql): Promise<{ name: string; last_value: string }[]> =>
    sql.query(
      `select sequencename as name, last_value::text as last_value from pg_sequences
       where schemaname = current_schema() and last_value is not null order by 1`,
    ),

  allSequences: (sql: Sql): Promise<{ name: string }[]> =>
    sql.query("select sequencename as name from pg_sequences where schemaname = current_schema()"),

  async setSequence(tx: Sql, name: string, lastValue: string): Promise<void> {
    await tx.query("select setval(quote_ident($1)::regclass, $2::bigint)", [name, lastValue]);
  },

  tenantIds: async (sql: Sql): Promise<string[]> =>
    (await sql.query<{ id: string }>("select id from tenants order by id")).map((row) => row.id),

  /** Delivered changes of a tenant from the change id `since` (UUIDv7) on. */
  history: (sql: Sql, tenantId: string, since: string): Promise<HistoryRow[]> =>
    sql.query(
      `select id, subject_kind, subject_id, before, after from history
       where tenant_id = $1 and id >= $2 and subject_kind in ('ci', 'relationship')`,
      [tenantId, since],
    ),

  /** Number of connections of running services: those with the job queue's application name. */
  async servingProcesses(sql: Sql): Promise<number> {
    const rows = await sql.query<{ n: number }>(
      `select count(*) as n from pg_stat_activity
       where datname = current_database() and application_name = 'orrery-jobs'`,
    );
    return rows[0]?.n ?? 0;
  },
};

export interface HistoryRow {
  id: string;
  subject_kind: string;
  subject_id: string;
  before: Partial<BriefRelationshipSnapshot> | null;
  after: Partial<BriefRelationshipSnapshot> | null;
}

/** Streams the column `row` of a query, page by page, by a cursor. */
export async function* stream(tx: Sql, text: string): AsyncGenerator<string> {
  await tx.query(`declare backup_rows no scroll cursor for ${text}`);
  for (let size = 10; ; ) {
    const page = await tx.query<{ row: string }>(`fetch ${size} from backup_rows`);
    let chars = 0;
    for (const { row } of page) {
      chars += row.length;
      yield row;
    }
    if (page.length < size) break;
    size = Math.max(1, Math.min(MAX_PAGE_ROWS, size * 4, Math.floor((PAGE_CHARS * page.length) / chars)));
  }
  await tx.query("close backup_rows");
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function parentsFirst(tables: Table[], references: { child: string; parent: string }[]): Table[] {
  const parents = new Map<string, string[]>();
  for (const { child, parent } of references) parents.set(child, [...(parents.get(child) ?? []), parent]);
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<Table>();
  const visit = (name: string, path: readonly string[]) => {
    const table = byName.get(name);
    if (!table || ordered.has(table)) return;
    if (path.includes(name)) throw new Error(`tables refer to each other in a circle: ${[...path, name].join(", ")}`);
    for (const parent of parents.get(name) ?? []) visit(parent, [...path, name]);
    ordered.add(table);
  };
  for (const { name } of tables) visit(name, []);
  return [...ordered];
}
