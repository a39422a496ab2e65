import { OpenAPIHono, z } from "@hono/zod-openapi";
import { type ErrorCode, STATUS_OF } from "../../errors.ts";
import { type Mount, type MountedRoute, mountRoutes } from "./mounted.ts";
import { type ResponseSpec, type Route, scopesOf } from "./route.ts";
import type { Variant } from "./variant.ts";

export type OpenApiDocument = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;
type Registry = OpenAPIHono["openAPIRegistry"];
type RouteConfig = Parameters<Registry["registerPath"]>[0];

const JSON_TYPE = "application/json";

const INTRODUCTION =
  "Configuration management database on a graph: configuration items, relationships, discovery, events, impact. " +
  "Every answer carries `X-Request-ID`, every answer to a known credential the four `X-RateLimit-` headers.";

/**
 * The OpenAPI 3.1 document of one variant, from the schemas that check the requests. Leaves out operations without
 * credential and rate limit (health, metrics, documents).
 */
export function openApiDocument(mounts: readonly Mount[], variant: Variant, origin: string): OpenApiDocument {
  const document = new OpenAPIHono();
  const registry = document.openAPIRegistry;
  registerSecurity(registry);
  registry.register("Error", variant.schemas.error);
  const seen = new Set<string>();
  for (const entry of mountRoutes(mounts)) {
    for (const mounted of entry.methods.values()) {
      if (mounted.route.limit === "none") continue;
      const operation = operationOf(mounted);
      // A route under two bases keeps its operation id at the first and gets a longer one at the second.
      if (seen.has(operation.operationId!)) operation.operationId = `${operation.operationId}Unversioned`;
      seen.add(operation.operationId!);
      registry.registerPath(operation);
    }
  }
  return document.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: variant.title, version: "1", description: INTRODUCTION },
    servers: [{ url: origin }],
  });
}

function registerSecurity(registry: Registry): void {
  registry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "Token of a login, an OAuth client, a service account or a scanner, or an API key",
  });
  registry.registerComponent("securitySchemes", "apiKey", { type: "apiKey", in: "header", name: "X-API-Key" });
  registry.registerComponent("securitySchemes", "apiKeyInQuery", {
    type: "apiKey",
    in: "query",
    name: "api_key",
    description: "Allowed, not recommended: addresses end up in logs",
  });
}

function operationOf(mounted: MountedRoute): RouteConfig {
  const { route, pattern } = mounted;
  const scopes = scopesOf(route.access);
  const config: RouteConfig = {
    method: route.method.toLowerCase() as RouteConfig["method"],
    path: pattern,
    operationId: route.operationId,
    summary: route.summary,
    tags: [...route.tags],
    security: securityOf(route),
    request: requestOf(mounted),
    responses: { ...successes(mounted), ...failures(mounted) },
    "x-rate-class": route.limit,
  };
  if (route.description !== undefined) config.description = route.description;
  if (route.deprecated) config.deprecated = true;
  if (scopes.length > 0) config["x-required-scope"] = scopes.length === 1 ? scopes[0] : scopes;
  if (route.access.user) config["x-user-token-only"] = true;
  return config;
}

/** Routes that require a user's own token accept no key. */
function securityOf({ access }: Route): Record<string, string[]>[] {
  if (access.public) return [];
  return access.user ? [{ bearer: [] }] : [{ bearer: [] }, { apiKey: [] }, { apiKeyInQuery: [] }];
}

function requestOf({ route, pattern, consumes }: MountedRoute): NonNullable<RouteConfig["request"]> {
  const request: NonNullable<RouteConfig["request"]> = {};
  const names = [...pattern.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]!);
  const params = route.params ?? z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
  if (names.length > 0) request.params = params as z.ZodObject;
  if (route.query) request.query = route.query as z.ZodObject;
  if (route.idempotent) request.headers = z.object({ "Idempotency-Key": z.string().max(255).optional() });
  const content: Record<string, { schema: z.ZodType }> = {};
  if (route.body) for (const type of [JSON_TYPE, ...(route.jsonTypes ?? [])]) content[type] = { schema: route.body };
  if (route.formBody) content["application/x-www-form-urlencoded"] = { schema: route.formBody };
  for (const type of consumes?.raw ?? []) {
    content[type] = { schema: (type === JSON_TYPE && route.rawBody?.json) || z.string() };
  }
  if (Object.keys(content).length > 0) request.body = { content, required: route.bodyRequired ?? true };
  return request;
}

const RATE_HEADERS = {
  "X-RateLimit-Limit": "Requests that fit into the window with least left",
  "X-RateLimit-Remaining": "Requests left in it",
  "X-RateLimit-Reset": "Unix time in seconds at which it ends",
  "X-RateLimit-Reset-After": "Seconds until then",
};

const KEY_HEADER = {
  "X-API-Key-Expires": "When the key that the request came with expires, from 14 days before (ISO 8601)",
};

type Responses = RouteConfig["responses"];

function successes(mounted: MountedRoute): Responses {
  const { route, variant } = mounted;
  const responses: Responses = {};
  for (const [status, response] of Object.entries(route.responses)) {
    const own = { ...(response.list ? variant.listHeaders : {}), ...response.headers };
    const deprecation = route.deprecated
      ? { "X-API-Deprecation-Date": "YYYY-MM-DD", "X-API-Deprecation-Info": "Address of the migration notes" }
      : {};
    const counted = route.limit === "none" ? {} : RATE_HEADERS;
    const expiry = route.access.public ? {} : KEY_HEADER;
    const content = contentOf(response, variant);
    responses[status] = {
      description: response.description,
      headers: headersOf({ "X-Request-ID": "Id of the request", ...counted, ...expiry, ...own, ...deprecation }),
      ...(content && { content }),
    };
  }
  return responses;
}

function contentOf(response: ResponseSpec, variant: Variant): Record<string, { schema: z.ZodType }> | undefined {
  const { schema, contentType, list } = response;
  if (contentType !== undefined) {
    return Object.fromEntries([contentType].flat().map((type) => [type, { schema: schema ?? z.string() }]));
  }
  if (!schema) return undefined;
  return { [JSON_TYPE]: { schema: list ? variant.schemas.list(schema) : variant.schemas.success(schema) } };
}

function headersOf(meanings: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(meanings).map(([name, description]) => [name, { description, schema: { type: "string" as const } }]),
  );
}

/** The errors that the pipeline itself can answer, and 409 and 412 where the route declares them. */
function failures({ route, pattern, variant, consumes }: MountedRoute): Responses {
  const codes: ErrorCode[] = ["NOT_ACCEPTABLE", "RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE"];
  if (!route.access.public) codes.push("AUTHENTICATION_REQUIRED", "PERMISSION_DENIED");
  else if (route.limit === "login" && consumes && !route.errorPage) codes.push("AUTH_FAILED");
  if (route.query || consumes) codes.push("VALIDATION_ERROR");
  if (pattern.includes("{")) codes.push("RESOURCE_NOT_FOUND");
  if (consumes) codes.push("PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE");
  if (route.idempotent) codes.push("CONFLICT", "IDEMPOTENCY_MISMATCH");
  const responses: Responses = {};
  for (const code of codes.sort((a, b) => STATUS_OF[a] - STATUS_OF[b])) {
    if (route.responses[STATUS_OF[code]]) continue;
    const form = route.presentError ? z.looseObject({}) : variant.schemas.error;
    const content = route.errorPage ? { "text/html": { schema: z.string() } } : { [JSON_TYPE]: { schema: form } };
    responses[STATUS_OF[code]] = { description: code, content };
  }
  return responses;
}
