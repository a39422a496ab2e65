import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { createFeatureApp, credential, type FeatureApp } from "../../support/feature-app.ts";
import { fieldsOf } from "../../support/http-cases.ts";
import { createEventWorld, type EventWorld } from "./support.ts";

let world: EventWorld;
let http: FeatureApp;
let tenant: string;
beforeAll(async () => {
  world = await createEventWorld();
  http = createFeatureApp(world.events.routes, world.postgres);
  tenant = world.ctx.tenantId;
});
afterAll(() => world?.close());

const EVENT = { title: "Disk almost full", severity: "high", source: "probe" };
const post = (body: unknown, headers = {}) => http.call("POST", "/v1/events", { body, tenant, headers });
const get = async (path: string) => {
  const answer = await http.call("GET", path, { tenant });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

describe("POST /v1/events", () => {
  it("answers 201 with the event and its Location, and 200 to a repeat", async () => {
    const source_id = newId();
    const made = await post({ ...EVENT, source_id, metrics: { used: 96.5 }, context: { Some_Key: { innerKey: 1 } } });
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe(`/v1/events/${made.body.id}`);
    expect(made.body).toMatchObject({
      ...EVENT,
      source_id,
      status: "open",
      description: null,
      affected_cis: [],
      metrics: { used: 96.5 },
      context: { Some_Key: { innerKey: 1 } },
      occurrences: 1,
      flapping: false,
      suppressed: false,
      resolved_at: null,
    });
    const again = await post({ ...EVENT, source_id });
    expect(again.status).toBe(200);
    expect(again.headers.get("location")).toBeNull();
    expect(again.body).toMatchObject({ id: made.body.id, occurrences: 2 });
    expect(await get(`/v1/events/${made.body.id}`)).toEqual(again.body);
  });

  it("creates one event for repeated requests of one Idempotency-Key", async () => {
    const headers = { "idempotency-key": newId() };
    const [first, second] = [await post(EVENT, headers), await post(EVENT, headers)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect((await post({ ...EVENT, title: "Other" }, headers)).status).toBe(422);
  });

  it.each([
    [{}, ["title", "severity", "source"]],
    [{ ...EVENT, severity: "page" }, ["severity"]],
    [{ ...EVENT, severity: null }, ["severity"]],
    [{ ...EVENT, title: " \n " }, ["title"]],
    [{ ...EVENT, title: "x".repeat(1_001) }, ["title"]],
    [{ ...EVENT, title: 7 }, ["title"]],
    [{ ...EVENT, source: "" }, ["source"]],
    [{ ...EVENT, source_id: "" }, ["source_id"]],
    [{ ...EVENT, affected_cis: "x" }, ["affected_cis"]],
    [{ ...EVENT, affected_cis: [1] }, ["affected_cis.0"]],
    [{ ...EVENT, affected_cis: ["no id", newId()] }, ["affected_cis.0", "affected_cis.1"]],
    [{ ...EVENT, affected_cis: Array(1_001).fill("x") }, ["affected_cis"]],
    [{ ...EVENT, metrics: [1] }, ["metrics"]],
    [{ ...EVENT, occurred_at: "yesterday" }, ["occurred_at"]],
    [{ ...EVENT, occurred_at: "0000-01-01T00:00:00Z" }, ["occurred_at"]],
    [{ ...EVENT, ip_address: "127.1" }, ["ip_address"]],
    [{ ...EVENT, hostname: "x".repeat(256) }, ["hostname"]],
    [{ ...EVENT, occurrences: 3 }, ["occurrences"]],
  ])("refuses %j", async (body, fields) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer.body)).toEqual(fields);
  });

  it("stores texts of every script and special characters of query languages unchanged", async () => {
    const title = "'; drop table events; -- $1 {{y}} ‮💥 \\u0041";
    const hostile = { ...EVENT, title, source: "a,b' or 1=1", source_id: "%_\\", hostname: "x' OR '1'='1" };
    const { status, body } = await post(hostile);
    expect(status).toBe(201);
    expect(await get(`/v1/events/${body.id}`)).toMatchObject(hostile);
  });

  it("accepts only years that stores and callers can read", async () => {
    for (const occurred_at of ["0001-01-01T00:00:00.000Z", "1969-07-20T20:17:40.000Z"]) {
      expect((await post({ ...EVENT, occurred_at })).body.occurred_at).toBe(occurred_at);
    }
    expect((await post({ ...EVENT, occurred_at: "9999-12-31T23:59:59Z" })).body.occurred_at.slice(0, 2)).toBe("20");
  });
});

