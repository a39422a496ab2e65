import { afterAll, describe, expect, it } from "vitest";
import { type MountedRoute, mountRoutes } from "../../../src/platform/http/mounted.ts";
import type { JsonSchema, Media, OpenApiDocument } from "../../../src/platform/http/openapi/document.model.ts";
import { refName, rootSchemas, visit } from "../../../src/platform/http/openapi/document.model.ts";
import { camelCase } from "../../../src/platform/http/spelling.ts";
import { checkValue } from "../../../src/platform/http/violations.ts";
import {
  answerOf,
  type Place,
  parametersOf,
  placeName,
  placesOf,
  resolved,
  validatorOf,
} from "../../support/api-document.ts";
import { checkEach } from "../../support/check-each.ts";
import { composeApp, routeName, routesOf } from "../../support/composed.ts";

const { app, removeHome } = composeApp();
afterAll(removeHome);

const read = async (base: string) =>
  (await app.http.request(`${base}/openapi.json`)).json() as Promise<OpenApiDocument>;
const routes = new Map<string, MountedRoute>(routesOf(mountRoutes(app.mounts)).map((one) => [routeName(one), one]));

/** Members of envelopes, whose names say all. */
const OBVIOUS = new Set(["data", "success", "pagination"]);

describe.each([
  ["a", await read("/api")],
  ["b", await read("/v1")],
])("the OpenAPI document of variant %s", (_variant, document) => {
  const places = placesOf(document);
  const each = (check: (place: Place) => void) => checkEach(places, placeName, check);

  it("has patterns that are ECMAScript expressions, without delimiters and flags", () => {
    const patterns = new Set<string>();
    for (const root of rootSchemas(document))
      visit(root, ({ pattern }) => pattern !== undefined && patterns.add(pattern));
    expect(patterns.size).toBeGreaterThan(1);
    for (const pattern of patterns) {
      expect(() => new RegExp(pattern, "u"), pattern).not.toThrow();
      expect(pattern).not.toMatch(/(?<!\\)\/[a-z]*$|\\p\{/);
    }
  });

  it("describes each operation and each member", async () => {
    await each(({ operation }) => {
      expect(operation.description?.length ?? 0, "description").toBeGreaterThan(20);
      expect(operation.description).not.toBe(operation.summary);
    });
    const undescribed: string[] = [];
    const roots = new Map(Object.entries(document.components.schemas).map(([name, schema]) => [schema, name]));
    for (const root of rootSchemas(document)) {
      visit(root, ({ properties = {} }) => {
        for (const [name, { description, $ref }] of Object.entries(properties)) {
          if (!description && !$ref && !OBVIOUS.has(name)) undescribed.push(`${roots.get(root) ?? ""}.${name}`);
        }
      });
    }
    expect(undescribed).toEqual([]);
    expect(document.tags.filter(({ name, description }) => description === name)).toEqual([]);
  });

  it("types and describes each parameter", () =>
    each((place) => {
      for (const { name, description, schema = {}, in: where } of parametersOf(place)) {
        expect(description?.length ?? 0, `description of ${name}`).toBeGreaterThan(0);
        expect(schema.type ?? schema.anyOf, `type of ${name}`).toBeDefined();
        if (where === "path" && /id$/i.test(name!) && !schema.enum) expect(schema.format, name).toBe("uuid");
        if (name === "Idempotency-Key") {
          expect(schema).toMatchObject({ minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]{1,255}$" });
        }
      }
    }));

  it("names the schemas of bodies and answers", () =>
    each(({ operation }) => {
      const media = [operation.requestBody, ...Object.values(operation.responses)].flatMap((one) =>
        Object.values(one?.content ?? {}),
      );
      for (const { schema = {} } of media) {
        const inner = schema.properties?.data ?? schema;
        const shown = inner.items ?? inner;
        expect(Object.keys(shown.properties ?? {}).filter((name) => name !== "pagination").length).toBeLessThan(3);
      }
    }));

  it("requires nothing but the id of items that ?fields= can narrow", () =>
    each((place) => {
      if (!parametersOf(place).some(({ name }) => name === "fields")) return;
      const items = place.operation.responses[200]!.content!["application/json"]!.schema!.properties!.data!.items!;
      expect(["id", "_id"]).toEqual(expect.arrayContaining(resolved(document, items).required ?? []));
    }));

  it("shows lists in a query as such, with their values", () =>
    each((place) => {
      for (const { name, schema = {}, style, explode } of parametersOf(place)) {
        if (schema.type !== "array") continue;
        expect({ style, explode }, name).toEqual({ style: "form", explode: false });
        if (name === "severity") expect(schema.items?.enum).toContain("critical");
      }
    }));

  it("has an example of each operation, each by its schema and accepted by the route", () =>
    each((place) => {
      const route = routes.get(placeName(place))!;
      const found: unknown[] = [];
      const { operation } = place;
      for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
        const example = exampleOf(document, media);
        if (example === undefined) continue;
        found.push(example);
        validatorOf(document, media.schema!).parse(example);
        const schema =
          type === "application/json" ? (route.route.body ?? route.route.rawBody?.json) : route.route.formBody;
        const respell = schema && route.variant.respeller(schema);
        if (schema) expect(checkValue(schema, respell?.(example) ?? example).violations).toBeUndefined();
      }
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        if (!status.startsWith("2")) continue;
        for (const media of Object.values(content)) {
          const example = exampleOf(document, media);
          if (example === undefined) continue;
          found.push(example);
          validatorOf(document, media.schema!).parse(example);
        }
      }
      expect(found.length).toBeGreaterThan(0);
      expect(JSON.stringify(found), "a text without an example").not.toMatch(/"text"(?!:)/);
    }));

  it("has answers with the headers that they carry, and errors with their form", () =>
    each((place) => {
      const { operation } = place;
      for (const status of Object.keys(operation.responses).map(Number)) {
        if (status >= 400) expect(Object.keys(answerOf(place, status)?.content ?? {}), `${status}`).not.toEqual([]);
      }
      const names = (status: number) => Object.keys(operation.responses[status]?.headers ?? {});
      for (const status of [201, 302, 303])
        if (operation.responses[status]) expect(names(status)).toContain("Location");
      for (const status of [200, 201, 202]) {
        if (!operation.responses[status]) continue;
        expect(names(status)).toEqual(expect.arrayContaining(["X-Request-ID", "X-RateLimit-Limit"]));
      }
    }));

  it("has the refusals of both variants as shared answers", () => {
    const { responses, headers } = document.components;
    const further: Record<string, string> = {
      Unauthorized: "WWW-Authenticate",
      MethodNotAllowed: "Allow",
      TooManyRequests: "Retry-After",
      ServiceUnavailable: "Retry-After",
    };
    for (const [name, header] of Object.entries(further)) expect(responses[name]?.headers).toHaveProperty([header]);
    for (const { headers: named = {} } of Object.values(responses)) {
      for (const { $ref } of Object.values(named)) expect(headers).toHaveProperty([$ref!.split("/").at(-1)!]);
    }
  });
});

