import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError, type ErrorCode } from "../../../src/errors.ts";
import { created, raw } from "../../../src/platform/http/answers.ts";
import type { IdempotencyStore } from "../../../src/platform/http/ports.ts";
import { defineRoute, type Route } from "../../../src/platform/http/route.ts";
import { derivedId } from "../../../src/platform/ids.ts";
import { FULL, fixture, memoryIdempotency } from "./unit-support.ts";

const CODES = z.enum([
  "CONFLICT",
  "RESOURCE_NOT_FOUND",
  "IDEMPOTENCY_MISMATCH",
  "PERMISSION_DENIED",
  "SERVICE_UNAVAILABLE",
  "RATE_LIMIT_EXCEEDED",
  "GONE",
]);

/** A route that counts its runs; `fail` names the error that it throws, `wait` holds it until `resume`. */
function counting(secret = false) {
  const runs: (string | undefined)[] = [];
  let resume: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const routes = (): Route[] => [
    defineRoute({
      method: "POST",
      path: "/keys/{place}",
      operationId: "makeKey",
      summary: "Make a key",
      tags: ["keys"],
      access: { scope: "cmdb.write" },
      limit: "standard",
      idempotent: true,
      secretAnswer: secret,
      body: z.strictObject({
        name: z.string(),
        fail: CODES.optional(),
        wait: z.boolean().optional(),
        crash: z.boolean().optional(),
      }),
      responses: { 201: { description: "Made" } },
      handle: async ({ body, idempotencyId }) => {
        runs.push(idempotencyId);
        if (body.wait) await gate;
        if (body.crash) throw new Error("unforeseen");
        if (body.fail) throw new AppError(body.fail as ErrorCode, `refused ${runs.length}`);
        if (body.name === "stream") return raw(new Uint8Array([1]), "application/octet-stream");
        return created(
          { id: idempotencyId ?? "none", name: body.name, run: runs.length },
          { location: "/v1/keys/1", etag: '"1"' },
        );
      },
    }),
  ];
  return { routes, runs, resume: () => resume() };
}

function setUp(options: { secret?: boolean; store?: IdempotencyStore } = {}) {
  const route = counting(options.secret);
  const http = fixture({ routes: route.routes, ...(options.store && { idempotency: options.store }) });
  const post = (key: string | undefined, body: object, path = "/v1/keys/a", headers = FULL) =>
    http.call("POST", path, { headers: { ...headers, ...(key !== undefined && { "idempotency-key": key }) }, body });
  return { ...route, http, post };
}

