import { z } from "zod";
import type { Mount, MountedRoute } from "../../src/platform/http/mounted.ts";
import {
  type Answer,
  type JsonSchema,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  refName,
  visit,
} from "../../src/platform/http/openapi/document.model.ts";
import { openApiDocument } from "../../src/platform/http/openapi/document.ts";

/** An operation with its place in the document. */
export interface Place {
  document: OpenApiDocument;
  method: string;
  path: string;
  operation: Operation;
}

export function placesOf(document: OpenApiDocument): Place[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ document, method: method.toUpperCase(), path, operation })),
  );
}

/** `GET /v1/cmdb/ci/{id}`: names an operation in tests. */
export function placeName({ method, path }: Place): string {
  return `${method} ${path}`;
}

export function parametersOf({ document, operation }: Pick<Place, "document" | "operation">): Parameter[] {
  return (operation.parameters ?? []).map((parameter) =>
    parameter.$ref === undefined ? parameter : document.components.parameters[parameter.$ref.split("/").at(-1)!]!,
  );
}

/** The documented answer of a status, references followed. */
export function answerOf(
  { document, operation }: Pick<Place, "document" | "operation">,
  status: number,
): Answer | undefined {
  const answer = operation.responses[status];
  return answer?.$ref === undefined ? answer : document.components.responses[answer.$ref.split("/").at(-1)!];
}

export function resolved(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name = refName(schema);
  return name === undefined ? schema : resolved(document, document.components.schemas[name]!);
}

/** The names of all schemas that a schema refers to, in any number of steps. */
function reachable(document: OpenApiDocument, schema: JsonSchema, found = new Set<string>()): Set<string> {
  visit(schema, (inner) => {
    const name = refName(inner);
    if (name === undefined || found.has(name)) return;
    found.add(name);
    reachable(document, document.components.schemas[name]!, found);
  });
  return found;
}

const made = new WeakMap<JsonSchema, z.ZodType>();

/** Checks values by a schema of the document. */
export function validatorOf(document: OpenApiDocument, schema: JsonSchema): z.ZodType {
  const known = made.get(schema);
  if (known) return known;
  const { schemas } = document.components;
  const $defs = Object.fromEntries([...reachable(document, schema)].map((name) => [name, schemas[name]]));
  const text = JSON.stringify({ ...schema, $defs }).replaceAll("#/components/schemas/", "#/$defs/");
  const validator = z.fromJSONSchema(JSON.parse(text));
  made.set(schema, validator);
  return validator;
}

/** The `maximum` of an operation's parameter `limit`, as its OpenAPI document says; undefined for one without. */
export function documentedBounds(mounts: readonly Mount[]): (mounted: MountedRoute) => number | undefined {
  const bounds = new Map<string, number>();
  for (const variant of new Set(mounts.map((mount) => mount.variant))) {
    const own = mounts.filter((mount) => mount.variant === variant);
    for (const place of placesOf(openApiDocument(own, variant, "http://localhost"))) {
      const maximum = parametersOf(place).find(({ name }) => name === "limit")?.schema?.maximum;
      if (typeof maximum === "number") bounds.set(placeName(place), maximum);
    }
  }
  return ({ route, pattern }) => bounds.get(`${route.method} ${pattern}`);
}
