import { z } from "@hono/zod-openapi";
import { invalidField } from "../../errors.ts";
import { textFault } from "../../platform/http/json.ts";
import {
  cursorContent,
  encodeCursor,
  type Page,
  pageQuery,
  pageRequest,
  queryBoolean,
} from "../../platform/http/pagination.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { isId } from "../../platform/ids.ts";
import type { ListRelationshipsInput, RelationshipPage } from "./list-relationships.ts";
import {
  type NewRelationship,
  type Relationship,
  relationshipFields,
  relationshipView,
  typeNameField,
} from "./relationship.model.ts";

/** A malformed id names nothing: 404. */
export const relationshipParams = z.object({ id: pathId() });

const { type, ci, attributes, discoveredBy, confidence } = relationshipFields;
const meaning =
  "Free. With a meaning: port, protocol, source_process, target_process, application {name, vendor, family}, role, " +
  "criticality (optional, high, medium, low), redundancy_group";

export const createBody = z
  .strictObject({
    type,
    source_ci: ci,
    target_ci: ci,
    attributes: attributes.optional().openapi({ description: meaning }),
    discovered_by: discoveredBy.optional(),
    confidence: confidence.optional(),
  })
  .openapi("NewRelationship");

const ignored = z.unknown().optional();

/**
 * Partial. Read-only members are accepted and ignored, so that a client can send back what it read. `source_ci` and
 * `target_ci` are unknown here, as a relationship never shows them: who sends them expects its ends to move.
 */
export const updateBody = z.strictObject({
  attributes: attributes.optional().openapi({ description: "Merged key by key; null removes a key (RFC 7396)" }),
  discovered_by: discoveredBy.optional(),
  confidence: confidence.optional(),
  id: ignored,
  _id: ignored,
  type: ignored,
  source: ignored,
  target: ignored,
  first_seen: ignored,
  last_seen: ignored,
  created_at: ignored,
  created_by: ignored,
  updated_at: ignored,
  updated_by: ignored,
});

export const SORT_FIELDS = ["created_at"] as const;

export const listFilters = {
  ...pageQuery,
  source_ci: ci.optional(),
  target_ci: ci.optional(),
  ci_id: ci.optional().openapi({ description: "Either end" }),
  type: typeNameField.optional().openapi({ description: "In any spelling" }),
  include_ai: queryBoolean().optional().openapi({ description: "Show those that a model found; default false" }),
};

const end = z.object({ id: z.string(), name: z.string(), type: z.string() }).openapi("RelationshipEnd");
const timestamp = z.iso.datetime();

/** A relationship in snake case (section 2 of the interface specification, with additions). */
export const relationshipSchema = z
  .object({
    id: z.string(),
    type: z.string(),
    source: end,
    target: end,
    attributes: z.record(z.string(), z.unknown()),
    discovered_by: z.string().nullable(),
    confidence: z.number(),
    first_seen: timestamp.nullable(),
    last_seen: timestamp.nullable(),
    created_at: timestamp,
    created_by: z.string(),
    updated_at: timestamp,
  })
  .openapi("Relationship");

const endA = z.object({ _id: z.string(), name: z.string(), type: z.string() }).openapi("RelationshipEnd");

/** A relationship in camel case, for variant A. */
export const relationshipSchemaA = z
  .object({
    _id: z.string(),
    type: z.string(),
    source: endA,
    target: endA,
    attributes: z.record(z.string(), z.unknown()),
    discoveredBy: z.string().nullable(),
    confidence: z.number(),
    firstSeen: timestamp.nullable(),
    lastSeen: timestamp.nullable(),
    createdAt: timestamp,
    createdBy: z.string(),
    updatedAt: timestamp,
  })
  .openapi("Relationship");

export function toNewRelationship(body: z.output<typeof createBody>): NewRelationship {
  const { source_ci: sourceCi, target_ci: targetCi, discovered_by: by, ...rest } = body;
  return { ...rest, sourceCi, targetCi, discoveredBy: by };
}

/** A relationship as `relationshipSchema`. */
export function presentRelationship(relationship: Relationship): object {
  return relationshipView(relationship);
}

/** Sort order, and the position of the last entry. */
const Cursor = z.tuple([
  z.enum(["asc", "desc"]),
  z
    .string()
    .max(40)
    .refine((text) => textFault(text) === undefined),
  z.string().refine(isId),
]);

type ListQuery = Parameters<typeof pageRequest>[0] & {
  source_ci?: string | undefined;
  target_ci?: string | undefined;
  ci_id?: string | undefined;
  type?: string | undefined;
  include_ai?: boolean | undefined;
};

/** Input of `list`. A cursor holds its sort order; throws 400 if the query asks for the other one. */
export function toListInput(query: ListQuery): ListRelationshipsInput {
  const { page, limit, sort, cursor } = pageRequest(query);
  const place = cursorContent(cursor, Cursor);
  const order = place?.[0] ?? sort?.order ?? "desc";
  if (sort && sort.order !== order) throw invalidField("query.cursor", "is not a cursor of this list");
  return {
    sourceCi: query.source_ci,
    targetCi: query.target_ci,
    ciId: query.ci_id,
    type: query.type,
    includeAi: query.include_ai ?? false,
    order,
    limit,
    page,
    after: place && { at: place[1], id: place[2] },
  };
}

export function toPage({ items, total, next }: RelationshipPage, input: ListRelationshipsInput): Page<Relationship> {
  const { page, limit, order } = input;
  return { items, total, page, limit, nextCursor: next && encodeCursor([order, next.at, next.id]) };
}