describe("PATCH /v1/events/{id}/status", () => {
  const patch = (id: string, body: unknown) => http.call("PATCH", `/v1/events/${id}/status`, { body, tenant });

  it("changes the status, records who, when and why, and answers 409 with the allowed transitions", async () => {
    const { id } = (await post(EVENT)).body;
    expect((await patch(id, { status: "acknowledged", comment: "on it" })).body.status).toBe("acknowledged");
    expect((await patch(id, { status: "acknowledged" })).status).toBe(200);
    expect((await patch(id, { status: "acknowledged", comment: "still" })).status).toBe(200);
    expect((await patch(id, { status: "resolved" })).body.resolved_at).not.toBeNull();
    const refused = await patch(id, { status: "acknowledged" });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ code: "CONFLICT", allowed: ["open"] });
    expect((await patch(id, { status: "open" })).body).toMatchObject({ status: "open", resolved_at: null });
    const { data, pagination } = await get(`/v1/events/${id}/history`);
    expect(pagination.total).toBe(4);
    expect(data).toMatchObject([
      { from: "resolved", to: "open", comment: null },
      { from: "acknowledged", to: "resolved" },
      { from: "acknowledged", to: "acknowledged", comment: "still" },
      { from: "open", to: "acknowledged", comment: "on it", actor: "tester", at: expect.any(String) },
    ]);
    const kinds = world.published.filter(({ subject }) => subject.id === id).map(({ kind }) => kind);
    expect(kinds).toEqual(["event.created", ...Array(3).fill("event.status_changed")]);
  });

  it("answers 400 naming the faulty field, but 404 first for an unknown event", async () => {
    const { id } = (await post(EVENT)).body;
    for (const body of [{}, { status: "closed" }, { status: "open", comment: 5 }, { status: "open", x: 1 }]) {
      expect((await patch(id, body)).status).toBe(400);
      expect((await patch(newId(), body)).status).toBe(404);
    }
    expect((await patch("x", { status: "open" })).status).toBe(404);
  });
});

describe("GET /v1/events", () => {
  const source = `list ${newId()}`;
  const day = (n: number) => `2026-05-${String(n).padStart(2, "0")}T00:00:00.000Z`;
  beforeAll(async () => {
    const severities = ["critical", "high", "medium", "low"];
    for (let n = 1; n <= 8; n++) {
      const status = n % 2 ? "open" : "resolved";
      const severity = severities[n % 4];
      await post({ ...EVENT, title: `n ${n}`, source, severity, status, source_id: `${n}`, occurred_at: day(n) });
    }
  });
  const titles = async (query: string) =>
    (await get(`/v1/events?source=${encodeURIComponent(source)}&${query}`)).data.map(({ title }: { title: string }) =>
      Number(title.slice(2)),
    );

  it.each([
    ["", [8, 7, 6, 5, 4, 3, 2, 1]],
    ["order=asc&limit=3", [1, 2, 3]],
    ["sort=created_at&order=desc&limit=2", [8, 7]],
    ["sort=updated_at", [1, 2, 3, 4, 5, 6, 7, 8]],
    ["status=open", [7, 5, 3, 1]],
    ["status=resolved,acknowledged", [8, 6, 4, 2]],
    ["severity=critical,high", [8, 5, 4, 1]],
    [`from=${day(3)}&to=${day(5)}`, [4, 3]],
    [`ci_id=${newId()}`, []],
    ["page=2&limit=3", [5, 4, 3]],
    ["page=9", []],
  ])("answers ?%s", async (query, expected) => expect(await titles(query)).toEqual(expected));

  it("pages by cursor in either direction, also through events of the same moment", async () => {
    const at = `burst ${newId()}`;
    await Promise.all(
      Array.from({ length: 7 }, () => post({ ...EVENT, source: at, occurred_at: "2026-05-05T05:05:05.005Z" })),
    );
    for (const order of ["desc", "asc"]) {
      const seen: string[] = [];
      let cursor = "";
      do {
        const page = await get(`/v1/events?source=${encodeURIComponent(at)}&order=${order}&limit=3${cursor}`);
        seen.push(...page.data.map(({ id }: { id: string }) => id));
        cursor = page.pagination.next_cursor && `&cursor=${page.pagination.next_cursor}`;
      } while (cursor);
      expect(new Set(seen).size).toBe(7);
      expect(seen).toEqual(order === "asc" ? seen.toSorted() : seen.toSorted().reverse());
    }
  });

  it.each(["status=closed", "severity=page", "from=x", "status=", "source=", "ci_id=a,,b", "sort=title"])(
    "rejects ?%s",
    async (query) => {
      const answer = await http.call("GET", `/v1/events?${query}`, { tenant });
      expect(answer.status).toBe(400);
      expect(fieldsOf(answer.body)).toEqual([`query.${query.split("=")[0]}`]);
    },
  );

  it("rejects a cursor of another sort order", async () => {
    const { pagination } = await get("/v1/events?limit=1");
    const answer = await http.call("GET", `/v1/events?limit=1&sort=created_at&cursor=${pagination.next_cursor}`, {
      tenant,
    });
    expect(fieldsOf(answer.body)).toEqual(["query.cursor"]);
  });
});

