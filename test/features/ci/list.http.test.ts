import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { listedCiSchema } from "../../../src/features/ci/ci.wire.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type CiApp, ciApp } from "./ci-app.ts";

let app: CiApp;
let tenantId: string;
const ORIGIN = "http://orrery.example.com";

/** 25 CIs: names in order n00 to n24, every fifth a printer, every third inactive. */
beforeAll(async () => {
  app = await ciApp();
  tenantId = newId();
  for (let i = 0; i < 25; i++) {
    await app.create(
      {
        name: `n${String(i).padStart(2, "0")}`,
        type: i % 5 === 0 ? "printer" : "server",
        status: i % 3 === 0 ? "inactive" : "active",
        attributes: { rack: `r${i % 2}`, cores: i },
        custom_fields: { env: i < 5 ? "prod" : "test" },
      },
      { tenantId },
    );
  }
});
afterAll(() => app.close());

const get = (query = "") => app.get(`/v1/cmdb/ci${query}`, { tenantId });
const namesOf = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);

describe("GET /v1/cmdb/ci", () => {
  it("returns 20 per page, newest first, with pagination in body and headers", async () => {
    const { status, body, headers } = await get();
    expect(status).toBe(200);
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 25, pages: 2, next_cursor: expect.any(String) });
    expect(namesOf(body)[0]).toBe("n24");
    expect(namesOf(body)).toHaveLength(20);
    const shown = ["x-total-count", "x-page", "x-per-page", "x-total-pages"].map((name) => headers.get(name));
    expect(shown).toEqual(["25", "1", "20", "2"]);
    expect(headers.get("link")).toBe(
      `<${ORIGIN}/v1/cmdb/ci?page=1>; rel="first", <${ORIGIN}/v1/cmdb/ci?page=2>; rel="next", <${ORIGIN}/v1/cmdb/ci?page=2>; rel="last"`,
    );
    for (const item of body.data) expect(z.strictObject(listedCiSchema.shape).parse(item)).toEqual(item);
    const { id, relationships } = body.data[0];
    expect(relationships).toEqual({ count: 0, href: `/v1/cmdb/relationships?ci_id=${id}&include_ai=true` });
  });

  it("pages to the end and past it, keeping the caller's other parameters", async () => {
    const second = await get("?type=server&limit=15&page=2");
    expect(second.body.pagination).toEqual({ page: 2, limit: 15, total: 20, pages: 2 });
    expect(second.body.data).toHaveLength(5);
    expect(second.headers.get("link")).toContain(`<${ORIGIN}/v1/cmdb/ci?type=server&limit=15&page=1>; rel="prev"`);
    expect(second.headers.get("link")).not.toContain('rel="next"');
    const past = await get("?page=99");
    expect(past).toMatchObject({ status: 200, body: { data: [], pagination: { page: 99, total: 25 } } });
  });

  it("continues by cursor, which holds the sort order", async () => {
    const seen: string[] = [];
    let query = "?sort=name&order=desc&limit=7";
    for (;;) {
      const { body } = await get(query);
      seen.push(...namesOf(body));
      expect(body.pagination.total).toBe(25);
      if (!body.pagination.next_cursor) break;
      query = `?limit=7&cursor=${body.pagination.next_cursor}`;
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => `n${String(24 - i).padStart(2, "0")}`));
  });

  it("sorts by the three fields, ascending by default", async () => {
    expect(namesOf((await get("?sort=name")).body)[0]).toBe("n00");
    expect(namesOf((await get("?sort=name&order=desc")).body)[0]).toBe("n24");
    expect(namesOf((await get("?sort=created_at")).body)[0]).toBe("n00");
    expect(namesOf((await get("?sort=updated_at&order=desc")).body)[0]).toBe("n24");
    expect(namesOf((await get("?order=asc")).body)[0]).toBe("n00");
  });

  it.each([
    ["?type=printer", 5],
    ["?type=PRINTER,Server", 25],
    ["?type=printer&status=inactive", 2],
    ["?status=active,inactive", 25],
    ["?status=maintenance", 0],
    ["?attributes.rack=r1", 12],
    ["?attributes.rack=r1&custom_fields.env=prod", 2],
    ["?attributes.cores=7", 1],
    ["?attributes.nothing=7", 0],
    ["?customFields.env=prod", 25],
    ["?search=n1", 10],
    ["?search=n07", 1],
    ["?search=", 25],
    ["?search=%20", 25],
    ["?search=*", 0],
    ["?search=%3A%3A", 0],
    [`?search=${"n07+N07+".repeat(30)}`, 1],
    [`?search=n07${Array.from({ length: 19 }, (_, i) => `+w${i}`).join("")}`, 0],
    ["?updated_since=2000-01-01", 25],
    ["?updated_since=2999-01-01T00:00:00Z", 0],
    ["?updated_since=2999-01-01T00:00:00+02:00", 0],
    ["?updated_since=2000-01-01T00:00:00%2B02:00&type=printer", 5],
    ["?unknown=parameter&api_key_=x", 25],
  ])("%s finds %i", async (query, total) => {
    const { status, body } = await get(query);
    expect({ status, total: body.pagination?.total }).toEqual({ status: 200, total });
  });

  it.each([
    ["?limit=0", "query.limit"],
    ["?limit=101", "query.limit"],
    ["?limit=ten", "query.limit"],
    ["?limit=1e1", "query.limit"],
    ["?limit=1&limit=2", "query.limit"],
    ["?page=0", "query.page"],
    ["?page=-1", "query.page"],
    ["?page=1.5", "query.page"],
    ["?page=99999999999999999999", "query.page"],
    ["?sort=type", "query.sort"],
    ["?sort=-name", "query.sort"],
    ["?sort=createdAt", "query.sort"],
    ["?order=up", "query.order"],
    ["?status=gone", "query.status"],
    ["?status=active,", "query.status"],
    ["?type=", "query.type"],
    ["?updated_since=yesterday", "query.updated_since"],
    ["?updated_since=2026-13-01", "query.updated_since"],
    ["?updated_since=0000-01-01", "query.updated_since"],
    ["?updated_since=9999-12-31T23:59:59-01:00", "query.updated_since"],
    ["?cursor=nonsense", "query.cursor"],
    ["?cursor=e30", "query.cursor"],
    ["?cursor=%00", "query.cursor"],
    [`?search=${"x".repeat(501)}`, "query.search"],
    [`?search=${Array.from({ length: 21 }, (_, i) => `w${i}`).join("+")}`, "query.search"],
    ["?attributes.a%60b=1", "query.attributes.a`b"],
    ["?attributes.=1", "query.attributes."],
    ["?attributes.os=1&attributes.os=2", "query.attributes.os"],
    [`?attributes.os=${"x".repeat(1_001)}`, "query.attributes.os"],
    ["?fields=a,,b", "query.fields"],
  ])("%s is refused, naming %s", async (query, field) => {
    const { status, body } = await get(query);
    expect(status).toBe(400);
    expect(body.error.details[0].field).toBe(field);
  });

  it("refuses a cursor of another order or list, or one that was changed", async () => {
    const { body } = await get("?sort=name&limit=5");
    const cursor = body.pagination.next_cursor;
    expect((await get(`?sort=name&order=asc&cursor=${cursor}`)).status).toBe(200);
    for (const query of [`?sort=name&order=desc&cursor=${cursor}`, `?sort=created_at&cursor=${cursor}`]) {
      expect(await get(query)).toMatchObject({
        status: 400,
        body: { error: { details: [{ field: "query.cursor" }] } },
      });
    }
    const content = JSON.parse(Buffer.from(cursor, "base64url").toString());
    for (const change of [{ id: 5 }, { at: null }, { sort: "type" }, { at: "\u0000" }, { id: "x' OR true //" }]) {
      const forged = Buffer.from(JSON.stringify({ ...content, ...change })).toString("base64url");
      expect((await get(`?cursor=${forged}`)).status).toBe(400);
    }
  });

  it("returns only the requested fields, and the id", async () => {
    const { body } = await get("?fields=name,custom_fields&limit=1");
    expect(body.data).toEqual([{ id: expect.any(String), name: "n24", custom_fields: { env: "test" } }]);
  });

  it("filters by at most 20 fields", async () => {
    const query = Array.from({ length: 21 }, (_, i) => `attributes.k${i}=1`).join("&");
    expect((await get(`?${query}`)).status).toBe(400);
    expect((await get(`?${query.slice(0, query.lastIndexOf("&"))}`)).body.pagination.total).toBe(0);
  });

  it("answers HEAD with headers only", async () => {
    const head = await app.call("HEAD", "/v1/cmdb/ci?limit=3", { tenantId });
    expect(head).toMatchObject({ status: 200, body: undefined });
    expect(head.headers.get("x-total-count")).toBe("25");
  });
});
