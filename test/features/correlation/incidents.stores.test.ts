import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { unavailable } from "../../../src/errors.ts";
import { incidentListsStore } from "../../../src/features/correlation/incidents/incident-lists.store.ts";
import type { EventChange } from "../../../src/model/changes.ts";
import { newId } from "../../../src/platform/ids.ts";
import type { Change } from "../../../src/platform/jobs/changes.ts";
import { changeOf } from "../../support/changes.ts";
import { contextOf } from "../../support/context.ts";
import { createFeatureApp, credential, type FeatureApp } from "../../support/feature-app.ts";
import { someId } from "../events/support.ts";
import { type CorrelationWorld, createCorrelationWorld, movableClock } from "./support.ts";

let world: CorrelationWorld;
let http: FeatureApp;
beforeAll(async () => {
  world = await createCorrelationWorld();
  http = createFeatureApp(world.correlation.routes, world.postgres);
});
afterAll(() => world?.close());

const newContext = async () => contextOf(await world.newTenant());
const names =
  (...all: string[]) =>
  (ctx: RequestContext) =>
    Promise.all(all.map((name) => world.newCi(name, {}, ctx)));

async function incidents(ctx: RequestContext, query = "") {
  const answer = await http.call("GET", `/v1/incidents${query}`, { tenant: ctx.tenantId });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}
const one = (ctx: RequestContext, id: string) => http.call("GET", `/v1/incidents/${id}`, { tenant: ctx.tenantId });
const resolve = (ctx: RequestContext, id: string) => world.verbs.changeStatus(ctx, { id, status: "resolved" });
// biome-ignore lint/suspicious/noExplicitAny: bodies are asserted on, member by member
const membersOf = (body: any): Set<string>[] =>
  body.data.map((each: { event_ids: string[] }) => new Set(each.event_ids));

