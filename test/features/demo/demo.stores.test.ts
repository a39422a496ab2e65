import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDemoClock } from "../../../src/features/demo/demo-clock.ts";
import type { DemoVerbs } from "../../../src/features/demo/demo-verbs.ts";
import { INCIDENTS, type LoadedDemo } from "../../../src/features/demo/index.ts";
import { createLoadDemo } from "../../../src/features/demo/load-demo.ts";
import { createRemoveDemo } from "../../../src/features/demo/remove-demo.ts";
import { EVENTS } from "../../../src/features/demo/storms/index.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { contextOf } from "../../support/context.ts";
import { list } from "../ci/support.ts";
import { createEventWorld, type EventWorld, faultOf } from "../events/support.ts";

const clock = createDemoClock(systemClock);
let world: EventWorld;
let demo: ReturnType<typeof demoOf>;
let loaded: LoadedDemo;
const before = Date.now();

/** The demo on the verbs of the world, some of them replaced. */
const demoOf = (own: EventWorld, replaced: Partial<DemoVerbs> = {}, deleteCi = own.ci.verbs.deleteCi) => {
  const { ci, relationships, verbs } = own;
  const remove = createRemoveDemo({
    ci: { ...ci.verbs, deleteCi },
    events: verbs,
    removeEvents: own.events.removeEvents,
  });
  const openVerbs = () => {
    clock.setMinutesBehind(0);
    return { ci: ci.verbs, relationships: relationships.verbs, events: verbs, clock, ...replaced };
  };
  return { remove, load: createLoadDemo({ openVerbs, remove }) };
};

beforeAll(async () => {
  world = await createEventWorld({ clock });
  demo = demoOf(world);
  loaded = await demo.load(world.ctx);
  await world.deliverCiChanges();
}, 60_000);
afterAll(() => world?.close());

const byName = async (name: string) =>
  (await list(world.ci.verbs, world.ctx, { search: name })).items.find((ci) => ci.name === name)!;
const events = async (filter: object = {}) =>
  (await world.verbs.list(world.ctx, { column: "occurredAt", order: "asc", page: 1, limit: 100, ...filter })).items;

