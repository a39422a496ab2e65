import { z } from "@hono/zod-openapi";
import { invalid } from "../../errors.ts";
import type { BulkItem, BulkResult } from "../../platform/bulk-write.ts";
import { checkValue } from "../../platform/http/violations.ts";
import type { NewCi } from "./ci.model.ts";
import { createBody, toNewCi } from "./ci.wire.ts";

const MAX_ITEMS = 1_000;

/** Items are validated individually, so that each fault is reported at its index. */
export const bulkBody = z.strictObject({
  mode: z
    .enum(["atomic", "per_item"])
    .default("atomic")
    .openapi({ description: "`atomic`: all or nothing, 400 for one fault; `per_item`: what is right is made" }),
  items: z.array(z.unknown()).min(1).max(MAX_ITEMS),
});
/** `bulkBody` with its items, for the OpenAPI document. */
export const documentedBulkBody = bulkBody.extend({ items: z.array(createBody).min(1).max(MAX_ITEMS) });

export const bulkSchema = z.object({
  results: z.array(
    z.object({
      index: z.int(),
      id: z.string().nullable().openapi({ description: "The CI made, or the one that exists already" }),
      status: z.enum(["created", "exists", "failed"]),
      error: z
        .object({
          code: z.string(),
          message: z.string(),
          details: z.array(z.object({ field: z.string(), error: z.string() })),
        })
        .nullable(),
    }),
  ),
  created: z.int(),
  failed: z.int(),
});

export function toBulkItems(items: unknown[]): BulkItem<NewCi>[] {
  return items.map((item, index): BulkItem<NewCi> => {
    const { data, violations } = checkValue(createBody, item, `items.${index}`);
    return violations ? { violations } : { fields: toNewCi(data) };
  });
}

export function presentBulk(results: BulkResult[]): z.output<typeof bulkSchema> {
  return {
    results: results.map(({ index, id, status, violations }) => ({
      index,
      id,
      status,
      error: status === "failed" ? presentError(violations) : null,
    })),
    created: results.filter(({ status }) => status === "created").length,
    failed: results.filter(({ status }) => status === "failed").length,
  };
}

function presentError(violations: BulkResult["violations"]) {
  const { message, violations: faults } = invalid(violations);
  const details = faults.map(({ field, reason }) => ({ field, error: reason }));
  return { code: "VALIDATION_ERROR", message, details };
}
