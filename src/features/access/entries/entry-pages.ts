import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { EntryPosition, EntryReads } from "./entries.store.ts";

/** Order and page of a list. `page` counts from 1 and is ignored when `after` gives a keyset position. */
export interface ListInput<Column extends string> {
  column: Column;
  order: "asc" | "desc";
  page: number;
  limit: number;
  after?: EntryPosition | undefined;
}

export interface EntryPage<Entry> {
  items: Entry[];
  total: number;
  /** Position of the last entry; undefined at the end of the list. */
  next: EntryPosition | undefined;
}

/** Reads one page of the entries that the filter selects, and their total. */
export async function readEntries<
  Column extends string,
  Entry extends { id: string } & Record<Column, string | Date>,
  Filter,
>(
  store: Pick<EntryReads<Entry, Filter, Column>, "list" | "count">,
  sql: Sql,
  filter: Filter,
  { column, order, page, limit, after }: ListInput<Column>,
): Promise<EntryPage<Entry>> {
  const offset = after ? 0 : (page - 1) * limit;
  // One entry more than the page tells whether another page follows.
  const [found, total] = await Promise.all([
    store.list(sql, filter, { column, order, limit: limit + 1, offset, after }),
    store.count(sql, filter),
  ]);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, total, next: found.length > limit && last ? { value: last[column], id: last.id } : undefined };
}