describe("Demo.load", () => {
  it("loads the whole estate, and returns its counts", async () => {
    expect(loaded).toMatchObject({ outcome: "loaded", services: 8, events: 60 });
    expect((await list(world.ci.verbs, world.ctx)).total).toBe(loaded.cis);
    expect(await events()).toHaveLength(60);
    const page = { includeAi: false, order: "desc", page: 1, limit: 1 } as const;
    const { total } = await world.relationships.verbs.list(world.ctx, page);
    expect(total).toBe(loaded.relationships);
  });

  it("dates events within the last hour, and the estate before", async () => {
    const all = await events();
    for (const { occurredAt, lastSeen } of all) {
      expect(before - occurredAt.getTime()).toBeLessThan(3_600_000);
      expect(lastSeen.getTime()).toBeLessThanOrEqual(Date.now());
    }
    expect(Date.parse((await byName("shop-db")).createdAt)).toBeLessThan(before - 50 * 86_400_000);
  });

  it("binds events to CIs, except that of the unknown host", async () => {
    const unbound = (await events()).filter(({ affectedCis }) => affectedCis.length === 0);
    expect(unbound.map(({ title }) => title)).toEqual(["batch-import-cpu-high"]);
    const { id } = await byName("fra1-leaf-03");
    expect((await events({ ciIds: [id] })).map(({ source }) => source)).toEqual(["zabbix"]);
  });

  it("loads repeats, resolutions, a flapping interface, and a machine under maintenance", async () => {
    const all = await events();
    const told = EVENTS.reduce((sum, { updates = [] }) => sum + 1 + updates.length, 0);
    expect(all.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(told);
    expect(all.filter(({ flapping }) => flapping).map(({ title }) => title)).toEqual(["Interface eth3 is down"]);
    const { id } = await byName("fra1-hv-08");
    expect(all.filter(({ suppressed }) => suppressed).map(({ affectedCis }) => affectedCis)).toEqual([[id], [id]]);
    const ended = EVENTS.filter(({ updates = [] }) => updates.at(-1)?.status === "resolved").length;
    expect(all.filter(({ status }) => status === "resolved")).toHaveLength(ended);
  });

  it("dates the deployment in the application's history before the first event", async () => {
    const { id } = await byName("checkout-api");
    const published = world.changes().filter(({ subject }) => subject.id === id);
    expect(published.map(({ kind }) => kind)).toEqual(["ci.created", "ci.updated"]);
    const [first] = await events({ ciIds: [id] });
    const minutes = (first!.occurredAt.getTime() - Date.parse(published[1]!.at)) / 60_000;
    expect(minutes).toBeGreaterThan(0);
    expect(minutes).toBeLessThan(3);
  });

  it("returns for each incident an event to start from, the cause and the services", async () => {
    expect(loaded.incidents.map(({ rootCause }) => rootCause.name)).toEqual(INCIDENTS.map((one) => one.rootCause));
    for (const { event, rootCause, services } of loaded.incidents) {
      expect((await world.verbs.get(world.ctx, event.id)).title).toBe(event.title);
      for (const { id, name } of [rootCause, ...services]) {
        expect((await world.ci.verbs.getCi(world.ctx, id)).name).toBe(name);
      }
    }
  });
});

describe("Demo.load, called again", () => {
  it("changes nothing, and returns the outcome `present`", async () => {
    const published = world.published.length;
    const changes = world.changes().length;
    const again = await demo.load(world.ctx);
    expect(again).toEqual({ ...loaded, outcome: "present", at: expect.any(String) });
    expect([world.published.length, world.changes().length]).toEqual([published, changes]);
  });

  it("resumes an interrupted load without duplicates and gaps", async () => {
    const ctx = contextOf(await world.newTenant());
    let left = 25;
    const failing = demoOf(world, {
      events: {
        get: world.verbs.get,
        ingest: (...args) => (left-- > 0 ? world.verbs.ingest(...args) : Promise.reject(new Error("cut"))),
      },
    });
    await expect(failing.load(ctx)).rejects.toThrow("cut");
    expect(await demo.load(ctx)).toMatchObject({ outcome: "loaded" });
    expect((await list(world.ci.verbs, ctx)).total).toBe(loaded.cis);
    const { items } = await world.verbs.list(ctx, { column: "occurredAt", order: "asc", page: 1, limit: 100 });
    const told = EVENTS.reduce((sum, { updates = [] }) => sum + 1 + updates.length, 0);
    expect(items).toHaveLength(60);
    expect(items.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(told);
  });
});

describe("Demo.remove", () => {
  it("keeps the tenant's own data, and the demo can be loaded again", async () => {
    const ctx = contextOf(await world.newTenant());
    const own = await world.ci.verbs.createCi(ctx, { fields: { name: "shop-db", type: "database" } });
    const { event } = await world.report({ source: "prometheus", sourceId: "mine" }, ctx);
    expect(await demo.remove(ctx)).toBeUndefined();
    await demo.load(ctx);
    expect(await demo.remove(ctx)).toEqual({ cis: loaded.cis, events: 60 });
    expect((await list(world.ci.verbs, ctx)).items.map(({ id }) => id)).toEqual([own.id]);
    const left = await world.verbs.list(ctx, { column: "occurredAt", order: "asc", page: 1, limit: 9 });
    expect(left.items.map(({ id }) => id)).toEqual([event.id]);
    for (const table of ["event_cis", "event_waits", "event_history"]) {
      const rows = await world.postgres.query(`select 1 from ${table} where tenant_id = $1`, [ctx.tenantId]);
      expect(rows, table).toEqual([]);
    }
    expect(await demo.remove(ctx)).toBeUndefined();
    expect(await demo.load(ctx)).toMatchObject({ outcome: "loaded", cis: loaded.cis });
    expect((await list(world.ci.verbs, ctx)).total).toBe(loaded.cis + 1);
  }, 180_000);

  it("ends an interrupted removal before it loads again", async () => {
    const ctx = contextOf(await world.newTenant());
    await demo.load(ctx);
    let left = 40;
    const failing = demoOf(world, {}, (...args) =>
      left-- > 0 ? world.ci.verbs.deleteCi(...args) : Promise.reject(new Error("cut")),
    );
    await expect(failing.remove(ctx)).rejects.toThrow("cut");
    expect(await demo.load(ctx)).toMatchObject({ outcome: "loaded", cis: loaded.cis });
    expect((await list(world.ci.verbs, ctx)).total).toBe(loaded.cis);
    const { items } = await world.verbs.list(ctx, { column: "occurredAt", order: "asc", page: 1, limit: 100 });
    expect(items).toHaveLength(60);
  }, 180_000);

  it("throws 403 without the scopes", async () => {
    const reader = contextOf(world.ctx.tenantId, "cmdb.read", "events.read");
    expect((await faultOf(demo.remove(reader))).code).toBe("PERMISSION_DENIED");
    const stranger = contextOf(await world.newTenant(), "cmdb.read", "events.read");
    expect((await faultOf(demo.load(stranger))).code).toBe("PERMISSION_DENIED");
  });
});
