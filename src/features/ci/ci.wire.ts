import { z } from "@hono/zod-openapi";
import { invalid, invalidField, type Violation } from "../../errors.ts";
import { CI_STATUSES } from "../../model/ci-types.ts";
import { builtInTypeOfGraph } from "../../model/relationships.ts";
import { textFault } from "../../platform/http/json.ts";
import {
  cursorContent,
  encodeCursor,
  type Page,
  type PageRequest,
  queryBoolean,
  queryList,
  queryTime,
} from "../../platform/http/pagination.ts";
import { isId } from "../../platform/ids.ts";
import {
  type CiPatch,
  type CiWithRelationships,
  ciFields,
  type ListedCi,
  type NewCi,
  type RelationshipEnd,
  snapshot,
} from "./ci.model.ts";
import type { CiPage, FieldFilter, ListCisInput } from "./list-cis.ts";

/** What both variants share of configuration items, in snake case (section 2 of the interface specification). */

/** A malformed id names nothing: 404. */
export const ciParams = z.object({ id: z.string().refine(isId) });

export const CI_SORT_FIELDS = ["created_at", "updated_at", "name"] as const;

/** Filters of the list; `attributes.<key>` and `custom_fields.<key>` are taken from what else stands in the query. */
export const ciFilterQuery = {
  type: queryList(ciFields.type).optional().openapi({ description: "Types, any spelling, separated by commas" }),
  status: queryList(ciFields.status).optional().openapi({ description: "Statuses separated by commas" }),
  search: z.string().max(500).optional().openapi({
    description: "Words or their beginnings in name and description; an IP address, serial number or host name",
  }),
  updated_since: queryTime().optional().openapi({ description: "Changed at this time or later" }),
};

export const createQuery = z.object({
  allow_duplicate: queryBoolean().default(false).openapi({ description: "Let a second CI of this name through" }),
});
export const deleteQuery = z.object({
  protect: queryBoolean().default(false).openapi({ description: "Refuse (409) where others depend on the CI" }),
});

const { name, type, description, status, attributes, customFields } = ciFields;

export const createBody = z.strictObject({
  name,
  type,
  status: status.optional(),
  description: description.optional(),
  attributes: attributes.optional(),
  custom_fields: customFields.optional(),
});

const ignored = z.unknown().optional();

/** Partial. What only the service writes is accepted and ignored, so that what was read can be sent back. */
export const updateBody = z.strictObject({
  ...createBody.partial().shape,
  custom_fields: customFields.nullable().optional(),
  id: ignored,
  _id: ignored,
  relationships: ignored,
  created_at: ignored,
  created_by: ignored,
  updated_at: ignored,
  updated_by: ignored,
});

export function toNewCi(body: z.output<typeof createBody>): NewCi {
  const { custom_fields: customFields, ...fields } = body;
  return { ...fields, customFields };
}

export function toPatch(body: z.output<typeof updateBody>): CiPatch {
  const { name, type, description, status, attributes, custom_fields: customFields } = body;
  return { name, type, description, status, attributes, customFields };
}

const ciShape = {
  id: z.string(),
  name: z.string(),
  type: z.string(),
  description: z.string().nullable(),
  status: z.enum(CI_STATUSES),
  attributes: z.record(z.string(), z.unknown()),
  custom_fields: z.record(z.string(), z.unknown()),
  created_at: z.iso.datetime(),
  created_by: z.string(),
  updated_at: z.iso.datetime(),
  updated_by: z.string(),
};
const relationshipShape = z.object({
  id: z.string(),
  type: z.string(),
  target_ci: z.string().openapi({ description: "The other end, whichever way the relationship points" }),
  target_name: z.string(),
  direction: z.enum(["outgoing", "incoming"]),
});
export const ciSchema = z.object({ ...ciShape, relationships: z.array(relationshipShape) });
export const listedCiSchema = z.object({
  ...ciShape,
  relationships: z.object({ count: z.int(), href: z.string() }),
});

/** A CI in snake case with its canonical type. */
export function presentCi(ci: CiWithRelationships): z.output<typeof ciSchema> {
  const shown = snapshot(ci) as Omit<z.output<typeof ciSchema>, "relationships">;
  return { ...shown, relationships: ci.relationships.map(presentEnd) };
}

/** `base` is that of the variant: the path to the relationships is the variant's own. */
export function presentListedCi(ci: ListedCi, base: string): z.output<typeof listedCiSchema> {
  const shown = snapshot(ci) as Omit<z.output<typeof listedCiSchema>, "relationships">;
  const href = `${base}/cmdb/relationships?ci_id=${ci.id}&include_ai=true`;
  return { ...shown, relationships: { count: ci.relationshipCount, href } };
}

function presentEnd(end: RelationshipEnd): z.output<typeof relationshipShape> {
  return {
    id: end.id,
    type: end.spelling ?? builtInTypeOfGraph(end.graphType)?.spelling ?? end.graphType,
    target_ci: end.ciId,
    target_name: end.ciName,
    direction: end.outgoing ? "outgoing" : "incoming",
  };
}

export function deletedMessage(relationships: number): string {
  return `CI deleted with ${relationships} ${relationships === 1 ? "relationship" : "relationships"}`;
}

const MAX_FIELD_FILTERS = 20;
const MAX_FILTER_VALUE = 1_000;
const FIELD_FILTER = /^(attributes|custom_fields|customFields)\.(.+)$/s;

/** The field filters among all parameters of a query, each given once. `respelled`: `customFields` is known too. */
function fieldFilters(query: Readonly<Record<string, unknown>>, respelled: boolean): FieldFilter[] {
  const filters: FieldFilter[] = [];
  const faults: Violation[] = [];
  for (const [parameter, value] of Object.entries(query)) {
    const [, object, key] = FIELD_FILTER.exec(parameter) ?? [];
    if (object === undefined || key === undefined || (object === "customFields" && !respelled)) continue;
    const fault = (reason: string) => faults.push({ field: `query.${parameter}`, reason });
    if (typeof value !== "string") fault("must be given once");
    else if (value.length > MAX_FILTER_VALUE) fault(`must have at most ${MAX_FILTER_VALUE} characters`);
    else if (filters.length === MAX_FIELD_FILTERS) fault(`at most ${MAX_FIELD_FILTERS} fields can be filtered by`);
    else filters.push({ object: object === "attributes" ? object : "custom_fields", key, value });
  }
  if (faults.length > 0) throw invalid(faults.slice(0, 100));
  return filters;
}

/** The order a page was in, and the last entry's place in it. */
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

/** A cursor brings its order along; asking for another one beside it is 400. */
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
