import { z } from "@hono/zod-openapi";
import { invalid, type Violation } from "../../errors.ts";
import type { BulkItem, BulkResult } from "../../platform/bulk-write.ts";
import { ok } from "../../platform/http/answers.ts";
import { BULK_DEADLINE_MS } from "../../platform/http/exchange.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { checkValue } from "../../platform/http/violations.ts";
import type { NewRelationship } from "./relationship.model.ts";
import type { RelationshipVerbs } from "./relationships.verbs.ts";
import { createBody, toNewRelationship } from "./relationships.wire.ts";

const MAX_ITEMS = 1_000;

const bulkBody = z.strictObject({
  mode: z
    .enum(["atomic", "per_item"])
    .default("atomic")
    .openapi({ description: "`atomic`: all or nothing, 400 for one fault; `per_item`: what is right is made" }),
  items: z.array(z.unknown()).min(1).max(MAX_ITEMS),
});
/** `bulkBody` with its items, for the OpenAPI document. */
const documentedBody = bulkBody.extend({ items: z.array(createBody).min(1).max(MAX_ITEMS) });

const fault = z.object({ field: z.string(), error: z.string() });
const resultSchema = z.object({
  results: z.array(
    z.object({
      index: z.int(),
      id: z.string().nullable(),
      status: z.enum(["created", "exists", "failed"]),
      error: z.object({ code: z.string(), message: z.string(), details: z.array(fault) }).nullable(),
    }),
  ),
  created: z.int(),
  failed: z.int(),
});

/** `POST /v1/cmdb/relationships/bulk`: up to 1,000 relationships in one transaction. */
export function bulkRoute(verbs: RelationshipVerbs): Route {
  return defineRoute({
    method: "POST",
    path: "/cmdb/relationships/bulk",
    operationId: "createRelationships",
    summary: "Create up to 1,000 relationships at once",
    description: "`atomic`: one fault and nothing is written. `per_item`: what is wrong is told, the rest is made.",
    tags: ["Relationships"],
    access: { scope: "cmdb.write" },
    limit: "bulk",
    deadlineMs: BULK_DEADLINE_MS,
    body: bulkBody,
    documentedBody,
    idempotent: true,
    responses: { 200: { description: "What became of each, in order", schema: resultSchema } },
    handle: async ({ ctx, body: { mode, items: sent }, idempotencyId }) => {
      const results = await verbs.bulkCreate(ctx, { mode, items: sent.map(checkItem), idempotencyId });
      return ok({
        results: results.map(presentResult),
        created: results.filter(({ status }) => status === "created").length,
        failed: results.filter(({ status }) => status === "failed").length,
      });
    },
  });
}

function checkItem(sent: unknown): BulkItem<NewRelationship> {
  const { data, violations } = checkValue(createBody, sent);
  return violations ? { violations } : { fields: toNewRelationship(data) };
}

function presentResult({ index, id, status, violations }: BulkResult) {
  if (status !== "failed") return { index, id, status, error: null };
  const { code, message, violations: faults } = invalid(prefixFields(violations, index));
  return {
    index,
    id,
    status,
    error: { code, message, details: faults.map(({ field, reason }) => ({ field, error: reason })) },
  };
}

function prefixFields(violations: Violation[], index: number): Violation[] {
  return violations.map(({ field, reason }) => ({ field: `items.${index}.${field}`, reason }));
}