describe("POST /api/events/ingest and GET /api/events", () => {
  it("answers in camel case, accepts either spelling, and keeps keys of metrics and context", async () => {
    const sent = {
      ...EVENT,
      sourceId: newId(),
      ipAddress: "192.0.2.9",
      metrics: { used_mb: 1 },
      context: { my_key: {} },
    };
    const made = await http.call("POST", "/api/events/ingest", { body: sent, tenant });
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe(`/api/events/${made.body.data._id}`);
    expect(made.body).toMatchObject({
      success: true,
      data: { sourceId: sent.sourceId, affectedCis: [], ipAddress: "192.0.2.9", metrics: { used_mb: 1 } },
    });
    const again = await http.call("POST", "/api/events/ingest", {
      body: { ...EVENT, source_id: sent.sourceId },
      tenant,
    });
    expect(again).toMatchObject({ status: 200, body: { data: { occurrences: 2 } } });
    const list = await get("/api/events?sort=-createdAt&limit=1");
    expect(list.data).toHaveLength(1);
    const path = `/api/events/${made.body.data._id}/status`;
    await http.call("PATCH", path, { body: { status: "resolved" }, tenant });
    const refused = await http.call("PATCH", path, { body: { status: "acknowledged" }, tenant });
    expect(refused.body.error).toMatchObject({ code: "CONFLICT", allowed: ["open"], details: { field: "status" } });
  });

  it("names unknown CIs in the caller's spelling", async () => {
    const body = { ...EVENT, affectedCis: [newId()] };
    const answer = await http.call("POST", "/api/events/ingest", { body, tenant });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer.body)).toEqual(["affectedCis.0"]);
  });
});

