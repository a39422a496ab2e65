import type { JsonSchema, Media, OpenApiDocument } from "./document.model.ts";
import { operationsOf, refName } from "./document.model.ts";
import { fieldAt } from "./meanings.ts";

/**
 * Adds an example to the body and the results of each operation, made from the examples of the dictionary of fields. A
 * named schema holds its example itself.
 */
export function addExamples(document: OpenApiDocument): void {
  for (const { requestBody, responses } of operationsOf(document)) {
    for (const media of Object.values(requestBody?.content ?? {})) addExample(document, media, true);
    for (const [status, { content = {} }] of Object.entries(responses)) {
      if (status.startsWith("2")) for (const media of Object.values(content)) addExample(document, media, false);
    }
  }
}

function addExample(document: OpenApiDocument, media: Media, input: boolean): void {
  const { schema } = media;
  if (!schema) return;
  const data = schema.properties?.data;
  const held = [schema, data, data?.items].find((place) => place && refName(place) !== undefined);
  const name = held && refName(held);
  if (name === undefined) {
    if (schema.properties && media.example === undefined) media.example = exampleOf(document, schema, [""], input);
    return;
  }
  const target = document.components.schemas[name]!;
  target.examples ??= [exampleOf(document, target, [name], input)];
}

/** Members of bodies without an example of their own are left out unless they are required. */
function exampleOf(document: OpenApiDocument, schema: JsonSchema, context: readonly string[], input: boolean): unknown {
  const within = (inner: JsonSchema, at = context) => exampleOf(document, inner, at, input);
  const name = refName(schema);
  if (name !== undefined) {
    const target = document.components.schemas[name]!;
    return target.examples?.[0] ?? within(target, [name]);
  }
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => within(part)));
  const option = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== "null");
  if (option) return within(option);
  switch ([schema.type].flat()[0]) {
    case "object":
      return objectExample(document, schema, context, input);
    case "array":
      return schema.items ? [within(schema.items)] : [];
    case "integer":
    case "number":
      return schema.default ?? schema.minimum ?? 1;
    case "boolean":
      return schema.default ?? true;
    case "string":
      return schema.default ?? FORMATS[schema.format ?? ""] ?? "text";
    default:
      return null;
  }
}

function objectExample(
  document: OpenApiDocument,
  { properties = {}, required = [] }: JsonSchema,
  context: readonly string[],
  input: boolean,
): object {
  const shown: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const known = property.$ref === undefined ? (property.examples ?? fieldAt(context, name)?.slice(1)) : undefined;
    const fits = known && known.length > 0 && isOfType(property, known[0]);
    // A member that is accepted and ignored has no type.
    const typed = Object.keys(property).some((key) => key !== "description");
    if (!typed || (input && !fits && !required.includes(name))) continue;
    shown[name] = fits ? known[0] : exampleOf(document, property, [...context, name], input);
  }
  return shown;
}

/** Whether the value has the outer type of the schema: one name may mean a text in one schema and an object in another. */
function isOfType(schema: JsonSchema, value: unknown): boolean {
  if (schema.enum) return schema.enum.includes(value);
  if (schema.const !== undefined) return schema.const === value;
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.some((option) => isOfType(option, value));
  if (schema.type === undefined) return schema.properties === undefined;
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  const types = [schema.type].flat();
  if (type === "number") return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
  if (type === "array" && schema.items && Array.isArray(value)) {
    const { items } = schema;
    return types.includes("array") && (items.$ref !== undefined || value.every((item) => isOfType(items, item)));
  }
  if (type === "object" && schema.properties) return false;
  return types.includes(type);
}

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T08:00:00.000Z",
  date: "2026-01-31",
  email: "ann@example.com",
  uuid: "0198a8a0-5c1e-7000-8000-000000000001",
  uri: "https://example.com/",
};
