import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "../../../src/errors.ts";
import { ok, raw } from "../../../src/platform/http/answers.ts";
import { defineRoute } from "../../../src/platform/http/route.ts";
import { FULL, fixture, KNOWN_ID, ORIGIN } from "./unit-support.ts";

const http = fixture();

describe("answers of variant B", () => {
  it("have no envelope, and the headers of every answer", async () => {
    const answer = await http.call("GET", `/v1/things/${KNOWN_ID}`, { headers: FULL });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: KNOWN_ID, name: "web", created_at: expect.any(String) });
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("etag")).toBe('"7"');
    expect(answer.headers.get("x-request-id")).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
    expect(
      Object.keys(Object.fromEntries(answer.headers)).filter((name) => name.startsWith("x-ratelimit")),
    ).toHaveLength(4);
  });

  it("of lists have pagination, headers and links", async () => {
    const answer = await http.call("GET", "/v1/things?source_ci=a%20b&page=2&limit=10&x=1", { headers: FULL });
    expect(answer.body.pagination).toEqual({ page: 2, limit: 10, total: 45, pages: 5 });
    expect(answer.body.data).toHaveLength(1);
    expect(answer.headers.get("x-total-count")).toBe("45");
    expect(answer.headers.get("x-page")).toBe("2");
    expect(answer.headers.get("x-per-page")).toBe("10");
    expect(answer.headers.get("x-total-pages")).toBe("5");
    const link = (rel: string, page: number) =>
      `<${ORIGIN}/v1/things?source_ci=a%20b&limit=10&x=1&page=${page}>; rel="${rel}"`;
    expect(answer.headers.get("link")?.split(", ")).toEqual([
      link("first", 1),
      link("prev", 1),
      link("next", 3),
      link("last", 5),
    ]);
  });

  it("link to next and prev only where they exist", async () => {
    const rels = async (query: string) => {
      const { headers } = await http.call("GET", `/v1/things?${query}`, { headers: FULL });
      return [...(headers.get("link") ?? "").matchAll(/rel="(\w+)"/g)].map((match) => match[1]);
    };
    expect(await rels("limit=100")).toEqual(["first", "last"]);
    expect(await rels("limit=20")).toEqual(["first", "next", "last"]);
    expect(await rels("limit=20&page=3")).toEqual(["first", "prev", "last"]);
    const beyond = await http.call("GET", "/v1/things?page=900", { headers: FULL });
    expect(beyond.status).toBe(200);
    expect(beyond.headers.get("link")).toContain('page=3>; rel="prev"');
  });

  it("link without the key in the caller's query", async () => {
    const { status, headers } = await http.call("GET", "/v1/things?api_key=%6bey&x=1&api_key=key");
    expect(status).toBe(200);
    expect(headers.get("link")).toContain(`<${ORIGIN}/v1/things?x=1&page=2>; rel="next"`);
    expect(headers.get("link")).not.toContain("key");
  });

  it("reduce entries to the requested fields and the id", async () => {
    const { body } = await http.call("GET", "/v1/things?fields=name", { headers: FULL });
    expect(body.data).toEqual([{ id: KNOWN_ID, name: "web" }]);
    const unknown = await http.call("GET", "/v1/things?fields=name,nothing,createdAt", { headers: FULL });
    expect([unknown.status, unknown.body.error.details]).toEqual([
      400,
      [
        {
          field: "query.fields",
          error: "nothing, createdAt are no fields of this list, which has id, name, created_at",
        },
      ],
    ]);
  });

  it("have the Location of a new thing", async () => {
    const answer = await http.call("POST", "/v1/things", { headers: FULL, body: { name: "db" } });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toBe(`/v1/things/${KNOWN_ID}`);
    expect(answer.headers.get("etag")).toBe('"1"');
    expect(answer.body).toMatchObject({ name: "db", by: "user-1" });
  });

  it("name duplicates in the error and in each of its details", async () => {
    const { status, body } = await http.call("POST", "/v1/things", { headers: FULL, body: { name: "taken" } });
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: "CONFLICT",
      existing_id: KNOWN_ID,
      details: [{ field: "name", error: "is taken", existing_id: KNOWN_ID }],
      documentation_url: `${ORIGIN}/docs#CONFLICT`,
    });
  });

  it("name the missing scope beside the error and inside it", async () => {
    const { status, body } = await http.call("GET", "/v1/things", { headers: { authorization: "Bearer none" } });
    expect(status).toBe(403);
    expect(body.required_scope).toBe("cmdb.read");
    expect(body.error).toMatchObject({ code: "PERMISSION_DENIED", required_scope: "cmdb.read" });
  });

  it("list every fault of query and body at once", async () => {
    const { body } = await http.call("POST", "/v1/things", {
      headers: FULL,
      body: { nmae: "x", parts: [{ part_name: 1 }] },
    });
    expect(body.error.details).toEqual([
      { field: "name", error: "is required" },
      { field: "parts.0.part_name", error: "must be a text" },
      { field: "nmae", error: "is not a known field" },
    ]);
    const query = await http.call("GET", "/v1/things?limit=1000&sort=size&page=0", { headers: FULL });
    expect(query.body.error.details.map((detail: { field: string }) => detail.field)).toEqual([
      "query.page",
      "query.limit",
      "query.sort",
    ]);
  });
});

