import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { type MountedRoute, mountRoutes } from "../../src/platform/http/mounted.ts";
import type { JsonSchema, OpenApiDocument, Parameter } from "../../src/platform/http/openapi/document.model.ts";
import { checkValue } from "../../src/platform/http/violations.ts";
import { type Place, parametersOf, placeName, placesOf } from "../support/api-document.ts";
import { composeApp, routeName, routesOf } from "../support/composed.ts";
import { testSeed } from "../support/rotation.ts";
import { allowedValues, forbiddenValues } from "../support/schema-samples.ts";

/**
 * Requests made from the documents, checked as the service checks them before any verb runs: what a document allows
 * passes, what it forbids is refused.
 */
const { app, removeHome } = composeApp();
afterAll(removeHome);

const read = async (base: string) =>
  (await app.http.request(`${base}/openapi.json`)).json() as Promise<OpenApiDocument>;
const places = [...placesOf(await read("/v1")), ...placesOf(await read("/api"))];
const routes = new Map(routesOf(mountRoutes(app.mounts)).map((one) => [routeName(one), one]));
const SAMPLES = 8;
const seed = testSeed();

/** Rules that a schema cannot express; the description of the field tells of each. */
const BEYOND_SCHEMAS: readonly { field: RegExp; reason: RegExp }[] = [
  { field: /(^|\.)expires_?in$/i, reason: /^must be (a duration|at least|at most)/ },
  { field: /^public_key$/, reason: /^must be an RSA public key/ },
  { field: /(^|\.)allowed_?ips\.\d+$/i, reason: /^must be an IP address or a CIDR range/ },
  { field: /(^|\.)type$/, reason: /^must hold a letter or a digit/ },
  { field: /(^|\.)ip_address$/, reason: /^must be an IP address/ },
  { field: /^instance_patterns\.\d+$/, reason: /./ },
  { field: /^instance_name$/, reason: /^is required where there are no instance_patterns/ },
  { field: /(^|\.)time_zone$/, reason: /^must be the IANA name of a time zone/ },
  { field: /^family$/, reason: /^cannot stand beside softwareIds/ },
];

const withBody = places.filter(({ operation }) => bodySchema(operation.requestBody?.content) !== undefined);

function bodySchema(content: Record<string, { schema?: JsonSchema }> | undefined): JsonSchema | undefined {
  return (content?.["application/json"] ?? content?.["application/x-www-form-urlencoded"])?.schema;
}

function checkBody({ route, variant }: MountedRoute, value: unknown) {
  const schema = route.body ? (route.documentedBody ?? route.body) : (route.formBody ?? route.rawBody?.json);
  if (!schema) throw new Error("the route declares no body");
  const sent = JSON.parse(JSON.stringify(value)) as unknown;
  return checkValue(schema, variant.respeller(schema)?.(sent) ?? sent).violations ?? [];
}

const samplesOf = (document: OpenApiDocument, schema: JsonSchema) =>
  fc.sample(allowedValues(document, schema), { seed, numRuns: SAMPLES });

const isBeyond = ({ field, reason }: { field: string; reason: string }) =>
  BEYOND_SCHEMAS.some((rule) => rule.field.test(field) && rule.reason.test(reason));

describe("bodies", () => {
  it.each(withBody.map((place) => [placeName(place), place] as const))("%s", (name, { document, operation }) => {
    const route = routes.get(name)!;
    const schema = bodySchema(operation.requestBody?.content)!;
    const forbidden = new Map<string, unknown>();
    for (const value of samplesOf(document, schema)) {
      const faults = checkBody(route, value).filter((fault) => !isBeyond(fault));
      expect(faults, `${JSON.stringify(faults)} in ${JSON.stringify(value)}`).toEqual([]);
      for (const { fault, value: other } of forbiddenValues(document, schema, value)) forbidden.set(fault, other);
    }
    const accepted = [...forbidden].filter(([, value]) => checkBody(route, value).length === 0).map(([fault]) => fault);
    expect(accepted).toEqual([]);
  });
});

/** A value as it stands in an address. */
const inAddress = (value: unknown) => (Array.isArray(value) ? value.join(",") : String(value));

function queryOf(place: Place): fc.Arbitrary<Record<string, string | undefined>> {
  const named = parametersOf(place).filter(({ in: where, name }) => where === "query" && name !== "cursor");
  const values = named.map(
    ({ name, schema }) => [name!, allowedValues(place.document, schema!).map(inAddress)] as const,
  );
  return fc.record(Object.fromEntries(values), { requiredKeys: [], noNullPrototype: true });
}

function checkQuery({ route, respellQuery }: MountedRoute, query: Record<string, string | undefined>) {
  return checkValue(route.query!, respellQuery?.(query) ?? query, "query").violations ?? [];
}

/** A value of the parameter that its schema forbids. */
function forbiddenParameter({ schema = {} }: Parameter): string[] {
  if (schema.enum || schema.items?.enum) return ["no-such-value"];
  if (schema.type === "integer")
    return ["x", "1.5", String((schema.maximum ?? 0) + 1), String((schema.minimum ?? 0) - 1)];
  if (schema.type === "boolean") return ["perhaps"];
  if (schema.format === "date-time") return ["yesterday"];
  if (schema.maxLength !== undefined) return ["x".repeat(schema.maxLength + 1)];
  return [];
}

const withQuery = places.filter((place) => parametersOf(place).some(({ in: where }) => where === "query"));

describe("queries", () => {
  it.each(withQuery.map((place) => [placeName(place), place] as const))("%s", (name, place) => {
    const route = routes.get(name)!;
    for (const query of fc.sample(queryOf(place), { seed, numRuns: SAMPLES })) {
      const faults = checkQuery(route, query).filter((fault) => !isBeyond(fault));
      expect(faults, `${JSON.stringify(faults)} in ${JSON.stringify(query)}`).toEqual([]);
    }
    for (const parameter of parametersOf(place).filter(({ in: where }) => where === "query")) {
      for (const value of forbiddenParameter(parameter)) {
        expect(checkQuery(route, { [parameter.name!]: value }), `${parameter.name}=${value}`).not.toEqual([]);
      }
    }
  });
});

describe("paths", () => {
  const withPath = places.filter((place) => parametersOf(place).some(({ in: where }) => where === "path"));

  it.each(withPath.map((place) => [placeName(place), place] as const))("%s", (name, place) => {
    const { params } = routes.get(name)!.route;
    const named = parametersOf(place).filter(({ in: where }) => where === "path");
    const all = named.map((one) => [one.name!, allowedValues(place.document, one.schema!).map(inAddress)] as const);
    for (const values of fc.sample(fc.record(Object.fromEntries(all)), { seed, numRuns: SAMPLES })) {
      expect(params ? (checkValue(params, values).violations ?? []) : []).toEqual([]);
    }
  });
});
