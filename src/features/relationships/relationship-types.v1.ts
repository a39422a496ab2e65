import { z } from "@hono/zod-openapi";
import { compare } from "../../model/order.ts";
import { listed, ok } from "../../platform/http/answers.ts";
import { pageQuery, pageRequest, sortQueryB } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { FAILURE_DIRECTIONS } from "./custom-types.graph.store.ts";
import { TYPE_NAME_SHAPE } from "./relationship.model.ts";
import type { RelationshipTypeView } from "./relationship-types.ts";
import type { RelationshipVerbs } from "./relationships.verbs.ts";

const failure = z.enum(FAILURE_DIRECTIONS).openapi({
  description: "Which way a failure travels: `target_to_source` where the source needs the target",
});
const typeSchema = z.object({ name: z.string(), failure, built_in: z.boolean() }).openapi("RelationshipType");
const { cursor: _, ...listQuery } = pageQuery;

/** Routes of the registry of relationship types, built-in and custom. */
export function relationshipTypeRoutes(verbs: RelationshipVerbs): Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/cmdb/relationship-types",
      operationId: "listRelationshipTypes",
      summary: "List relationship types: the built-in ones, then the tenant's own by name",
      description: "Each with the way a failure travels on it, which impact and correlation follow.",
      tags: ["Relationships"],
      access: { scope: "cmdb.read" },
      limit: "standard",
      query: z.object({ ...listQuery, ...sortQueryB(["name"]) }),
      responses: { 200: { description: "Types", schema: typeSchema, list: true } },
      handle: async ({ ctx, query }) => {
        const { page, limit, sort, fields } = pageRequest(query);
        const types = sorted(await verbs.listTypes(ctx), sort?.order);
        const items = types.slice((page - 1) * limit, page * limit);
        return listed({ items, total: types.length, page, limit }, present, fields && ["name", ...fields]);
      },
    }),
    defineRoute({
      method: "PUT",
      path: "/cmdb/relationship-types/{name}",
      operationId: "setRelationshipType",
      summary: "Say which way a failure travels on a type of the tenant's own",
      description: "A type that nobody has named before is registered. 409 for a built-in one.",
      errors: ["CONFLICT"],
      tags: ["Relationships"],
      access: { scope: "cmdb.write" },
      limit: "standard",
      params: z.object({ name: z.string().openapi(TYPE_NAME_SHAPE) }),
      body: z.strictObject({ failure }),
      responses: { 200: { description: "The type", schema: typeSchema } },
      handle: async ({ ctx, params, body }) => ok(present(await verbs.setType(ctx, params.name, body.failure))),
    }),
  ];
}

/** Sorts by name; without an order keeps the given one. */
function sorted(types: RelationshipTypeView[], order: "asc" | "desc" | undefined): RelationshipTypeView[] {
  if (order === undefined) return types;
  const turned = order === "asc" ? 1 : -1;
  return types.toSorted((a, b) => turned * compare(a.name, b.name));
}

function present({ name, failure: direction, builtIn }: RelationshipTypeView) {
  return { name, failure: direction, built_in: builtIn };
}
