import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { FULL, fixture, KNOWN_ID, ORIGIN } from "./unit-support.ts";

const from = (remoteAddress: string) => ({ env: { incoming: { headers: {}, socket: { remoteAddress } } } });

describe("GET /health", () => {
  it("answers /health/live without a credential", async () => {
    const answer = await fixture().call("GET", "/health/live");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: "ok" });
    expect(answer.headers.get("x-ratelimit-limit")).toBeNull();
  });

  it("answers /health/ready if every check passes, else 503 with the missing stores", async () => {
    const fine = fixture({ checks: { postgres: async () => {}, neo4j: async () => {} } });
    expect((await fine.call("GET", "/health/ready")).body).toEqual({ status: "ready" });
    const checks = {
      postgres: async () => {},
      neo4j: async () => Promise.reject(new Error("bolt://user:password@192.0.2.1")),
      jobs: () => {
        throw new Error("not started");
      },
    };
    const answer = await fixture({ checks }).call("GET", "/health/ready");
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({ status: "unavailable", missing: ["neo4j", "jobs"] });
    expect(answer.headers.get("retry-after")).toBe("2");
  });

  it("checks the stores once for concurrent probes", async () => {
    let asked = 0;
    const http = fixture({
      checks: {
        store: async () => {
          asked++;
        },
      },
    });
    await Promise.all([1, 2, 3].map(() => http.call("GET", "/health/ready")));
    expect(asked).toBe(1);
  });

  it("does not wait for a hanging check", { timeout: 10_000 }, async () => {
    const answer = await fixture({ checks: { store: () => new Promise(() => {}) } }).call("GET", "/health/ready");
    expect(answer.body).toEqual({ status: "unavailable", missing: ["store"] });
  });
});

describe("GET /metrics", () => {
  it("answers callers on this machine and holders of admin.settings", async () => {
    const http = fixture();
    for (const local of ["127.0.0.1", "127.8.0.1", "::1", "::ffff:127.0.0.1"]) {
      expect((await http.call("GET", "/metrics", from(local))).status).toBe(200);
    }
    expect((await http.call("GET", "/metrics", from("192.0.2.1"))).status).toBe(401);
    expect((await http.call("GET", "/metrics")).status).toBe(401);
    expect((await http.call("GET", "/metrics", { headers: FULL })).status).toBe(200);
    const refused = await http.call("GET", "/metrics", { headers: { authorization: "Bearer none" } });
    expect(refused.body.required_scope).toBe("admin.settings");
  });

  it("does not count callers behind a proxy on this machine as local", async () => {
    const incoming = { headers: { "x-forwarded-for": "192.0.2.1" }, socket: { remoteAddress: "127.0.0.1" } };
    expect((await fixture().call("GET", "/metrics", { env: { incoming } })).status).toBe(401);
  });

  it("counts requests by pattern, so that ids create no series", async () => {
    const http = fixture();
    for (let i = 0; i < 3; i++) await http.call("GET", `/v1/things/${KNOWN_ID}`, { headers: FULL });
    await http.call("GET", "/v1/things/none", { headers: FULL });
    await http.call("GET", "/anything/at/all");
    const { text, headers } = await http.call("GET", "/metrics", { headers: FULL });
    expect(headers.get("content-type")).toContain("text/plain");
    const line = (labels: string) =>
      text.split("\n").find((one) => one.startsWith(`http_request_duration_seconds_count{${labels}`));
    expect(line('method="GET",route="/v1/things/{id}",status="200",variant="b"')).toMatch(/ 3$/);
    expect(line('method="GET",route="/v1/things/{id}",status="404",variant="b"')).toMatch(/ 1$/);
    expect(line('method="other",route="",status="404",variant="b"')).toMatch(/ 1$/);
    expect(text).toContain("# TYPE http_request_duration_seconds histogram");
    const buckets = text
      .split("\n")
      .filter((one) => one.startsWith("http_request_duration_seconds_bucket") && one.includes('status="200"'));
    const counts = buckets.map((one) => Number(one.split(" ").at(-1)));
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(buckets.at(-1)).toMatch(/le="\+Inf".* 3$/);
    expect(text).not.toContain(KNOWN_ID);
  });

  it("includes metrics of the process", async () => {
    const { createHttpMetrics } = await import("../../../src/platform/http/metrics.ts");
    expect(await createHttpMetrics().registry.metrics()).toContain("process_cpu_seconds_total");
  });
});

