import { describe, expect, it } from "vitest";
import { FULL, fixture, JSON_TYPE, KNOWN_ID } from "./unit-support.ts";

const http = fixture();
const status = async (...call: Parameters<typeof http.call>) => (await http.call(...call)).status;

describe("order of refusals in createPipeline", () => {
  const path = `/v1/things/${KNOWN_ID}`;
  const unknown = "/v1/things/0198a8a0-0000-7000-8000-00000000dead";

  it("checks from the path to the fields", async () => {
    expect(await status("PATCH", "/v1/nothing", { headers: { "content-type": "text/plain" }, body: "{" })).toBe(404);
    expect(await status("PUT", path, { headers: { "content-type": "text/plain" }, body: "{" })).toBe(405);
    expect(await status("PATCH", path, { headers: { "content-type": "text/plain" }, body: "{" })).toBe(401);
    const none = { authorization: "Bearer none" };
    expect(await status("PATCH", path, { headers: { ...none, "content-type": "text/plain" }, body: "{" })).toBe(403);
    expect(await status("PATCH", unknown, { headers: { ...FULL, "content-type": "text/plain" }, body: "{" })).toBe(415);
    expect(await status("PATCH", unknown, { headers: { ...FULL, ...JSON_TYPE }, body: "{" })).toBe(400);
    const exported = "/v1/things/export?limit=x";
    expect(await status("GET", exported, { headers: { ...none, accept: "text/html" } })).toBe(403);
    expect(await status("GET", exported, { headers: { ...FULL, accept: "text/html" } })).toBe(406);
    expect(await status("GET", exported, { headers: { ...FULL, accept: "text/csv" } })).toBe(400);
    expect(await status("PATCH", unknown, { headers: FULL, body: { nope: 1 } })).toBe(404);
    expect(await status("PATCH", "/v1/things/not-an-id", { headers: FULL, body: { nope: 1 } })).toBe(404);
    expect(await status("PATCH", path, { headers: FULL, body: { nope: 1 } })).toBe(400);
    expect(await status("PATCH", path, { headers: FULL, body: { name: "x" } })).toBe(200);
  });

  it("is the same if authentication waits for a store", async () => {
    const slow = { "x-slow": "1" };
    expect(await status("GET", path, { headers: { ...FULL, ...slow } })).toBe(200);
    expect(await status("GET", path, { headers: { authorization: "Bearer none", ...slow } })).toBe(403);
  });

  it("requires a user's own token where the route says so", async () => {
    const body = { items: [] };
    expect(await status("POST", "/v1/things/bulk", { headers: FULL, body })).toBe(200);
    const key = await http.call("POST", "/v1/things/bulk", { headers: { authorization: "Bearer key" }, body });
    expect(key.status).toBe(403);
    expect(key.body.error.message).toContain("user's own token");
  });

  it("accepts any one of several scopes, and a key in the query", async () => {
    expect(await status("GET", path, { headers: FULL })).toBe(200);
    expect(await status("GET", `${path}?api_key=%6bey`)).toBe(200);
  });
});

describe("createHttpApp: paths", () => {
  it.each([
    "/v1/things/",
    "/v1//things",
    "/V1/things",
    "/v1/things/%zz",
    "/v1/things/%00",
    "/v1/things/%c3%28",
    `/v1/things/${KNOWN_ID}/`,
    `/v1/things/${KNOWN_ID.toUpperCase()}`,
    "/v1/things/a/b/c",
    "/v1",
    "/",
    "/v1/constructor",
    "/v1/__proto__",
  ])("%s matches no route", async (path) => {
    expect((await http.call("GET", path, { headers: FULL })).body.error.code).toBe("RESOURCE_NOT_FOUND");
  });

  it("prefer a literal segment to a parameter", async () => {
    const answer = await http.call("GET", "/v1/things/bulk", { headers: FULL });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST, OPTIONS");
  });

  it("outside both bases get errors in the form of variant B", async () => {
    const outside = await http.call("GET", "/elsewhere");
    expect(outside.body.error.documentation_url).toContain("/docs#RESOURCE_NOT_FOUND");
    expect((await http.call("GET", "/api/elsewhere")).body.success).toBe(false);
    expect((await http.call("GET", "/apiary")).body.success).toBeUndefined();
  });
});

