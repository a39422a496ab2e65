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

export interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, { schema: Schema }> }>;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, { name?: string; in?: string }> };
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
        found.set(placeOf(`${method.toUpperCase()} ${path}`), { operation, in: document });
      }
    }
  }
  return found;
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

/** Schemas below `path`: members joined by dots, `[]` for the entries of a list. */
export function schemasAt(document: Document, roots: readonly Schema[], path: string): Schema[] {
  let found = roots.flatMap((root) => alternatives(document, root));
  for (const step of path
    .split(".")
    .flatMap((name) => name.split(/(?=\[\])/))
    .filter(Boolean)) {
    const below = (schema: Schema) => (step === "[]" ? schema.items : schema.properties?.[step]);
    found = found.flatMap((schema) => alternatives(document, below(schema)));
  }
  return found;
}

/** The values that schemas allow by name. */
export function valuesOf(schemas: readonly Schema[]): unknown[] {
  return schemas.flatMap((schema) => [...(schema.enum ?? []), ...(schema.const === undefined ? [] : [schema.const])]);
}
