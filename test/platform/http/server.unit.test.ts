import { connect } from "node:net";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { accepted, ok, raw } from "../../../src/platform/http/answers.ts";
import { defineRoute, type Route } from "../../../src/platform/http/route.ts";
import { type RunningServer, serve } from "../../../src/platform/http/server.ts";
import { FULL, fixture, KNOWN_ID, ORIGIN, sampleRoutes } from "./unit-support.ts";

let started = 0;
let finished = 0;
let aborted = 0;
let release: () => void = () => {};
const common = { tags: ["x"], summary: "", access: { scope: "cmdb.read" }, limit: "standard" } as const;
const LONG = { text: "é€😀".repeat(50_000) };
const further: Route[] = [
  defineRoute({
    ...common,
    method: "GET",
    path: "/held",
    operationId: "held",
    responses: { 200: { description: "" } },
    handle: async () => {
      started++;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      finished++;
      return ok({ done: true });
    },
  }),
  defineRoute({
    ...common,
    method: "GET",
    path: "/watched",
    operationId: "watched",
    responses: { 200: { description: "" } },
    handle: async ({ ctx }) => {
      started++;
      await new Promise<void>((resolve) => ctx.signal!.addEventListener("abort", () => resolve()));
      aborted++;
      return ok({});
    },
  }),
  defineRoute({
    ...common,
    method: "GET",
    path: "/stream",
    operationId: "stream",
    responses: { 200: { description: "", contentType: "text/plain" } },
    handle: () => raw(Readable.from(["one ", "two ", "three"]), "text/plain"),
  }),
  defineRoute({
    ...common,
    method: "GET",
    path: "/long",
    operationId: "long",
    responses: { 200: { description: "" } },
    handle: () => ok(LONG),
  }),
  defineRoute({
    ...common,
    method: "POST",
    path: "/later",
    operationId: "later",
    body: z.strictObject({}),
    responses: { 202: { description: "" } },
    handle: ({ origin, ctx }) => accepted({ origin, address: ctx.client?.address }, "/v1/later/1"),
  }),
];

const http = fixture({ routes: (variant) => [...sampleRoutes(variant), ...further] });
let server: RunningServer;
beforeAll(async () => {
  server = await serve({ app: http.app, host: "127.0.0.1", port: 0, origin: () => ORIGIN });
});
afterAll(() => server.close(100));

const url = (path: string) => `http://127.0.0.1:${server.port}${path}`;
const until = async (done: () => boolean) => {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 2));
};

/** Sends bytes as they are and answers all that comes back until the connection ends. */
function bare(text: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, "127.0.0.1", () => socket.write(text));
    let got = "";
    socket.on("data", (chunk) => {
      got += chunk.toString();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(got));
  });
}

