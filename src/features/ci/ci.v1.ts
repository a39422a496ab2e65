import { z } from "@hono/zod-openapi";
import { created, listed, ok } from "../../platform/http/answers.ts";
import { BULK_DEADLINE_MS } from "../../platform/http/exchange.ts";
import { pageQuery, pageRequest, sortQueryB } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { bulkBody, bulkSchema, presentBulk, toBulkItems } from "./bulk.wire.ts";
import { entityTag } from "./ci.model.ts";
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
const message = z.object({ message: z.string() });
const etag = { ETag: "The CI's version; for If-Match and If-None-Match" };

/** Configuration items, variant B (section 4 of the interface specification), with restoring and creating in bulk besides. */
export function ciV1Routes(verbs: CiVerbs): Route[] {
  return [...readingRoutes(verbs), ...writingRoutes(verbs), ...furtherRoutes(verbs)];
}

function readingRoutes(verbs: CiVerbs): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "GET",
      path: "/cmdb/ci",
      operationId: "listCis",
      summary: "List configuration items",
      description: describeFieldFilters("custom_fields"),
      access: { scope: "cmdb.read" },
      query: z.looseObject({ ...pageQuery, ...sortQueryB(CI_SORT_FIELDS), ...ciFilterQuery }),
      responses: { 200: { description: "One page, newest first", schema: listedCiSchema, list: true } },
      handle: async ({ ctx, query, variant }) => {
        const input = toListInput(query, pageRequest(query), false);
        const page = toPage(await verbs.listCis(ctx, input), input);
        return listed(page, (ci) => presentListedCi(ci, variant.base), query.fields);
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
      responses: { 200: { description: "The CI with up to 100 relationships", schema: ciSchema, headers: etag } },
      handle: async ({ ctx, params }) => {
        const ci = await verbs.getCi(ctx, params.id);
        return ok(presentCi(ci), { ETag: entityTag(ci, ci.relationships) });
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
      description: "409 with `existing_id` where a CI of this type has the name or the serial number.",
      access: { scope: "cmdb.write" },
      query: createQuery,
      body: createBody,
      idempotent: true,
      responses: {
        201: { description: "Created", schema: message.extend({ id: z.string(), name: z.string() }), headers: etag },
      },
      handle: async ({ ctx, body, query, idempotencyId, variant }) => {
        const input = { fields: toNewCi(body), id: idempotencyId, allowDuplicate: query.allow_duplicate };
        const ci = await verbs.createCi(ctx, input);
        const location = `${variant.base}/cmdb/ci/${ci.id}`;
        return created({ id: ci.id, name: ci.name, message: "CI created" }, { location, etag: entityTag(ci) });
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
      responses: { 200: { description: "The whole CI", schema: ciSchema, headers: etag } },
      handle: async (call) => {
        const input = { id: call.params.id, patch: toPatch(call.body), ifMatch: call.header("if-match") };
        const ci = await verbs.updateCi(call.ctx, input);
        return ok(presentCi(ci), { ETag: entityTag(ci, ci.relationships) });
      },
    }),
    defineRoute({
      ...shared,
      method: "DELETE",
      path: "/cmdb/ci/{id}",
      operationId: "deleteCi",
      summary: "Delete a configuration item with its relationships",
      description: "Can be restored until it is purged.",
      access: { scope: "cmdb.delete" },
      params: ciParams,
      query: deleteQuery,
      known: (ctx, params) => verbs.requireCi(ctx, params.id),
      responses: { 200: { description: "Says how many relationships went with it", schema: message } },
      handle: async (call) => {
        const input = { id: call.params.id, protect: call.query.protect, ifMatch: call.header("if-match") };
        const { relationships } = await verbs.deleteCi(call.ctx, input);
        return ok({ message: deletedMessage(relationships) });
      },
    }),
  ];
}

function furtherRoutes(verbs: CiVerbs): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "POST",
      path: "/cmdb/ci/{id}/restore",
      operationId: "restoreCi",
      summary: "Restore a deleted configuration item",
      description: "With those of its relationships whose other end lives. 409 where its name is taken by now.",
      access: { scope: "cmdb.write" },
      params: ciParams,
      responses: { 200: { description: "The whole CI", schema: ciSchema, headers: etag } },
      handle: async ({ ctx, params }) => {
        const ci = await verbs.restoreCi(ctx, params.id);
        return ok(presentCi(ci), { ETag: entityTag(ci, ci.relationships) });
      },
    }),
    defineRoute({
      ...shared,
      method: "POST",
      path: "/cmdb/ci/bulk",
      operationId: "bulkCreateCis",
      summary: "Create up to 1,000 configuration items",
      description:
        "`atomic`: one fault and nothing is written. `per_item`: what is right is written, the rest reported.",
      access: { scope: "cmdb.write" },
      limit: "bulk",
      deadlineMs: BULK_DEADLINE_MS,
      body: bulkBody,
      idempotent: true,
      responses: { 200: { description: "What became of each item, in order", schema: bulkSchema } },
      handle: async ({ ctx, body, idempotencyId }) => {
        const input = { mode: body.mode, items: toBulkItems(body.items), idempotencyId };
        return ok(presentBulk(await verbs.bulkCreateCis(ctx, input)));
      },
    }),
  ];
}