describe("createHttpApp: methods", () => {
  it("answers HEAD wherever GET is, with the same headers and no body", async () => {
    const get = await http.call("GET", `/v1/things/${KNOWN_ID}`, { headers: FULL });
    const head = await http.call("HEAD", `/v1/things/${KNOWN_ID}`, { headers: FULL });
    expect(head.status).toBe(200);
    expect(head.text).toBe("");
    expect(head.headers.get("content-length")).toBe(String(Buffer.byteLength(get.text)));
    expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
    expect(head.headers.get("x-ratelimit-limit")).toBe(get.headers.get("x-ratelimit-limit"));
    expect((await http.call("HEAD", "/v1/things/bulk", { headers: FULL })).status).toBe(405);
    expect((await http.call("HEAD", "/v1/nothing")).text).toBe("");
  });

  it("answers 405 with the allowed methods", async () => {
    const answer = await http.call("DELETE", `/api/things/${KNOWN_ID}`);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, PATCH, HEAD, OPTIONS");
    expect(answer.body).toMatchObject({ success: false, error: { code: "METHOD_NOT_ALLOWED" } });
    expect(await status("PROPFIND", "/v1/things")).toBe(405);
  });

  it("answers 304 to a matching If-None-Match", async () => {
    const path = `/v1/things/${KNOWN_ID}`;
    const same = await http.call("GET", path, { headers: { ...FULL, "if-none-match": 'W/"7", "8"' } });
    expect(same.status).toBe(304);
    expect(same.text).toBe("");
    expect(same.headers.get("etag")).toBe('"7"');
    expect(await status("GET", path, { headers: { ...FULL, "if-none-match": '"8"' } })).toBe(200);
  });
});

