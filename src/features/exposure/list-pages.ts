import { z } from "zod";
import { invalidField } from "../../errors.ts";
import { isInCalendar } from "../../platform/clock.ts";
import {
  cursorContent,
  directionOf,
  encodeCursor,
  type Page,
  type PageRequest,
} from "../../platform/http/pagination.ts";
import { CVE_ID } from "../../platform/nvd/index.ts";
import type { FoundPage } from "../../platform/timed-list.ts";
import { LIST_SORTS, type ListInput, type ListPosition } from "./answers/answers.model.ts";

/** Content of a cursor. */
const Content = z.object({
  sort: z.enum(LIST_SORTS),
  order: z.enum(["asc", "desc"]),
  at: z.number().refine(isInCalendar),
  id: z.string().regex(CVE_ID),
});

/**
 * The page input of a request: newest publication first, unless the caller or the cursor says otherwise. Throws 400 for the
 * cursor of another list or of another order.
 */
export function listInput({ page, limit, cursor, sort: asked }: PageRequest): Omit<ListInput, "filter"> {
  const position = cursorContent(cursor, Content);
  const order = directionOf(position?.order, asked, "desc");
  // An `order` alone applies to the default sort.
  const requested = LIST_SORTS.find((name) => name === asked?.field) ?? (asked && "published");
  const sort = position?.sort ?? requested ?? "published";
  if (requested && requested !== sort) throw invalidField("query.cursor", "is not a cursor of this list");
  return { sort, order, page, limit, after: position && { at: position.at, id: position.id } };
}

/** The page with its cursor, for the answer. */
export function listPage<T>(
  { items, total, next }: FoundPage<T, ListPosition>,
  { sort, order, page, limit }: Omit<ListInput, "filter">,
): Page<T> {
  return { items, total, page, limit, nextCursor: next && encodeCursor({ sort, order, ...next }) };
}
