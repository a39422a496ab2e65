import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type CiApp, ciApp, type Sent } from "./ci-app.ts";

let app: CiApp;
beforeAll(async () => {
  app = await ciApp();
});
afterAll(() => app.close());

const ADDRESS = "/v1/cmdb/deleted-ci";
const ofNewTenant = (): Sent => ({ tenantId: newId() });

/** Makes CIs and deletes them, one after the other; answers their ids. */
async function deleted(tenant: Sent, fields: object[]): Promise<string[]> {
  const ids: string[] = [];
  for (const each of fields) {
    const id = await app.create(each, tenant);
    expect((await app.delete(`/v1/cmdb/ci/${id}`, tenant)).status).toBe(200);
    ids.push(id);
  }
  return ids;
}

const names = async (tenant: Sent, query = "") => {
  const { body } = await app.get(`${ADDRESS}${query}`, tenant);
  return body.data.map(({ name }: { name: string }) => name);
};

describe("GET /v1/cmdb/deleted-ci", () => {
  it("lists what was deleted, the latest first, with when and by whom", async () => {
    const tenant = ofNewTenant();
    await app.create({ name: "stays" }, tenant);
    const [first] = await deleted(tenant, [{ name: "first", description: "old" }, { name: "second" }]);
    const { status, body } = await app.get(ADDRESS, tenant);
    expect(status).toBe(200);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(["second", "first"]);
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 2, pages: 1 });
    expect(body.data[1]).toEqual({
      id: first,
      name: "first",
      type: "server",
      description: "old",
      status: "active",
      created_at: expect.any(String),
      deleted_at: expect.any(String),
      deleted_by: "tester",
    });
    expect(Math.abs(Date.parse(body.data[1].deleted_at) - Date.now())).toBeLessThan(60_000);
  });

  it("keeps to types in any spelling and to a part of the name in any case", async () => {
    const tenant = ofNewTenant();
    await deleted(tenant, [
      { name: "Web-01" },
      { name: "web-02", type: "Virtual Machine" },
      { name: "db .* 100%", type: "database" },
    ]);
    expect(await names(tenant, "?type=virtual-machine")).toEqual(["web-02"]);
    expect(await names(tenant, "?type=server,database")).toEqual(["db .* 100%", "Web-01"]);
    expect(await names(tenant, "?name=WEB")).toEqual(["web-02", "Web-01"]);
    expect(await names(tenant, `?name=${encodeURIComponent(".* 100%")}`)).toEqual(["db .* 100%"]);
    expect(await names(tenant, "?name=.*")).toEqual(["db .* 100%"]);
    expect(await names(tenant, "?name=web&type=server")).toEqual(["Web-01"]);
    expect((await app.get(`${ADDRESS}?name=web&limit=1`, tenant)).body.pagination.total).toBe(2);
    expect(await names(tenant, "?name=web-03")).toEqual([]);
  });

  it("is paged by cursor without a gap or a repeat, also where CIs are deleted meanwhile", async () => {
    const tenant = ofNewTenant();
    const expected = Array.from({ length: 7 }, (_, i) => `ci ${i}`);
    await deleted(
      tenant,
      expected.map((name) => ({ name })),
    );
    const seen: string[] = [];
    let query = "?limit=3";
    for (let pages = 0; pages < 5; pages++) {
      const { body } = await app.get(`${ADDRESS}${query}`, tenant);
      seen.push(...body.data.map(({ name }: { name: string }) => name));
      if (!body.pagination.next_cursor) break;
      await deleted(tenant, [{ name: `later ${pages}` }]);
      query = `?limit=3&cursor=${body.pagination.next_cursor}`;
    }
    expect(seen).toEqual(expected.toReversed());
  });

  it("no longer lists what is restored or purged, and never what another tenant deleted", async () => {
    const tenant = ofNewTenant();
    const [id] = await deleted(tenant, [{ name: "back" }, { name: "gone" }]);
    expect((await app.call("POST", `/v1/cmdb/ci/${id}/restore`, tenant)).status).toBe(200);
    expect(await names(tenant)).toEqual(["gone"]);
    expect(await names(ofNewTenant())).toEqual([]);
    await app.world.verbs.purgeCis({ tenantId: tenant.tenantId!, olderThanDays: -1 });
    expect(await names(tenant)).toEqual([]);
  });

  it("refuses callers without cmdb.read, cursors of other lists, and control characters", async () => {
    const tenant = ofNewTenant();
    await deleted(tenant, [{}, {}]);
    expect((await app.get(ADDRESS, { ...tenant, scopes: ["cmdb.write"] })).status).toBe(403);
    await app.create({}, tenant);
    await app.create({}, tenant);
    const { body } = await app.get("/v1/cmdb/ci?limit=1", tenant);
    expect((await app.get(`${ADDRESS}?cursor=${body.pagination.next_cursor}`, tenant)).status).toBe(400);
    expect((await app.get(`${ADDRESS}?name=%00`, tenant)).status).toBe(400);
  });
});