describe("createHttpApp: cross-origin requests", () => {
  const preflight = { origin: "https://app.example.com", "access-control-request-method": "GET" };

  it("are allowed as the specification lists, without the browser's credentials", async () => {
    const answer = await http.call("OPTIONS", "/v1/things", { headers: preflight });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-methods")).toBe("GET, POST, PUT, DELETE, OPTIONS");
    for (const name of ["Authorization", "Content-Type", "X-API-Key"]) {
      expect(answer.headers.get("access-control-allow-headers")).toContain(name);
    }
    expect(answer.headers.get("access-control-max-age")).toBe("86400");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    expect(answer.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
  });

  it("list PATCH if the path has it", async () => {
    const answer = await http.call("OPTIONS", `/v1/things/${KNOWN_ID}`, { headers: preflight });
    expect(answer.headers.get("access-control-allow-methods")).toBe("GET, POST, PUT, DELETE, OPTIONS, PATCH");
  });

  it("let scripts read the headers of ordinary answers, refusals too", async () => {
    const answer = await http.call("GET", "/v1/things", { headers: { origin: preflight.origin } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-expose-headers")).toContain("X-RateLimit-Remaining");
  });

  it("come only from the configured origins", async () => {
    const strict = fixture({ corsOrigins: ["https://app.example.com"] });
    const good = await strict.call("GET", "/v1/things", { headers: { ...FULL, origin: "https://app.example.com" } });
    expect(good.headers.get("access-control-allow-origin")).toBe("https://app.example.com");
    expect(good.headers.get("vary")).toBe("Origin");
    const bad = await strict.call("GET", "/v1/things", { headers: { ...FULL, origin: "https://evil.example.com" } });
    expect(bad.status).toBe(200);
    expect(bad.headers.get("access-control-allow-origin")).toBeNull();
    const asked = await strict.call("OPTIONS", "/v1/things", { headers: { origin: "https://evil.example.com" } });
    expect(asked.headers.get("access-control-allow-methods")).toBeNull();
  });

  it("to an unknown path get 404", async () => {
    expect(await status("OPTIONS", "/v1/nothing", { headers: preflight })).toBe(404);
  });
});

describe("createHttpApp: request ids", () => {
  it("are echoed if well-formed, else generated", async () => {
    const idOf = async (given: string) =>
      (await http.call("GET", "/v1/nothing", { headers: { "x-request-id": given } })).headers.get("x-request-id");
    expect(await idOf("Ab.9_-")).toBe("Ab.9_-");
    expect(await idOf("x".repeat(128))).toBe("x".repeat(128));
    for (const bad of ["x".repeat(129), "a b", "a/b", "é", '"', ""]) {
      expect(await idOf(bad)).toMatch(/^[0-9a-f]{24}-[0-9a-z]+$/);
    }
  });

  it("are part of errors", async () => {
    const answer = await http.call("GET", "/v1/nothing", { headers: { "x-request-id": "abc" } });
    expect(answer.body.error.request_id).toBe("abc");
  });
});

describe("createHttpApp: queries", () => {
  const things = (query: string) => http.call("GET", `/v1/things?${query}`, { headers: FULL });

  it("ignore unknown parameters", async () => {
    expect((await things("unknown=1&other&&=x&limit=5")).status).toBe(200);
  });

  it.each([
    ["limit=%zz", "query.limit"],
    ["%zz=1", "query"],
    ["source_ci=%00", "query.source_ci"],
    ["unknown=a%00b", "query.unknown"],
    ["limit=1&limit=2", "query.limit"],
    ["source_ci=a&source_ci=b", "query.source_ci"],
    ["limit=0x10", "query.limit"],
    ["limit=+5", "query.limit"],
    ["page=99999999999", "query.page"],
    ["order=up", "query.order"],
    ["fields=a,,b", "query.fields"],
    ["cursor=", "query.cursor"],
    ["cursor=bm90IGpzb24", "query.cursor"],
    ["__proto__=1", "query"],
  ])("refuse %s", async (query, field) => {
    const answer = await things(query);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  it("report a repeated parameter", async () => {
    expect((await things("limit=1&limit=2")).body.error.details[0].error).toBe("must be given once");
  });

  it("are named in variant A in the caller's spelling", async () => {
    const fields = async (query: string) =>
      (await http.call("GET", `/api/things?${query}`, { headers: FULL })).body.error.violations.map(
        (violation: { field: string }) => violation.field,
      );
    expect(await fields("source_ci=a&source_ci=b")).toEqual(["query.source_ci"]);
    expect(await fields("sourceCi=a&sourceCi=b")).toEqual(["query.sourceCi"]);
    expect(await fields("sort=-updatedAt")).toEqual(["query.sort"]);
    expect((await http.call("GET", "/api/things?sourceCi=a&sort=created_at", { headers: FULL })).status).toBe(200);
  });
});

describe("createHttpApp: Accept", () => {
  const formatFor = async (accept: string | undefined, query = "") => {
    const headers = { ...FULL, ...(accept !== undefined && { accept }) };
    const answer = await http.call("GET", `/v1/things/export${query}`, { headers });
    return answer.status === 200 ? answer.text : answer.status;
  };

  it.each([
    [undefined, "ndjson"],
    ["", "ndjson"],
    ["*/*", "ndjson"],
    ["text/html, */*;q=0.1", "ndjson"],
    ["text/csv", "csv"],
    ["TEXT/CSV; charset=utf-8", "csv"],
    ["text/*;q=0.1", "csv"],
    ["application/x-ndjson;q=0.2, text/csv;q=0.3", "csv"],
    ["text/csv;q=0.2, application/x-ndjson;q=0.2", "ndjson"],
    ["application/x-ndjson;q=0, */*", "csv"],
    ["text/html", 406],
    ["application/json", 406],
    ["*/*;q=0", 406],
    ["nonsense", 406],
  ])("%s chooses %s of several representations", async (accept, format) => {
    expect(await formatFor(accept)).toBe(format);
  });

  it("counts for nothing beside the query parameter `format`", async () => {
    expect(await formatFor("application/x-ndjson", "?format=csv")).toBe("csv");
    expect(await formatFor("image/png", "?format=ndjson")).toBe("ndjson");
    expect(await formatFor("text/csv", "?format=xml")).toBe(400);
    expect(await formatFor("text/csv", "?format=csv&format=ndjson")).toBe(400);
  });

  it.each(["text/html", "application/json;q=0", "application/json;q=0, */*", "nonsense"])(
    "%s changes nothing where there is one representation",
    async (accept) => {
      expect(await status("GET", "/v1/things", { headers: { ...FULL, accept } })).toBe(200);
      expect(await status("GET", "/v1/nothing", { headers: { ...FULL, accept } })).toBe(404);
    },
  );
});