describe("grouping events into incidents", () => {
  it("makes one incident of a storm on a CI, however far grouping is behind", async () => {
    const ctx = await newContext();
    const [ci] = await names("flood")(ctx);
    const reports = Array.from({ length: 450 }, (_, i) => world.alarm([ci!], { title: `flood ${i}` }, ctx));
    await Promise.all(reports);
    await world.follow(ctx.tenantId);
    const { data } = await incidents(ctx);
    expect(data).toMatchObject([{ event_count: 450, open_count: 450 }]);
  });

  it("stores the nearest dependencies of each alarming CI once", async () => {
    const ctx = await newContext();
    const [app, rack, ...parts] = await names(
      "app",
      "rack",
      ...Array.from({ length: 205 }, (_, i) => `part ${i}`),
    )(ctx);
    await world.link(app!, rack!, "depends_on", {}, ctx);
    await Promise.all(parts.map((part) => world.link(rack!, part, "depends_on", {}, ctx)));
    const reach = () =>
      world.postgres.query<{ needed: string; steps: number; written: string }>(
        "select needed_id as needed, steps, xmin::text as written from alarm_reach where tenant_id = $1 and ci_id = $2",
        [ctx.tenantId, app],
      );
    await world.alarm([app!], {}, ctx);
    await world.follow(ctx.tenantId);
    const first = await reach();
    expect(first).toHaveLength(200);
    expect(first).toContainEqual(expect.objectContaining({ needed: rack, steps: 1 }));
    await world.alarm([app!], {}, ctx);
    await world.follow(ctx.tenantId);
    expect(new Set((await reach()).map(({ written }) => written))).toEqual(new Set([first[0]!.written]));
  });

  it("groups events of dependent CIs with cause and affected services, apart from others", async () => {
    const ctx = await newContext();
    const [db, shop, billing, far] = await names("db", "shop", "billing", "far")(ctx);
    const service = await world.newCi("store", { type: "business_service" }, ctx);
    await world.link(shop!, db!, "depends_on", {}, ctx);
    await world.link(billing!, db!, "depends_on", {}, ctx);
    await world.link(shop!, service, "part_of", {}, ctx);
    const storm = [
      await world.alarm([shop!], { seconds: -60, severity: "critical" }, ctx),
      await world.alarm([db!], { seconds: -30, severity: "high" }, ctx),
      await world.alarm([billing!], {}, ctx),
    ];
    const lone = await world.alarm([far!], {}, ctx);
    const unbound = await world.alarm([], {}, ctx);
    await world.follow(ctx.tenantId);
    const { data, pagination } = await incidents(ctx);
    expect(pagination.total).toBe(3);
    const found = data.find(({ event_count }: { event_count: number }) => event_count === 3);
    expect(found).toMatchObject({ status: "open", severity: "critical", open_count: 3, root_cause: { ci_id: db } });
    expect(new Set(found.event_ids)).toEqual(new Set(storm));
    expect(found.services).toEqual([{ id: service, name: expect.stringContaining("store") }]);
    expect(Date.parse(found.last_seen) - Date.parse(found.first_seen)).toBeGreaterThanOrEqual(60_000);
    const others = data.filter(({ event_count }: { event_count: number }) => event_count === 1);
    expect(new Set(others.flatMap(({ event_ids }: { event_ids: string[] }) => event_ids))).toEqual(
      new Set([lone, unbound]),
    );
    for (const each of others) expect(each).toMatchObject({ root_cause: null, root_cause_reason: expect.any(String) });
    expect((await one(ctx, found.id)).body).toEqual(found);
  });

  it("merges incidents under the eldest's id when a late event or a new relationship links them", async () => {
    const ctx = await newContext();
    const [a, b, c, db] = await names("a", "b", "c", "db")(ctx);
    await world.link(a!, db!, "depends_on", {}, ctx);
    await world.link(b!, db!, "depends_on", {}, ctx);
    // Enough other dependents are healthy, so that two alarms alone do not implicate the database.
    for (const other of await names("d", "e", "f", "g", "h")(ctx)) await world.link(other, db!, "depends_on", {}, ctx);
    const [first, second, third] = [
      await world.alarm([a!], {}, ctx),
      await world.alarm([b!], {}, ctx),
      await world.alarm([c!], {}, ctx),
    ];
    await world.follow(ctx.tenantId);
    const before = await incidents(ctx);
    expect(before.pagination.total).toBe(3);
    const idOf = (eventId: string) =>
      before.data.find(({ event_ids }: { event_ids: string[] }) => event_ids.includes(eventId)).id;
    const late = await world.alarm([db!], { seconds: -120 }, ctx);
    await world.follow(ctx.tenantId);
    const after = await incidents(ctx);
    expect(after.pagination.total).toBe(2);
    const eldest = [idOf(first), idOf(second)].sort()[0];
    const merged = (await one(ctx, idOf(second))).body;
    expect(merged).toMatchObject({ id: eldest, event_count: 3, open_count: 3, root_cause: { ci_id: db } });
    expect(new Set(merged.event_ids)).toEqual(new Set([first, second, late]));
    expect((await one(ctx, idOf(first))).body).toEqual(merged);
    await world.link(c!, db!, "depends_on", {}, ctx);
    await world.deliver(world.changes(ctx.tenantId).slice(-1), ctx.tenantId);
    await world.follow(ctx.tenantId);
    expect((await one(ctx, idOf(third))).body).toMatchObject({ id: eldest, event_count: 4 });
  });

  it("analyses incidents again when the failure direction of a type changes", async () => {
    const ctx = await newContext();
    const [shop, feed] = await names("shop", "feed")(ctx);
    await world.link(shop!, feed!, "Eats From", {}, ctx);
    await world.alarm([shop!], {}, ctx);
    await world.alarm([feed!], { seconds: -30 }, ctx);
    await world.follow(ctx.tenantId);
    expect((await incidents(ctx)).pagination.total).toBe(2);
    const setType = async (failure: "none" | "target_to_source") => {
      await world.relationships.setType(ctx, "eats from", failure);
      const change = world.changes(ctx.tenantId).at(-1)!;
      expect(change).toMatchObject({
        kind: "relationship_type.updated",
        subject: { kind: "relationship_type", id: "EATS_FROM" },
        after: { name: "Eats From", failure },
      });
      await world.deliver([change as never], ctx.tenantId);
      expect(await world.isOwed(ctx.tenantId)).toBe(true);
      await world.follow(ctx.tenantId);
    };
    await setType("target_to_source");
    expect((await incidents(ctx)).data).toMatchObject([{ event_count: 2, root_cause: { ci_id: feed } }]);
    await setType("none");
    expect((await incidents(ctx)).data).toMatchObject([
      { event_count: 1, root_cause: null },
      { event_count: 1, root_cause: null },
    ]);
    const count = world.changes(ctx.tenantId).length;
    await world.relationships.setType(ctx, "Eats From", "none");
    expect(world.changes(ctx.tenantId)).toHaveLength(count);
  });

  it("groups events that share a silent cause if most of its dependents alarm", async () => {
    const ctx = await newContext();
    const [db, ...shops] = await names("db", "s1", "s2", "s3", "s4")(ctx);
    for (const shop of shops) await world.link(shop, db!, "depends_on", {}, ctx);
    const events = [await world.alarm([shops[0]!], {}, ctx), await world.alarm([shops[1]!], {}, ctx)];
    await world.follow(ctx.tenantId);
    expect(membersOf(await incidents(ctx))).toEqual([new Set(events)]);
    events.push(await world.alarm([shops[2]!], {}, ctx));
    await world.follow(ctx.tenantId);
    const { data } = await incidents(ctx);
    expect(data).toMatchObject([{ event_count: 3, root_cause: { ci_id: db } }]);
  });

  it("adds no new event to a resolved incident, and reopens it with an event of its own", async () => {
    const ctx = await newContext();
    const [ci] = await names("ci")(ctx);
    const sourceId = someId();
    const old = await world.alarm([ci!], { sourceId }, ctx);
    await world.follow(ctx.tenantId);
    const [first] = (await incidents(ctx)).data;
    await resolve(ctx, old);
    await world.follow(ctx.tenantId);
    expect((await incidents(ctx)).data).toEqual([]);
    expect((await one(ctx, first.id)).body).toMatchObject({ status: "resolved", open_count: 0, event_ids: [old] });
    expect((await incidents(ctx, "?status=resolved")).data).toHaveLength(1);
    const fresh = await world.alarm([ci!], {}, ctx);
    await world.follow(ctx.tenantId);
    const [second] = (await incidents(ctx)).data;
    expect(second).toMatchObject({ event_ids: [fresh], status: "open" });
    expect(second.id).not.toBe(first.id);
    await resolve(ctx, fresh);
    await world.alarm([ci!], { sourceId }, ctx);
    await world.follow(ctx.tenantId);
    expect((await one(ctx, first.id)).body).toMatchObject({ status: "open", open_count: 1, event_ids: [old] });
    expect((await one(ctx, second.id)).body).toMatchObject({ status: "resolved" });
  });

  it("keeps events apart that are too far apart in time", async () => {
    const ctx = await newContext();
    const [ci] = await names("ci")(ctx);
    const old = await world.alarm([ci!], { seconds: -7_200 }, ctx);
    await world.postgres.query("update events set last_seen = occurred_at where id = $1", [old]);
    const fresh = await world.alarm([ci!], {}, ctx);
    await world.follow(ctx.tenantId);
    expect(membersOf(await incidents(ctx))).toEqual([new Set([fresh]), new Set([old])]);
  });

  it("adds an event whose CI is found later", async () => {
    const ctx = await newContext();
    const [ci] = await names("ci")(ctx);
    const known = await world.alarm([ci!], {}, ctx);
    const sourceId = someId();
    const unbound = await world.alarm([], { sourceId }, ctx);
    await world.follow(ctx.tenantId);
    expect((await incidents(ctx)).pagination.total).toBe(2);
    expect(await world.alarm([ci!], { sourceId }, ctx)).toBe(unbound);
    await world.follow(ctx.tenantId);
    expect(membersOf(await incidents(ctx))).toEqual([new Set([known, unbound])]);
  });

  it("gives the same incidents with any number of concurrent workers and repeated runs", async () => {
    const ctx = await newContext();
    const [db, ...shops] = await names("db", ...Array.from({ length: 12 }, (_, n) => `shop${n}`))(ctx);
    for (const shop of shops) await world.link(shop, db!, "depends_on", {}, ctx);
    const others = [world.another(), world.another(), world.another()];
    const reports = Array.from({ length: 90 }, (_, n) => world.alarm([shops[n % 12]!], { seconds: n }, ctx));
    const ids = [await world.alarm([db!], {}, ctx)];
    await Promise.all([
      ...reports.map(async (report) => void ids.push(await report)),
      ...[world.correlation, ...others].flatMap((by) => [
        world.follow(ctx.tenantId, by),
        world.follow(ctx.tenantId, by),
      ]),
    ]);
    await Promise.all(others.map((by) => world.follow(ctx.tenantId, by)));
    const { data } = await incidents(ctx);
    expect(data).toMatchObject([{ event_count: 91, open_count: 91, root_cause: { ci_id: db } }]);
    expect(new Set(data[0].event_ids)).toEqual(new Set(ids));
    await world.postgres.query("insert into incident_queue (tenant_id, event_id) select $1, unnest($2::text[])", [
      ctx.tenantId,
      ids,
    ]);
    await world.follow(ctx.tenantId);
    const again = await incidents(ctx);
    const { updated_at: _, ...same } = data[0];
    expect(again.data).toMatchObject([same]);
  });

  it("keeps events queued if grouping fails", async () => {
    const ctx = await newContext();
    const [ci] = await names("ci")(ctx);
    const id = await world.alarm([ci!], {}, ctx);
    // What grouping wrote before the graph failed is rolled back with its transaction.
    const isAway = async () => false;
    const failing = world.another(
      { ...world.graph, read: () => Promise.reject(unavailable("the graph is gone")) },
      isAway,
    );
    await expect(world.follow(ctx.tenantId, failing)).rejects.toThrow("the graph is gone");
    expect((await incidents(ctx)).data).toEqual([]);
    expect(await world.isOwed(ctx.tenantId)).toBe(true);
    await world.follow(ctx.tenantId);
    expect(await world.isOwed(ctx.tenantId)).toBe(false);
    expect(membersOf(await incidents(ctx))).toEqual([new Set([id])]);
  });

  it.each([
    ["has a fault", () => new Error("a fault of this one")],
    ["always takes too long while the stores work", () => unavailable("timed out")],
  ])("parks an event whose grouping %s, and an incident likewise; neither stops another", async (_, fault) => {
    const ctx = await newContext();
    const [first, bad, last] = await names("first", "bad", "last")(ctx);
    const ids = [];
    for (const ci of [first!, bad!, last!]) ids.push(await world.alarm([ci], {}, ctx));
    const badId = ids[1]!;
    const refused = (read: string) =>
      world.another({
        ...world.graph,
        read: ((statement, params) =>
          statement.file.name.endsWith(read) && JSON.stringify(params).includes(bad!)
            ? Promise.reject(fault())
            : world.graph.read(statement, params)) as typeof world.graph.read,
      });
    const of = [ctx.tenantId];
    const makeDue = (table: string) =>
      world.postgres.query(`update ${table} set not_before = now() where tenant_id = $1`, of);
    const parked = (table: string) =>
      world.postgres.query(
        `select tries, not_before > now() + interval '23 hours' as "isParked" from ${table}
         where tenant_id = $1 and tries > 0`,
        of,
      );

    const noGrouping = refused("needs");
    for (let n = 1; n <= 6; n++) {
      await makeDue("incident_queue");
      await world.follow(ctx.tenantId, noGrouping);
      expect(await world.isOwed(ctx.tenantId)).toBe(false);
    }
    expect(await parked("incident_queue")).toEqual([{ tries: 6, isParked: true }]);
    expect(new Set(membersOf(await incidents(ctx)).flatMap((each) => [...each]))).toEqual(new Set([ids[0], ids[2]]));

    const noAnalysis = refused("services");
    await makeDue("incident_queue");
    for (let n = 1; n <= 6; n++) {
      await makeDue("incidents");
      await world.follow(ctx.tenantId, noAnalysis);
      expect(await world.isOwed(ctx.tenantId)).toBe(false);
    }
    expect(await parked("incident_queue")).toEqual([]);
    expect(await parked("incidents")).toEqual([{ tries: 6, isParked: true }]);
    await makeDue("incidents");
    expect(await world.isOwed(ctx.tenantId)).toBe(true);
    await world.follow(ctx.tenantId);
    expect(await parked("incidents")).toEqual([]);
    const { data } = await incidents(ctx);
    expect(data).toHaveLength(3);
    for (const each of data) expect(each).toMatchObject({ root_cause_reason: expect.any(String) });
    expect(data.flatMap((each: { event_ids: string[] }) => each.event_ids)).toContain(badId);
  });

  it("handles an event that opens and resolves, or resolves and reopens, in one batch of changes", async () => {
    const ctx = await newContext();
    const [ci] = await names("ci")(ctx);
    const changed = (kind: string, before: string | null, after: string, id: string) =>
      changeOf(kind, {
        subject: { kind: "event", id },
        before: before === null ? null : { status: before, affected_cis: [ci] },
        after: { status: after, affected_cis: [ci] },
      }) as Change<EventChange>;
    const deliver = (...changes: Change<EventChange>[]) =>
      world.postgres.transaction(async (tx) => world.correlation.consumers.events?.(tx, ctx.tenantId, changes));
    const alarms = () =>
      world.postgres.query("select event_id as id from open_alarms where tenant_id = $1", [ctx.tenantId]);
    const [short, long] = [newId(), newId()];
    await deliver(
      changed("event.created", null, "open", short),
      changed("event.status_changed", "open", "resolved", short),
      changed("event.created", null, "open", long),
    );
    expect(await alarms()).toEqual([{ id: long }]);
    await deliver(
      changed("event.status_changed", "open", "resolved", long),
      changed("event.status_changed", "resolved", "open", long),
    );
    expect(await alarms()).toEqual([{ id: long }]);
  });

  it("removes deleted events from incidents, and deletes an incident with its last event", async () => {
    const ctx = await newContext();
    const [db, shop, far] = await names("db", "shop", "far")(ctx);
    await world.link(shop!, db!, "depends_on", {}, ctx);
    const [stays, goes] = [await world.alarm([shop!], {}, ctx), await world.alarm([db!], {}, ctx)];
    const lone = await world.alarm([far!], {}, ctx);
    await world.follow(ctx.tenantId);
    expect((await incidents(ctx)).pagination.total).toBe(2);
    // It is deleted before it was ever grouped.
    const never = await world.alarm([far!], {}, ctx);
    expect(await world.events.removeEvents(ctx.tenantId, [goes, lone, never, newId()])).toBe(3);
    await world.follow(ctx.tenantId);
    const { data } = await incidents(ctx);
    expect(data).toMatchObject([{ event_ids: [stays], event_count: 1, open_count: 1, root_cause: null }]);
    const left = async (table: string) =>
      (await world.postgres.query(`select 1 from ${table} where tenant_id = $1`, [ctx.tenantId])).length;
    for (const table of ["open_alarms", "incident_events", "incidents"]) expect(await left(table), table).toBe(1);
    await resolve(ctx, stays);
    await world.follow(ctx.tenantId);
    await world.events.removeEvents(ctx.tenantId, [stays]);
    await world.follow(ctx.tenantId);
    expect((await one(ctx, data[0].id)).status).toBe(404);
    for (const table of ["open_alarms", "incident_events", "incidents", "incident_queue", "alarm_reach"]) {
      expect(await left(table), table).toBe(0);
    }
  });

  it("removes resolved events from incidents after their retention time", async () => {
    const time = movableClock();
    const own = await createCorrelationWorld({ clock: time.clock });
    const ci = await own.newCi("kept");
    const [old, open] = [await own.alarm([ci]), await own.alarm([ci])];
    await own.verbs.changeStatus(own.ctx, { id: old, status: "resolved" });
    await own.follow();
    time.pass(401 * 24 * 60);
    expect(await own.events.retention.events(own.ctx.tenantId)).toBe(1);
    await own.follow();
    const app = createFeatureApp(own.correlation.routes, own.postgres);
    const { body } = await app.call("GET", "/v1/incidents", { tenant: own.ctx.tenantId });
    expect(body.data).toMatchObject([{ event_ids: [open], event_count: 1, open_count: 1 }]);
    await own.close();
  });

  it("GET /v1/incidents lists incidents page by page in order, by status and severity", async () => {
    const ctx = await newContext();
    for (const [n, name] of ["a", "b", "c"].entries()) {
      const ci = await world.newCi(name, {}, ctx);
      await world.alarm([ci], { seconds: n, severity: n === 0 ? "low" : "high" }, ctx);
    }
    await world.follow(ctx.tenantId);
    const all = (await incidents(ctx)).data.map(({ id }: { id: string }) => id);
    const seen: string[] = [];
    for (let query = "?limit=1"; query !== ""; ) {
      const { data, pagination } = await incidents(ctx, query);
      seen.push(...data.map(({ id }: { id: string }) => id));
      query = pagination.next_cursor ? `?limit=1&cursor=${pagination.next_cursor}` : "";
    }
    expect(seen).toEqual(all);
    expect(seen).toHaveLength(3);
    expect((await incidents(ctx, "?order=asc&sort=last_seen")).data.map(({ id }: { id: string }) => id)).toEqual(
      [...all].reverse(),
    );
    expect((await incidents(ctx, "?severity=low")).data).toHaveLength(1);
    expect((await incidents(ctx, "?status=resolved")).data).toEqual([]);
    for (const query of ["?status=acknowledged", "?severity=page", "?sort=id", "?cursor=x", "?limit=101"]) {
      expect((await http.call("GET", `/v1/incidents${query}`, { tenant: ctx.tenantId })).status, query).toBe(400);
    }
  });

  it("hides incidents from other tenants, and requires the scope", async () => {
    const ctx = await newContext();
    await world.alarm([], {}, ctx);
    await world.follow(ctx.tenantId);
    const [{ id }] = (await incidents(ctx)).data;
    const other = await newContext();
    expect((await one(other, id)).status).toBe(404);
    expect((await incidents(other)).data).toEqual([]);
    for (const unknown of [newId(), "no-id"]) expect((await one(ctx, unknown)).status).toBe(404);
    const headers = credential(ctx.tenantId, ["cmdb.read"]);
    for (const path of ["/v1/incidents", `/v1/incidents/${id}`]) {
      expect((await http.call("GET", path, { headers })).status).toBe(403);
    }
  });
});

