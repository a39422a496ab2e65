import { FIELDS, SCHEMA_MEANINGS, TAG_MEANINGS } from "../../../model/dictionary/index.ts";
import { snakeCase } from "../spelling.ts";
import { innerSchemas, type JsonSchema, type OpenApiDocument, operationsOf, rootSchemas } from "./document.model.ts";

/** Describes what the schemas do not describe themselves, from the dictionary of fields. */
export function addMeanings(document: OpenApiDocument): void {
  const { schemas } = document.components;
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [schema, name]));
  for (const [name, schema] of Object.entries(schemas)) {
    const meaning = SCHEMA_MEANINGS[name];
    if (meaning !== undefined) schema.description ??= meaning;
  }
  for (const root of rootSchemas(document)) describe(root, [names.get(root) ?? ""]);
  for (const { parameters } of operationsOf(document)) {
    for (const parameter of parameters ?? []) {
      const meaning = fieldAt([`${parameter.in}`], parameter.name ?? "")?.[0];
      if (meaning !== undefined) parameter.description ??= meaning;
    }
  }
  document.tags = document.tags.map(({ name }) => ({ name, description: TAG_MEANINGS[name] ?? name }));
}

/** @param context names of the schema and of the members that lead to this one */
function describe(schema: JsonSchema, context: readonly string[]): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (property.$ref === undefined) {
      const meaning = fieldAt(context, name)?.[0];
      if (meaning !== undefined) property.description ??= meaning;
    }
    describe(property, [...context, name]);
  }
  const { properties: _, ...others } = schema;
  for (const inner of innerSchemas(others)) describe(inner, context);
}

/**
 * The entry for a member of the dictionary, by the most specific of `Schema.parent.name`, `Schema.name`, `parent.name` and
 * `name`; in the document's spelling or in snake case.
 */
export function fieldAt(context: readonly string[], name: string): readonly [string, unknown?] | undefined {
  const [named = "", ...parents] = context;
  // The items of a list have the members of their resource.
  const schema = named.replace(/^Listed/, "");
  const parent = parents.at(-1);
  for (const spelled of new Set([name, name === "_id" ? "id" : snakeCase(name)])) {
    const above = parent === undefined ? undefined : snakeCase(parent);
    const keys = [`${schema}.${above}.${spelled}`, `${schema}.${spelled}`, `${above}.${spelled}`, spelled];
    const found = keys.find((key) => FIELDS[key] !== undefined);
    if (found !== undefined) return FIELDS[found];
  }
  return undefined;
}
