import { createRequire } from "node:module";
import path from "node:path";
import { z } from "@hono/zod-openapi";
import { raw } from "../answers.ts";
import { defineRoute, type Route } from "../route.ts";
import { createStaticFiles } from "../static-files.ts";
import type { Variant } from "../variant.ts";
import { type Documented, guidePage } from "./guide-page.ts";
import { referencePage } from "./reference-page.ts";

const operation = { method: "GET", tags: ["operations"], access: { public: true }, limit: "none" } as const;
const HTML_TYPE = "text/html; charset=utf-8";

/** No script, no other origins, no frames. */
const GUIDE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Scripts, styles and requests of this origin alone; images also inline, for Swagger UI's style and the maps that it
 * shows.
 */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const swaggerUi = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const browser = path.join(import.meta.dirname, "browser");

const ASSETS = {
  "swagger-ui.css": path.join(swaggerUi, "swagger-ui.css"),
  "swagger-ui-bundle.js": path.join(swaggerUi, "swagger-ui-bundle.js"),
  "swagger-ui-bundle.js.LICENSE.txt": path.join(swaggerUi, "swagger-ui-bundle.js.LICENSE.txt"),
  "reference.css": path.join(browser, "reference.css"),
  "reference.js": path.join(browser, "reference.js"),
};

/**
 * Routes `/docs` (reference with a console, by Swagger UI), `/docs/guide` (without script), and the reference's files.
 *
 * @param documents called at the first request for the guide
 */
export function docsRoutes(variants: readonly Variant[], documents: () => readonly Documented[]): Route[] {
  const reference = referencePage(variants);
  let guide: string | undefined;
  const pages = [
    pageRoute({ path: "/docs", operationId: "docs", summary: "API reference with a console to try requests" }, () => ({
      page: reference,
      policy: REFERENCE_POLICY,
    })),
    pageRoute({ path: "/docs/guide", operationId: "docsGuide", summary: "The API for reading" }, () => {
      guide ??= guidePage(documents());
      return { page: guide, policy: GUIDE_POLICY };
    }),
  ];
  return [...pages, assetRoute()];
}

function pageRoute(
  place: Pick<Route, "path" | "operationId" | "summary">,
  read: () => { page: string; policy: string },
): Route {
  return defineRoute({
    ...operation,
    ...place,
    responses: { 200: { description: "A page", contentType: HTML_TYPE } },
    handle: () => {
      const { page, policy } = read();
      const headers = { "Content-Security-Policy": policy, "Cache-Control": "public, max-age=300" };
      return raw(page, HTML_TYPE, { headers });
    },
  });
}

function assetRoute(): Route {
  const files = createStaticFiles(ASSETS);
  return defineRoute({
    ...operation,
    path: "/docs/assets/{file}",
    operationId: "docsAsset",
    summary: "A script or style of the API reference",
    params: z.object({ file: z.enum(Object.keys(ASSETS) as [string, ...string[]]) }),
    responses: { 200: { description: "The file", contentType: files.contentTypes } },
    handle: (call) => files.answer(call.params.file, call.header("accept-encoding")),
  });
}
