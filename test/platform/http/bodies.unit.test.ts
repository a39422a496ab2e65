import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ok } from "../../../src/platform/http/answers.ts";
import { LARGE_BODY_LIMIT } from "../../../src/platform/http/body.ts";
import { defineRoute } from "../../../src/platform/http/route.ts";
import { FULL, fixture, JSON_TYPE } from "./unit-support.ts";

const BULK = "/v1/things/bulk";
const http = fixture();
const send = (path: string, headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) =>
  http.call("POST", path, { headers: { ...FULL, ...headers }, body });
const bytes = (buffer: Buffer) => new Uint8Array(buffer);
const gzip = { ...JSON_TYPE, "content-encoding": "gzip" };

describe("receiveBody: media types", () => {
  it.each([
    "application/json",
    "application/json; charset=utf-8",
    'Application/JSON;charset="UTF-8"',
    "application/json; v=1",
  ])("%s is accepted", async (type) =>
    expect((await send("/v1/things", { "content-type": type }, '{"name":"x"}')).status).toBe(201),
  );

  it.each([
    "text/plain",
    "application/jsonx",
    "application/json; charset=utf-16",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
  ])("%s is refused", async (type) => {
    const answer = await send("/v1/things", { "content-type": type }, '{"name":"x"}');
    expect(answer.status).toBe(415);
    expect(answer.body.error.message).toContain("application/json");
  });

  it("are required: a body without one is refused", async () => {
    const request = new Request("https://cmdb.example.com/v1/things", {
      method: "POST",
      headers: FULL,
      body: '{"name":"x"}',
    });
    request.headers.delete("content-type");
    expect((await http.app.request(request)).status).toBe(415);
  });

  it("select the parser that the route declares", async () => {
    const xml = await send(BULK, { "content-type": "application/xml" }, "<a/>");
    expect(xml.body).toEqual({ got: 4 });
    expect((await send(BULK, JSON_TYPE, '{"items":["a"]}')).body).toEqual({ got: 1 });
    expect((await send(BULK, { "content-type": "text/xml" }, "<a/>")).status).toBe(415);
  });
});

describe("receiveBody: bodies", () => {
  it("are required by default", async () => {
    const answer = await http.call("POST", "/v1/things", { headers: FULL });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toEqual([{ field: "body", error: "is required" }]);
    expect((await send("/v1/things", JSON_TYPE, "")).status).toBe(400);
  });

  it.each(['"text"', "[]", "1", "null"])("must be objects, not %s", async (body) => {
    const answer = await send("/v1/things", JSON_TYPE, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0]).toEqual({ field: "body", error: "must be an object" });
  });

  it("must be UTF-8", async () => {
    const answer = await send("/v1/things", JSON_TYPE, bytes(Buffer.from('{"name":"\xff"}', "latin1")));
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0]).toEqual({ field: "body", error: "is not UTF-8" });
  });

  it("are limited to 1 MB", async () => {
    const padded = (size: number) => `{"name":"x"${" ".repeat(size - 12)}}`;
    expect((await send("/v1/things", JSON_TYPE, padded(1024 * 1024))).status).toBe(201);
    const answer = await send("/v1/things", JSON_TYPE, padded(1024 * 1024 + 1));
    expect(answer.status).toBe(413);
    expect(answer.body.error).toMatchObject({ code: "PAYLOAD_TOO_LARGE", message: "The body is larger than 1 MB" });
  });
});

describe("receiveBody: compressed bodies", () => {
  it("are read only if the route declares it", async () => {
    const body = bytes(gzipSync('{"items":["a","b"]}'));
    expect((await send(BULK, gzip, body)).body).toEqual({ got: 2 });
    const refused = await send("/v1/things", gzip, bytes(gzipSync('{"name":"x"}')));
    expect(refused.status).toBe(415);
    expect(refused.headers.get("accept-encoding")).toBe("identity");
  });

  it.each(["deflate", "br", "gzip, gzip", "zz"])("are refused with Content-Encoding %s", async (coding) => {
    const answer = await send(BULK, { ...JSON_TYPE, "content-encoding": coding }, bytes(deflateSync("{}")));
    expect(answer.status).toBe(415);
    expect(answer.headers.get("accept-encoding")).toBe("gzip, identity");
  });

  it("are limited after inflating", async () => {
    const items = (size: number) => bytes(gzipSync(`{"items":["${"a".repeat(size - 14)}"]}`));
    expect((await send(BULK, gzip, items(4096))).status).toBe(200);
    expect((await send(BULK, gzip, items(4097))).status).toBe(413);
  });

  it("are inflated only up to the limit", async () => {
    const bomb = bytes(gzipSync(Buffer.alloc(200_000_000), { level: 1 }));
    const before = process.memoryUsage().rss;
    expect((await send(BULK, gzip, bomb)).status).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it("are limited in compressed bytes too", async () => {
    const empty = gzipSync("");
    const members = bytes(Buffer.concat(Array<Buffer>(1000).fill(empty)));
    expect((await send(BULK, gzip, members)).status).toBe(413);
  });

  it.each([
    ["cut short", (whole: Buffer) => whole.subarray(0, whole.length - 9)],
    ["not gzip", () => Buffer.from("plain text")],
    ["damaged", (whole: Buffer) => Buffer.from(whole.map((byte, i) => (i === 14 ? byte ^ 0xff : byte)))],
    ["empty", () => Buffer.alloc(0)],
  ])("are refused when %s", async (_what, spoil) => {
    const answer = await send(BULK, gzip, bytes(spoil(gzipSync('{"items":["aaaa","bbbb"]}'))));
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].field).toBe("body");
  });
});

