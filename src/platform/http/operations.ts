import { requireScope } from "../../context.ts";
import { raw } from "./answers.ts";
import { docsPage } from "./docs.ts";
import { healthRoutes, type Missing } from "./health.ts";
import type { HttpMetrics } from "./metrics.ts";
import type { Mount } from "./mounted.ts";
import { openApiDocument } from "./openapi.ts";
import { type Call, defineRoute, type PublicContext, type Route } from "./route.ts";
import type { Variant } from "./variant.ts";

const operation = { method: "GET", tags: ["operations"], access: { public: true }, limit: "none" } as const;
const JSON_TYPE = "application/json";
const HTML_TYPE = "text/html; charset=utf-8";

/** No script, nothing from elsewhere, not to be framed. */
const DOCS_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface OperationsDeps {
  mounts: readonly Mount[];
  /** Variant without a base: form of `/health`, `/metrics` and `/docs`. */
  fallback: Variant;
  metrics: HttpMetrics;
  missing: Missing;
  origin: () => string;
}

/** What runs beside the interface: health, figures, the documents of both variants and a page to read. */
export function operationMounts(deps: OperationsDeps): Mount[] {
  const { mounts, fallback, origin } = deps;
  const variants = new Map(mounts.filter(({ variant }) => variant.base !== "").map((m) => [m.variant.name, m.variant]));
  const documents = [...variants.values()].map((variant) => {
    const own = mounts.filter((mount) => mount.variant.name === variant.name);
    return { variant, read: cached(() => openApiDocument(own, variant, origin())) };
  });
  const page = cached(() => docsPage(documents.map(({ variant, read }) => ({ variant, document: read() }))));
  return [
    ...documents.map(({ variant, read }) => ({ variant, routes: [documentRoute(read)] })),
    { variant: fallback, routes: [...healthRoutes(deps.missing), metricsRoute(deps.metrics), docsRoute(page)] },
  ];
}

function cached<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function documentRoute(read: () => unknown): Route {
  const text = cached(() => JSON.stringify(read()));
  return defineRoute({
    ...operation,
    path: "/openapi.json",
    operationId: "openApiDocument",
    summary: "This interface as an OpenAPI 3.1 document",
    responses: { 200: { description: "The document", contentType: JSON_TYPE } },
    handle: () => raw(text(), JSON_TYPE, { headers: { "Cache-Control": "public, max-age=300" } }),
  });
}

function docsRoute(page: () => string): Route {
  const headers = { "Content-Security-Policy": DOCS_POLICY, "Cache-Control": "public, max-age=300" };
  return defineRoute({
    ...operation,
    path: "/docs",
    operationId: "docs",
    summary: "The interface for reading",
    responses: { 200: { description: "A page", contentType: HTML_TYPE } },
    handle: () => raw(page(), HTML_TYPE, { headers }),
  });
}

/** For scrapers on this machine, and for holders of admin.settings. */
function metricsRoute({ registry }: HttpMetrics): Route {
  return defineRoute({
    ...operation,
    path: "/metrics",
    operationId: "metrics",
    summary: "Figures for Prometheus",
    responses: { 200: { description: "Text exposition format", contentType: registry.contentType } },
    handle: async (call) => {
      if (!isLocal(call)) requireScope(await call.authenticate(), "admin.settings");
      return raw(await registry.metrics(), registry.contentType);
    },
  });
}

/** A caller behind a proxy on this machine comes from elsewhere, whatever the connection says. */
function isLocal(call: Call<PublicContext, unknown, unknown, unknown>): boolean {
  const { address } = call.ctx.client;
  const loopback = address === "::1" || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);
  return loopback && ["forwarded", "x-forwarded-for", "x-real-ip"].every((name) => call.header(name) === undefined);
}