describe("POST /api/events/webhook/{source}", () => {
  const send = (source: string, body: unknown, headers = {}) =>
    http.call("POST", `/api/events/webhook/${source}`, { body, tenant, headers });

  it("answers how many events the message created and updated", async () => {
    const body = { title: "Backup failed", source_id: newId(), severity: "P1" };
    const expected = { received: 1, created: 1, updated: 0, ignored: 0, errors: [] };
    expect((await send("generic", body)).body).toEqual({ success: true, data: expected });
    expect((await send("generic", body)).body.data).toMatchObject({ created: 0, updated: 1 });
  });

  it("accepts JSON that Amazon SNS sends as text/plain", async () => {
    const body = JSON.stringify({ Type: "SubscriptionConfirmation" });
    const answer = await send("cloudwatch", body, { "content-type": "text/plain; charset=UTF-8" });
    expect(answer.body).toMatchObject({ success: true, data: { ignored: 1 } });
  });

  it("answers 404 with the known sources for an unknown one, and 400 for a body that is no object", async () => {
    const unknown = await send("nagios9", {});
    expect(unknown.status).toBe(404);
    expect(unknown.body.error.known).toContain("prometheus");
    for (const body of ["[]", "null", "1", "{"]) expect((await send("generic", body)).status).toBe(400);
  });

  it.each([
    ["a NUL", '{"labels":{"alertname":"a\\u0000b"}}', 1],
    ["a NUL in a name", '{"labels":{"l\\u0000":"x","alertname":"n"}}', 1],
    ["half a sign", '{"labels":{"alertname":"\\ud800"}}', 1],
    ["a prototype", '{"labels":{"__proto__":"x","alertname":"n"}}', 1],
    ["a number beyond all", '{"labels":{"alertname":"x"},"values":{"A":1e999}}', 1],
    ["nothing", "null", 0],
    ["no labels", '{"labels":[]}', 0],
    [
      "far too many labels",
      `{"labels":{"alertname":"m",${Array.from({ length: 5_000 }, (_, i) => `"l${i}":"v"`)}}}`,
      1,
    ],
  ])("ingests the alerts beside one with %s", async (what, odd, made) => {
    const beside = (n: number) => `{"labels":{"alertname":"${what} ${n}"}}`;
    const answer = await send("prometheus", `{"alerts":[${beside(1)},${odd},${beside(2)}]}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.data).toMatchObject({ received: 3, created: 2 + made, errors: made ? [] : [{ index: 1 }] });
  });

  it("ingests a message in another encoding, with its invalid bytes replaced", async () => {
    const body = new Uint8Array(Buffer.from('{"title":"Luefter gr\xfcn","source_id":"latin"}', "latin1"));
    const answer = await http.call("POST", "/api/events/webhook/generic", { body, tenant });
    expect(answer.body.data).toMatchObject({ created: 1, errors: [] });
    expect((await get("/v1/events?source=generic&limit=1")).data[0].title).toBe("Luefter gr\ufffdn");
  });

  it("ingests every alert of a large message, and answers 413 to a larger body", async () => {
    const alerts = Array.from({ length: 6_000 }, () => ({ labels: { alertname: "the same" } }));
    const { status, body } = await send("prometheus", { alerts });
    expect(status).toBe(200);
    expect(body.data).toEqual({ received: 6_000, created: 1, updated: 5_999, ignored: 0, errors: [] });
    const large = await send("prometheus", {
      alerts: alerts.map((one) => ({ ...one, annotations: { a: "x".repeat(140) } })),
    });
    expect([large.status, large.body.error.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  });

  it("requires the scope events.write", async () => {
    const headers = credential(tenant, ["events.read"]);
    const answer = await http.call("POST", "/api/events/webhook/generic", { body: { title: "t" }, headers });
    expect(answer.status).toBe(403);
    expect(answer.body.required_scope).toBe("events.write");
  });
});

describe("/v1/maintenance-windows", () => {
  it("creates, lists, returns and deletes a window", async () => {
    const { id: ci } = await world.ci.verbs.createCi(world.ctx, { fields: { name: `ci ${newId()}`, type: "server" } });
    const to = new Date(Date.now() + 3_600_000).toISOString();
    const made = await http.call("POST", "/v1/maintenance-windows", {
      body: { ci_ids: [ci], to, reason: "patches" },
      tenant,
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ci_ids: [ci], to, reason: "patches", created_by: "tester" });
    expect((await post({ ...EVENT, affected_cis: [ci] })).body.suppressed).toBe(true);
    expect((await get(`/v1/maintenance-windows?ci_id=${ci}`)).data).toEqual([made.body]);
    const path = `/v1/maintenance-windows/${made.body.id}`;
    expect(await get(path)).toEqual(made.body);
    expect((await http.call("DELETE", path, { tenant })).status).toBe(200);
    expect((await http.call("DELETE", path, { tenant })).status).toBe(404);
    const audited = await world.postgres.query(
      "select action, actor, before, after from audit_log where target_id = $1 order by at, id",
      [made.body.id],
    );
    const state = { ci_ids: [ci], from: made.body.from, to, reason: "patches" };
    expect(audited).toEqual([
      { action: "maintenance_window.created", actor: "tester", before: null, after: state },
      { action: "maintenance_window.deleted", actor: "tester", before: state, after: null },
    ]);
  });

  it.each([
    [{ ci_ids: [], to: "2030-01-01T00:00:00Z" }, ["ci_ids"]],
    [{ ci_ids: ["x"] }, ["to"]],
    [{ ci_ids: ["x"], to: "2030-01-01T00:00:00Z" }, ["ci_ids.0"]],
    [{ ci_ids: ["x"], from: "2030-01-02T00:00:00Z", to: "2030-01-01T00:00:00Z" }, ["to"]],
    [{ ci_ids: ["x"], to: "2030-01-01" }, ["to"]],
  ])("rejects %j", async (body, fields) => {
    const answer = await http.call("POST", "/v1/maintenance-windows", { body, tenant });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer.body)).toEqual(fields);
  });
});
