import { requireScope } from "../../context.ts";
import { raw } from "./answers.ts";
import { docsRoutes } from "./docs/docs.routes.ts";
import { healthRoutes, type UnreachableStores } from "./health.ts";
import type { HttpMetrics } from "./metrics.ts";
import type { Mount } from "./mounted.ts";
import { openApiDocument } from "./openapi/document.ts";
import { answerRepresentation, representationsOf } from "./representations.ts";
import { type Call, defineRoute, type PublicContext, type Route } from "./route.ts";
import type { Variant } from "./variant.ts";

const operation = { method: "GET", tags: ["operations"], access: { public: true }, limit: "none" } as const;
const JSON_TYPE = "application/json";

export interface OperationsDeps {
  mounts: readonly Mount[];
  /** Variant without a base, for `/health`, `/metrics` and `/docs`. */
  fallback: Variant;
  metrics: HttpMetrics;
  unreachableStores: UnreachableStores;
  origin: () => string;
}

/** Operational routes: health, metrics, the documents of both variants, API reference and guide. */
export function operationMounts(deps: OperationsDeps): Mount[] {
  const { mounts, fallback, origin } = deps;
  const variants = new Map(mounts.filter(({ variant }) => variant.base !== "").map((m) => [m.variant.name, m.variant]));
  const documents = [...variants.values()].map((variant) => {
    const own = mounts.filter((mount) => mount.variant.name === variant.name);
    return { variant, read: cached(() => openApiDocument(own, variant, origin())) };
  });
  const docs = docsRoutes([...variants.values()], () =>
    documents.map(({ variant, read }) => ({ variant, document: read() })),
  );
  return [
    ...documents.map(({ variant, read }) => ({ variant, routes: [documentRoute(read)] })),
    { variant: fallback, routes: [...healthRoutes(deps.unreachableStores), metricsRoute(deps.metrics), ...docs] },
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
  const made = cached(() => representationsOf(Buffer.from(JSON.stringify(read())), JSON_TYPE));
  return defineRoute({
    ...operation,
    path: "/openapi.json",
    operationId: "openApiDocument",
    summary: "This interface as an OpenAPI 3.1 document",
    responses: { 200: { description: "The document", contentType: JSON_TYPE } },
    handle: async (call) => answerRepresentation(await made(), call.header("accept-encoding"), "public, max-age=300"),
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

/** Whether the caller is on this machine. A caller behind a proxy on this machine is not. */
function isLocal(call: Call<PublicContext, unknown, unknown, unknown>): boolean {
  const { address } = call.ctx.client;
  const loopback = address === "::1" || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);
  return loopback && ["forwarded", "x-forwarded-for", "x-real-ip"].every((name) => call.header(name) === undefined);
}