describe("answers of variant A", () => {
  it("have an envelope and camel case, with free members unchanged", async () => {
    const { body } = await http.call("GET", `/api/things/${KNOWN_ID}`, { headers: FULL });
    expect(body).toEqual({
      success: true,
      data: { _id: KNOWN_ID, name: "web", createdAt: expect.any(String), customFields: { cost_center: 7 } },
    });
  });

  it("have the pagination of a list beside the data", async () => {
    const { body, headers } = await http.call("GET", "/api/things?sort=-createdAt&fields=createdAt", { headers: FULL });
    expect(body.success).toBe(true);
    expect(body.data).toEqual([{ _id: KNOWN_ID, createdAt: expect.any(String) }]);
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 45, pages: 3 });
    expect(headers.get("link")).toBeNull();
  });

  it("accept both spellings, and name faults in the caller's", async () => {
    const both = await http.call("POST", "/api/things", {
      headers: FULL,
      body: { name: "x", customFields: { a_b: 1, aB: 2 }, parts: [{ partName: "p" }, { part_name: "q" }] },
    });
    expect(both.status).toBe(201);
    expect(both.body.data.customFields).toEqual({ a_b: 1, aB: 2 });
    expect(both.body.data.parts).toEqual([{ partName: "p" }, { partName: "q" }]);

    const faults = async (body: object) => {
      const answer = await http.call("POST", "/api/things", { headers: FULL, body });
      expect(answer.status).toBe(400);
      return answer.body.error.violations.map((violation: { field: string }) => violation.field);
    };
    expect(await faults({ name: "x", parts: [{ partName: 1 }, { part_name: 2 }, {}] })).toEqual([
      "parts.0.partName",
      "parts.1.part_name",
      "parts.2.partName",
    ]);
    expect(await faults({ name: "x", custom_fields: {}, customFields: {} })).toEqual(["customFields"]);
  });

  it("show the first fault as details, all as violations", async () => {
    const { body } = await http.call("POST", "/api/things", { headers: FULL, body: { name: "", other: 1 } });
    expect(body.success).toBe(false);
    expect(body.error.details).toEqual({ field: "name", reason: "must not be empty" });
    expect(body.error.violations).toHaveLength(2);
  });

  it("respell further members of an error", async () => {
    const { body } = await http.call("POST", "/api/things", { headers: FULL, body: { name: "taken" } });
    expect(body.error.details).toEqual({ field: "name", reason: "is taken", existingId: KNOWN_ID });
    const scope = await http.call("GET", "/api/things", { headers: { authorization: "Bearer none" } });
    expect(scope.body).toMatchObject({ required_scope: "cmdb.read", error: { required_scope: "cmdb.read" } });
  });
});

describe("answers of other types", () => {
  const odd = fixture({
    routes: () => [
      defineRoute({
        method: "GET",
        path: "/file",
        operationId: "file",
        summary: "A file",
        tags: ["odd"],
        access: { scope: "cmdb.read" },
        limit: "standard",
        query: z.object({ bad: z.string().optional() }),
        responses: { 200: { description: "Text", contentType: "text/csv; charset=utf-8" } },
        handle: ({ query }) => {
          if (query.bad === "header") return ok({}, { Location: "/a\r\nSet-Cookie: b" });
          if (query.bad === "throw") throw new Error("secret detail");
          if (query.bad === "reject") return Promise.reject(new Error("secret detail"));
          return raw("a,b\n", "text/csv; charset=utf-8", { headers: { "Content-Disposition": "attachment" } });
        },
      }),
      defineRoute({
        method: "POST",
        path: "/token",
        operationId: "token",
        summary: "As another standard demands",
        tags: ["odd"],
        access: { public: true },
        limit: "login",
        formBody: z.object({ grant_type: z.literal("password") }),
        responses: { 200: { description: "Given" } },
        presentError: (error) => ({ error: "invalid_request", error_description: error.message }),
        deprecated: {
          date: "2027-01-01",
          info: "https://cmdb.example.com/docs#versions",
          successorReleased: "2026-01-01",
        },
        handle: ({ body }) => {
          if (body.grant_type !== "password") throw new AppError("AUTH_FAILED", "no");
          return { status: 204 };
        },
      }),
    ],
  });

  it("may have another media type", async () => {
    const answer = await odd.call("GET", "/v1/file", { headers: FULL });
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe("attachment");
    expect(answer.text).toBe("a,b\n");
  });

  it.each(["header", "throw", "reject"])("reveal nothing of an unexpected error (%s)", async (bad) => {
    const answer = await odd.call("GET", `/v1/file?bad=${bad}`, { headers: FULL });
    expect(answer.status).toBe(500);
    expect(answer.body.error.code).toBe("INTERNAL_ERROR");
    expect(answer.text).not.toContain("secret");
    const id = answer.headers.get("x-request-id");
    const logged = odd.lines().filter((line) => line.request_id === id && line.level === "error");
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatchObject({ msg: "request failed", err: { message: expect.any(String) } });
  });

  it("may present errors by another standard, and announce a deprecation", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const refused = await odd.call("POST", "/v1/token", { headers: form, body: "grant_type=code" });
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({ error: "invalid_request", error_description: "grant_type: must be password" });
    expect(refused.headers.get("x-api-deprecation-date")).toBe("2027-01-01");
    const fine = await odd.call("POST", "/v1/token", { headers: form, body: "grant_type=password" });
    expect(fine.status).toBe(204);
    expect(fine.text).toBe("");
    expect(fine.headers.get("x-api-deprecation-info")).toBe("https://cmdb.example.com/docs#versions");
    expect(fine.headers.get("x-ratelimit-limit")).toBe("20000");
  });
});
