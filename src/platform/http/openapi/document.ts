import { OpenAPIHono, z } from "@hono/zod-openapi";
import { IDEMPOTENCY_KEY } from "../idempotency.ts";
import { type Mount, type MountedRoute, mountRoutes } from "../mounted.ts";
import { type ResponseSpec, type Route, scopesOf } from "../route.ts";
import type { Variant } from "../variant.ts";
import type { OpenApiDocument } from "./document.model.ts";
import { addExamples } from "./examples.ts";
import { headersOf, SHARED_HEADERS } from "./headers.ts";
import { addMeanings } from "./meanings.ts";
import { loosenListedItems, nameSchemas, removeUnused } from "./named-schemas.ts";
import { refusals, sharedRefusals } from "./refusals.ts";
import { respellInputs } from "./respelling.ts";
import { correctExamples, correctPatterns, dropRepeatedDescriptions, shareParameters } from "./tidy.ts";

type Registry = OpenAPIHono["openAPIRegistry"];
type RouteConfig = Parameters<Registry["registerPath"]>[0];

const JSON_TYPE = "application/json";

/**
 * The OpenAPI 3.1 document of one variant, from the schemas that check the requests. Leaves out operations without
 * credential and rate limit (health, metrics, documents).
 */
export function openApiDocument(mounts: readonly Mount[], variant: Variant, origin: string): OpenApiDocument {
  const generator = new OpenAPIHono();
  const registry = generator.openAPIRegistry;
  registerShared(registry, variant);
  const tags = new Set<string>();
  const seen = new Set<string>();
  for (const entry of mountRoutes(mounts)) {
    for (const mounted of entry.methods.values()) {
      if (mounted.route.limit === "none") continue;
      const operation = operationOf(mounted);
      // A route under two bases keeps its operation id at the first and gets a longer one at the second.
      if (seen.has(operation.operationId!)) operation.operationId = `${operation.operationId}Unversioned`;
      seen.add(operation.operationId!);
      for (const tag of mounted.route.tags) tags.add(tag);
      registry.registerPath(operation);
    }
  }
  const made = generator.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: variant.title, version: "1", description: variant.introduction, license: LICENSE },
    servers: [{ url: origin }],
    tags: [...tags].sort().map((name) => ({ name })),
  });
  return complete(made as unknown as OpenApiDocument, variant);
}

const LICENSE = { name: "Apache 2.0", identifier: "Apache-2.0" };

function complete(document: OpenApiDocument, variant: Variant): OpenApiDocument {
  correctPatterns(document);
  correctExamples(document);
  dropRepeatedDescriptions(document);
  nameSchemas(document);
  if (variant.respellsInputs) respellInputs(document);
  addMeanings(document);
  loosenListedItems(document);
  removeUnused(document);
  addExamples(document);
  shareParameters(document);
  return document;
}

function registerShared(registry: Registry, variant: Variant): void {
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
  registry.register("Error", variant.schemas.error);
  for (const [name, header] of Object.entries(SHARED_HEADERS))
    registry.registerComponent("headers", name, header as never);
  for (const [name, answer] of Object.entries(sharedRefusals())) {
    registry.registerComponent("responses", name, answer as never);
  }
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
    responses: { ...successes(mounted), ...refusals(mounted) } as RouteConfig["responses"],
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
  const headers = requestHeaders(route);
  if (Object.keys(headers).length > 0) request.headers = z.object(headers);
  const content: Record<string, { schema: z.ZodType }> = {};
  const { body } = route;
  if (body) {
    for (const type of [JSON_TYPE, ...(route.jsonTypes ?? [])])
      content[type] = { schema: route.documentedBody ?? body };
  }
  if (route.formBody) content["application/x-www-form-urlencoded"] = { schema: route.formBody };
  for (const type of consumes?.raw ?? []) {
    content[type] = { schema: (type === JSON_TYPE && route.rawBody?.json) || z.string().min(1) };
  }
  if (Object.keys(content).length > 0) request.body = { content, required: route.bodyRequired ?? true };
  return request;
}

/** Whether a copy of the answer can be revalidated: GET with an entity tag. */
function isTagged({ method, responses }: Route): boolean {
  return method === "GET" && responses[200]?.headers?.ETag !== undefined;
}

function requestHeaders(route: Route): Record<string, z.ZodType> {
  const headers: Record<string, z.ZodType> = {};
  if (route.idempotent) {
    const description =
      "Any text that is new for each thing to be made: a repeat with the same key gets the first answer";
    headers["Idempotency-Key"] = z.string().min(1).max(255).regex(IDEMPOTENCY_KEY).optional().openapi({ description });
  }
  if (route.ifMatch) {
    const description = "Entity tags of the state that the change is meant for; 412 where it is another";
    headers["If-Match"] = z.string().optional().openapi({ description });
  }
  if (isTagged(route)) {
    const description = "Entity tags of copies that the caller has; 304 where one is current";
    headers["If-None-Match"] = z.string().optional().openapi({ description });
  }
  if (route.ranges) {
    const range = "Bytes to send: one range of RFC 9110, section 14.1.2. Several ranges are answered by the whole";
    headers.Range = z.string().optional().openapi({ description: range, example: "bytes=0-1023" });
    const ifRange = "The entity tag or time of a copy that has the other bytes; the whole is sent where it is another";
    headers["If-Range"] = z.string().optional().openapi({ description: ifRange });
  }
  return headers;
}

function successes(mounted: MountedRoute): RouteConfig["responses"] {
  const { route, variant } = mounted;
  const responses: RouteConfig["responses"] = {};
  for (const [status, response] of Object.entries(route.responses)) {
    const content = contentOf(response, variant);
    const headers = headersOf(mounted, Number(status), response) as never;
    responses[status] = { description: response.description, headers, ...(content && { content }) };
  }
  if (isTagged(route)) {
    const headers = headersOf(mounted, 200, {
      description: "",
      headers: { ETag: route.responses[200]!.headers!.ETag! },
    });
    responses[304] = { description: "The caller's copy is current", headers: headers as never };
  }
  return responses;
}

interface ZodMedia {
  schema: z.ZodType;
  example?: string;
}

interface ZodMedia {
  schema: z.ZodType;
  example?: string;
}

function contentOf(response: ResponseSpec, variant: Variant): Record<string, ZodMedia> | undefined {
  const { schema, contentType, list, examples = {} } = response;
  if (contentType !== undefined) {
    const types = [contentType].flat();
    // Beside JSON the schema is that of the JSON.
    const isChoice = types.includes(JSON_TYPE);
    const media = (type: string): ZodMedia => {
      const example = examples[type];
      if (isChoice && schema && type === JSON_TYPE) return { schema: variant.schemas.success(schema) };
      return { schema: (isChoice ? undefined : schema) ?? z.string(), ...(example !== undefined && { example }) };
    };
    return Object.fromEntries(types.map((type) => [type, media(type)]));
  }
  if (!schema) return undefined;
  return { [JSON_TYPE]: { schema: list ? variant.schemas.list(schema) : variant.schemas.success(schema) } };
}