describe("splitting incidents", () => {
  /** Deletes the relationship and delivers its change. */
  async function unlink(ctx: RequestContext, id: string) {
    await world.relationships.delete(ctx, { id });
    await world.deliver(world.changes(ctx.tenantId).slice(-1), ctx.tenantId);
    await world.follow(ctx.tenantId);
  }
  async function link(ctx: RequestContext, source: string, target: string) {
    const { id } = await world.link(source, target, "depends_on", {}, ctx);
    await world.deliver(world.changes(ctx.tenantId).slice(-1), ctx.tenantId);
    await world.follow(ctx.tenantId);
    return id;
  }
  // biome-ignore lint/suspicious/noExplicitAny: bodies are asserted on, member by member
  const withEvent = (body: any, id: string) =>
    body.data.find(({ event_ids }: { event_ids: string[] }) => event_ids.includes(id));

  it("splits an incident as the relationship that linked its CIs is deleted, and merges it again as it is back", async () => {
    const ctx = await newContext();
    const [db, shop, billing, far] = await names("db", "shop", "billing", "far")(ctx);
    await world.link(shop!, db!, "depends_on", {}, ctx);
    await world.link(billing!, db!, "depends_on", {}, ctx);
    const wrong = await link(ctx, far!, db!);
    const stays = [
      await world.alarm([db!], { seconds: -90 }, ctx),
      await world.alarm([shop!], { seconds: -60 }, ctx),
      await world.alarm([billing!], {}, ctx),
    ];
    const goes = await world.alarm([far!], { seconds: -30, severity: "critical" }, ctx);
    await world.follow(ctx.tenantId);
    const [whole] = (await incidents(ctx)).data;
    expect(whole).toMatchObject({ event_count: 4, severity: "critical", split_from: null, split_into: [] });

    await unlink(ctx, wrong);
    const split = await incidents(ctx);
    expect(split.pagination.total).toBe(2);
    const [kept, made] = [withEvent(split, stays[0]!), withEvent(split, goes)];
    expect(kept).toMatchObject({
      id: whole.id,
      event_count: 3,
      open_count: 3,
      severity: "high",
      split_into: [made.id],
    });
    expect(kept.root_cause).toMatchObject({ ci_id: db });
    expect(new Set(kept.event_ids)).toEqual(new Set(stays));
    expect(made).toMatchObject({ event_ids: [goes], open_count: 1, severity: "critical", split_from: whole.id });
    expect(made).toMatchObject({ root_cause: null, root_cause_reason: expect.any(String) });
    expect(kept.first_seen).toBe(whole.first_seen);
    expect(Date.parse(made.first_seen) - Date.parse(kept.first_seen)).toBeGreaterThan(59_000);

    await link(ctx, far!, db!);
    const [again] = (await incidents(ctx)).data;
    expect(again).toMatchObject({ id: whole.id, event_count: 4, open_count: 4, split_from: null, split_into: [] });
    expect((await one(ctx, made.id)).body).toEqual(again);
  });

  it("follows relationships in the middle of a way, between CIs without alarms", async () => {
    const ctx = await newContext();
    const [app, queue, pool, db] = await names("app", "queue", "pool", "db")(ctx);
    await world.link(app!, queue!, "depends_on", {}, ctx);
    await world.link(pool!, db!, "depends_on", {}, ctx);
    await world.alarm([app!], {}, ctx);
    await world.alarm([db!], { seconds: -30 }, ctx);
    await world.follow(ctx.tenantId);
    expect((await incidents(ctx)).pagination.total).toBe(2);
    const between = await link(ctx, queue!, pool!);
    expect((await incidents(ctx)).data).toMatchObject([{ event_count: 2 }]);
    await unlink(ctx, between);
    expect((await incidents(ctx)).pagination.total).toBe(2);
  });

  it("keeps an incident whole while it recovers, and as healthy CIs join its dependencies", async () => {
    const ctx = await newContext();
    const [db, ...shops] = await names("db", "s1", "s2", "s3")(ctx);
    for (const shop of shops) await world.link(shop, db!, "depends_on", {}, ctx);
    const cause = await world.alarm([db!], { seconds: -60 }, ctx);
    for (const shop of shops) await world.alarm([shop], {}, ctx);
    await world.follow(ctx.tenantId);
    await resolve(ctx, cause);
    for (const other of await names(...Array.from({ length: 30 }, (_, n) => `more ${n}`))(ctx)) {
      await world.link(other, db!, "depends_on", {}, ctx);
    }
    await world.deliver(world.changes(ctx.tenantId).slice(-30), ctx.tenantId);
    await world.follow(ctx.tenantId);
    expect((await incidents(ctx)).data).toMatchObject([{ event_count: 4, open_count: 3 }]);
  });

  /** Two databases with five applications each, and a portal that calls one of each. */
  async function twoFaults(ctx: RequestContext) {
    const [portal, ...dbs] = await names("portal", "db1", "db2")(ctx);
    const apps = await Promise.all(dbs.map((_, n) => names(...[1, 2, 3, 4, 5].map((k) => `app${n + 1}.${k}`))(ctx)));
    for (const [n, some] of apps.entries()) {
      for (const app of some) await world.link(app, dbs[n]!, "depends_on", {}, ctx);
      await world.link(portal!, some[0]!, "depends_on", {}, ctx);
    }
    return { portal: portal!, dbs, apps };
  }
  const symptoms = [
    { title: "Response time too high", metrics: { value: 9, normal: 1 } },
    { title: "HTTP errors 5xx", metrics: { value: 60, normal: 2 } },
  ] as const;

  async function alarmAll(ctx: RequestContext, { dbs, apps }: Awaited<ReturnType<typeof twoFaults>>) {
    const ids = dbs.map((): string[] => []);
    for (const [n, db] of dbs.entries()) {
      for (const ci of [db, ...apps[n]!]) ids[n]!.push(await world.alarm([ci], { ...symptoms[n]!, seconds: -n }, ctx));
    }
    return ids;
  }

  it("splits an incident that shows two unconnected faults, keeps them apart, and moves later alarms to theirs", async () => {
    const ctx = await newContext();
    const estate = await twoFaults(ctx);
    const { portal, dbs, apps } = estate;
    const both = await world.alarm([portal], { ...symptoms[0]!, seconds: 30 }, ctx);
    const ids = await alarmAll(ctx, estate);
    await world.follow(ctx.tenantId);
    const split = await incidents(ctx);
    expect(split.pagination.total).toBe(2);
    const found = ids.map((some) => withEvent(split, some[0]!));
    for (const [n, each] of found.entries()) {
      expect(each.root_cause).toMatchObject({ ci_id: dbs[n] });
      expect(each.event_ids).toEqual(expect.arrayContaining(ids[n]!));
    }
    expect(found.reduce((sum, { event_count }) => sum + event_count, 0)).toBe(13);
    expect(withEvent(split, both).id).toBe(found[0].id);

    // Links alone would merge them: the portal needs both, and the first application of each database is linked with it.
    const more = await world.alarm([portal], { ...symptoms[1]!, seconds: 60 }, ctx);
    const late = await world.alarm([apps[1]![0]!], { ...symptoms[1]!, seconds: 60 }, ctx);
    await world.follow(ctx.tenantId);
    const after = await incidents(ctx);
    expect(after.pagination.total).toBe(2);
    expect(withEvent(after, late).id).toBe(found[1].id);
    expect(withEvent(after, more)).toBeDefined();
    expect(after.data.map(({ id }: { id: string }) => id).sort()).toEqual(found.map(({ id }) => id).sort());
  });

  it("merges what it split as the cause of both is found", async () => {
    const ctx = await newContext();
    const estate = await twoFaults(ctx);
    const [san] = await names("san")(ctx);
    await world.alarm([estate.portal], { ...symptoms[0]!, seconds: 30 }, ctx);
    const [first] = await alarmAll(ctx, estate);
    await world.follow(ctx.tenantId);
    const before = await incidents(ctx);
    expect(before.pagination.total).toBe(2);
    await world.alarm([san!], { title: "Storage array failed", severity: "critical", seconds: -120 }, ctx);
    for (const db of estate.dbs) await link(ctx, db, san!);
    const after = await incidents(ctx);
    expect(after.data).toMatchObject([{ event_count: 14, open_count: 14, root_cause: { ci_id: san } }]);
    for (const { id } of before.data) expect((await one(ctx, id)).body).toEqual(after.data[0]);
    expect(after.data[0].event_ids).toEqual(expect.arrayContaining(first!));
  });

  it("keeps faults apart whose events are resolved and come back", async () => {
    const ctx = await newContext();
    const estate = await twoFaults(ctx);
    const sourceId = someId();
    await world.alarm([estate.portal], { ...symptoms[0]!, seconds: 30 }, ctx);
    const ids = await alarmAll(ctx, estate);
    const own = await world.alarm([estate.apps[1]![4]!], { ...symptoms[1]!, sourceId }, ctx);
    await world.follow(ctx.tenantId);
    const before = await incidents(ctx);
    expect(before.pagination.total).toBe(2);
    for (const id of [...ids[1]!, own]) await resolve(ctx, id);
    await world.follow(ctx.tenantId);
    expect((await incidents(ctx)).pagination.total).toBe(1);
    expect(await world.alarm([estate.apps[1]![4]!], { ...symptoms[1]!, sourceId }, ctx)).toBe(own);
    await world.follow(ctx.tenantId);
    const after = await incidents(ctx);
    expect(after.pagination.total).toBe(2);
    expect(withEvent(after, own).id).toBe(withEvent(before, own).id);
  });

  it("keeps faults apart however many newer alarms one of them has", async () => {
    const ctx = await newContext();
    const estate = await twoFaults(ctx);
    await alarmAll(ctx, estate);
    await world.alarm([estate.portal], { ...symptoms[0]!, seconds: 30 }, ctx);
    await world.follow(ctx.tenantId);
    const ids = new Set((await incidents(ctx)).data.map(({ id }: { id: string }) => id));
    expect(ids.size).toBe(2);
    const flapping = estate.apps[0]![1]!;
    await Promise.all(Array.from({ length: 310 }, () => world.alarm([flapping], { ...symptoms[0]! }, ctx)));
    await world.follow(ctx.tenantId);
    const { data } = await incidents(ctx);
    expect(new Set(data.map(({ id }: { id: string }) => id))).toEqual(ids);
    const counts = data.map(({ event_count }: { event_count: number }) => event_count);
    expect(counts.reduce((sum: number, n: number) => sum + n, 0)).toBe(323);
  });

  it("keeps in mind that a resolved incident is apart from what is split meanwhile", async () => {
    const ctx = await newContext();
    const estate = await twoFaults(ctx);
    const [extra] = await names("extra")(ctx);
    const wrong = await link(ctx, extra!, estate.dbs[0]!);
    const ids = await alarmAll(ctx, estate);
    await world.alarm([extra!], { ...symptoms[0]! }, ctx);
    await world.alarm([estate.portal], { ...symptoms[0]!, seconds: 30 }, ctx);
    await world.follow(ctx.tenantId);
    const before = await incidents(ctx);
    expect(before.pagination.total).toBe(2);
    for (const id of ids[1]!) await resolve(ctx, id);
    await world.follow(ctx.tenantId);
    await unlink(ctx, wrong);
    const rows = await world.postgres.query(
      `select apart_from as "apartFrom" from incidents where tenant_id = $1 and status = 'open' order by id`,
      [ctx.tenantId],
    );
    const resolvedId = withEvent(before, ids[1]![0]!).id;
    expect(rows).toEqual([{ apartFrom: [resolvedId] }, { apartFrom: [resolvedId] }]);
  });

  it("names what was split from an incident that another took over", async () => {
    const ctx = await newContext();
    const [x, db, far] = await names("x", "db", "far")(ctx);
    const wrong = await link(ctx, far!, db!);
    const old = await world.alarm([x!], {}, ctx);
    await world.follow(ctx.tenantId);
    await world.alarm([db!], {}, ctx);
    await world.alarm([db!], {}, ctx);
    const goes = await world.alarm([far!], {}, ctx);
    await world.follow(ctx.tenantId);
    await unlink(ctx, wrong);
    await link(ctx, db!, x!);
    const { data } = await incidents(ctx);
    const [taker, split] = [withEvent({ data }, old), withEvent({ data }, goes)];
    expect(taker).toMatchObject({ event_count: 3, split_from: null, split_into: [split.id] });
    expect(split).toMatchObject({ event_count: 1, split_from: taker.id, split_into: [] });
  });

  it("gives the same incidents with several workers at once", async () => {
    const ctx = await newContext();
    const estate = await twoFaults(ctx);
    const others = [world.another(), world.another(), world.another()];
    const everyone = () => [world.correlation, ...others].map((by) => world.follow(ctx.tenantId, by));
    await world.alarm([estate.portal], { ...symptoms[0]!, seconds: 30 }, ctx);
    const ids = await alarmAll(ctx, estate);
    await Promise.all([...everyone(), ...everyone()]);
    const { data, pagination } = await incidents(ctx);
    expect(pagination.total).toBe(2);
    const counts = data.map(({ event_count, open_count }: Record<string, number>) => [event_count, open_count]);
    expect(counts.flat().reduce((sum: number, n: number) => sum + n, 0)).toBe(26);
    for (const some of ids) expect(new Set(some.map((id) => withEvent({ data }, id).id)).size).toBe(1);
  });

  /** Two CIs with alarms, and the relationship that linked them deleted, which no analysis has seen. */
  async function unlinked(ctx: RequestContext) {
    const [db, far] = await names("db", "far")(ctx);
    const wrong = await link(ctx, far!, db!);
    const ids = [await world.alarm([db!], {}, ctx), await world.alarm([far!], {}, ctx)];
    await world.follow(ctx.tenantId);
    await world.relationships.delete(ctx, { id: wrong });
    await world.deliver(world.changes(ctx.tenantId).slice(-1), ctx.tenantId);
    return { db: db!, far: far!, ids };
  }
  /** A correlator whose statements to Postgres go through `query`, within transactions as well. */
  const through = (query: (text: string, ask: () => Promise<never>) => Promise<never>) => {
    const hooked =
      (sql: typeof world.postgres | Parameters<Parameters<typeof world.postgres.transaction>[0]>[0]) =>
      (text: string, ...rest: unknown[]) =>
        query(text, () => (sql.query as (...all: unknown[]) => Promise<never>)(text, ...rest));
    return world.another(world.graph, world.storesTakeWrites, {
      ...world.postgres,
      query: hooked(world.postgres) as typeof world.postgres.query,
      transaction: (work) => world.postgres.transaction((tx) => work({ ...tx, query: hooked(tx) as typeof tx.query })),
    });
  };

  it("writes all of a split or nothing, tries it again, and finds the cause meanwhile", async () => {
    const ctx = await newContext();
    await unlinked(ctx);
    const failing = through((text, ask) =>
      text.includes("split_at_version = i.version") ? Promise.reject(new Error("it breaks off")) : ask(),
    );
    const of = [ctx.tenantId];
    await world.postgres.query("update incidents set findings = null where tenant_id = $1", of);
    await world.follow(ctx.tenantId, failing);
    const whole = await incidents(ctx);
    expect(whole.data).toMatchObject([{ event_count: 2, open_count: 2, split_into: [] }]);
    expect(whole.data[0].root_cause_reason).not.toBe("It was not worked out yet");
    expect(await world.postgres.query("select tries from incidents where tenant_id = $1", of)).toEqual([{ tries: 1 }]);
    await world.postgres.query("update incidents set not_before = now() where tenant_id = $1", of);
    expect(await world.isOwed(ctx.tenantId)).toBe(true);
    await world.follow(ctx.tenantId);
    expect((await incidents(ctx)).pagination.total).toBe(2);
  });

  it("writes no split of an incident that changed while it was read", async () => {
    const ctx = await newContext();
    const { db, far, ids } = await unlinked(ctx);
    let isLinked = false;
    const overtaken = world.another({
      ...world.graph,
      read: (async (statement, params) => {
        const rows = await world.graph.read(statement, params);
        if (!isLinked && statement.file.name.endsWith("needs") && JSON.stringify(params).includes(db)) {
          isLinked = true;
          await link(ctx, far, db);
        }
        return rows;
      }) as typeof world.graph.read,
    });
    // Grouping comes first, and is not to be overtaken.
    await world.postgres.query("delete from incident_queue where tenant_id = $1", [ctx.tenantId]);
    await world.postgres.query("update incidents set version = version + 1 where tenant_id = $1", [ctx.tenantId]);
    await world.follow(ctx.tenantId, overtaken);
    expect(isLinked).toBe(true);
    const { data } = await incidents(ctx);
    expect(data).toMatchObject([{ event_count: 2, open_count: 2, split_into: [] }]);
    expect(new Set(data[0].event_ids)).toEqual(new Set(ids));
    expect(await incidents(ctx, "?status=resolved")).toMatchObject({ data: [] });
  });

  it("waits with a split until deleted events have left the incident", async () => {
    const ctx = await newContext();
    const { ids, far } = await unlinked(ctx);
    const goes = await world.alarm([far], {}, ctx);
    await world.postgres.query("update incidents set version = version + 1 where tenant_id = $1", [ctx.tenantId]);
    let isDeleted = false;
    const overtaken = through(async (text, ask) => {
      if (!isDeleted && text.includes('"isDeleted"')) {
        isDeleted = true;
        await world.events.removeEvents(ctx.tenantId, [goes]);
      }
      return ask();
    });
    await world.follow(ctx.tenantId, overtaken);
    expect(isDeleted).toBe(true);
    expect((await incidents(ctx)).data).toMatchObject([{ event_count: 3, open_count: 3 }]);
    await world.follow(ctx.tenantId);
    const { data } = await incidents(ctx);
    expect(data).toHaveLength(2);
    for (const each of data) expect(each).toMatchObject({ event_count: 1, open_count: 1 });
    for (const id of ids) expect(withEvent({ data }, id)).toBeDefined();
  });

  it.each([
    ["is deleted", (ctx: RequestContext, id: string) => world.ci.verbs.deleteCi(ctx, { id })],
    [
      "is set inactive",
      (ctx: RequestContext, id: string) => world.ci.verbs.updateCi(ctx, { id, patch: { status: "inactive" } }),
    ],
  ])("keeps an incident whole of which a CI %s, as what it linked is not known any more", async (_, change) => {
    const ctx = await newContext();
    const [db, shop, billing] = await names("db", "shop", "billing")(ctx);
    const ends = [await link(ctx, shop!, db!), await link(ctx, billing!, db!)];
    for (const ci of [db!, shop!, billing!]) await world.alarm([ci], {}, ctx);
    await world.follow(ctx.tenantId);
    await change(ctx, db!);
    await world.deliver(
      ends.map((id) =>
        changeOf("relationship.deleted", {
          subject: { kind: "relationship", id },
          before: { source_ci: shop, target_ci: db },
          after: null,
        }),
      ) as never,
      ctx.tenantId,
    );
    await world.follow(ctx.tenantId);
    expect((await incidents(ctx)).data).toMatchObject([{ event_count: 3, open_count: 3, split_into: [] }]);
  });

  it("does not split an incident of more than 5,000 events", async () => {
    const ctx = await newContext();
    await unlinked(ctx);
    await world.postgres.query("update incidents set event_count = 5001 where tenant_id = $1", [ctx.tenantId]);
    await world.follow(ctx.tenantId);
    expect((await incidents(ctx)).data).toMatchObject([{ event_count: 5001, open_count: 2 }]);
  });
});

