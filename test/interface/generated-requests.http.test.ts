import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mountRoutes } from "../../src/platform/http/mounted.ts";
import type { JsonSchema, OpenApiDocument, Parameter } from "../../src/platform/http/openapi/document.model.ts";
import { type Place, parametersOf, placeName, placesOf } from "../support/api-document.ts";
import { type Fault, isBeyondSchemas } from "../support/beyond-schemas.ts";
import { checkEach } from "../support/check-each.ts";
import { composeApp, routeName, routesOf } from "../support/composed.ts";
import { inTurn, testSeed } from "../support/rotation.ts";
import { allowedValues, forbiddenValues } from "../support/schema-samples.ts";
import { type Answer, type ServiceApp, sharedServiceApp } from "../support/service-app.ts";
import { GeneratedThings } from "./generated-things.ts";

/**
 * Requests made from both documents, sent to the application on real stores: what a document allows is never refused for
 * its shape, what it forbids always is, and every answer is one that the document has (`call` compares).
 */
const { app, removeHome } = composeApp();
const read = async (base: string) =>
  (await app.http.request(`${base}/openapi.json`)).json() as Promise<OpenApiDocument>;
const places = [...placesOf(await read("/v1")), ...placesOf(await read("/api"))];
const routes = new Map(routesOf(mountRoutes(app.mounts)).map((one) => [routeName(one), one]));
removeHome();

const seed = testSeed();
/** Of each operation. */
const ALLOWED = 4;
const FORBIDDEN = 8;

let service: ServiceApp;
let things: GeneratedThings;

beforeAll(async () => {
  service = await sharedServiceApp();
  things = await GeneratedThings.create(service);
});
afterAll(() => service?.close());

const FORM = "application/x-www-form-urlencoded";

interface Sent {
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

function mediaOf({ operation }: Place): { type: string; schema: JsonSchema } | undefined {
  const content = operation.requestBody?.content ?? {};
  const type = ["application/json", FORM, "text/csv"].find((one) => content[one]?.schema);
  return type === undefined ? undefined : { type, schema: content[type]!.schema! };
}

const inAddress = (value: unknown) => (Array.isArray(value) ? value.join(",") : String(value));
const inPlace = (place: Place, where: string) => parametersOf(place).filter((one) => one.in === where);

/** Requests that the document allows: any optional part may be missing. */
function allowedRequests(place: Place): Sent[] {
  const { document } = place;
  const record = (parameters: readonly Parameter[], required: boolean) => {
    const members = parameters.map(({ name, schema }) => [name!, allowedValues(document, schema ?? {})] as const);
    const requiredKeys = parameters.flatMap((one) => (required || one.required ? [one.name!] : []));
    return fc.record(Object.fromEntries(members), { requiredKeys, noNullPrototype: true });
  };
  const media = mediaOf(place);
  const query = inPlace(place, "query").filter(({ name }) => name !== "cursor");
  const requests = fc.record({
    path: record(inPlace(place, "path"), true) as fc.Arbitrary<Record<string, string>>,
    query: record(query, false),
    body: media ? allowedValues(document, media.schema) : fc.constant(undefined),
  });
  return fc.sample(requests, { seed, numRuns: ALLOWED });
}

async function send(place: Place, { path, query, body }: Sent): Promise<Answer> {
  const address = place.path.replaceAll(/\{([^}]*)\}/g, (_, name: string) => encodeURIComponent(path[name]!));
  const asked = Object.entries(query).map(([name, value]) => [name, inAddress(value)] as [string, string]);
  const search = new URLSearchParams(asked).toString();
  const type = mediaOf(place)?.type;
  return service.call(place.method, address + (search && `?${search}`), {
    headers: { ...(await things.credentialFor(place)), ...(type !== undefined && { "content-type": type }) },
    ...(body !== undefined && { body: type === FORM ? formOf(body) : body }),
  });
}

const formOf = (body: unknown) =>
  new URLSearchParams(
    Object.entries(body as object).map(([name, value]) => [name, String(value)] as [string, string]),
  ).toString();

/** The faults of a 400, in either variant. */
function faultsOf({ body }: Answer): Fault[] {
  const { violations, details } = body.error;
  if (violations) return violations;
  return details.map(({ field, error }: { field: string; error: string }) => ({ field, reason: error }));
}

/** Errors of OAuth have a form of their own, and an opaque interaction that no generated text can be. */
const hasOwnErrors = (place: Place) => place.path.startsWith("/oauth/") || /service-account\/token$/.test(place.path);

describe("requests that the document allows", () => {
  it.each(places.map((place) => [placeName(place), place] as const))("%s", async (_, place) => {
    await checkEach(
      allowedRequests(place),
      (request) => JSON.stringify(request).slice(0, 2_000),
      async (request) => {
        const known = await things.known(place, request);
        const answer = await send(place, known);
        expect(answer.status, answer.text).toBeLessThan(500);
        if (answer.status !== 400 || hasOwnErrors(place)) return;
        expect(
          faultsOf(answer).filter((fault) => !isBeyondSchemas(fault)),
          `${JSON.stringify(known).slice(0, 2_000)}\n${answer.text}`,
        ).toEqual([]);
      },
    );
  });
});

/** A value of the parameter that its schema forbids. */
function forbiddenParameter({ schema = {} }: Parameter): unknown[] {
  if (schema.enum || schema.items?.enum) return ["no-such-value"];
  if (schema.type === "integer") return ["x", "1.5", (schema.maximum ?? 0) + 1, (schema.minimum ?? 0) - 1];
  if (schema.type === "boolean") return ["perhaps"];
  if (schema.format === "date-time") return ["yesterday"];
  if (schema.maxLength !== undefined) return ["x".repeat(schema.maxLength + 1)];
  return [];
}

/** Requests that differ from an allowed one in one place that the document forbids, by what is wrong. */
function forbiddenRequests(place: Place, allowed: readonly Sent[]): [string, Sent][] {
  const found = new Map<string, Sent>();
  for (const parameter of inPlace(place, "query")) {
    for (const value of forbiddenParameter(parameter)) {
      found.set(`query.${parameter.name}=${String(value).slice(0, 40)}`, {
        ...allowed[0]!,
        query: { ...allowed[0]!.query, [parameter.name!]: value },
      });
    }
  }
  const media = mediaOf(place);
  for (const request of media?.type === "application/json" ? allowed : []) {
    for (const { fault, value } of forbiddenValues(place.document, media!.schema, request.body)) {
      found.set(fault, { ...request, body: value });
    }
  }
  return [...found];
}

describe("requests that the document forbids", () => {
  // A sender that proves itself by what it sends does so before its fields are judged.
  const isSigned = (place: Place) => {
    const access = routes.get(placeName(place))?.route.access;
    return access?.public === true && access.signed === true;
  };
  const judged = places.filter((place) => !isSigned(place));
  const refusing = judged.filter((place) => forbiddenRequests(place, allowedRequests(place)).length > 0);

  it.each(refusing.map((place, index) => [placeName(place), place, index] as const))("%s", async (_, place, index) => {
    const all = forbiddenRequests(place, allowedRequests(place));
    await checkEach(
      inTurn(all, index, FORBIDDEN),
      ([fault]) => fault,
      async ([, request]) => {
        const answer = await send(place, await things.known(place, request));
        expect(answer.status, answer.text).toBe(400);
      },
    );
  });
});

it("covers every operation that the documents have", () => {
  expect(places.length).toBeGreaterThan(150);
  expect(places.map(placeName).filter((name) => !routes.has(name))).toEqual([]);
});
