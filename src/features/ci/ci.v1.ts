import { z } from "@hono/zod-openapi";
import { ok } from "../../platform/http/answers.ts";
import { BULK_DEADLINE_MS } from "../../platform/http/exchange.ts";
import { pageQuery, sortQueryB } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { bulkBody, bulkSchema, documentedBulkBody, presentBulk, toBulkItems } from "./bulk.wire.ts";
import { entityTag } from "./ci.model.ts";
import { ciRoutes, DELETING, etag, shared } from "./ci.routes.ts";
import type { CiVerbs } from "./ci.verbs.ts";
import { ciParams, ciSchema, listedCiSchema, presentCi, presentListedCi } from "./ci.wire.ts";
import { CI_SORT_FIELDS, ciFilterQuery } from "./list.wire.ts";

/** Routes of configuration items, variant B, including restore and bulk creation. */
export function ciV1Routes(verbs: CiVerbs): Route[] {
  const routes = ciRoutes(verbs, {
    names: { customFields: "custom_fields", existingId: "existing_id" },
    listQuery: z.looseObject({ ...pageQuery, ...sortQueryB(CI_SORT_FIELDS), ...ciFilterQuery }),
    schema: ciSchema,
    present: presentCi,
    listedSchema: listedCiSchema,
    presentListed: presentListedCi,
    created: {
      description: "Created",
      schema: z.object({ message: z.string(), id: z.string(), name: z.string() }),
      present: ({ id, name }) => ({ id, name, message: "CI created" }),
    },
    deleting: { description: `${DELETING} It can be restored until it is purged.` },
  });
  return [...routes, ...restoreAndBulkRoutes(verbs)];
}

function restoreAndBulkRoutes(verbs: CiVerbs): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "POST",
      path: "/cmdb/ci/{id}/restore",
      operationId: "restoreCi",
      summary: "Restore a deleted configuration item",
      description: "With those of its relationships whose other end lives. 409 where its name is taken by now.",
      errors: ["CONFLICT"],
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
      documentedBody: documentedBulkBody,
      idempotent: true,
      responses: { 200: { description: "What became of each item, in order", schema: bulkSchema } },
      handle: async ({ ctx, body, idempotencyId }) => {
        const input = { mode: body.mode, items: toBulkItems(body.items), idempotencyId };
        return ok(presentBulk(await verbs.bulkCreateCis(ctx, input)));
      },
    }),
  ];
}
