import { z } from "@hono/zod-openapi";
import { created, listed, ok } from "../../platform/http/answers.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { entityTag } from "./relationship.model.ts";
import type { RelationshipVerbs } from "./relationships.verbs.ts";
import {
  createBody,
  type listFilters,
  presentRelationship,
  relationshipParams,
  toListInput,
  toNewRelationship,
  toPage,
  updateBody,
} from "./relationships.wire.ts";

/** What differs between the variants: sort parameters and presentation of a relationship. */
export interface RelationshipVariant {
  listQuery: z.ZodType<
    z.output<z.ZodObject<typeof listFilters>> & Pick<Parameters<typeof toListInput>[0], "sort" | "order">
  >;
  /** Converts a snake-case object to the variant's spelling. */
  spell(relationship: object): object;
  schema: z.ZodType;
}

const tagHeader = { ETag: "The state of the relationship, for If-Match" };

/** Routes of relationships: section 4 of the interface specification, and read, update and delete of a single one. */
export function relationshipRoutes(verbs: RelationshipVerbs, variant: RelationshipVariant): Route[] {
  return [...collectionRoutes(verbs, variant), ...singleRoutes(verbs, variant)];
}

function collectionRoutes(verbs: RelationshipVerbs, form: RelationshipVariant): Route[] {
  const shared = { path: "/cmdb/relationships", tags: ["Relationships"], limit: "standard" } as const;
  return [
    defineRoute({
      ...shared,
      method: "GET",
      operationId: "listRelationships",
      summary: "List relationships, newest first",
      description:
        "The filters hold together. Relationships that a model found are left out unless `include_ai` is true.",
      access: { scope: "cmdb.read" },
      query: form.listQuery,
      responses: { 200: { description: "Relationships", schema: form.schema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = toListInput(query);
        const page = toPage(await verbs.list(ctx, input), input);
        return listed(page, (relationship) => form.spell(presentRelationship(relationship)), query.fields);
      },
    }),
    defineRoute({
      ...shared,
      method: "POST",
      operationId: "createRelationship",
      summary: "Relate two CIs",
      description: "A type that nobody has named before is registered, and comes back as it was first spelled.",
      errors: ["RESOURCE_NOT_FOUND"],
      access: { scope: "cmdb.write" },
      body: createBody,
      idempotent: true,
      responses: { 201: { description: "The relationship", schema: form.schema, headers: tagHeader } },
      handle: async ({ ctx, body, idempotencyId, variant }) => {
        const relationship = await verbs.create(ctx, { fields: toNewRelationship(body), id: idempotencyId });
        const location = `${variant.base}/cmdb/relationships/${relationship.id}`;
        return created(form.spell(presentRelationship(relationship)), { location, etag: entityTag(relationship) });
      },
    }),
  ];
}

function singleRoutes(verbs: RelationshipVerbs, form: RelationshipVariant): Route[] {
  const shared = {
    path: "/cmdb/relationships/{id}",
    tags: ["Relationships"],
    limit: "standard",
    params: relationshipParams,
  } as const;
  return [
    defineRoute({
      ...shared,
      method: "GET",
      operationId: "getRelationship",
      summary: "Get a relationship",
      description: "With its two ends and `ETag`.",
      access: { scope: "cmdb.read" },
      responses: { 200: { description: "The relationship", schema: form.schema, headers: tagHeader } },
      handle: async ({ ctx, params }) => {
        const relationship = await verbs.get(ctx, params.id);
        return ok(form.spell(presentRelationship(relationship)), { ETag: entityTag(relationship) });
      },
    }),
    defineRoute({
      ...shared,
      method: "PUT",
      operationId: "updateRelationship",
      summary: "Change a relationship's attributes",
      description: "Objects merge key by key, null removes a key (RFC 7396). If-Match refuses a stale change with 412.",
      ifMatch: true,
      access: { scope: "cmdb.write" },
      body: updateBody,
      checkExists: (ctx, params) => verbs.requireKnown(ctx, params.id),
      responses: { 200: { description: "The whole relationship", schema: form.schema, headers: tagHeader } },
      handle: async (call) => {
        const { attributes, discovered_by: discoveredBy, confidence } = call.body;
        const patch = { attributes, discoveredBy, confidence };
        const input = { id: call.params.id, patch, ifMatch: call.header("if-match") };
        const { relationship } = await verbs.update(call.ctx, input);
        return ok(form.spell(presentRelationship(relationship)), { ETag: entityTag(relationship) });
      },
    }),
    defineRoute({
      ...shared,
      method: "DELETE",
      operationId: "deleteRelationship",
      summary: "Remove a relationship",
      description: "The CIs at its ends stay. 412 where `If-Match` is stale.",
      ifMatch: true,
      access: { scope: "cmdb.delete" },
      responses: { 200: { description: "It is gone", schema: z.object({ message: z.string() }) } },
      handle: async (call) => {
        await verbs.delete(call.ctx, { id: call.params.id, ifMatch: call.header("if-match") });
        return ok({ message: "Relationship deleted" });
      },
    }),
  ];
}
