import { camelCase, FREE_MEMBERS, snakeCase } from "../spelling.ts";
import {
  innerSchemas,
  type JsonSchema,
  type OpenApiDocument,
  operationsOf,
  type Parameter,
  refName,
} from "./document.model.ts";

/**
 * Shows the inputs of variant A as its answers are spelled, in camelCase. Snake case is accepted too, which
 * `propertyNames` says where unknown members are refused.
 */
export function respellInputs(document: OpenApiDocument): void {
  const done = new Set<JsonSchema>();
  for (const { requestBody, parameters } of operationsOf(document)) {
    for (const { schema } of Object.values(requestBody?.content ?? {})) if (schema) respell(schema, document, done);
    for (const parameter of parameters ?? []) if (parameter.in === "query") respellParameter(parameter);
  }
}

function respellParameter(parameter: Parameter): void {
  if (parameter.name !== undefined) parameter.name = camelCase(parameter.name);
}

function respell(schema: JsonSchema, document: OpenApiDocument, done: Set<JsonSchema>): void {
  if (done.has(schema)) return;
  done.add(schema);
  const referred = refName(schema);
  if (referred !== undefined) respell(document.components.schemas[referred]!, document, done);
  const { properties } = schema;
  if (!properties) {
    for (const inner of innerSchemas(schema)) respell(inner, document, done);
    return;
  }
  for (const [name, inner] of Object.entries(properties)) if (!FREE_MEMBERS.has(name)) respell(inner, document, done);
  const names = Object.keys(properties);
  schema.properties = Object.fromEntries(names.map((name) => [camelCase(name), properties[name]!]));
  if (schema.required) schema.required = schema.required.map(camelCase);
  const accepted = new Set(names.flatMap((name) => [camelCase(name), snakeCase(name), name]));
  if (schema.additionalProperties !== false || accepted.size === names.length) return;
  delete schema.additionalProperties;
  schema.propertyNames = { enum: [...accepted] };
}
