import { afterAll, describe, expect, it } from "vitest";
import { STATUS_OF } from "../../src/errors.ts";
import { mappingFields } from "../../src/features/software/mappings/mapping.rules.ts";
import { createFamilyCache } from "../../src/features/software/pipeline/family-cache.ts";
import { BATCH_SIZE } from "../../src/features/software/pipeline/index.ts";
import { mayApply } from "../../src/features/software/processes/process-names.model.ts";
import { SCOPES } from "../../src/model/scopes.ts";
import { REQUESTS_PER_MINUTE } from "../../src/platform/ai/index.ts";
import { DEFAULT_LIMIT, MAX_LIMIT } from "../../src/platform/http/pagination.ts";
import { windowsFor } from "../../src/platform/http/rate-windows.ts";
import { camelCase } from "../../src/platform/http/spelling.ts";
import { SPACING_MS } from "../../src/platform/nvd/index.ts";
import { composeApp } from "../support/composed.ts";
import { type Document, operationsOf, partOf, placeOf, schemasAt, valuesOf } from "./spec/document.ts";
import { FIELDS, type NamedFields } from "./spec/fields.ts";
import { NOT_YET } from "./spec/not-yet.ts";
import {
  ENDPOINTS,
  ERRORS,
  FAMILIES,
  REQUEST_HEADERS,
  RESPONSE_HEADERS,
  SCOPES_NAMED,
  WEBHOOK_KINDS,
} from "./spec/specification.ts";

const { app, config, removeHome } = composeApp();
afterAll(removeHome);

const read = async (base: string) => (await app.http.request(`${base}/openapi.json`)).json() as Promise<Document>;
const documents = [await read("/v1"), await read("/api")];
const operations = operationsOf(documents);
const preflight = await app.http.request("/v1/cmdb/ci", {
  method: "OPTIONS",
  headers: { origin: "https://app.example.com", "access-control-request-method": "GET" },
});

/** Values that a field of an operation allows; empty for an unknown operation. */
function allowed(operation: string, part: NamedFields["in"], at: string): unknown[] {
  const found = operations.get(placeOf(operation));
  return found ? valuesOf(schemasAt(found.in, partOf(found.operation, part), at)) : [];
}

/** Whether request bodies take a mapping's confidence as a number from 0 to 100. */
function confidenceBounded(): boolean {
  const { confidence } = mappingFields;
  const refused = [-1, 101, "50"].every((value) => !confidence.safeParse(value).success);
  if (!refused || [0, 100].some((value) => !confidence.safeParse(value).success)) {
    throw new Error("a mapping's confidence is not bounded by 0 and 100");
  }
  return true;
}

/** Whether process names by a model are accepted from this confidence on, and not below. */
function modelCountsFrom(least: number): boolean {
  const said = (confidence: number) =>
    mayApply({
      names: { windows: ["example.exe"], macos: [], linux: [] },
      services: [],
      processType: "application",
      confidence,
      source: "ai",
    });
  if (!said(least) || said(least - 0.001)) throw new Error(`a model's answer is not accepted from ${least} on`);
  return true;
}

const MINUTE = 60_000;
const HOUR = 3_600_000;
const variantB = (kind: "api_key" | "user" | "service_account", hour: number, minute: number) =>
  JSON.stringify(windowsFor(kind, "standard", "b")) ===
  JSON.stringify([
    { limit: hour, ms: HOUR },
    { limit: minute, ms: MINUTE },
  ]);
const variantA = (rateClass: "standard" | "bulk" | "ai", limit: number) =>
  JSON.stringify(windowsFor("user", rateClass, "a")) === JSON.stringify([{ limit, ms: MINUTE }]);

/** Whether a family's id is still known after this time, and to its own tenant only. */
function familiesKeptFor(ms: number): boolean {
  let now = 0;
  const cache = createFamilyCache({ now: () => new Date(now) });
  cache.set("one", new Map([["Browsers", "id"]]));
  now = ms;
  return cache.get("one").get("Browsers") === "id" && cache.get("another").size === 0;
}

/** Section 8. */
const LIMITS: Readonly<Record<string, () => boolean>> = {
  "limit: variant A, 100 requests a minute": () => variantA("standard", 100),
  "limit: variant A, 10 bulk operations a minute": () => variantA("bulk", 10),
  "limit: variant A, 10 AI requests a minute": () => variantA("ai", 10),
  "limit: variant B, API key 1000 an hour and 100 a minute": () => variantB("api_key", 1000, 100),
  "limit: variant B, user token 5000 an hour and 500 a minute": () => variantB("user", 5000, 500),
  "limit: variant B, service account 10000 an hour and 1000 a minute": () => variantB("service_account", 10_000, 1000),
  "limit: page size 20, at most 100": () => DEFAULT_LIMIT === 20 && MAX_LIMIT === 100,
  "limit: 30 requests a minute to the model service": () => REQUESTS_PER_MINUTE === 30,
  "limit: 0.7 s between calls to the vulnerability database with a key, 7 s without": () =>
    SPACING_MS.withKey === 700 && SPACING_MS.withoutKey === 7_000,
  "limit: 10 software instances a run": () => config.software.batchSize === 10 && BATCH_SIZE === 10,
  "limit: 1 hour for the cache of families": () => familiesKeptFor(HOUR - 1) && !familiesKeptFor(HOUR),
  "limit: mapping confidence 0 to 100, applied by AI from 0.7": () => confidenceBounded() && modelCountsFrom(0.7),
};

