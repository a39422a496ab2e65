import { z } from "@hono/zod-openapi";
import { ok } from "../../platform/http/answers.ts";
import { BULK_DEADLINE_MS } from "../../platform/http/exchange.ts";
import { pageQuery, sortQueryB } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { bulkBody, bulkSchema, documentedBulkBody, presentBulk, toBulkItems } from "./bulk.wire.ts";
import { entityTag, SOURCE_CLASSES } from "./ci.model.ts";
import { ciRoutes, DELETING, etag, shared } from "./ci.routes.ts";
import type { CiVerbs } from "./ci.verbs.ts";
import { ciParams, ciSchema, listedCiSchema, presentCi, presentListedCi } from "./ci.wire.ts";
import { deletedCisRoute } from "./deleted-cis.v1.ts";
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
  return [...routes, deletedCisRoute(verbs), valueSourcesRoute(verbs), ...restoreAndBulkRoutes(verbs)];
}

const valueSourcesSchema = z
  .object({
    precedence: z.array(z.enum(SOURCE_CLASSES)).openapi({
      description: "Kinds of sources, the strongest first: a weaker one does not replace the value of a stronger one",
      example: [...SOURCE_CLASSES],
    }),
    fields: z
      .array(
        z.object({
          field: z.string().openapi({
            description: "Such as `name`, `attributes.<key>` or `custom_fields.<key>`",
            example: "attributes.os",
          }),
          source_class: z.enum(SOURCE_CLASSES).openapi({ description: "Kind of source", example: "agent" }),
          since: z.iso.datetime().openapi({
            description: "When that source gave the value",
            example: "2026-01-31T08:00:00.000Z",
          }),
          scanner_id: z.string().nullable().openapi({
            description: "The scanner that reported it; null where none did, or it was not kept",
            example: "scanner-1",
          }),
        }),
      )
      .openapi({ description: "Each value that the CI has, in its order" }),
  })
  .openapi("ValueSources");

function valueSourcesRoute(verbs: CiVerbs): Route {
  return defineRoute({
    ...shared,
    method: "GET",
    path: "/cmdb/ci/{id}/provenance",
    operationId: "getCiProvenance",
    summary: "Where each value of a configuration item comes from",
    description: "By the top keys of attributes and custom fields: what stands within a key came with it.",
    access: { scope: "cmdb.read" },
    params: ciParams,
    responses: { 200: { description: "The source of each value", schema: valueSourcesSchema } },
    handle: async ({ ctx, params }) => {
      const fields = (await verbs.readValueSources(ctx, params.id)).map(({ field, sourceClass, since, scannerId }) => ({
        field,
        source_class: sourceClass,
        since,
        scanner_id: scannerId,
      }));
      return ok({ precedence: SOURCE_CLASSES, fields });
    },
  });
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
