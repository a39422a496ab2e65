import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { newId } from "../../src/platform/ids.ts";
import { checkEach } from "../support/check-each.ts";
import { composedRoutes, routeName, routesOf } from "../support/composed.ts";
import { type Answer, pathOf, type ServiceApp, sharedServiceApp } from "../support/service-app.ts";

const routes = routesOf(composedRoutes().paths);
const lists = routes.filter(({ route }) => route.method === "GET" && route.responses[200]?.list);

let service: ServiceApp;
let admin: Record<string, string>;
beforeAll(async () => {
  service = await sharedServiceApp();
  admin = await service.login();
});
afterAll(() => service?.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  service.call("GET", path, { headers: { ...admin, ...headers } });
const send = (method: string, path: string, body: unknown) => service.call(method, path, { headers: admin, body });
const fieldsOf = ({ body }: Answer): string[] =>
  body.error.violations
    ? body.error.violations.map((one: { field: string }) => one.field)
    : body.error.details.map((one: { field: string }) => one.field);

/** A path of the route with ids of nothing. */
const somewhere = (mounted: (typeof routes)[number]) =>
  pathOf(mounted, new Proxy({}, { get: (_, name) => (name === "kind" ? "disks" : newId()) }) as Record<string, string>);

/** A CI, since lists below one answer 404 for an unknown one. */
async function ciPath(mounted: (typeof routes)[number]): Promise<string> {
  const made = await send("POST", "/v1/cmdb/ci", { name: `ci ${newId()}`, type: "server" });
  return pathOf(mounted, { id: made.body.id, kind: "disks" });
}

describe("?fields", () => {
  it("names a field of the list's items: another is refused like an unknown sort, at every list", async () => {
    expect(lists.length).toBeGreaterThan(20);
    await checkEach(lists, routeName, async (mounted) => {
      const path = mounted.pattern.includes("{id}/") ? await ciPath(mounted) : somewhere(mounted);
      const answer = await get(`${path}?fields=id,nonsense`);
      // Lists below an event or a webhook that does not exist.
      if (answer.status === 404) return;
      expect(answer.status, answer.text).toBe(400);
      expect(fieldsOf(answer)).toEqual(["query.fields"]);
      expect(answer.body.error.message).toContain("nonsense");
    });
  });

  it("takes every field of an item, in both spellings in variant A, and id always", async () => {
    await checkEach(lists, routeName, async (mounted) => {
      const path = mounted.pattern.includes("{id}/") ? await ciPath(mounted) : somewhere(mounted);
      const names = Object.keys((mounted.route.responses[200]!.schema as z.ZodObject).shape);
      const snake = names.map((name) => name.replace(/(?<=[a-z0-9])([A-Z])/g, (c) => `_${c.toLowerCase()}`));
      const asked = mounted.variant.name === "a" ? [...names, ...snake, "id"] : [...names, "id"];
      const answer = await get(`${path}?fields=${[...new Set(asked)].slice(0, 50).join(",")}`);
      if (answer.status !== 404) expect(answer.status, answer.text).toBe(200);
    });
  });

  it("takes the fields of an inventory record's kind", async () => {
    const mounted = service.routes.get("GET /v1/cmdb/ci/{id}/records/{kind}")!;
    const path = await ciPath(mounted);
    expect((await get(`${path}?fields=mount_point,free_gb,collected_at`)).status).toBe(200);
    expect((await get(`${path}?fields=command_line`)).status).toBe(400);
    const installed = path.replace("/disks", "/installed-applications");
    expect((await get(`${installed}?fields=version,software_instance_ci_id`)).status).toBe(200);
  });
});

describe("Accept", () => {
  const ONE = [
    "/v1/services/x/dependency-map.svg",
    "/metrics",
    "/docs",
    "/v1/openapi.json",
    "/oauth/authorize",
    "/v1/cmdb/ci",
    "/api/cmdb/ci",
    "/health/live",
    "/.well-known/oauth-authorization-server",
    "/v1/nothing",
  ];
  it.each(ONE)("changes nothing at %s, which has one representation, errors included", async (path) => {
    const plain = await get(path);
    for (const accept of ["application/json", "text/html", "image/png", "*/*;q=0", "nonsense"]) {
      const answer = await get(path, { accept });
      expect([answer.status, answer.headers.get("content-type")], accept).toEqual([
        plain.status,
        plain.headers.get("content-type"),
      ]);
      expect(answer.status).not.toBe(406);
    }
  });

  it.each(["/v1/software-mappings/export", "/api/software-mappings/export", "/v1/admin/audit/export"])(
    "chooses between the representations of %s, unless the query does",
    async (path) => {
      const typeOf = async (accept: string | undefined, query = "") => {
        const answer = await get(`${path}${query}`, accept === undefined ? {} : { accept });
        return [answer.status, answer.headers.get("content-type")?.split(";")[0]];
      };
      const CSV = [200, "text/csv"];
      const NDJSON = [200, "application/x-ndjson"];
      expect(await typeOf(undefined)).toEqual(NDJSON);
      expect(await typeOf("text/csv")).toEqual(CSV);
      expect(await typeOf("TEXT/CSV; charset=utf-8")).toEqual(CSV);
      expect(await typeOf("text/*")).toEqual(CSV);
      expect(await typeOf("application/*, text/csv;q=0.5")).toEqual(NDJSON);
      expect(await typeOf("application/x-ndjson;q=0.2, text/csv;q=0.3")).toEqual(CSV);
      expect(await typeOf("application/x-ndjson;q=0, */*;q=0.1")).toEqual(CSV);
      expect(await typeOf("*/*")).toEqual(NDJSON);
      expect(await typeOf("text/html,*/*;q=0.8")).toEqual(NDJSON);
      expect(await typeOf("application/x-ndjson", "?format=csv")).toEqual(CSV);
      expect(await typeOf("application/json", "?format=csv")).toEqual(CSV);
      expect((await get(path, { accept: "text/csv" })).headers.get("content-disposition")).toContain(".csv");
      expect(await typeOf("application/json")).toEqual([406, "application/json"]);
      expect((await get(`${path}?format=pdf`, { accept: "text/csv" })).status).toBe(400);
    },
  );
});

describe("a fault in variant A names the field as the caller spelled it", () => {
  it("in the body of a scan, at any depth", async () => {
    const scan = (host: object, top: object = {}) =>
      send("POST", "/api/discovery/scan-data", {
        ...{ scan_type: "full", scanner_id: "s", timestamp: "2026-01-01T00:00:00Z" },
        data: { discovered_hosts: [host] },
        ...top,
      });
    expect(fieldsOf(await scan({ ip_address: 5 }))).toEqual(["data.discovered_hosts.0.ip_address"]);
    expect(fieldsOf(await scan({ hardware: { cpu_cores: "x" } }))).toEqual([
      "data.discovered_hosts.0.hardware.cpu_cores",
    ]);
    expect(fieldsOf(await scan({}, { scan_type: 5 }))).toEqual(["scan_type"]);
    expect(fieldsOf(await scan({}, { some_thing: 5 }))).toEqual(["some_thing"]);
    expect(fieldsOf(await scan({}, { scanner_id: undefined }))).toEqual(["scanner_id"]);
    const camel = { scanType: "full", scannerId: "s", timestamp: "2026-01-01T00:00:00Z" };
    const data = { discoveredHosts: [{ ipAddress: 5, hardware: { cpu_cores: 0.5 } }] };
    const inCamel = (top: object) => send("POST", "/api/discovery/scan-data", { ...camel, data, ...top });
    expect(fieldsOf(await inCamel({ scanType: 1 }))).toEqual(["scanType"]);
    expect(fieldsOf(await inCamel({}))).toEqual([
      "data.discoveredHosts.0.ipAddress",
      "data.discoveredHosts.0.hardware.cpu_cores",
    ]);
  });

  it("of every body, and of missing fields in the spelling of their neighbours", async () => {
    const bodies = routes.filter(({ route, variant }) => variant.name === "a" && route.body instanceof z.ZodObject);
    expect(bodies.length).toBeGreaterThan(10);
    await checkEach(bodies, routeName, async (mounted) => {
      const { shape } = mounted.route.body as z.ZodObject;
      const named = Object.keys(shape).filter((name) => /_|[A-Z]/.test(name));
      for (const name of named) {
        const snake = name.replace(/(?<=[a-z0-9])([A-Z])/g, (c) => `_${c.toLowerCase()}`);
        const camel = name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, c: string) => c.toUpperCase());
        for (const spelled of [snake, camel]) {
          const answer = await send(mounted.route.method, somewhere(mounted), { [spelled]: { wrong: true } });
          if (answer.status !== 400) continue;
          const other = spelled === snake ? camel : snake;
          expect(fieldsOf(answer).filter((field) => field.split(".")[0] === other)).toEqual([]);
        }
      }
    });
    expect(fieldsOf(await send("POST", "/api/cmdb/relationships", { type: "uses", source_ci: "a" }))).toContain(
      "target_ci",
    );
    expect(fieldsOf(await send("POST", "/api/cmdb/relationships", { type: "uses", sourceCi: "a" }))).toContain(
      "targetCi",
    );
  });

  it("in the query, filters by fields of one's own included", async () => {
    const at = async (query: string) => fieldsOf(await get(`/api/${query}`));
    expect(await at("cmdb/relationships?source_ci=a&source_ci=b")).toEqual(["query.source_ci"]);
    expect(await at("cmdb/relationships?sourceCi=a&sourceCi=b")).toEqual(["query.sourceCi"]);
    expect(await at("cmdb/ci?updated_since=x")).toEqual(["query.updated_since"]);
    expect(await at("cmdb/ci?updatedSince=x")).toEqual(["query.updatedSince"]);
    expect(await at("cmdb/ci?custom_fields.cost_center=1&custom_fields.cost_center=2")).toEqual([
      "query.custom_fields.cost_center",
    ]);
    expect(await at("cmdb/ci?customFields.cost_center=1&customFields.cost_center=2")).toEqual([
      "query.customFields.cost_center",
    ]);
  });
});

