import { z } from "@hono/zod-openapi";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ok } from "../../../src/platform/http/answers.ts";
import { defineRoute } from "../../../src/platform/http/route.ts";
import { FULL, fixture, JSON_TYPE, ORIGIN } from "./unit-support.ts";

const signals: AbortSignal[] = [];
const http = fixture({
  routes: () => [
    defineRoute({
      method: "GET",
      path: "/slow",
      operationId: "slow",
      summary: "Waits for its signal",
      tags: ["time"],
      access: { scope: "cmdb.read" },
      limit: "standard",
      deadlineMs: 60,
      responses: { 200: { description: "" } },
      handle: ({ ctx }) => {
        const signal = ctx.signal!;
        signals.push(signal);
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped late"))));
      },
    }),
    defineRoute({
      method: "GET",
      path: "/patient",
      operationId: "patient",
      summary: "Waits as long as it must",
      tags: ["time"],
      access: { scope: "cmdb.read" },
      limit: "standard",
      deadlineMs: 5000,
      responses: { 200: { description: "" } },
      handle: async ({ ctx }) => {
        const signal = ctx.signal!;
        signals.push(signal);
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        return ok({});
      },
    }),
  ],
});

describe("deadline and signal of a request", () => {
  it("answer 503 after the deadline and abort the work's signal", async () => {
    const answer = await http.call("GET", "/v1/slow", { headers: FULL });
    expect(answer.status).toBe(503);
    expect(answer.body.error.code).toBe("SERVICE_UNAVAILABLE");
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(signals.at(-1)?.aborted).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 10));
    const late = http.lines().filter((line) => line.msg === "work that outlived its deadline failed");
    expect(late).toHaveLength(1);
    expect(late[0]).toMatchObject({ request_id: answer.headers.get("x-request-id"), err: { message: "stopped late" } });
  });

  it("abort the signal when the caller disconnects", async () => {
    const gone = new AbortController();
    const request = new Request(`${ORIGIN}/v1/patient`, { headers: FULL, signal: gone.signal });
    const answer = Promise.resolve(http.app.request(request));
    await new Promise((resolve) => setTimeout(resolve, 5));
    gone.abort(new Error("hung up"));
    expect((await answer).status).toBe(200);
    expect(signals.at(-1)?.aborted).toBe(true);
  });

  describe("that is long", () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    const never = () => new Promise<never>(() => {});

    /** Work of ten seconds, on a body that takes so long to arrive; answers the status and when it came. */
    const long = async (check: () => Promise<void>, bodyMs = 0) => {
      const app = fixture({
        checks: { graph: check },
        routes: () => [
          defineRoute({
            method: "POST",
            path: "/long",
            operationId: "long",
            summary: "Takes ten seconds",
            tags: ["time"],
            access: { scope: "cmdb.write" },
            limit: "standard",
            deadlineMs: 30_000,
            body: z.object({}),
            responses: { 200: { description: "" } },
            handle: () => new Promise((resolve) => setTimeout(() => resolve(ok({})), 10_000)),
          }),
        ],
      });
      const body = new ReadableStream({
        start: (controller) =>
          void setTimeout(() => {
            controller.enqueue(Buffer.from("{}"));
            controller.close();
          }, bodyMs),
      });
      const headers = { ...FULL, ...JSON_TYPE };
      const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
      const started = performance.now();
      const answer = Promise.resolve(app.app.request(new Request(`${ORIGIN}/v1/long`, init))).then(({ status }) => ({
        status,
        ms: performance.now() - started,
      }));
      await vi.advanceTimersByTimeAsync(bodyMs + 10_100);
      return answer;
    };

    it("answers 503 within 5 s of its start when a store is silent", async () => {
      expect(await long(never)).toEqual({ status: 503, ms: 4_000 });
    });

    it("counts those from its start, not from that of its handler", async () => {
      expect(await long(never, 3_500)).toEqual({ status: 503, ms: 4_000 });
      expect(await long(never, 8_000)).toEqual({ status: 503, ms: 8_000 });
    });

    it("answers 503 within 5 s of a store's going", async () => {
      const from = performance.now();
      const gone = () => (performance.now() - from < 5_500 ? Promise.resolve() : never());
      expect(await long(gone)).toEqual({ status: 503, ms: 9_000 });
    });

    it("may finish while the stores answer, and when a single check failed", async () => {
      expect(await long(async () => {})).toEqual({ status: 200, ms: 10_000 });
      let checks = 0;
      expect(await long(() => (++checks === 6 ? never() : Promise.resolve()))).toEqual({ status: 200, ms: 10_000 });
      expect(checks).toBeGreaterThan(6);
    });
  });

  it("let a handler copy the context like any other object", async () => {
    let seen: object = {};
    const app = fixture({
      routes: () => [
        defineRoute({
          method: "GET",
          path: "/who",
          operationId: "who",
          summary: "",
          tags: ["time"],
          access: { scope: "cmdb.read" },
          limit: "standard",
          responses: { 200: { description: "" } },
          handle: ({ ctx }) => {
            seen = { ...ctx, client: ctx.client };
            return ok({});
          },
        }),
      ],
    });
    const headers = { ...FULL, "x-request-id": "r1", "x-department": "Operations", "x-client-version": "é" };
    const env = { incoming: undefined };
    expect((await app.call("GET", "/v1/who", { headers, env })).status).toBe(200);
    expect(seen).toMatchObject({
      tenantId: "tenant-1",
      actor: { kind: "user", id: "user-1" },
      requestId: "r1",
      client: { address: "", department: "Operations", version: undefined },
    });
  });
});