describe("Idempotency-Key", () => {
  it("replays the first answer, body and headers", async () => {
    const { post, runs } = setUp();
    const first = await post("k1", { name: "x" });
    const again = await post("k1", { name: "x" });
    expect(first.status).toBe(201);
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("location")).toBe("/v1/keys/1");
    expect(again.headers.get("etag")).toBe('"1"');
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(runs).toHaveLength(1);
  });

  it("derives the id of the new thing from tenant, route, key, the key's first use and the request", async () => {
    const { post, runs, http } = setUp();
    await post("k1", { name: "x" });
    const [row] = http.idempotency.rows.values();
    expect(runs).toEqual([derivedId("tenant-1", "b:makeKey", "k1", "seed", row!.fingerprint)]);
    await post(undefined, { name: "x" });
    expect(runs[1]).toBeUndefined();
  });

  it("replays the first answer for another credential in the query", async () => {
    const { http } = setUp();
    const post = (path: string) =>
      http.call("POST", path, { headers: { "idempotency-key": "k1" }, body: { name: "x" } });
    const first = await post("/v1/keys/a?api_key=key");
    const again = await post("/v1/keys/a?api_key=%6bey");
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });

  it("refuses another request with the same key", async () => {
    const { post, runs } = setUp();
    await post("k1", { name: "x" });
    for (const [body, path] of [
      [{ name: "y" }, "/v1/keys/a"],
      [{ name: "x" }, "/v1/keys/b"],
      [{ name: "x" }, "/v1/keys/a?q=1"],
    ] as const) {
      const answer = await post("k1", body, path);
      expect(answer.status).toBe(422);
      expect(answer.body.error.code).toBe("IDEMPOTENCY_MISMATCH");
    }
    expect(runs).toHaveLength(1);
  });

  it("is separate for each variant's route", async () => {
    const { post, runs } = setUp();
    await post("k1", { name: "x" }, "/v1/keys/a");
    expect((await post("k1", { name: "x" }, "/api/keys/a")).status).toBe(201);
    expect(new Set(runs).size).toBe(2);
  });

  it("answers 409 while the first request runs", async () => {
    const { post, resume, runs } = setUp();
    const first = post("k1", { name: "x", wait: true });
    while (runs.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    const second = await post("k1", { name: "x", wait: true });
    expect(second.status).toBe(409);
    expect(second.headers.get("retry-after")).toBe("1");
    resume();
    expect((await first).status).toBe(201);
    expect((await post("k1", { name: "x", wait: true })).headers.get("idempotency-replayed")).toBe("true");
  });

  it.each(["CONFLICT", "RESOURCE_NOT_FOUND", "IDEMPOTENCY_MISMATCH"])("stores the error %s", async (fail) => {
    const { post, runs } = setUp();
    const first = await post("k1", { name: "x", fail });
    const again = await post("k1", { name: "x", fail });
    expect(again.status).toBe(first.status);
    expect(again.text).toBe(first.text);
    expect(runs).toHaveLength(1);
  });

  it.each(["PERMISSION_DENIED", "SERVICE_UNAVAILABLE", "RATE_LIMIT_EXCEEDED"])(
    "does not store the error %s",
    async (fail) => {
      const { post, runs } = setUp();
      await post("k1", { name: "x", fail });
      await post("k1", { name: "x", fail });
      expect(runs).toHaveLength(2);
    },
  );

  it("derives the same id for a repeat of an unstored request, and another id for another request", async () => {
    const { post, runs } = setUp();
    await post("k1", { name: "x", crash: true });
    await post("k1", { name: "x", crash: true });
    await post("k1", { name: "y" });
    expect(runs[1]).toBe(runs[0]);
    expect(runs[2]).not.toBe(runs[0]);
  });

  it("does not store an unexpected error", async () => {
    const { post, runs } = setUp();
    expect((await post("k1", { name: "x", crash: true })).status).toBe(500);
    expect((await post("k1", { name: "x", crash: true })).status).toBe(500);
    expect(runs).toHaveLength(2);
  });

  it("stores errors of invalid fields and malformed bodies", async () => {
    const { post, http } = setUp();
    const first = await post("k1", { name: 1 });
    expect(first.status).toBe(400);
    expect((await post("k1", { name: 1 })).text).toBe(first.text);
    const headers = { ...FULL, "idempotency-key": "k2", "content-type": "application/json" };
    const broken = await http.call("POST", "/v1/keys/a", { headers, body: "{" });
    expect(broken.status).toBe(400);
    expect((await http.call("POST", "/v1/keys/a", { headers, body: "{" })).headers.get("idempotency-replayed")).toBe(
      "true",
    );
  });

  it("is not claimed before the caller is authorised", async () => {
    const { post, http } = setUp();
    expect((await post("k1", { name: "x" }, "/v1/keys/a", { authorization: "Bearer none" })).status).toBe(403);
    expect(http.idempotency.rows.size).toBe(0);
  });

  it("never replays a secret, only the id of the created thing", async () => {
    const { post, http } = setUp({ secret: true });
    const first = await post("k1", { name: "s3cret" });
    expect(first.status).toBe(201);
    expect(JSON.stringify([...http.idempotency.rows.values()])).not.toContain("s3cret");
    const again = await post("k1", { name: "s3cret" });
    expect(again.status).toBe(409);
    expect(again.body.error.existing_id).toBe(first.body.id);
  });

  it.each(["", "x".repeat(256), "tab\there", "ü"])("refuses the malformed key %j", async (key) => {
    const { post } = setUp();
    const answer = await post(key, { name: "x" });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].field).toBe("Idempotency-Key");
  });

  it("is released if the answer cannot be stored as text", async () => {
    const { post, runs } = setUp();
    expect((await post("k1", { name: "stream" })).status).toBe(200);
    expect((await post("k1", { name: "stream" })).status).toBe(200);
    expect(runs).toHaveLength(2);
  });

  it("does not fail a request whose answer cannot be stored", async () => {
    const memory = memoryIdempotency();
    const store = { ...memory, finish: async () => Promise.reject(new Error("gone")) };
    const { post, http } = setUp({ store });
    expect((await post("k1", { name: "x" })).status).toBe(201);
    expect(http.lines().some((line) => String(line.msg).includes("could not be stored"))).toBe(true);
  });

  it("answers 503 if the store is unavailable", async () => {
    const down = () => Promise.reject(new AppError("SERVICE_UNAVAILABLE", "down", { headers: { "Retry-After": "2" } }));
    const { post, runs } = setUp({ store: { begin: down, finish: down, release: down } });
    const answer = await post("k1", { name: "x" });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("2");
    expect(runs).toHaveLength(0);
  });
});