describe("PUT of a relationship", () => {
  it.each(["/v1", "/api"])("moves neither ends nor type, and takes back what GET shows: %s", async (base) => {
    const ci = async () => (await send("POST", "/v1/cmdb/ci", { name: newId(), type: "server" })).body.id;
    const [a, b, c] = [await ci(), await ci(), await ci()];
    const body = { type: "uses", source_ci: a, target_ci: b, attributes: { port: 1 } };
    const made = await send("POST", "/v1/cmdb/relationships", body);
    const path = `${base}/cmdb/relationships/${made.body.id}`;
    for (const name of base === "/api"
      ? ["source_ci", "sourceCi", "target_ci", "targetCi"]
      : ["source_ci", "target_ci"]) {
      const refused = await send("PUT", path, { [name]: c });
      expect(refused.status, refused.text).toBe(400);
      expect(fieldsOf(refused)).toEqual([name]);
      expect((await send("PUT", path, { [name]: a })).status).toBe(400);
    }
    const { body: read } = await get(path);
    const shown = base === "/api" ? read.data : read;
    const again = await send("PUT", path, shown);
    expect(again.status, again.text).toBe(200);
    const ignored = await send("PUT", path, { ...shown, id: c, type: "depends_on", source: { id: c }, target: c });
    expect(ignored.status, ignored.text).toBe(200);
    expect(base === "/api" ? ignored.body.data : ignored.body).toEqual(shown);
  });
});

