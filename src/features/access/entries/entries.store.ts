import type { Sql } from "../../../platform/postgres/postgres.ts";

/** Keyset position of an entry in an order; the id breaks ties. */
export interface EntryPosition {
  value: string | Date;
  id: string;
}

/** Column, direction and slice of a list query. */
export interface EntryWindow<Column extends string> {
  column: Column;
  order: "asc" | "desc";
  limit: number;
  offset: number;
  after: EntryPosition | undefined;
}

/** SQL parts that read entries of one kind. All texts are constants; input of callers is passed as values only. */
export interface EntrySource<Filter, Column extends string> {
  /** The `select` list of one entry. */
  columns: string;
  /** The `from` clause. */
  tables: string;
  /** The id column, qualified as in the statement. */
  id: string;
  /** The `where` condition of the filter; its values are $1 and following, the same number for every filter. */
  condition: string;
  values(filter: Filter): unknown[];
  orderedBy: Readonly<Record<Column, { column: string; type: "text" | "timestamptz" }>>;
}

/** Entries visible to a caller: those of a tenant, with `userId` only that user's. */
export interface OwnerFilter {
  tenantId: string;
  userId?: string | undefined;
}

/** Source of entries that have a name and an owning user. `alias` is that of their table. */
export function ownedEntries(alias: string) {
  return {
    id: `${alias}.id`,
    condition: `${alias}.tenant_id = $1 and ($2::text is null or ${alias}.user_id = $2)`,
    values: ({ tenantId, userId }: OwnerFilter): unknown[] => [tenantId, userId ?? null],
    orderedBy: {
      name: { column: `${alias}.name`, type: "text" },
      createdAt: { column: `${alias}.created_at`, type: "timestamptz" },
    },
  } as const;
}

/** Reads of entries of one kind: one by id, a window of the list, the count. */
export interface EntryReads<Entry, Filter, Column extends string> {
  find(sql: Sql, filter: Filter, id: string): Promise<Entry | undefined>;
  list(sql: Sql, filter: Filter, window: EntryWindow<Column>): Promise<Entry[]>;
  count(sql: Sql, filter: Filter): Promise<number>;
}

/** Builds the reads from the SQL parts of `source`. */
export function createEntryReads<Entry, Filter, Column extends string>(
  source: EntrySource<Filter, Column>,
): EntryReads<Entry, Filter, Column> {
  const { columns, tables, id: idColumn, condition, values, orderedBy } = source;
  return {
    async find(sql, filter, id) {
      const filterValues = values(filter);
      const rows = await sql.query<Entry>(
        `select ${columns} from ${tables} where ${condition} and ${idColumn} = $${filterValues.length + 1}`,
        [...filterValues, id],
      );
      return rows[0];
    },

    async list(sql, filter, window) {
      const { order, limit, offset, after } = window;
      const { column, type } = orderedBy[window.column];
      const filterValues = values(filter);
      const parameter = (index: number) => `$${filterValues.length + index}`;
      const keyset = after
        ? `and (${column}, ${idColumn}) ${order === "asc" ? ">" : "<"} (${parameter(3)}::${type}, ${parameter(4)})`
        : "";
      return sql.query<Entry>(
        `select ${columns} from ${tables} where ${condition} ${keyset}
         order by ${column} ${order}, ${idColumn} ${order} limit ${parameter(1)} offset ${parameter(2)}`,
        [...filterValues, limit, offset, ...(after ? [after.value, after.id] : [])],
      );
    },

    async count(sql, filter) {
      const text = `select count(*) as total from ${tables} where ${condition}`;
      const rows = await sql.query<{ total: number }>(text, values(filter));
      return rows[0]?.total ?? 0;
    },
  };
}
