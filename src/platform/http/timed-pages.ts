import { z } from "zod";
import { isInCalendar } from "../clock.ts";
import { textFault } from "./json.ts";
import { cursorContent, directionOf, encodeCursor, type Page, type PageRequest } from "./pagination.ts";

/** A place in a list that goes by a time, and by ids where times are the same. */
export interface TimedPlace {
  at: Date;
  id: string;
}

/** Which page of such a list is asked for. */
export interface TimedPageInput {
  order: "asc" | "desc";
  /** 1-based; ignored where `after` is given. */
  page: number;
  limit: number;
  /** The last entry of the page before. */
  after: TimedPlace | undefined;
}

/** A page as it was found; `next` is the place of its last entry, undefined at the end of the list. */
export interface FoundPage<T> {
  items: T[];
  total: number;
  next: TimedPlace | undefined;
}

/** What stands in a cursor: `at` in milliseconds since 1970. */
const Content = z.object({
  order: z.enum(["asc", "desc"]),
  at: z.int().refine(isInCalendar),
  id: z
    .string()
    .max(100)
    .refine((text) => textFault(text) === undefined),
});

/** Newest first unless the caller, or the page that is gone on from, says otherwise. Throws 400 for a foreign cursor. */
export function timedPageInput({ page, limit, cursor, sort }: PageRequest): TimedPageInput {
  const place = cursorContent(cursor, Content);
  const order = directionOf(place?.order, sort, "desc");
  return { order, page, limit, after: place && { at: new Date(place.at), id: place.id } };
}

/** The page as it is answered. */
export function timedPage<T>({ items, total, next }: FoundPage<T>, { order, page, limit }: TimedPageInput): Page<T> {
  const nextCursor = next && encodeCursor({ order, at: next.at.getTime(), id: next.id });
  return { items, total, page, limit, nextCursor };
}
