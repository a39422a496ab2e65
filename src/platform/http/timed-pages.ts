import { z } from "zod";
import { isInCalendar } from "../clock.ts";
import type { FoundPage, TimedPageInput } from "../timed-list.ts";
import { textFault } from "./json.ts";
import { cursorContent, directionOf, encodeCursor, type Page, type PageRequest } from "./pagination.ts";

/** Content of a cursor: `at` in milliseconds since 1970. */
const Content = z.object({
  order: z.enum(["asc", "desc"]),
  at: z.int().refine(isInCalendar),
  id: z
    .string()
    .max(100)
    .refine((text) => textFault(text) === undefined),
});

/**
 * The page input of a request: newest first, unless the caller or the cursor says otherwise. Throws 400 for a foreign
 * cursor.
 */
export function timedPageInput({ page, limit, cursor, sort }: PageRequest): TimedPageInput {
  const position = cursorContent(cursor, Content);
  const order = directionOf(position?.order, sort, "desc");
  return { order, page, limit, after: position && { at: new Date(position.at), id: position.id } };
}

/** The page with its cursor, for the answer. */
export function timedPage<T>({ items, total, next }: FoundPage<T>, { order, page, limit }: TimedPageInput): Page<T> {
  const nextCursor = next && encodeCursor({ order, at: next.at.getTime(), id: next.id });
  return { items, total, page, limit, nextCursor };
}
