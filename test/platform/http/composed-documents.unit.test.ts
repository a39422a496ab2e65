import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type MountedRoute, mountRoutes } from "../../../src/platform/http/mounted.ts";
import type { JsonSchema, OpenApiDocument, Operation } from "../../../src/platform/http/openapi/document.model.ts";
import { answerOf, parametersOf } from "../../support/api-document.ts";
import { composeApp, routeName, routesOf } from "../../support/composed.ts";

const { app, removeHome } = composeApp();
afterAll(removeHome);

const read = async (base: string) =>
  (await app.http.request(`${base}/openapi.json`)).json() as Promise<OpenApiDocument>;
const documents = { a: await read("/api"), b: await read("/v1") };
const routes = routesOf(mountRoutes(app.mounts)).map((mounted) => [routeName(mounted), mounted] as const);
const operationOf = ({ variant, pattern, route }: MountedRoute): Operation | undefined =>
  documents[variant.name].paths[pattern]?.[route.method.toLowerCase()];

describe.each(["a", "b"] as const)("openApiDocument of variant %s", (name) => {
  const document = documents[name];
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

  it("is OpenAPI 3.1 with a title, a version and a server", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.servers).toEqual([{ url: "http://orrery.example.com" }]);
    expect(Object.keys(document).sort()).toEqual(
      ["components", "info", "openapi", "paths", "servers", "tags", "webhooks"].filter((key) => key in document).sort(),
    );
  });

  it("has no dangling reference", () => {
    for (const [, kind, key] of JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^/"]+)\/([^/"]+)"/g)) {
      expect(document.components, `${kind}/${key}`).toHaveProperty([kind!, key!]);
    }
  });

  it("lets no named schema be null: where a thing may be absent, the place that refers to it says so", () => {
    const isNullable = ({ type, anyOf = [] }: JsonSchema) =>
      [type].flat().includes("null") || anyOf.some((one) => one.type === "null");
    const named = Object.entries(document.components.schemas);
    expect(named.filter(([, schema]) => isNullable(schema)).map(([key]) => key)).toEqual([]);
  });

  it("has unique operation ids, and describes each answer", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operation } of operations) {
      expect(operation.summary?.length).toBeGreaterThan(0);
      expect(operation.tags?.length).toBeGreaterThan(0);
      expect(Object.keys(operation.responses).some((status) => /^[23]/.test(status))).toBe(true);
      for (const status of Object.keys(operation.responses)) {
        const response = answerOf({ document, operation }, Number(status))!;
        expect(status).toMatch(/^[1-5]\d\d$/);
        expect(response.description?.length ?? 0, `${operation.operationId} ${status}`).toBeGreaterThan(0);
      }
    }
  });

  it("declares the parameters of each path, once", () => {
    for (const { path, operation } of operations) {
      const parameters = parametersOf({ document, operation });
      const declared = parameters.filter((parameter) => parameter.in === "path");
      expect(declared.map((parameter) => parameter.name).sort()).toEqual(
        [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]).sort(),
      );
      expect(declared.every((parameter) => parameter.required === true)).toBe(true);
      const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it("has valid JSON Schema 2020-12 schemas", () => {
    const $defs = document.components.schemas;
    const valid = new Set<string>();
    for (const { operation } of operations) {
      const bodies = [operation.requestBody, ...Object.values(operation.responses)];
      const schemas = bodies.flatMap((body) => Object.values(body?.content ?? {}).map(({ schema }) => schema));
      schemas.push(...parametersOf({ document, operation }).map(({ schema }) => schema));
      for (const schema of schemas) {
        const text = JSON.stringify({ ...schema, $defs }).replaceAll("#/components/schemas/", "#/$defs/");
        if (valid.has(text)) continue;
        expect(() => z.fromJSONSchema(JSON.parse(text)), operation.operationId).not.toThrow();
        valid.add(text);
      }
    }
  });

  it("names only security schemes that it declares", () => {
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { operation } of operations) {
      for (const requirement of operation.security ?? []) {
        for (const scheme of Object.keys(requirement)) expect(schemes).toContain(scheme);
      }
    }
  });

  it("has no route that is not mounted", () => {
    const there = new Set(routes.map(([route]) => route));
    for (const { path, method } of operations) expect(there).toContain(`${method.toUpperCase()} ${path}`);
  });
});

describe("openApiDocument of each route", () => {
  it.each(routes)("%s has its access and rate class", (_name, mounted) => {
    const operation = operationOf(mounted);
    const { access, limit } = mounted.route;
    expect(operation).toMatchObject({ "x-rate-class": limit });
    const scope = mounted.scopes.length > 1 ? mounted.scopes : mounted.scopes[0];
    expect(operation?.["x-required-scope"]).toEqual(scope);
    const keys = access.user ? [] : [{ apiKey: [] }, { apiKeyInQuery: [] }];
    expect(operation?.security).toEqual(access.public ? [] : [{ bearer: [] }, ...keys]);
    const statuses = Object.keys(operation?.responses ?? {});
    expect(statuses).toEqual(expect.arrayContaining(["429", "500", "503"]));
    if (!access.public) expect(statuses).toEqual(expect.arrayContaining(["401", "403"]));
    else if (limit === "login" && mounted.consumes && !mounted.route.errorPage) expect(statuses).toContain("401");
    if (mounted.pattern.includes("{")) expect(statuses).toContain("404");
    if (mounted.consumes) expect(statuses).toEqual(expect.arrayContaining(["400", "413", "415"]));
    expect(operation?.requestBody !== undefined).toBe(mounted.consumes !== undefined);
  });
});

describe("GET /docs/guide of the composed application", () => {
  it("has an entry for every operation and every error, and loads nothing", async () => {
    const page = await (await app.http.request("/docs/guide")).text();
    for (const [, { variant, route }] of routes) expect(page).toContain(`id="${variant.name}-${route.operationId}`);
    expect(page).not.toMatch(/<script|<link|<img|@import|src=/i);
  });

  it("mentions no authentication method and no class of operations that no route has", async () => {
    const page = await (await app.http.request("/docs/guide")).text();
    const guide = page.slice(0, page.indexOf('id="variant-'));
    const paths = routes.map(([, { route }]) => route.path).join(" ");
    expect(/\bAI\b/.test(guide)).toBe(routes.some(([, { route }]) => route.limit === "ai"));
    // The name of the grant of assertions, which RFC 7523 gives, promises nothing of the rest of OAuth.
    expect(/OAuth/i.test(guide.replaceAll("urn:ietf:params:oauth:grant-type:jwt-bearer", ""))).toBe(
      /oauth/.test(paths),
    );
    expect(/service account|assertion/i.test(guide)).toBe(/service-accounts/.test(paths));
    expect(/\breports?\b(?! it)/i.test(guide)).toBe(/reports/.test(paths));
  });
});
