/** The parts of an OpenAPI 3.1 document that this folder reads and completes. */

/** A schema of JSON Schema 2020-12. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  /** As the generator writes it; `examples` in the finished document. */
  example?: unknown;
  examples?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface Media {
  schema?: JsonSchema;
  example?: unknown;
}

export interface Header {
  $ref?: string;
  description?: string;
  schema?: JsonSchema;
}

export interface Answer {
  $ref?: string;
  description?: string;
  headers?: Record<string, Header>;
  content?: Record<string, Media>;
}

export interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
  style?: string;
  explode?: boolean;
}

export interface Operation {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media>; required?: boolean };
  responses: Record<string, Answer>;
  security?: Record<string, string[]>[];
  [extension: `x-${string}`]: unknown;
}

export interface Components {
  schemas: Record<string, JsonSchema>;
  responses: Record<string, Answer>;
  parameters: Record<string, Parameter>;
  headers: Record<string, Header>;
  securitySchemes: Record<string, unknown>;
}

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Components;
}

const SCHEMAS = "#/components/schemas/";

/** The reference to a named schema. */
export function schemaRef(name: string): JsonSchema {
  return { $ref: `${SCHEMAS}${name}` };
}

/** The name of the schema that a reference means. */
export function refName(schema: JsonSchema): string | undefined {
  return schema.$ref?.startsWith(SCHEMAS) ? schema.$ref.slice(SCHEMAS.length) : undefined;
}

/** The schemas directly inside a schema, without following references. */
export function innerSchemas(schema: JsonSchema): JsonSchema[] {
  const { properties = {}, items, additionalProperties, prefixItems = [], anyOf = [], oneOf = [], allOf = [] } = schema;
  const found = [...Object.values(properties), ...prefixItems, ...anyOf, ...oneOf, ...allOf];
  if (items) found.push(items);
  if (typeof additionalProperties === "object") found.push(additionalProperties);
  return found;
}

export function operationsOf(document: Pick<OpenApiDocument, "paths">): Operation[] {
  return Object.values(document.paths).flatMap((methods) => Object.values(methods));
}

/** Every schema of the document that no other schema holds. */
export function rootSchemas(document: OpenApiDocument): JsonSchema[] {
  const media = operationsOf(document).flatMap(({ requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap((body) => Object.values(body?.content ?? {})),
  );
  const parameters = operationsOf(document).flatMap((operation) => operation.parameters ?? []);
  const found = [...media, ...parameters].flatMap(({ schema }) => (schema ? [schema] : []));
  return [...Object.values(document.components.schemas), ...found];
}

/** Visits a schema and all schemas inside it, without following references. */
export function visit(schema: JsonSchema, each: (schema: JsonSchema) => void): void {
  each(schema);
  for (const inner of innerSchemas(schema)) visit(inner, each);
}
