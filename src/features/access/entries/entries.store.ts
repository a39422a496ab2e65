import type { Sql } from "../../../platform/postgres/postgres.ts";

/** An entry's place in an order; the id breaks ties. */
export interface EntryPosition {
  value: string | Date;
  id: string;
}

/** Which part of which order. */
export interface EntryWindow<Column extends string> {
  column: Column;
  order: "asc" | "desc";
  limit: number;
  offset: number;
  after: EntryPosition | undefined;
}

/** How entries of one kind are read. All texts are fixed parts of statements; what callers say comes as values. */
export interface EntrySource<Filter, Column extends string> {
  /** What is selected of one entry. */
  columns: string;
  /** What follows `from`. */
  tables: string;
  /** The id as the statement names it. */
  id: string;
  /** What the filter lets be seen, with its values as $1 and on, the same number of them for every filter. */
  condition: string;
  values(filter: Filter): unknown[];
  orderedBy: Readonly<Record<Column, { column: string; type: "text" | "timestamptz" }>>;
}

/** Which entries a caller may see: those of one tenant, and of it one user's where `userId` is given. */
export interface OwnerFilter {
  tenantId: string;
  userId?: string | undefined;
}

/** How entries that have a name and belong to a user are found and ordered. `alias` is that of their table. */
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

/** What every kind of entry that a caller manages is asked: one by its id, a part of the list, how many there are. */
export interface EntryReads<Entry, Filter, Column extends string> {
  find(sql: Sql, filter: Filter, id: string): Promise<Entry | undefined>;
  list(sql: Sql, filter: Filter, window: EntryWindow<Column>): Promise<Entry[]>;
  count(sql: Sql, filter: Filter): Promise<number>;
}

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
      const known = values(filter);
      const at = (place: number) => `$${known.length + place}`;
      const keyset = after
        ? `and (${column}, ${idColumn}) ${order === "asc" ? ">" : "<"} (${at(3)}::${type}, ${at(4)})`
        : "";
      return sql.query<Entry>(
        `select ${columns} from ${tables} where ${condition} ${keyset}
         order by ${column} ${order}, ${idColumn} ${order} limit ${at(1)} offset ${at(2)}`,
        [...known, limit, offset, ...(after ? [after.value, after.id] : [])],
      );
    },

    async count(sql, filter) {
      const text = `select count(*) as total from ${tables} where ${condition}`;
      const rows = await sql.query<{ total: number }>(text, values(filter));
      return rows[0]?.total ?? 0;
    },
  };
}
