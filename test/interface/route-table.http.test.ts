import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/platform/ids.ts";
import { checkEach } from "../support/check-each.ts";
import { composedRoutes, routeName, routesOf } from "../support/composed.ts";
import { expectErrorForm, expectRefusal, fieldsOf, genericCases, hasOwnErrors } from "../support/http-cases.ts";
import { expectRateHeaders, pathOf, type ServiceApp, sharedServiceApp } from "../support/service-app.ts";

/** Placeholders for credentials that exist only when the application runs. */
const FULL = { authorization: "full" };
const POWERLESS = { authorization: "powerless" };

const { mounts, paths } = composedRoutes();
const routes = routesOf(paths);
const PARAMS: Record<string, string> = {
  port: "5432",
  ip: "192.0.2.9",
  kind: "disks",
  cve: "CVE-2024-0001",
  name: "uses",
  softwareId: newId(),
  scanId: newId(),
  jobId: newId(),
  source: "generic",
  itsm: "generic",
  configId: newId(),
};
const param = (name: string) => PARAMS[name] ?? newId();
const cases = genericCases(mounts, { credential: FULL, powerless: POWERLESS, param });

let service: ServiceApp;
let credentials: Record<string, Record<string, string>>;

beforeAll(async () => {
  service = await sharedServiceApp();
  credentials = {
    [FULL.authorization]: await service.login(),
    [POWERLESS.authorization]: await service.loginWith(),
  };
});

afterAll(() => service?.close());

async function send(method: string, path: string, headers: Record<string, string>, body?: string) {
  const known = credentials[headers.authorization ?? ""];
  const answer = await service.call(method, path, { headers: { ...headers, ...known }, ...(body && { body }) });
  return { ...answer, isKnown: known !== undefined };
}

describe("generic refusals of every route", () => {
  it("cover both variants and the bare rows", () => {
    expect(mounts.map(({ variant }) => variant.base)).toEqual(["/v1", "/api", ""]);
    expect(routes.length).toBeGreaterThan(50);
    expect(cases.length).toBeGreaterThan(routes.length * 5);
  });

  it.each([...Map.groupBy(cases, ({ route }) => route)])("%s", async (_route, owed) => {
    await checkEach(
      owed,
      ({ what }) => what,
      async (one) => {
        const { method, path, headers, body } = one.request;
        const answer = await send(method, path, headers, body);
        expectRefusal(answer, one);
        const counted = answer.isKnown && answer.status !== 405 && !path.includes("zz-no-such-path");
        if (counted) expectRateHeaders(answer.headers);
      },
    );
  });
});

const BAD_TEXTS = { NUL: "%00", "a byte that is no UTF-8": "%ff", "half an escape": "%4", "a surrogate": "%ED%A0%80" };

describe("hostile paths and query parameters", () => {
  const named = routes.filter(({ pattern }) => pattern.includes("{"));

  it.each(named.map((mounted) => [routeName(mounted), mounted] as const))(
    "answer 404 or 400 in a path: %s",
    async (_name, mounted) => {
      const odd = ["a'b%22c%60", "%7B%24gt%7D", "%2F..%2F..", "x".repeat(3_000), "0", "-1"];
      for (const value of [...Object.values(BAD_TEXTS), ...odd]) {
        const path = mounted.pattern.replaceAll(/\{[^}]*\}/g, value);
        const answer = await send(mounted.route.method, path, FULL, mounted.consumes ? "{}" : undefined);
        expect([400, 404], `${path.slice(0, 100)}: ${answer.text}`).toContain(answer.status);
        // A path that does not decode matches no bare route; all others below /api belong to variant A.
        const isPath = odd.includes(value) || !mounted.pattern.startsWith("/api");
        expectErrorForm(answer, isPath ? mounted.variant.name : "a");
      }
    },
  );

  it.each(
    routes
      .filter(({ route }) => route.query && route.method === "GET")
      .map((mounted) => [routeName(mounted), mounted] as const),
  )("answer 400 when malformed in a query: %s", async (_name, mounted) => {
    const shape = (mounted.route.query as unknown as { shape: Record<string, unknown> }).shape;
    const path = pathOf(mounted, { ...PARAMS, id: newId(), ciId: newId() });
    for (const parameter of Object.keys(shape)) {
      for (const value of Object.values(BAD_TEXTS)) {
        const answer = await send("GET", `${path}?${parameter}=${value}`, FULL);
        expect(answer.status, `${parameter}=${value}`).toBe(400);
        if (!hasOwnErrors(mounted.route)) expect(fieldsOf(answer.body).join()).toMatch(/query/);
      }
      for (const value of ["x".repeat(8_000), "'%22%60%5C", "[]", "null", "%F0%9F%92%A9", "1%2C2%2C%2C3"]) {
        const answer = await send("GET", `${path}?${parameter}=${value}`, FULL);
        expect([200, 400, 404], `${parameter}=${value}: ${answer.text}`).toContain(answer.status);
      }
    }
  });
});

describe("OPTIONS", () => {
  it.each(paths.map((entry) => [entry.pattern, entry] as const))("lists the methods of %s", async (_pattern, entry) => {
    const path = pathOf(entry, { ...PARAMS, id: newId(), ciId: newId() });
    const answer = await service.call("OPTIONS", path, {
      headers: { origin: "https://app.example.com", "access-control-request-method": "PUT" },
    });
    expect(answer.status).toBe(204);
    const methods = [...entry.methods.keys()];
    const expected = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
    expect(answer.headers.get("allow")?.split(", ").sort()).toEqual(expected.sort());
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    expect(answer.headers.get("access-control-allow-methods")).toMatch(/^GET, POST, PUT, DELETE, OPTIONS(, PATCH)?$/);
    expect(answer.headers.get("access-control-max-age")).toBe("86400");
    for (const header of ["Authorization", "Content-Type", "X-API-Key"]) {
      expect(answer.headers.get("access-control-allow-headers")).toContain(header);
    }
  });
});

describe("the request id", () => {
  it.each([["a1._-Z"], ["x".repeat(128)]])("%s is returned", async (id) => {
    const { headers } = await service.call("GET", "/v1/cmdb/ci", { headers: { "x-request-id": id } });
    expect(headers.get("x-request-id")).toBe(id);
  });

  it.each([["x".repeat(129)], ["a b"], ["a\u00e9"], ["a;b"]])("%s is replaced", async (id) => {
    const { headers } = await service.call("GET", "/api/cmdb/ci", { headers: { "x-request-id": id } });
    expect(headers.get("x-request-id")).not.toBe(id);
  });
});
