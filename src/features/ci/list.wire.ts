import { z } from "@hono/zod-openapi";
import { invalid, invalidField, type Violation } from "../../errors.ts";
import { textFault } from "../../platform/http/json.ts";
import {
  cursorContent,
  encodeCursor,
  type Page,
  type PageRequest,
  queryList,
  queryTime,
} from "../../platform/http/pagination.ts";
import { isId } from "../../platform/ids.ts";
import { ciFields, type ListedCi } from "./ci.model.ts";
import { MAX_PROMOTED, MAX_PROMOTED_TEXT } from "./ci.node.ts";
import type { CiPage, FieldFilter, ListCisInput } from "./list-cis.ts";
import { MAX_SEARCH_WORDS, searchWords } from "./parse-search.ts";

/** Query and cursor of the list of configuration items, shared by both variants. */

export const CI_SORT_FIELDS = ["created_at", "updated_at", "name"] as const;

/** Filters of the list; `attributes.<key>` and `custom_fields.<key>` are read from the other query parameters. */
export const ciFilterQuery = {
  type: queryList(ciFields.type).optional().openapi({ description: "Types, any spelling, separated by commas" }),
  status: queryList(ciFields.status).optional().openapi({ description: "Statuses separated by commas" }),
  search: z
    .string()
    .max(500)
    .refine((text) => searchWords(text).length <= MAX_SEARCH_WORDS, `must have at most ${MAX_SEARCH_WORDS} words`)
    .optional()
    .openapi({
      description:
        "Words or their beginnings, at most 20, all of them in name and description; or an IP address, serial number or " +
        "host name",
    }),
  updated_since: queryTime().optional().openapi({ description: "Changed at this time or later" }),
};

/** Text on field filters for the OpenAPI documents of both variants. */
export function describeFieldFilters(customFields: "custom_fields" | "customFields"): string {
  return (
    `Further filters, compared as text: \`attributes.<key>=\` and \`${customFields}.<key>=\`, keys being 1 to 64 letters, ` +
    "digits, `_`, `.` and `-`. They find numbers, booleans and texts of up to " +
    `${MAX_PROMOTED_TEXT.toLocaleString("en")} characters at the first level, of each CI the first ${MAX_PROMOTED} of ` +
    "these, attributes before custom fields. Longer texts, nested values and whatever comes later match no filter."
  );
}

const MAX_FIELD_FILTERS = 20;
const MAX_FILTER_VALUE = 1_000;
/** Counts code points, as the documents do. */
const filterValue = z.string().max(MAX_FILTER_VALUE);
const FIELD_FILTER = /^(attributes|custom_fields|customFields)\.(.*)$/s;

/** Field filters among the query parameters; throws 400 if one is repeated. `respelled`: accepts `customFields` too. */
function fieldFilters(query: Readonly<Record<string, unknown>>, respelled: boolean): FieldFilter[] {
  const filters: FieldFilter[] = [];
  const faults: Violation[] = [];
  for (const [parameter, value] of Object.entries(query)) {
    const [, object, key] = FIELD_FILTER.exec(parameter) ?? [];
    if (object === undefined || key === undefined || (object === "customFields" && !respelled)) continue;
    const fault = (reason: string) => faults.push({ field: `query.${parameter}`, reason });
    if (typeof value !== "string") fault("must be given once");
    else if (!filterValue.safeParse(value).success) fault(`must have at most ${MAX_FILTER_VALUE} characters`);
    else if (filters.length === MAX_FIELD_FILTERS) fault(`at most ${MAX_FIELD_FILTERS} fields can be filtered by`);
    else filters.push({ object: object === "attributes" ? object : "custom_fields", key, value });
  }
  if (faults.length > 0) throw invalid(faults.slice(0, 100));
  return filters;
}

/** Sort order of the page, and the position of its last entry. */
const Cursor = z.object({
  sort: z.enum(CI_SORT_FIELDS),
  order: z.enum(["asc", "desc"]),
  at: z.string().refine((text) => textFault(text) === undefined),
  id: z.string().refine(isId),
});

interface ListQuery {
  type?: string[] | undefined;
  status?: string[] | undefined;
  search?: string | undefined;
  updated_since?: string | undefined;
}

/** Input of `listCis`. A cursor holds its sort order; throws 400 if the query asks for another one. */
export function toListInput(
  query: ListQuery & Readonly<Record<string, unknown>>,
  request: PageRequest,
  respelled: boolean,
): ListCisInput {
  const { page, limit, sort, cursor } = request;
  const place = cursorContent(cursor, Cursor);
  if (place && sort && (sort.field !== place.sort || sort.order !== place.order)) {
    throw invalidField("query.cursor", "is not a cursor of this list");
  }
  return {
    types: query.type,
    statuses: query.status,
    updatedSince: query.updated_since,
    search: query.search === undefined || query.search.trim() === "" ? undefined : query.search,
    fields: fieldFilters(query, respelled),
    sort: place?.sort ?? ((sort?.field ?? "created_at") as ListCisInput["sort"]),
    order: place?.order ?? sort?.order ?? "desc",
    page,
    limit,
    after: place && { at: place.at, id: place.id },
  };
}

export function toPage({ items, total, next }: CiPage, { sort, order, page, limit }: ListCisInput): Page<ListedCi> {
  return { items, total, page, limit, nextCursor: next && encodeCursor({ sort, order, ...next }) };
}