describe("inputs of variant A", () => {
  it("are spelled in camelCase, and neither spelling is refused", async () => {
    const document = await read("/api");
    for (const { operation } of placesOf(document)) {
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
        if (schema) expectCamelCase(document, resolved(document, schema));
      }
      for (const { name = "", in: where } of parametersOf({ document, operation })) {
        if (where === "query") expect(name).toBe(camelCase(name));
      }
    }
    const body = document.components.schemas.NewRelationship!;
    expect(body.required).toContain("sourceCi");
    expect(body.propertyNames?.enum).toEqual(expect.arrayContaining(["sourceCi", "source_ci"]));
    expect(body.additionalProperties).toBeUndefined();
  });
});

const FREE = new Set(["attributes", "customFields", "custom_fields", "metrics", "context", "headers"]);

function expectCamelCase(document: OpenApiDocument, schema: JsonSchema): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    expect(name).toBe(camelCase(name));
    if (!FREE.has(name)) expectCamelCase(document, resolved(document, property));
  }
  if (schema.items) expectCamelCase(document, resolved(document, schema.items));
}

/** The example of an operation's body or answer, in the form of its schema: the schema's own, or put together from it. */
function exampleOf(document: OpenApiDocument, media: Media): unknown {
  const { schema } = media;
  if (media.example !== undefined || !schema) return media.example;
  const own = (one: JsonSchema | undefined) => one && resolved(document, one).examples?.[0];
  if (refName(schema) !== undefined) return own(schema);
  const { data, pagination } = schema.properties ?? {};
  const item = data?.items ? own(data.items) : own(data);
  if (item === undefined) return undefined;
  const figures = { page: 1, limit: 20, total: 1, pages: 1 };
  return {
    ...(schema.properties?.success && { success: true }),
    data: data?.items ? [item] : item,
    ...(pagination && { pagination: figures }),
  };
}
