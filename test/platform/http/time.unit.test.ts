import { describe, expect, it, vi } from "vitest";
import { ok } from "../../../src/platform/http/answers.ts";
import { defineRoute } from "../../../src/platform/http/route.ts";
import { FULL, fixture, ORIGIN } from "./unit-support.ts";

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

  it.each([
    ["answers 503 when a store stops answering", new Error("silent"), 503],
    ["may finish while the stores answer", undefined, 200],
  ])("with a long deadline: the request %s", async (_what, fault, status) => {
    const app = fixture({
      checks: {
        graph: async () => {
          if (fault) throw fault;
        },
      },
      routes: () => [
        defineRoute({
          method: "GET",
          path: "/long",
          operationId: "long",
          summary: "Takes three seconds",
          tags: ["time"],
          access: { scope: "cmdb.read" },
          limit: "standard",
          deadlineMs: 30_000,
          responses: { 200: { description: "" } },
          handle: () => new Promise((resolve) => setTimeout(() => resolve(ok({})), 3_000)),
        }),
      ],
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
    try {
      const answer = app.call("GET", "/v1/long", { headers: FULL });
      await vi.advanceTimersByTimeAsync(3_000);
      expect((await answer).status).toBe(status);
    } finally {
      vi.useRealTimers();
    }
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