describe("an error", () => {
  it.each([
    ["GET", "/v1/nothing", "There is no such path"],
    ["GET", `/v1/cmdb/ci/${newId()}`, "There is no such CI"],
    ["GET", "/v1/cmdb/ci/no-id", "There is no such resource"],
    ["GET", `/v1/cmdb/relationships/${newId()}`, "There is no such relationship"],
    ["GET", `/v1/auth/api-keys/${newId()}`, "There is no such API key"],
    ["DELETE", `/v1/auth/oauth-clients/${newId()}`, "There is no such OAuth client"],
    ["GET", `/v1/maintenance-windows/${newId()}`, "There is no such maintenance window"],
    ["GET", `/api/software-mappings/${newId()}`, "There is no such software mapping"],
    ["GET", `/v1/services/${newId()}/dependency-map.svg`, "There is no such service"],
  ])("of %s %s reads as a sentence", async (method, path, message) => {
    const answer = await service.call(method, path, { headers: admin });
    expect([answer.status, answer.body.error.message]).toEqual([404, message]);
  });

  it("names a thing with the article that belongs to it", async () => {
    const twice = async (type: string) => {
      const body = { name: newId(), type };
      await send("POST", "/v1/cmdb/ci", body);
      return (await send("POST", "/v1/cmdb/ci", body)).body.error.details[0].error;
    };
    expect(await twice("application")).toBe("an application of this name exists");
    expect(await twice("Network Device")).toBe("a network device of this name exists");
    expect(await twice("user_group")).toBe("a user group of this name exists");
    expect(await twice("hour meter")).toBe("an hour meter of this name exists");
  });

  it("names the end of a relationship that is missing", async () => {
    const answer = await send("POST", "/v1/cmdb/relationships", {
      type: "uses",
      source_ci: newId(),
      target_ci: newId(),
    });
    expect(answer.status).toBe(404);
    expect(answer.body.error.details).toEqual([
      { field: "source_ci", error: "there is no such CI" },
      { field: "target_ci", error: "there is no such CI" },
    ]);
  });
});

