import { z } from "@hono/zod-openapi";
import { created, listed, ok } from "../../platform/http/answers.ts";
import { pageRequest } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { type Ci, type CiWithRelationships, entityTag, type ListedCi } from "./ci.model.ts";
import type { CiVerbs } from "./ci.verbs.ts";
import {
  ciParams,
  createBody,
  createQuery,
  deletedMessage,
  deleteQuery,
  toNewCi,
  toPatch,
  updateBody,
} from "./ci.wire.ts";
import { describeFieldFilters, toListInput, toPage } from "./list.wire.ts";

/** What differs between the variants: spelling of fields, sort parameters, presentation of a CI. */
export interface CiVariant {
  names: { customFields: "custom_fields" | "customFields"; existingId: "existing_id" | "existingId" };
  listQuery: z.ZodType<Parameters<typeof toListInput>[0] & Parameters<typeof pageRequest>[0]>;
  schema: z.ZodType;
  present(ci: CiWithRelationships): object;
  listedSchema: z.ZodType;
  /** `base` is the path prefix of the variant. */
  presentListed(ci: ListedCi, base: string): object;
  /** Response to `createCi`. */
  created: { description: string; schema: z.ZodType; present(ci: Ci): object };
  /** Description of `deleteCi`, for the variant that has `restoreCi`. */
  deleting?: { description: string };
}

export const shared = { tags: ["Configuration items"], limit: "standard" } as const;
export const etag = { ETag: "The CI's version; for If-Match and If-None-Match" };

export const DELETING = "With `protect=true` 409 where other CIs depend on it; with a stale `If-Match` 412.";

/** Routes of configuration items that both variants have (section 4 of the interface specification). */
export function ciRoutes(verbs: CiVerbs, variant: CiVariant): Route[] {
  return [...readingRoutes(verbs, variant), ...writingRoutes(verbs, variant)];
}

function readingRoutes(verbs: CiVerbs, form: CiVariant): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "GET",
      path: "/cmdb/ci",
      operationId: "listCis",
      summary: "List configuration items",
      description: describeFieldFilters(form.names.customFields),
      access: { scope: "cmdb.read" },
      query: form.listQuery,
      responses: { 200: { description: "One page, newest first", schema: form.listedSchema, list: true } },
      handle: async ({ ctx, query, variant }) => {
        const input = toListInput(query, pageRequest(query), form.names.customFields === "customFields");
        const page = toPage(await verbs.listCis(ctx, input), input);
        return listed(page, (ci) => form.presentListed(ci, variant.base), query.fields);
      },
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/cmdb/ci/{id}",
      operationId: "getCi",
      summary: "Get a configuration item",
      description: "With `ETag`, by which `If-None-Match` finds a copy current and `If-Match` refuses a stale change.",
      access: { scope: "cmdb.read" },
      params: ciParams,
      responses: { 200: { description: "The CI with up to 100 relationships", schema: form.schema, headers: etag } },
      handle: async ({ ctx, params }) => {
        const ci = await verbs.getCi(ctx, params.id);
        return ok(form.present(ci), { ETag: entityTag(ci, ci.relationships) });
      },
    }),
  ];
}

function writingRoutes(verbs: CiVerbs, form: CiVariant): Route[] {
  const { schema } = form;
  return [
    defineRoute({
      ...shared,
      method: "POST",
      path: "/cmdb/ci",
      operationId: "createCi",
      awaitsRateLimitVerdict: true,
      summary: "Create a configuration item",
      description: `409 with \`${form.names.existingId}\` where a CI of this type has the name or the serial number.`,
      access: { scope: "cmdb.write" },
      query: createQuery,
      body: createBody,
      idempotent: true,
      responses: { 201: { description: form.created.description, schema: form.created.schema, headers: etag } },
      handle: async ({ ctx, body, query, idempotencyId, variant }) => {
        const input = { fields: toNewCi(body), id: idempotencyId, allowDuplicate: query.allow_duplicate };
        const ci = await verbs.createCi(ctx, input);
        const location = `${variant.base}/cmdb/ci/${ci.id}`;
        return created(form.created.present(ci), { location, etag: entityTag(ci) });
      },
    }),
    defineRoute({
      ...shared,
      method: "PUT",
      path: "/cmdb/ci/{id}",
      operationId: "updateCi",
      awaitsRateLimitVerdict: true,
      summary: "Change a configuration item",
      description: "Partial: objects merge key by key and null removes a key (RFC 7396), arrays and scalars replace.",
      errors: ["CONFLICT"],
      ifMatch: true,
      access: { scope: "cmdb.write" },
      params: ciParams,
      body: updateBody,
      checkExists: (ctx, params) => verbs.requireCi(ctx, params.id),
      responses: { 200: { description: "The whole CI", schema, headers: etag } },
      handle: async (call) => {
        const input = { id: call.params.id, patch: toPatch(call.body), ifMatch: call.header("if-match") };
        const ci = await verbs.updateCi(call.ctx, input);
        return ok(form.present(ci), { ETag: entityTag(ci, ci.relationships) });
      },
    }),
    defineRoute({
      ...shared,
      method: "DELETE",
      path: "/cmdb/ci/{id}",
      operationId: "deleteCi",
      summary: "Delete a configuration item with its relationships",
      description: form.deleting?.description ?? DELETING,
      errors: ["CONFLICT"],
      ifMatch: true,
      access: { scope: "cmdb.delete" },
      params: ciParams,
      query: deleteQuery,
      checkExists: (ctx, params) => verbs.requireCi(ctx, params.id),
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
