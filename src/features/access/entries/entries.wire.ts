import { z } from "zod";
import { invalidField } from "../../../errors.ts";
import { textFault } from "../../../platform/http/json.ts";
import { cursorContent, encodeCursor, type Page, type PageRequest } from "../../../platform/http/pagination.ts";
import { isId } from "../../../platform/ids.ts";
import type { EntryPage, ListInput } from "./entry-pages.ts";

/** Content of a cursor: the order (`by`) and the position of the last entry; `value` is a text or milliseconds. */
const Cursor = z.object({
  by: z.string(),
  value: z.union([
    z.int().min(0).max(4e12),
    z
      .string()
      .max(300)
      .refine((text) => textFault(text) === undefined),
  ]),
  id: z.string().refine(isId),
});

/** Conversion between page requests and list inputs, and between found entries and pages. */
export interface EntryList<Column extends string> {
  /** Throws 400 for a cursor of another list or another order. */
  toInput(request: PageRequest): ListInput<Column>;
  toPage<Entry>(found: EntryPage<Entry>, input: ListInput<Column>): Page<Entry>;
}

/** A list, by default newest first; `columnOf` maps the sort fields to columns. Columns `...At` hold times. */
export function createEntryList<Column extends string>(
  columnOf: Readonly<Record<"created_at", Column> & Record<string, Column>>,
): EntryList<Column> {
  const isTime = (column: string) => column.endsWith("At");
  return {
    toInput({ page, limit, sort, cursor }) {
      const column = columnOf[sort?.field ?? "created_at"] ?? columnOf.created_at;
      const order = sort?.order ?? "desc";
      const position = cursorContent(cursor, Cursor);
      if (!position) return { column, order, page, limit };
      if (position.by !== `${column} ${order}` || (typeof position.value === "number") !== isTime(column)) {
        throw invalidField("query.cursor", "is not a cursor of this list");
      }
      const value = typeof position.value === "number" ? new Date(position.value) : position.value;
      return { column, order, page, limit, after: { value, id: position.id } };
    },

    toPage({ items, total, next }, { column, order, page, limit }) {
      if (!next) return { items, total, page, limit };
      const value = typeof next.value === "string" ? next.value : next.value.getTime();
      return { items, total, page, limit, nextCursor: encodeCursor({ by: `${column} ${order}`, value, id: next.id }) };
    },
  };
}