/** Everything that the specification names, and whether it exists. */
const NAMED: Readonly<Record<string, boolean>> = Object.fromEntries([
  ...ENDPOINTS.map((name) => [name, operations.has(placeOf(name))]),
  ...WEBHOOK_KINDS.map((kind) => [
    `webhook kind ${kind}`,
    allowed("POST /v1/webhooks", "body", "events[]").includes(kind),
  ]),
  ...FAMILIES.map((family) => [
    `family ${family}`,
    allowed("POST /api/software-mappings", "body", "family.name").includes(family),
  ]),
  ...Object.entries(ERRORS).map(([code, status]) => [
    `error ${code} ${status}`,
    (STATUS_OF as Record<string, number>)[code] === status,
  ]),
  ...SCOPES_NAMED.map((scope) => [`scope ${scope}`, (SCOPES as readonly string[]).includes(scope)]),
  ...Object.entries(LIMITS).map(([name, holds]) => [name, holds()]),
]);

describe("everything that the specification names", () => {
  it("exists, or is listed in NOT_YET", () => {
    const missing = Object.keys(NAMED).filter((name) => !NAMED[name]);
    expect(missing.filter((name) => !NOT_YET.includes(name))).toEqual([]);
  });

  it("is not listed in NOT_YET once it exists", () => {
    expect(NOT_YET.filter((name) => NAMED[name])).toEqual([]);
  });

  it("is all that NOT_YET lists, each once", () => {
    expect(NOT_YET.filter((name) => !(name in NAMED))).toEqual([]);
    expect(new Set(NOT_YET).size).toBe(NOT_YET.length);
  });
});

describe("fields that the specification names", () => {
  const present = FIELDS.filter(({ operation }) => operations.has(placeOf(operation)));

  it("belong to endpoints that it names", () => {
    const endpoints = new Set(ENDPOINTS.map(placeOf));
    expect(FIELDS.filter(({ operation }) => !endpoints.has(placeOf(operation)))).toEqual([]);
    expect(present.length).toBeGreaterThan(40);
  });

  it.each(present.map((one) => [`${one.operation}, ${one.in} ${one.at ?? ""}: ${one.names.join(" ")}`, one] as const))(
    "%s",
    (_name, { operation, in: part, at = "", names, values = [] }) => {
      const found = operations.get(placeOf(operation))!;
      const schemas = schemasAt(found.in, partOf(found.operation, part), at);
      const properties = schemas.flatMap((schema) => Object.keys(schema.properties ?? {}));
      // Variant A shows its inputs in camelCase and accepts snake case too.
      const spell = part === "body" && operation.includes(" /api/") ? camelCase : (name: string) => name;
      for (const name of names) expect(properties).toContain(spell(name));
      if (values.length === 0) return;
      const value = schemasAt(found.in, schemas, names[0]!);
      expect(valuesOf(value)).toEqual(expect.arrayContaining([...values]));
    },
  );
});

describe("headers that the specification names", () => {
  it.each(RESPONSE_HEADERS)("%s is exposed to browsers", async (name) => {
    const answer = await app.http.request("/v1/cmdb/ci", { headers: { origin: "https://app.example.com" } });
    expect(answer.headers.get("access-control-expose-headers")?.split(", ")).toContain(name);
  });

  it.each(REQUEST_HEADERS)("%s is allowed from browsers", (name) => {
    expect(preflight.headers.get("access-control-allow-headers")?.split(", ")).toContain(name);
  });

  it("are documented: rate-limit headers at every operation, list headers at variant B's lists", () => {
    for (const [place, { operation }] of operations) {
      for (const [status, response] of Object.entries(operation.responses)) {
        if (!status.startsWith("2")) continue;
        const names = Object.keys(response.headers ?? {});
        expect(names, place).toEqual(
          expect.arrayContaining(RESPONSE_HEADERS.filter((name) => /RateLimit|Request/.test(name))),
        );
      }
    }
    const list = operations.get("GET /v1/cmdb/ci")?.operation.responses["200"]?.headers ?? {};
    const ofLists = RESPONSE_HEADERS.filter((name) => /^(X-Total|X-P|Link)/.test(name));
    expect(ofLists).toHaveLength(5);
    expect(Object.keys(list)).toEqual(expect.arrayContaining(ofLists));
  });

  it("security schemes are bearer, X-API-Key and the query parameter api_key", () => {
    for (const document of documents) {
      const schemes = Object.values(document.components.securitySchemes);
      expect(schemes).toContainEqual(expect.objectContaining({ type: "http", scheme: "bearer" }));
      expect(schemes).toContainEqual(expect.objectContaining({ in: "header", name: "X-API-Key" }));
      expect(schemes).toContainEqual(expect.objectContaining({ in: "query", name: "api_key" }));
    }
  });
});
