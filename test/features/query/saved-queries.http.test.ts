import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";

let service: ServiceApp;
let owner: Record<string, string>;
let colleague: Record<string, string>;
const SCOPES = ["reports.read", "reports.create", "cmdb.read", "events.read"] as const;
const form = { entity: "ci", filters: [{ field: "type", op: "eq", value: "server" }] };

beforeAll(async () => {
  service = await sharedServiceApp();
  [owner, colleague] = [await service.loginWith(...SCOPES), await service.loginWith(...SCOPES)];
});
afterAll(() => service.close());

const save = (more: object = {}, headers = owner) =>
  service.call("POST", "/v1/queries", { headers, body: { name: `servers ${newId()}`, query: form, ...more } });

describe("a saved query", () => {
  test("is kept as it was sent, and run", async () => {
    const made = await save({ description: "All of them" });
    expect(made.status, made.text).toBe(201);
    const { id } = made.body;
    expect(made.headers.get("location")).toBe(`/v1/queries/${id}`);
    expect(made.body).toMatchObject({ description: "All of them", query: form, shared: false });
    expect((await service.call("GET", `/v1/queries/${id}`, { headers: owner })).body).toEqual(made.body);
    const run = await service.call("POST", `/v1/queries/${id}/run`, { headers: owner });
    expect(run.status, run.text).toBe(200);
    expect(run.body.columns.map(({ name }: { name: string }) => name)).toEqual(["id", "name", "type", "status"]);
    const csv = await service.call("POST", `/v1/queries/${id}/run`, { headers: { ...owner, accept: "text/csv" } });
    expect(csv.text.split("\r\n")[0]).toBe("id,name,type,status");
  });

  test("is checked when it is saved, its faults named below `query`", async () => {
    const faults = async (query: object) => {
      const { status, body } = await save({ query });
      expect(status).toBe(400);
      return body.error.details.map(({ field }: { field: string }) => field);
    };
    expect(await faults({ entity: "ci", filters: [{ field: "nmae", op: "eq", value: "x" }] })).toEqual([
      "query.filters.0.field",
    ]);
    expect(await faults({ entity: "ci", limit: 0, more: 1 })).toEqual(["query.limit", "query.more"]);
    expect(await faults({ entity: "event", order: [{ field: "ci.name" }] })).toEqual(["query.order.0.field"]);
    const place = await save({ query: { entity: "scan" } });
    expect([place.status, place.body.error.required_scope]).toEqual([403, "discovery.read"]);
  });

  test("is private: others do not find it, neither to read nor to change", async () => {
    const { id } = (await save()).body;
    for (const headers of [colleague, await service.loginElsewhere()]) {
      for (const [method, path] of [
        ["GET", ""],
        ["DELETE", ""],
        ["POST", "/run"],
      ] as const) {
        expect((await service.call(method, `/v1/queries/${id}${path}`, { headers })).status).toBe(404);
      }
      expect((await service.call("PUT", `/v1/queries/${id}`, { headers, body: { shared: true } })).status).toBe(404);
      expect((await service.call("PUT", `/v1/queries/${id}`, { headers, body: { name: 5 } })).status).toBe(404);
    }
    const list = await service.call("GET", "/v1/queries?limit=100", { headers: colleague });
    expect(list.body.data.map((each: { id: string }) => each.id)).not.toContain(id);
  });

  test("that is shared is read and run by all, and changed by its owner alone", async () => {
    const { id } = (await save({ shared: true })).body;
    const list = await service.call("GET", "/v1/queries?limit=100", { headers: colleague });
    expect(list.body.data.map((each: { id: string }) => each.id)).toContain(id);
    expect((await service.call("POST", `/v1/queries/${id}/run`, { headers: colleague })).status).toBe(200);
    const wrong = { query: { entity: "ci", fields: ["nothing"] } };
    expect((await service.call("PUT", `/v1/queries/${id}`, { headers: colleague, body: wrong })).status).toBe(403);
    expect((await service.call("DELETE", `/v1/queries/${id}`, { headers: colleague })).status).toBe(403);
    const body = { ...(await service.call("GET", `/v1/queries/${id}`, { headers: owner })).body, name: "Mine" };
    const changed = await service.call("PUT", `/v1/queries/${id}`, { headers: owner, body });
    expect(changed.body).toMatchObject({ name: "Mine", query: form, shared: true });
    // Run by somebody without the scope of its data.
    const reader = await service.loginWith("reports.read");
    const refused = await service.call("POST", `/v1/queries/${id}/run`, { headers: reader });
    expect([refused.status, refused.body.error.required_scope]).toEqual([403, "cmdb.read"]);
    expect((await service.call("DELETE", `/v1/queries/${id}`, { headers: owner })).status).toBe(200);
    expect((await service.call("GET", `/v1/queries/${id}`, { headers: owner })).status).toBe(404);
  });

  test("stands in the audit log with what it was", async () => {
    const { id } = (await save()).body;
    await service.call("PUT", `/v1/queries/${id}`, { headers: owner, body: { shared: true } });
    await service.call("DELETE", `/v1/queries/${id}`, { headers: owner });
    const admin = await service.login();
    const log = await service.call("GET", `/v1/admin/audit?target=${id}`, { headers: admin });
    expect(log.body.data.map((entry: { action: string }) => entry.action)).toEqual([
      "saved_query.deleted",
      "saved_query.updated",
      "saved_query.created",
    ]);
    expect(log.body.data[0].before).toMatchObject({ shared: true, query: form });
  });

  test("is made once for a key", async () => {
    const headers = { ...owner, "idempotency-key": newId() };
    const body = { name: "once", query: form };
    const first = await service.call("POST", "/v1/queries", { headers, body });
    expect((await service.call("POST", "/v1/queries", { headers, body })).body.id).toBe(first.body.id);
  });
});