describe("GET /openapi.json", () => {
  it.each([
    ["/v1", "b"],
    ["/api", "a"],
  ])("of %s describes every route with a rate limit", async (base, variant) => {
    const http = fixture();
    const answer = await http.call("GET", `${base}/openapi.json`);
    expect(answer.status).toBe(200);
    const document = answer.body;
    expect(document.openapi).toBe("3.1.0");
    expect(document.servers).toEqual([{ url: ORIGIN }]);
    expect(Object.keys(document.paths).sort()).toEqual([
      `${base}/things`,
      `${base}/things/bulk`,
      `${base}/things/export`,
      `${base}/things/{id}`,
    ]);
    const list = document.paths[`${base}/things`].get;
    expect(list).toMatchObject({
      operationId: "listThings",
      "x-required-scope": "cmdb.read",
      "x-rate-class": "standard",
    });
    expect(list.security).toEqual([{ bearer: [] }, { apiKey: [] }, { apiKeyInQuery: [] }]);
    expect(list.parameters.map((parameter: { name: string }) => parameter.name)).toEqual(
      expect.arrayContaining(["page", "limit", "sort", "cursor", "fields"]),
    );
    expect(list.parameters.find((parameter: { name: string }) => parameter.name === "limit").schema).toMatchObject({
      type: "integer",
      minimum: 1,
      maximum: 100,
      default: 20,
    });
    const listed = list.responses["200"].content["application/json"].schema;
    expect(Object.keys(listed.properties)).toEqual(
      variant === "a" ? ["success", "data", "pagination"] : ["data", "pagination"],
    );
    expect("Link" in list.responses["200"].headers).toBe(variant === "b");
    expect(list.responses["401"].$ref).toBe("#/components/responses/Unauthorized");
    const unauthorized = document.components.responses.Unauthorized;
    expect(unauthorized.content["application/json"].schema.$ref).toBe("#/components/schemas/Error");
    const bulk = document.paths[`${base}/things/bulk`].post;
    expect(bulk["x-user-token-only"]).toBe(true);
    expect(Object.keys(bulk.requestBody.content)).toEqual([
      "application/json",
      "application/xml",
      "application/x-compress",
    ]);
    const patch = document.paths[`${base}/things/{id}`].patch;
    expect(patch.requestBody.content["application/json"].schema).toMatchObject({
      required: ["name"],
      additionalProperties: false,
    });
    expect(document.paths[`${base}/things`].post.parameters).toEqual([
      expect.objectContaining({ name: "Idempotency-Key", in: "header", required: false }),
    ]);
    expect(document.components.securitySchemes.apiKey).toEqual({ type: "apiKey", in: "header", name: "X-API-Key" });
  });

  it("is sent compressed as Accept-Encoding allows, with an entity tag for each form", async () => {
    const http = fixture();
    const get = (headers: Record<string, string>) => http.app.request("/v1/openapi.json", { headers });
    const plain = await get({});
    const text = await plain.text();
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(plain.headers.get("vary")).toContain("Accept-Encoding");
    const inflate = { gzip: gunzipSync, br: brotliDecompressSync };
    for (const [coding, inflated] of Object.entries(inflate)) {
      const packed = await get({ "accept-encoding": coding });
      expect(packed.headers.get("content-encoding")).toBe(coding);
      const bytes = Buffer.from(await packed.arrayBuffer());
      expect(bytes.byteLength).toBeLessThan(text.length / 3);
      expect(inflated(bytes).toString()).toBe(text);
      const tag = packed.headers.get("etag")!;
      expect(tag).not.toBe(plain.headers.get("etag"));
      expect((await get({ "accept-encoding": coding, "if-none-match": tag })).status).toBe(304);
    }
    const both = await get({ "accept-encoding": "gzip, deflate, br" });
    expect(both.headers.get("content-encoding")).toBe("br");
    expect((await get({ "accept-encoding": "br;q=0, gzip;q=0" })).headers.get("content-encoding")).toBeNull();
  });

  it("has no dangling reference", async () => {
    const http = fixture();
    for (const base of ["/v1", "/api"]) {
      const { body, text } = await http.call("GET", `${base}/openapi.json`);
      const named = new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1]));
      for (const name of named) expect(Object.keys(body.components.schemas)).toContain(name);
    }
  });
});

describe("createAccessLog", () => {
  it("writes one line per request, without queries and bodies", async () => {
    const http = fixture();
    const headers = { ...FULL, "x-request-id": "r-1", "x-department": 'Ops "A"', "x-client-version": "2.0" };
    await http.call("GET", "/v1/things?api_key=very-secret&search=private", { headers });
    await http.call("POST", "/v1/things", {
      headers: { ...headers, "x-request-id": "r-2" },
      body: { name: "hidden but too long" },
    });
    await http.call("GET", "/nothing/private", { headers: { "x-request-id": "r-3" } });
    const lines = http.lines();
    expect(lines).toHaveLength(3);
    expect(lines[0]).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      method: "GET",
      route: "/v1/things",
      status: 200,
      ms: expect.any(Number),
      request_id: "r-1",
      tenant: "tenant-1",
      actor: { kind: "user", id: "user-1" },
      department: 'Ops "A"',
      client_version: "2.0",
      msg: "request",
    });
    expect(lines[1]).toMatchObject({ request_id: "r-2", status: 400, code: "VALIDATION_ERROR" });
    expect(lines[2]).toMatchObject({ request_id: "r-3", status: 404, route: "", code: "RESOURCE_NOT_FOUND" });
    expect(JSON.stringify(lines)).not.toMatch(/secret|private|hidden/);
  });
});