describe("serve", () => {
  it("answers over a connection as within the process", async () => {
    const answer = await fetch(url(`/v1/things/${KNOWN_ID}`), { headers: FULL });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: KNOWN_ID });
    expect(answer.headers.get("x-ratelimit-remaining")).not.toBeNull();
    const head = await fetch(url(`/v1/things/${KNOWN_ID}`), { method: "HEAD", headers: FULL });
    expect(head.headers.get("content-length")).toBe(answer.headers.get("content-length"));
    const later = await fetch(url("/v1/later"), {
      method: "POST",
      headers: { ...FULL, "content-type": "application/json" },
      body: "{}",
    });
    expect(later.status).toBe(202);
    expect(later.headers.get("location")).toBe("/v1/later/1");
    expect(await later.json()).toEqual({ origin: ORIGIN, address: "127.0.0.1" });
  });

  it("refuses two different credentials and two different hosts", async () => {
    const ask = (lines: string) =>
      bare(`GET /v1/things/${KNOWN_ID} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`).then((text) =>
        text.slice(0, 12),
      );
    const host = "Host: x\r\n";
    const full = "Authorization: Bearer full\r\n";
    expect(await ask(host + full)).toBe("HTTP/1.1 200");
    expect(await ask(`${host}${full}Authorization: Bearer none\r\n`)).toBe("HTTP/1.1 401");
    expect(await ask(`${host}Host: y\r\n${full}`)).toBe("HTTP/1.1 400");
  });

  it("sends streams, and no body to HEAD", async () => {
    expect(await (await fetch(url("/v1/stream"), { headers: FULL })).text()).toBe("one two three");
    const head = await fetch(url("/v1/stream"), { method: "HEAD", headers: FULL });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
  });

  it("sends a long answer whole, with its length in bytes, which HEAD says too", async () => {
    const length = String(Buffer.byteLength(JSON.stringify(LONG)));
    const answer = await fetch(url("/v1/long"), { headers: FULL });
    expect(answer.headers.get("content-length")).toBe(length);
    expect(await answer.json()).toEqual(LONG);
    const head = await fetch(url("/v1/long"), { method: "HEAD", headers: FULL });
    expect(head.headers.get("content-length")).toBe(length);
  });

  it("reads chunked and compressed bodies, and requires a required body", async () => {
    const headers = { ...FULL, "content-type": "application/json" };
    const post = (path: string, body: unknown, more = {}) =>
      fetch(url(path), { method: "POST", headers: { ...headers, ...more }, body, duplex: "half" } as RequestInit);
    const pieces = Readable.toWeb(Readable.from(['{"na', 'me":"x"}'].map((piece) => Buffer.from(piece))));
    expect((await post("/v1/things", pieces)).status).toBe(201);
    const zipped = new Uint8Array(gzipSync('{"items":["a"]}'));
    expect((await post("/v1/things/bulk", zipped, { "content-encoding": "gzip" })).status).toBe(200);
    expect((await fetch(url("/v1/things"), { method: "POST", headers: FULL })).status).toBe(400);
    expect((await fetch(url("/v1/things"), { method: "POST", headers })).status).toBe(400);
  });

  it("answers 413 to bodies with a too large Content-Length and to bodies that turn out too large", async () => {
    const answer = await bare(
      `POST /v1/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer full\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\nConnection: close\r\n\r\n{"name":`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    const body = new Uint8Array(3_000_000).fill(32);
    const headers = { ...FULL, "content-type": "application/json" };
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(50_000_000), { level: 1 }));
    const large = await fetch(url("/v1/things"), { method: "POST", headers, body });
    expect(large.status).toBe(413);
    const inflated = await fetch(url("/v1/things/bulk"), {
      method: "POST",
      headers: { ...headers, "content-encoding": "gzip" },
      body: bomb,
    });
    expect(inflated.status).toBe(413);
    expect((await fetch(url("/health/live"))).status).toBe(200);
  });

  it("answers 400 to a body that is cut off, and keeps running", async () => {
    const text = `POST /v1/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer full\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"name":`;
    await new Promise<void>((resolve) => {
      const socket = connect(server.port, "127.0.0.1", () =>
        socket.write(text, () => setTimeout(() => socket.destroy(), 20)),
      );
      socket.on("close", () => resolve());
    });
    expect((await fetch(url("/health/live"))).status).toBe(200);
  });

  it.each([
    ["nonsense\r\n\r\n", 400],
    ["GET / HTTP/1.1\r\n\r\n", 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nA: ${"a".repeat(20_000)}\r\n\r\n`, 431],
    ["POST /v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400],
    ["GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  ])("answers %j with a well-formed error", async (text, status) => {
    const answer = await bare(text.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    if (text.includes("Host"))
      expect(JSON.parse(answer.split("\r\n\r\n")[1]!)).toMatchObject({ error: { code: "VALIDATION_ERROR" } });
  });

  it.each(["GET \\v1\\things", "GET http://[bad/", "GET /%"])("answers %s", async (line) => {
    const answer = await bare(`${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /);
    expect(answer).toContain('"error"');
  });

  it("aborts the handler's signal when its caller disconnects", async () => {
    const before = started;
    const gone = new AbortController();
    const answer = fetch(url("/v1/watched"), { headers: FULL, signal: gone.signal });
    await until(() => started > before);
    gone.abort();
    await expect(answer).rejects.toThrow();
    await until(() => aborted > 0);
    expect(aborted).toBe(1);
  });

  it("rejects if the address is in use", async () => {
    await expect(serve({ app: http.app, host: "127.0.0.1", port: server.port, origin: () => ORIGIN })).rejects.toThrow(
      "EADDRINUSE",
    );
  });
});

describe("RunningServer.close", () => {
  it("lets requests in flight finish and refuses new ones", async () => {
    const own = await serve({ app: http.app, host: "127.0.0.1", port: 0, origin: () => ORIGIN });
    const address = `http://127.0.0.1:${own.port}/v1/held`;
    const before = finished;
    const began = started;
    const answer = fetch(address, { headers: FULL });
    await until(() => started > began);
    const closed = own.close(5_000);
    await new Promise(setImmediate);
    await expect(fetch(address, { headers: { ...FULL, connection: "close" } })).rejects.toThrow();
    release();
    expect((await answer).status).toBe(200);
    await closed;
    expect(finished).toBe(before + 1);
  });

  it("answers what arrives on a connection that is open, and closes it with the answer", async () => {
    const own = await serve({ app: http.app, host: "127.0.0.1", port: 0, origin: () => ORIGIN });
    const socket = connect(own.port, "127.0.0.1");
    const head = `GET /v1/stream HTTP/1.1\r\nhost: x\r\n${Object.entries(FULL)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("")}\r\n`;
    let got = "";
    socket.on("data", (chunk) => {
      got += chunk.toString();
    });
    const ended = new Promise<void>((resolve) => socket.on("close", () => resolve()));
    socket.write(head);
    await until(() => got.includes("three"));
    expect(got.toLowerCase()).not.toContain("connection: close");
    got = "";
    const closed = own.close(5_000);
    socket.write(head);
    await ended;
    expect(got).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*connection: close[\s\S]*three/i);
    await closed;
  });

  it("closes connections whose requests do not finish in time", async () => {
    const own = await serve({ app: http.app, host: "127.0.0.1", port: 0, origin: () => ORIGIN });
    const began = started;
    const answer = fetch(`http://127.0.0.1:${own.port}/v1/held`, { headers: FULL }).then(
      () => "answered",
      () => "cut",
    );
    await until(() => started > began);
    await own.close(20);
    expect(await answer).toBe("cut");
    release();
  });
});
