import { z } from "@hono/zod-openapi";
import { callersSpelling, camelCase, camelKeys, respellerOf } from "./spelling.ts";
import { type Fault, INTRODUCTION, pageFigures, type Variant } from "./variant.ts";

/** Variant A (sections 4 and 7 of the interface specification): envelope, camel case, either spelling on input. */
export function createVariantA(options: { base?: string } = {}): Variant {
  return {
    name: "a",
    base: options.base ?? "/api",
    title: "Orrery, variant A",
    introduction: `${INTRODUCTION} Bodies and parameters may be spelled in camelCase, as here, or in snake_case.`,
    respellsInputs: true,
    success: (data) => ({ success: true, data }),
    list: (page) => ({
      body: {
        success: true,
        data: page.items,
        pagination: { ...pageFigures(page), ...(page.nextCursor && { nextCursor: page.nextCursor }) },
      },
      headers: {},
    }),
    error: presentError,
    respeller: respellerOf,
    schemas: {
      success: (data) => z.object({ success: z.literal(true), data }),
      list: (item) => z.object({ success: z.literal(true), data: z.array(item), pagination }),
      error: errorSchema,
    },
    listHeaders: [],
  };
}

const pagination = z
  .object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int(), nextCursor: z.string().optional() })
  .openapi("Pagination");

const violation = z.object({ field: z.string(), reason: z.string() });

const errorSchema = z
  .object({
    success: z.literal(false),
    error: z.looseObject({
      code: z.string(),
      message: z.string(),
      details: z.looseObject({ field: z.string().nullable(), reason: z.string() }),
      request_id: z.string(),
      violations: z.array(violation).optional(),
    }),
    required_scope: z.string().optional(),
  })
  .openapi("Error");

/** `details` is the first fault with the error's further members; `violations` has all faults. */
function presentError({ error, requestId, body, query }: Fault): unknown {
  const { required_scope: scope, ...others } = error.details;
  const further: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(others)) further[camelCase(name)] = camelKeys(value);
  const violations = error.violations.map(({ field, reason }) => ({
    field: callersSpelling(field, body, query),
    reason,
  }));
  const first = violations[0] ?? { field: null, reason: error.message };
  return {
    success: false,
    error: {
      ...further,
      ...(scope !== undefined && { required_scope: scope }),
      code: error.code,
      message: error.message,
      details: { ...further, ...first },
      request_id: requestId,
      ...(violations.length > 0 && { violations }),
    },
    ...(scope !== undefined && { required_scope: scope }),
  };
}
