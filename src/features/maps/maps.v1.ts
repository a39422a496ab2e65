import { createHash } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { type HttpResult, raw } from "../../platform/http/answers.ts";
import { queryInteger } from "../../platform/http/pagination.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { DEFAULT_MAP_DEPTH, type MapVerbs } from "./dependency-map.ts";

const SVG_TYPE = "image/svg+xml";

/** The SVG loads and runs nothing in any viewer; only its inline style applies. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const params = z.object({ id: pathId() });
const query = z.object({
  depth: queryInteger(1, 6)
    .default(DEFAULT_MAP_DEPTH)
    .openapi({ description: "Steps each way", default: DEFAULT_MAP_DEPTH }),
});
const shared = { method: "GET", tags: ["Dependency maps"], limit: "standard", params, query } as const;
const responses = {
  200: {
    description: "Readable without colour, light or dark as the reader's screen is",
    contentType: SVG_TYPE,
    headers: { ETag: "Of the picture; for If-None-Match" },
    examples: { [SVG_TYPE]: '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"/>' },
  },
};

/** Routes of dependency maps, variant B (section 4 of the interface specification), including maps of single CIs. */
export function mapV1Routes(verbs: MapVerbs): Route[] {
  return [
    defineRoute({
      ...shared,
      path: "/services/{id}/dependency-map.svg",
      operationId: "getServiceDependencyMap",
      summary: "A picture of what a service needs and what needs it",
      description: "The service, what it needs and what needs it, as a picture for a page or a report.",
      access: { scope: "services.read" },
      checkExists: (ctx, { id }) => verbs.requireService(ctx, id),
      responses,
      handle: async ({ ctx, params: { id }, query: { depth } }) => picture(await verbs.ofService(ctx, { id, depth })),
    }),
    defineRoute({
      ...shared,
      path: "/cmdb/ci/{id}/dependency-map.svg",
      operationId: "getCiDependencyMap",
      summary: "A picture of what a CI needs and what needs it",
      description: "The CI, what it needs and what needs it, as a picture for a page or a report.",
      access: { scope: "cmdb.read" },
      checkExists: (ctx, { id }) => verbs.requireCi(ctx, id),
      responses,
      handle: async ({ ctx, params: { id }, query: { depth } }) => picture(await verbs.ofCi(ctx, { id, depth })),
    }),
  ];
}

function picture(svg: string): HttpResult {
  const tag = createHash("sha256").update(svg).digest("base64url").slice(0, 22);
  const headers = { ETag: `"${tag}"`, "Content-Security-Policy": POLICY, "Cache-Control": "private, no-cache" };
  return raw(svg, `${SVG_TYPE}; charset=utf-8`, { headers });
}
