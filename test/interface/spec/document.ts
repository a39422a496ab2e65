import { camelCase } from "../../../src/platform/http/spelling.ts";

/** Queries on OpenAPI documents. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  schema: Schema;
}

export interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, { schema: Schema }> }>;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    securitySchemes: Record<string, { name?: string; in?: string }>;
  };
}

/** `GET /v1/cmdb/ci/{id}` -> `GET /v1/cmdb/ci/{}`: drops the names of parameters. */
export function placeOf(endpoint: string): string {
  return endpoint.replaceAll(/\{[^}]*\}/g, "{}");
}

/** All operations of the documents by method and path. */
export function operationsOf(documents: readonly Document[]): Map<string, { operation: Operation; in: Document }> {
  const found = new Map<string, { operation: Operation; in: Document }>();
  for (const document of documents) {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const parameters = operation.parameters?.map((one) => parameterOf(document, one)) ?? [];
        const place = placeOf(`${method.toUpperCase()} ${path}`);
        found.set(place, { operation: { ...operation, parameters }, in: document });
      }
    }
  }
  return found;
}

function parameterOf({ components }: Document, parameter: Parameter): Parameter {
  return parameter.$ref === undefined ? parameter : components.parameters[parameter.$ref.split("/").at(-1)!]!;
}

/** The schemas of a body, of all query parameters as one object, or of the first successful answer. */
export function partOf(operation: Operation, part: "body" | "query" | "answer"): Schema[] {
  if (part === "query") {
    const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
    return [{ properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])) }];
  }
  const status = Object.keys(operation.responses).find((code) => code.startsWith("2")) ?? "";
  const content = part === "body" ? operation.requestBody?.content : operation.responses[status]?.content;
  return Object.values(content ?? {}).map(({ schema }) => schema);
}

/** The alternatives of a schema, with references resolved. */
function alternatives(document: Document, schema: Schema | undefined): Schema[] {
  if (!schema) return [];
  if (schema.$ref) return alternatives(document, document.components.schemas[schema.$ref.split("/").at(-1)!]);
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [schema, ...inner.flatMap((one) => alternatives(document, one))];
}

/** Schemas below `path`: members joined by dots, in snake case or as variant A shows them; `[]` for the entries of a list. */
export function schemasAt(document: Document, roots: readonly Schema[], path: string): Schema[] {
  let found = roots.flatMap((root) => alternatives(document, root));
  for (const step of path
    .split(".")
    .flatMap((name) => name.split(/(?=\[\])/))
    .filter(Boolean)) {
    const below = (schema: Schema) =>
      step === "[]" ? schema.items : (schema.properties?.[step] ?? schema.properties?.[camelCase(step)]);
    found = found.flatMap((schema) => alternatives(document, below(schema)));
  }
  return found;
}

/** The values that schemas allow by name. */
export function valuesOf(schemas: readonly Schema[]): unknown[] {
  return schemas.flatMap(({ enum: values = [], const: value, items }) => [
    ...values,
    ...(value === undefined ? [] : [value]),
    ...(items?.enum ?? []),
  ]);
}
