import { z } from "@hono/zod-openapi";
import { titleType } from "../../model/ci-types.ts";
import { created, listed, ok } from "../../platform/http/answers.ts";
import { pageQuery, pageRequest, sortQueryA } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { camelKeys } from "../../platform/http/spelling.ts";
import { type CiWithRelationships, entityTag, type ListedCi } from "./ci.model.ts";
import type { CiVerbs } from "./ci.verbs.ts";
import {
  ciParams,
  ciSchema,
  createBody,
  createQuery,
  deletedMessage,
  deleteQuery,
  listedCiSchema,
  presentCi,
  presentListedCi,
  toNewCi,
  toPatch,
  updateBody,
} from "./ci.wire.ts";
import { CI_SORT_FIELDS, ciFilterQuery, describeFieldFilters, toListInput, toPage } from "./list.wire.ts";

const shared = { tags: ["Configuration items"], limit: "standard" } as const;
const etag = { ETag: "The CI's version; for If-Match and If-None-Match" };

const { name, type, description, status, attributes, relationships } = ciSchema.shape;
const camelShape = {
  _id: z.string(),
  name,
  type: type.openapi({ description: "In title case, e.g. `Software Instance`" }),
  description,
  status,
  attributes,
  customFields: ciSchema.shape.custom_fields,
  createdAt: ciSchema.shape.created_at,
  createdBy: ciSchema.shape.created_by,
  updatedAt: ciSchema.shape.updated_at,
  updatedBy: ciSchema.shape.updated_by,
};
const end = relationships.element.shape;
const schema = z.object({
  ...camelShape,
  relationships: z.array(
    z.object({
      _id: end.id,
      type: end.type,
      targetCi: end.target_ci,
      targetName: end.target_name,
      direction: end.direction,
    }),
  ),
});
const listedSchema = z.object({ ...camelShape, relationships: listedCiSchema.shape.relationships });

function present(ci: CiWithRelationships): object {
  return camelKeys({ ...presentCi(ci), type: titleType(ci.type) }) as object;
}

function presentListed(ci: ListedCi, base: string): object {
  return camelKeys({ ...presentListedCi(ci, base), type: titleType(ci.type) }) as object;
}

/** Configuration items, variant A (section 4 of the interface specification). */
export function ciApiRoutes(verbs: CiVerbs): Route[] {
  return [...readingRoutes(verbs), ...writingRoutes(verbs)];
}

function readingRoutes(verbs: CiVerbs): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "GET",
      path: "/cmdb/ci",
      operationId: "listCis",
      summary: "List configuration items",
      description: describeFieldFilters("customFields"),
      access: { scope: "cmdb.read" },
      query: z.looseObject({ ...pageQuery, ...sortQueryA(CI_SORT_FIELDS), ...ciFilterQuery }),
      responses: { 200: { description: "One page, newest first", schema: listedSchema, list: true } },
      handle: async ({ ctx, query, variant }) => {
        const input = toListInput(query, pageRequest(query), true);
        const page = toPage(await verbs.listCis(ctx, input), input);
        return listed(page, (ci) => presentListed(ci, variant.base), query.fields);
      },
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/cmdb/ci/{id}",
      operationId: "getCi",
      summary: "Get a configuration item",
      access: { scope: "cmdb.read" },
      params: ciParams,
      responses: { 200: { description: "The CI with up to 100 relationships", schema, headers: etag } },
      handle: async ({ ctx, params }) => {
        const ci = await verbs.getCi(ctx, params.id);
        return ok(present(ci), { ETag: entityTag(ci, ci.relationships) });
      },
    }),
  ];
}

function writingRoutes(verbs: CiVerbs): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "POST",
      path: "/cmdb/ci",
      operationId: "createCi",
      waitsToWrite: true,
      summary: "Create a configuration item",
      description: "409 with `existingId` where a CI of this type has the name or the serial number.",
      access: { scope: "cmdb.write" },
      query: createQuery,
      body: createBody,
      idempotent: true,
      responses: { 201: { description: "The new CI", schema, headers: etag } },
      handle: async ({ ctx, body, query, idempotencyId, variant }) => {
        const input = { fields: toNewCi(body), id: idempotencyId, allowDuplicate: query.allow_duplicate };
        const ci = await verbs.createCi(ctx, input);
        const location = `${variant.base}/cmdb/ci/${ci.id}`;
        return created(present({ ...ci, relationships: [] }), { location, etag: entityTag(ci) });
      },
    }),
    defineRoute({
      ...shared,
      method: "PUT",
      path: "/cmdb/ci/{id}",
      operationId: "updateCi",
      summary: "Change a configuration item",
      description: "Partial: objects merge key by key and null removes a key (RFC 7396), arrays and scalars replace.",
      access: { scope: "cmdb.write" },
      params: ciParams,
      body: updateBody,
      known: (ctx, params) => verbs.requireCi(ctx, params.id),
      responses: { 200: { description: "The whole CI", schema, headers: etag } },
      handle: async (call) => {
        const input = { id: call.params.id, patch: toPatch(call.body), ifMatch: call.header("if-match") };
        const ci = await verbs.updateCi(call.ctx, input);
        return ok(present(ci), { ETag: entityTag(ci, ci.relationships) });
      },
    }),
    defineRoute({
      ...shared,
      method: "DELETE",
      path: "/cmdb/ci/{id}",
      operationId: "deleteCi",
      summary: "Delete a configuration item with its relationships",
      access: { scope: "cmdb.delete" },
      params: ciParams,
      query: deleteQuery,
      known: (ctx, params) => verbs.requireCi(ctx, params.id),
      responses: {
        200: { description: "Says how many relationships went with it", schema: z.object({ message: z.string() }) },
      },
      handle: async (call) => {
        const input = { id: call.params.id, protect: call.query.protect, ifMatch: call.header("if-match") };
        const { relationships } = await verbs.deleteCi(call.ctx, input);
        return ok({ message: deletedMessage(relationships) });
      },
    }),
  ];
}
