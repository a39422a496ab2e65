import { z } from "@hono/zod-openapi";
import type { Page } from "./pagination.ts";
import { withoutApiKey } from "./query.ts";
import { INTRODUCTION, type ListAddress, pageFigures, type Variant } from "./variant.ts";

/** Variant B (sections 4 and 7 of the interface specification): bare bodies, snake case, list headers. */
export function createVariantB(options: { base?: string; origin: () => string }): Variant {
  return {
    name: "b",
    base: options.base ?? "/v1",
    title: "Orrery, variant B",
    introduction: INTRODUCTION,
    respellsInputs: false,
    success: (data) => data,
    list: (page, address) => ({
      body: {
        data: page.items,
        pagination: { ...pageFigures(page), ...(page.nextCursor && { next_cursor: page.nextCursor }) },
      },
      headers: listHeaders(page, address),
    }),
    error: ({ error, requestId }) => {
      const { details } = error;
      const scope = details.required_scope;
      return {
        error: {
          ...details,
          code: error.code,
          message: error.message,
          details: error.violations.map(({ field, reason }) => ({ ...details, field, error: reason })),
          request_id: requestId,
          documentation_url: `${options.origin()}/docs#${error.code}`,
        },
        ...(scope !== undefined && { required_scope: scope }),
      };
    },
    respeller: () => undefined,
    schemas: {
      success: (data) => data,
      list: (item) => z.object({ data: z.array(item), pagination }),
      error: errorSchema,
    },
    listHeaders: LIST_HEADERS,
  };
}

const LIST_HEADERS = ["X-Total-Count", "X-Page", "X-Per-Page", "X-Total-Pages", "Link"] as const;

const pagination = z
  .object({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    pages: z.int(),
    next_cursor: z.string().optional(),
  })
  .openapi("Pagination");

const errorSchema = z
  .object({
    error: z.looseObject({
      code: z.string(),
      message: z.string(),
      details: z.array(z.looseObject({ field: z.string(), error: z.string() })),
      request_id: z.string(),
      documentation_url: z.string(),
    }),
    required_scope: z.string().optional(),
  })
  .openapi("Error");

function listHeaders(page: Page<unknown>, address: ListAddress): Record<string, string> {
  const { limit, total, pages } = pageFigures(page);
  return {
    "X-Total-Count": String(total),
    "X-Page": String(page.page),
    "X-Per-Page": String(limit),
    "X-Total-Pages": String(pages),
    Link: links(page, pages, address),
  };
}

/**
 * Absolute links (RFC 8288) with the caller's other raw parameters, but without the credential: links are logged and
 * passed on. A list read by cursor links to the next cursor.
 */
function links(page: Page<unknown>, pages: number, { origin, path, rawQuery }: ListAddress): string {
  const parts = withoutApiKey(rawQuery)
    .split("&")
    .filter((part) => part !== "");
  const others = parts.filter((part) => !/^(?:page|cursor)(?:=|$)/.test(part));
  const byCursor = parts.some((part) => part.startsWith("cursor="));
  const link = (rel: string, position: string) => `<${origin}${path}?${[...others, position].join("&")}>; rel="${rel}"`;
  const found = [link("first", "page=1")];
  if (byCursor) {
    if (page.nextCursor) found.push(link("next", `cursor=${page.nextCursor}`));
    return found.join(", ");
  }
  const prev = Math.min(page.page - 1, pages);
  if (prev >= 1) found.push(link("prev", `page=${prev}`));
  if (page.page < pages) found.push(link("next", `page=${page.page + 1}`));
  found.push(link("last", `page=${Math.max(pages, 1)}`));
  return found.join(", ");
}
