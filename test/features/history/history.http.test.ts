import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type CiApp, ciApp } from "../ci/ci-app.ts";

let app: CiApp;
beforeAll(async () => {
  app = await ciApp();
});
afterAll(() => app.close());

const history = (id: string, query = "") => app.get(`/v1/cmdb/ci/${id}/history${query}`);

describe("GET /v1/cmdb/ci/{id}/history", () => {
  it("shows each change within a second, newest first, with who, when, before and after", async () => {
    const id = await app.create({ description: "old" }, { headers: { "x-request-id": "making" } });
    await app.put(`/v1/cmdb/ci/${id}`, { description: "new" }, { headers: { "x-request-id": "changing" } });
    await expect.poll(async () => (await history(id)).body.data.length, { timeout: 10_000 }).toBe(2);
    const { status, body, headers } = await history(id);
    expect(status).toBe(200);
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 2, pages: 1 });
    expect(headers.get("x-total-count")).toBe("2");
    const [changed, made] = body.data;
    expect(Object.keys(changed).sort()).toEqual(["action", "actor", "after", "at", "before", "id", "request_id"]);
    expect(made).toMatchObject({ action: "ci.created", before: null, actor: "tester", request_id: "making" });
    expect(made.after).toMatchObject({ id, description: "old", status: "active", custom_fields: {} });
    expect(changed).toMatchObject({
      action: "ci.updated",
      before: { id, description: "old" },
      after: { id, description: "new" },
      request_id: "changing",
    });
    const read = (await app.get(`/v1/cmdb/ci/${id}`)).body;
    expect(changed.after.updated_at).toBe(read.updated_at);
    expect(Math.abs(Date.parse(changed.at) - Date.parse(read.updated_at))).toBeLessThan(1_000);
  });

  it("continues after deletion and restoration, in the order of versions", async () => {
    const id = await app.create();
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => app.put(`/v1/cmdb/ci/${id}`, { attributes: { [`k${i}`]: i } })),
    );
    await app.delete(`/v1/cmdb/ci/${id}`);
    expect((await history(id)).status).toBe(404);
    await app.call("POST", `/v1/cmdb/ci/${id}/restore`);
    await expect.poll(async () => (await history(id)).body.pagination.total).toBe(15);
    const { data } = (await history(id)).body;
    const actions = data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(["ci.restored", "ci.deleted", ...Array<string>(12).fill("ci.updated"), "ci.created"]);
    expect(data[1]).toMatchObject({ after: null, before: { id } });
    expect(data[0]).toMatchObject({ before: null, after: { id } });
    for (let i = 3; i < 13; i++) expect(data[i].after).toEqual(data[i - 1].before);
    const times = data.map(({ at }: { at: string }) => at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it("is paged by number and by cursor", async () => {
    const id = await app.create();
    for (let i = 0; i < 6; i++) await app.put(`/v1/cmdb/ci/${id}`, { attributes: { i } });
    await expect.poll(async () => (await history(id)).body.pagination.total).toBe(7);
    const expected = (await history(id)).body.data.map((entry: { id: string }) => entry.id);
    const byPage = [1, 2, 3].map(async (page) => (await history(id, `?limit=3&page=${page}`)).body.data);
    expect((await Promise.all(byPage)).flat().map(({ id }) => id)).toEqual(expected);
    const byCursor: string[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const { body }: { body: { data: { id: string }[]; pagination: { next_cursor?: string } } } = await history(
        id,
        `?limit=3${cursor && `&cursor=${cursor}`}`,
      );
      byCursor.push(...body.data.map((entry) => entry.id));
      cursor = body.pagination.next_cursor;
    }
    expect(byCursor).toEqual(expected);
    expect((await history(id, "?page=9")).body).toMatchObject({ data: [], pagination: { total: 7 } });
    expect((await history(id, "?fields=action&limit=1")).body.data).toEqual([
      { id: expected[0], action: "ci.updated" },
    ]);
    expect((await history(id, "?cursor=e30")).status).toBe(400);
  });

  it("sorts ascending on request, and supports no other order", async () => {
    const id = await app.create();
    for (let i = 0; i < 4; i++) await app.put(`/v1/cmdb/ci/${id}`, { attributes: { i } });
    await expect.poll(async () => (await history(id)).body.pagination.total).toBe(5);
    const idsOf = (body: { data: { id: string }[] }) => body.data.map((entry) => entry.id);
    const oldest = idsOf((await history(id)).body).toReversed();
    expect(idsOf((await history(id, "?order=asc")).body)).toEqual(oldest);
    expect(idsOf((await history(id, "?sort=at&order=desc")).body)).toEqual(oldest.toReversed());
    const { body } = await history(id, "?sort=at&limit=3");
    const rest = await history(id, `?limit=3&cursor=${body.pagination.next_cursor}`);
    expect([...idsOf(body), ...idsOf(rest.body)]).toEqual(oldest);
    for (const fault of ["?sort=bogus", `?order=desc&cursor=${body.pagination.next_cursor}`]) {
      expect((await history(id, fault)).status, fault).toBe(400);
    }
  });

  it("shows no entry for an update without a change", async () => {
    const id = await app.create();
    await app.put(`/v1/cmdb/ci/${id}`, {});
    await app.world.relay.drain();
    expect((await history(id)).body.pagination.total).toBe(1);
  });

  it("answers 404 for an unknown CI, with any query", async () => {
    for (const id of [newId(), "nonsense"]) {
      expect(await history(id, "?limit=0")).toMatchObject({
        status: 404,
        body: { error: { code: "RESOURCE_NOT_FOUND" } },
      });
    }
  });
});