describe("receiveBody: media types of compressed bodies", () => {
  const packed = { "content-type": "application/x-compress" };
  const both = [
    ["zlib", deflateSync],
    ["gzip", gzipSync],
  ] as const;

  it.each(both)("reach the handler inflated: %s", async (_, pack) => {
    expect((await send(BULK, packed, bytes(pack("<a/>")))).body).toEqual({ got: 4 });
  });

  it.each(both)("are limited after inflating: %s", async (_, pack) => {
    expect((await send(BULK, packed, bytes(pack("a".repeat(4096))))).status).toBe(200);
    expect((await send(BULK, packed, bytes(pack("a".repeat(4097))))).status).toBe(413);
    const bomb = bytes(pack(Buffer.alloc(200_000_000), { level: 1 }));
    const before = process.memoryUsage().rss;
    expect((await send(BULK, packed, bomb)).status).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it.each(both)("are refused when cut short, damaged, empty or plain: %s", async (_, pack) => {
    const whole = pack('{"items":["aaaa","bbbb"]}');
    const damaged = whole.map((byte, i) => (i === 14 ? byte ^ 0xff : byte));
    for (const body of [whole.subarray(0, -3), whole.subarray(0, 1), damaged, Buffer.from("<a/>"), Buffer.alloc(0)]) {
      const answer = await send(BULK, packed, bytes(Buffer.from(body)));
      expect(answer.status).toBe(400);
      expect(answer.body.error.details[0].field).toBe("body");
    }
  });

  it("are limited in trailing bytes too", async () => {
    const followed = Buffer.concat([deflateSync("<a/>"), Buffer.alloc(1_000_000, 0x20)]);
    expect([400, 413]).toContain((await send(BULK, packed, bytes(followed))).status);
  });

  it("refuse a second compression, and routes that do not declare them", async () => {
    const twice = await send(BULK, { ...packed, "content-encoding": "gzip" }, bytes(gzipSync(deflateSync("<a/>"))));
    expect(twice.status).toBe(415);
    expect(twice.headers.get("accept-encoding")).toBe("identity");
    expect((await send("/v1/things", packed, bytes(deflateSync('{"name":"x"}')))).status).toBe(415);
  });
});

describe("receiveBody: other bodies", () => {
  const seen: unknown[] = [];
  const common = {
    method: "POST",
    summary: "",
    tags: ["x"],
    access: { scope: "cmdb.read" },
    limit: "standard",
  } as const;
  const app = fixture({
    routes: () => [
      defineRoute({
        ...common,
        path: "/form",
        operationId: "form",
        formBody: z.object({ a: z.string(), b: z.string().optional() }),
        responses: { 200: { description: "" } },
        handle: ({ body }) => ok(body),
      }),
      defineRoute({
        ...common,
        path: "/optional",
        operationId: "optional",
        bodyRequired: false,
        jsonTypes: ["text/plain"],
        body: z.strictObject({ limit: z.number().default(10) }),
        responses: { 200: { description: "" } },
        handle: ({ body }) => ok(body),
      }),
      defineRoute({
        ...common,
        path: "/large",
        operationId: "large",
        bodyLimit: LARGE_BODY_LIMIT,
        gzip: true,
        body: z.strictObject({ data: z.array(z.string()) }),
        responses: { 200: { description: "" } },
        handle: ({ body }) => {
          seen.push(body.data.length);
          return ok({ got: body.data.length });
        },
      }),
    ],
  });
  const post = (path: string, type: string, body: string | Uint8Array<ArrayBuffer>, more = {}) =>
    app.call("POST", path, { headers: { ...FULL, "content-type": type, ...more }, body });
  const FORM = "application/x-www-form-urlencoded";

  it("may be forms", async () => {
    expect((await post("/v1/form", FORM, "a=1+2%26&b=")).body).toEqual({ a: "1 2&", b: "" });
    const repeated = await post("/v1/form", FORM, "a=1&a=2");
    expect(repeated.status).toBe(400);
    expect(repeated.body.error.details[0].field).toBe("a");
    expect((await post("/v1/form", FORM, "a=%zz")).body.error.details[0].field).toBe("a");
    expect((await post("/v1/form", FORM, "a=%00")).status).toBe(400);
    expect((await post("/v1/form", FORM, "__proto__=1")).status).toBe(400);
    expect((await post("/v1/form", "application/json", "{}")).status).toBe(415);
  });

  it("may be absent if the route declares it", async () => {
    expect((await app.call("POST", "/v1/optional", { headers: FULL })).body).toEqual({ limit: 10 });
    expect((await post("/v1/optional", "application/json", "")).body).toEqual({ limit: 10 });
    expect((await post("/v1/optional", "text/plain; charset=UTF-8", '{"limit":3}')).body).toEqual({ limit: 3 });
    expect((await post("/v1/optional", "application/json", "{")).status).toBe(400);
  });

  it("may have 32 MB if the route declares it", async () => {
    const entry = "a".repeat(1000);
    const data = JSON.stringify({ data: Array<string>(30_000).fill(entry) });
    expect((await post("/v1/large", "application/json", data)).body).toEqual({ got: 30_000 });
    const zipped = bytes(gzipSync(data, { level: 1 }));
    expect((await post("/v1/large", "application/json", zipped, { "content-encoding": "gzip" })).body).toEqual({
      got: 30_000,
    });
    const over = JSON.stringify({ data: Array<string>(34_000).fill(entry) });
    expect((await post("/v1/large", "application/json", over)).status).toBe(413);
    expect(seen).toEqual([30_000, 30_000]);
  });
});
