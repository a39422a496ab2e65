import fc from "fast-check";
import type { JsonSchema, OpenApiDocument } from "../../src/platform/http/openapi/document.model.ts";
import { resolved } from "./api-document.ts";

/** Texts of no special form: what JSON may hold, apart from NUL and lone surrogates, which are refused everywhere. */
const TEXT = fc.string({ unit: "grapheme", maxLength: 20 }).filter((text) => !text.includes("\0"));

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "date-time": fc
    .date({ min: new Date("1990-01-01"), max: new Date("2026-01-01"), noInvalidDate: true })
    .map((d) => d.toISOString()),
  date: fc
    .date({ min: new Date("1990-01-01"), max: new Date("2026-01-01"), noInvalidDate: true })
    .map((d) => d.toISOString().slice(0, 10)),
  email: fc.stringMatching(/^[a-z]{1,8}\.[a-z]{1,8}@example\.com$/),
  uuid: fc.uuid(),
  uri: fc.stringMatching(/^https:\/\/[a-z]{1,8}\.example\.com\/[a-z]{0,8}$/),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
};

/** Values that a schema of the document allows. Long lists and deep free values are cut short. */
export function allowedValues(document: OpenApiDocument, given: JsonSchema): fc.Arbitrary<unknown> {
  const schema = resolved(document, given);
  const inner = (one: JsonSchema) => allowedValues(document, one);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.allOf) {
    return fc.tuple(...schema.allOf.map(inner)).map((parts) => Object.assign({}, ...(parts as object[])));
  }
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => inner(option)));
  const types = [schema.type ?? "any"].flat();
  return fc.oneof(...types.map((type) => ofType(document, schema, type)));
}

function ofType(document: OpenApiDocument, schema: JsonSchema, type: string): fc.Arbitrary<unknown> {
  switch (type) {
    case "object":
      return objects(document, schema);
    case "array": {
      const { minItems = 0, maxItems = 100 } = schema;
      const items = schema.items ? allowedValues(document, schema.items) : fc.constant("any");
      return fc.array(items, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) });
    }
    case "string":
      return texts(schema);
    case "integer":
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) });
    case "number":
      return fc.integer({ min: Math.ceil(schema.minimum ?? -1000), max: Math.floor(schema.maximum ?? 1000) });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.constantFrom("any", 7, true);
  }
}

function objects(document: OpenApiDocument, schema: JsonSchema): fc.Arbitrary<object> {
  const { properties, required = [], additionalProperties: further } = schema;
  if (!properties) {
    const value = typeof further === "object" ? allowedValues(document, further) : fc.constant("any");
    return fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/), value, { maxKeys: 2 });
  }
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, allowedValues(document, property)]),
  );
  return fc.record(members, { requiredKeys: required, noNullPrototype: true });
}

function texts({ format, pattern, minLength = 0, maxLength = 1_000 }: JsonSchema): fc.Arbitrary<string> {
  const known = FORMATS[format ?? ""];
  if (known) return known;
  const long = (text: string) => [...text].length >= minLength && text.length <= maxLength;
  if (pattern !== undefined) {
    // Of the usual size hardly any text would be long enough.
    const size = minLength > 8 ? "medium" : "small";
    const matching = fc.stringMatching(new RegExp(pattern, "u"), { size });
    return matching.filter((text) => long(text) && !text.includes("\0"));
  }
  if (minLength <= 1) return fc.oneof({ weight: 4, arbitrary: TEXT.filter(long) }, ...longest(maxLength));
  return fc.stringMatching(/^[a-z0-9]+(?: [a-z0-9]+)*$/).map((text) => text.padEnd(minLength, "x").slice(0, maxLength));
}

/** The longest texts that a schema allows, unless they would make a request of hundreds of kilobytes. */
function longest(maxLength: number): fc.MaybeWeightedArbitrary<string>[] {
  if (maxLength > 2_000) return [];
  const units = fc.constantFrom("x", "é", "漢");
  return [{ weight: 1, arbitrary: units.map((unit) => unit.repeat(maxLength)) }];
}

/** A value that the schema forbids, made from one that it allows, with what is wrong. */
export interface Forbidden {
  fault: string;
  value: unknown;
}

/** Every way in which one rule of the schema can be broken in the value, at any depth. */
export function forbiddenValues(document: OpenApiDocument, given: JsonSchema, value: unknown, at = ""): Forbidden[] {
  const schema = resolved(document, given);
  if (schema.anyOf || schema.oneOf || schema.allOf) return [];
  const found: Forbidden[] = [];
  const wrong = (fault: string, other: unknown) => found.push({ fault: `${at || "body"} ${fault}`, value: other });
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (schema.enum || schema.const !== undefined) wrong("is another value", "no such value");
  else if (types.length > 0) wrong("has another type", types.includes("array") ? 7 : [[["nested"]]]);
  if (typeof value === "string" && !schema.enum) {
    if (schema.maxLength !== undefined) wrong("is too long", "x".repeat(schema.maxLength + 1));
    if ((schema.minLength ?? 0) > 0) wrong("is too short", "x".repeat(schema.minLength! - 1));
  }
  if (typeof value === "number") {
    if (schema.maximum !== undefined) wrong("is too large", schema.maximum + 1);
    if (schema.minimum !== undefined) wrong("is too small", schema.minimum - 1);
    if (types.includes("integer")) wrong("is a fraction", value + 0.5);
  }
  if (Array.isArray(value)) found.push(...inList(document, schema, value, at));
  else if (value !== null && typeof value === "object") found.push(...inObject(document, schema, value, at));
  return found;
}

function inList(document: OpenApiDocument, schema: JsonSchema, value: unknown[], at: string): Forbidden[] {
  const found: Forbidden[] = [];
  if (schema.maxItems !== undefined && schema.maxItems < 200 && value.length > 0) {
    const many = Array.from({ length: schema.maxItems + 1 }, () => value[0]);
    found.push({ fault: `${at} has too many entries`, value: many });
  }
  if ((schema.minItems ?? 0) > 0)
    found.push({ fault: `${at} has too few entries`, value: value.slice(0, schema.minItems! - 1) });
  if (schema.items && value.length > 0) {
    for (const { fault, value: other } of forbiddenValues(document, schema.items, value[0], `${at}.0`)) {
      found.push({ fault, value: [other, ...value.slice(1)] });
    }
  }
  return found;
}

function inObject(document: OpenApiDocument, schema: JsonSchema, value: object, at: string): Forbidden[] {
  const found: Forbidden[] = [];
  const inside = (name: string) => (at === "" ? name : `${at}.${name}`);
  for (const name of schema.required ?? []) {
    const { [name]: _, ...rest } = value as Record<string, unknown>;
    found.push({ fault: `${inside(name)} is missing`, value: rest });
  }
  if (schema.additionalProperties === false || schema.propertyNames) {
    found.push({ fault: `${inside("no_such_member")} is unknown`, value: { ...value, no_such_member: 1 } });
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (!Object.hasOwn(value, name)) continue;
    const held = (value as Record<string, unknown>)[name];
    for (const { fault, value: other } of forbiddenValues(document, property, held, inside(name))) {
      found.push({ fault, value: { ...value, [name]: other } });
    }
  }
  return found;
}