describe("retention of incidents", () => {
  it("deletes any number of incidents that ended long ago, with their members; keeps open and recent ones", async () => {
    const [ctx, other] = [await newContext(), await newContext()];
    const storm = async (of: RequestContext, name: string, ended: boolean) => {
      const event = await world.alarm(await names(name)(of), {}, of);
      await world.follow(of.tenantId);
      if (ended) await resolve(of, event);
      await world.follow(of.tenantId);
    };
    for (let i = 0; i < 3; i++) await storm(ctx, `ended ${i}`, true);
    await storm(ctx, "open", false);
    await storm(other, "elsewhere", true);
    const [before, after] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 60_000)];
    expect(await incidentListsStore.deleteEnded(world.postgres, ctx.tenantId, before, 1)).toBe(0);
    expect(await incidentListsStore.deleteEnded(world.postgres, ctx.tenantId, after, 1)).toBe(3);
    const { data } = await incidents(ctx, "?status=open,resolved");
    expect(data).toMatchObject([{ status: "open", event_count: 1 }]);
    const count = "select count(*) as n from incident_events where tenant_id = $1";
    expect(await world.postgres.query(count, [ctx.tenantId])).toEqual([{ n: 1 }]);
    expect(await world.postgres.query(count, [other.tenantId])).toEqual([{ n: 1 }]);
  });
});
