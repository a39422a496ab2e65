import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { AppError, notFound } from "../../errors.ts";
import { createClientAddress, createForwardedByHttps } from "./client-address.ts";
import { consoleRoutes } from "./console/console.routes.ts";
import { createCors } from "./cors.ts";
import { Deadlines } from "./deadlines.ts";
import { Exchange } from "./exchange.ts";
import { createUnreachableStores, failing, type HealthChecks } from "./health.ts";
import { type Mount, type MountedRoute, mountRoutes, type PathEntry } from "./mounted.ts";
import { operationMounts } from "./operations.ts";
import { createPipeline, type PipelineDeps } from "./pipeline.ts";
import { isPromise } from "./ports.ts";
import { internalError, type Rendered, renderError } from "./rendered.ts";
import { createRequestIds } from "./request-id.ts";
import { createResponseWriter, type Outcome, type ResponseWriterDeps } from "./response-writer.ts";
import { PathRouter, rawPath } from "./router.ts";
import { createStoreWatch } from "./store-watch.ts";
import type { Variant } from "./variant.ts";
import { createVariantB } from "./variant-b.ts";

type Env = { Bindings: Partial<HttpBindings> };
export type HttpApp = Hono<Env>;

export interface HttpAppDeps extends Omit<PipelineDeps, "storeWatch">, ResponseWriterDeps {
  /** Routes below their variants. The application adds documents, health and metrics. */
  mounts: readonly Mount[];
  /** Checks of `/health/ready`, by store name. */
  checks: HealthChecks;
  corsOrigins: readonly string[];
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is trusted; default none. */
  trustedProxies?: readonly string[];
  /** Folder of the built console; undefined to serve none. */
  consoleFolder?: string | undefined;
}

const NO_PARAMS: Readonly<Record<string, string>> = {};

/**
 * Creates the application. Every path has one handler for all its methods, so that a wrong method gets 405 rather than
 * 404, and no request passes through a chain of middleware.
 *
 * @throws Error at composition for a route without access or rate class, or a duplicate route
 */
export function createHttpApp(deps: HttpAppDeps): HttpApp {
  const app: HttpApp = new Hono<Env>({ router: new PathRouter(), getPath: (request) => rawPath(request.url) });
  const { origin, metrics } = deps;
  const unreachableStores = createUnreachableStores(deps.checks);
  const storeWatch = createStoreWatch(() => failing(deps.checks));
  const fallback = createVariantB({ base: "", origin });
  const mounts = [
    ...deps.mounts,
    ...operationMounts({ mounts: deps.mounts, fallback, metrics, unreachableStores, origin }),
    { variant: fallback, routes: deps.consoleFolder === undefined ? [] : consoleRoutes(deps.consoleFolder) },
  ];
  const formOf = (path: string): Variant =>
    mounts.find(({ variant }) => under(variant.base, path))?.variant ?? fallback;
  const cors = createCors(deps.corsOrigins);
  const run = createPipeline({ ...deps, storeWatch });
  const finish = createResponseWriter(deps);
  const shared = {
    freshId: createRequestIds(),
    clientAddress: createClientAddress(deps.trustedProxies ?? []),
    forwardedByHttps: createForwardedByHttps(deps.trustedProxies ?? []),
    deadlines: new Deadlines(),
  };

  const dispatch = (x: Exchange, outcome: Outcome, entry: PathEntry | undefined, c: Context<Env>) => {
    cors.answer(x.header("origin"), x.headers);
    if (!entry) throw notFound("path");
    const method = x.request.method;
    if (method === "OPTIONS") {
      const headers = cors.preflight(x.header("origin"), [...entry.methods.keys()]);
      return { status: 204, headers: { Allow: entry.allow, ...headers }, body: null };
    }
    const mounted = routeOf(entry, method);
    outcome.mounted = mounted;
    if (mounted.headers) Object.assign(x.headers, mounted.headers);
    return run(x, mounted, mounted.hasParams ? c.req.param() : NO_PARAMS);
  };

  const answer = (entry: PathEntry | undefined, c: Context<Env>): Response | Promise<Response> => {
    const x = new Exchange(c.req.raw, c.env?.incoming, shared);
    const outcome: Outcome = { variant: entry?.variant ?? formOf(x.path) };
    const fail = (thrown: unknown) => finish(x, outcome, refused(deps, x, outcome, thrown));
    const succeed = (rendered: Rendered) => {
      const fault = headerFault(rendered);
      return fault ? fail(fault) : finish(x, outcome, rendered);
    };
    try {
      const rendered = dispatch(x, outcome, entry, c);
      return isPromise(rendered) ? rendered.then(succeed, fail) : succeed(rendered);
    } catch (thrown) {
      return fail(thrown);
    }
  };

  for (const entry of mountRoutes(mounts)) {
    app.all(entry.pattern.replaceAll(/\{([^}]*)\}/g, ":$1"), (c) => answer(entry, c));
  }
  app.notFound((c) => answer(undefined, c));
  app.onError((error, c) => {
    const x = new Exchange(c.req.raw, c.env?.incoming, shared);
    const outcome: Outcome = { variant: formOf(x.path) };
    return finish(x, outcome, refused(deps, x, outcome, internalError(error)));
  });
  return app;
}

function under(base: string, path: string): boolean {
  return base !== "" && (path === base || path.startsWith(`${base}/`));
}

function routeOf(entry: PathEntry, method: string): MountedRoute {
  const mounted = entry.methods.get(method === "HEAD" ? "GET" : method);
  if (mounted) return mounted;
  throw new AppError("METHOD_NOT_ALLOWED", `This address answers ${entry.allow}`, { headers: { Allow: entry.allow } });
}

/** An error for a header with a line break or a character beyond Latin-1: it would break the connection mid-answer. */
function headerFault({ headers }: Rendered): Error | undefined {
  for (const name in headers) {
    const value = headers[name]!;
    if (value !== "application/json" && !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      return new Error(`the header ${name} has a forbidden character`);
    }
  }
  return undefined;
}

/** Renders an error. Logs server faults once, with their cause; the access log has the client's errors. */
function refused({ log }: HttpAppDeps, x: Exchange, outcome: Outcome, thrown: unknown): Rendered {
  const error = thrown instanceof AppError ? thrown : internalError(thrown);
  outcome.code = error.code;
  if (error.status >= 500) {
    const line = { err: error.cause ?? error, request_id: x.requestId, path: x.path };
    if (error.code === "INTERNAL_ERROR") log.error(line, "request failed");
    else log.warn(line, error.message);
  }
  const fault = { error, requestId: x.requestId, body: x.body, query: x.query };
  return renderError(fault, outcome.variant, outcome.mounted?.route);
}