describe("credentials that cannot be right are refused as wrong ones", () => {
  const long = "x".repeat(5_000);
  it.each([
    ["/v1/auth/refresh", { refreshToken: long }],
    ["/v1/auth/refresh", { refreshToken: "\u{1f600}" }],
    ["/v1/auth/login", { email: "a@example.com", password: long }],
    ["/v1/auth/login", { email: "a@example.com", password: "x", totp_code: "12345" }],
    ["/v1/auth/login", { email: "a@example.com", password: "x", tenant: long }],
    ["/api/auth/login", { username: long, password: "x" }],
    ["/api/auth/login", { username: "a", password: long, totpCode: long }],
  ])("at %s: %#", async (path, body) => {
    const answer = await service.call("POST", path, { body });
    expect(answer.status, answer.text).toBe(401);
    expect(answer.body.error.code).toBe("AUTH_FAILED");
  });

  it("an access token in the place of the refresh token", async () => {
    const login = await service.call("POST", "/v1/auth/login", {
      body: { email: service.email, password: service.password },
    });
    const answer = await service.call("POST", "/v1/auth/refresh", { body: { refreshToken: login.body.token } });
    expect([answer.status, answer.body.error.code]).toEqual([401, "AUTH_FAILED"]);
  });

  it("at the token endpoints, as RFC 6749 says", async () => {
    const form = (path: string, fields: Record<string, string>) =>
      service.call("POST", path, {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(fields).toString(),
      });
    const grant = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer" };
    const assertion = await form("/v1/auth/service-account/token", { ...grant, assertion: "x".repeat(30_000) });
    expect([assertion.status, assertion.body.error.code]).toEqual([401, "AUTH_FAILED"]);
    const client = { client_id: newId(), client_secret: long };
    const oauth = await form("/oauth/token", { grant_type: "refresh_token", refresh_token: long, ...client });
    expect([oauth.status, oauth.body.error]).toEqual([401, "invalid_client"]);
    expect((await form("/oauth/revoke", { token: "x".repeat(20_000), ...client })).status).toBe(401);
  });

  it("to change one's password", async () => {
    const body = { current_password: long, new_password: newId() };
    const answer = await send("POST", "/v1/auth/password", body);
    expect([answer.status, answer.body.error.code]).toEqual([401, "AUTH_FAILED"]);
  });
});
