import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type CiApp, ciApp } from "./ci-app.ts";

let app: CiApp;
beforeAll(async () => {
  app = await ciApp();
});
afterAll(() => app.close());

const unique = () => `ci ${newId()}`;
const send = (text: string) => app.call("POST", "/v1/cmdb/ci", { text });
const withAttributes = (attributes: string) =>
  send(`{"name":"${unique()}","type":"server","attributes":${attributes}}`);

describe("routes of configuration items with hostile input", () => {
  it.each([
    ['{"__proto__":{"polluted":true}}'],
    ['{"a":[{"__proto__":1}]}'],
    ['{"\\u005f_proto__":1}'],
    ['{"a":"\\u0000"}'],
    ['{"\\u0000":1}'],
    ['{"a":"\\ud800"}'],
    ['{"a":1e999}'],
    [`${'{"a":'.repeat(64)}1${"}".repeat(64)}`],
    [`{"a":${"[".repeat(64)}${"]".repeat(64)}}`],
  ])("%s is refused", async (attributes) => {
    expect(await withAttributes(attributes)).toMatchObject({
      status: 400,
      body: { error: { code: "VALIDATION_ERROR" } },
    });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([
    [
      "names with every sign of the query language",
      { "a`b": 1, "}) DETACH DELETE n //": 2, "a\\`b": 3, $x: 4, "'\"": 5 },
    ],
    [
      "names of built-in members",
      { constructor: 1, prototype: { a: 1 }, hasOwnProperty: "x", toString: null, valueOf: [] },
    ],
    [
      "names that the node itself has",
      { id: "x", tenant: "other", version: 99, name: "y", lock: true, deletedAt: "z" },
    ],
    ["a long name", { ["k".repeat(100_000)]: "v" }],
    ["many names", Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`key${i}`, i]))],
    ["deep nesting", { a: JSON.parse(`${"[".repeat(60)}${"]".repeat(60)}`) as unknown }],
    ["texts that look like JSON", { ip_address: "[".repeat(50_000), all_ip_addresses: '{"a":' }],
    ["numbers at the edge", { a: -0, b: 5e-324, c: 1.7976931348623157e308, d: 2 ** 53, e: -(2 ** 63) }],
  ])("%s are kept as data", async (_, attributes) => {
    const id = await app.create({ attributes, custom_fields: attributes });
    const { body } = await app.get(`/v1/cmdb/ci/${id}`);
    const sent = JSON.parse(JSON.stringify(attributes)) as unknown;
    expect(body.attributes).toEqual(sent);
    expect(body.custom_fields).toEqual(sent);
    const merged = await app.put(`/v1/cmdb/ci/${id}`, { attributes: { added: 1 } });
    expect(merged.body.attributes).toEqual({ ...(sent as object), added: 1 });
    expect(merged.body).toMatchObject({ id, type: "server" });
  });

  it("treat a name that looks like a query as text", async () => {
    const name = `'}) MATCH (n) DETACH DELETE n // ${newId()} \` $tenantId \\`;
    const id = await app.create({ name, type: "x'y`z" });
    expect((await app.get(`/v1/cmdb/ci/${id}`)).body.name).toBe(name);
    const found = await app.get(`/v1/cmdb/ci?search=${encodeURIComponent(name)}&sort=name`);
    expect(found.body.data.map((ci: { id: string }) => ci.id)).toEqual([id]);
    expect((await app.get(`/v1/cmdb/ci?type=${encodeURIComponent("X'Y`Z")}`)).body.data).toHaveLength(1);
  });

  it("refuse a body above 1 MB and accept one just below", async () => {
    const fits = `{"name":"${unique()}","type":"server","attributes":{"a":"${"x".repeat(1_048_000)}"}}`;
    expect((await send(fits)).status).toBe(201);
    expect(await withAttributes(`{"a":"${"x".repeat(1_048_576)}"}`)).toMatchObject({
      status: 413,
      body: { error: { code: "PAYLOAD_TOO_LARGE" } },
    });
  });

  it("refuse to grow a CI beyond the size of one request", async () => {
    const id = await app.create({ attributes: { a: "x".repeat(900_000) } });
    const more = await app.put(`/v1/cmdb/ci/${id}`, { custom_fields: { b: "x".repeat(900_000) } });
    expect(more).toMatchObject({ status: 413, body: { error: { code: "PAYLOAD_TOO_LARGE" } } });
    expect((await app.get(`/v1/cmdb/ci/${id}`)).body.custom_fields).toEqual({});
  });

  it.each([["{"], [""], ["[1,2"], ['{"name":"x","type":"server"}}'], ["\u{feff}nonsense"], ["<xml/>"]])(
    "malformed text %j is refused",
    async (text) => {
      expect((await send(text)).status).toBe(400);
    },
  );

  it("treat a filter as a value and never as part of a query", async () => {
    for (const value of ["' OR 1=1 //", "x) RETURN 1 //", "\\", "`", "$tenantId"]) {
      const query = `attributes.os=${encodeURIComponent(value)}&custom_fields.env=${encodeURIComponent(value)}`;
      expect(await app.get(`/v1/cmdb/ci?${query}`)).toMatchObject({ status: 200, body: { data: [] } });
    }
    const key = encodeURIComponent("os`] OR true //");
    expect((await app.get(`/v1/cmdb/ci?attributes.${key}=x`)).status).toBe(400);
  });
});
