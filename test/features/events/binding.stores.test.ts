import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { contextOf } from "../../support/context.ts";
import { ALERT, createEventWorld, type EventWorld, failWrites, faultOf, movableClock, someId } from "./support.ts";

const time = movableClock();
let world: EventWorld;
beforeAll(async () => {
  world = await createEventWorld({ clock: time.clock });
});
afterAll(() => world?.close());

const fresh = () => newId().replaceAll("-", "").slice(12);
const newCi = async (fields: object, ctx = world.ctx) =>
  (await world.ci.verbs.createCi(ctx, { fields: { name: `ci ${newId()}`, type: "server", ...fields } })).id;
const suppressed = async (id: string) => (await world.verbs.get(world.ctx, id)).suppressed;

describe("ingestEvent binds an event to CIs", () => {
  it("binds an event to the CIs that it names, in their order, without duplicates", async () => {
    const [a, b] = [await newCi({}), await newCi({})];
    const { event } = await world.report({ affectedCis: [b, a, b] });
    expect(event.affectedCis).toEqual([b, a]);
    const found = await world.verbs.list(world.ctx, {
      ciIds: [a],
      column: "occurredAt",
      order: "desc",
      page: 1,
      limit: 9,
    });
    expect(found.items.map(({ id }) => id)).toEqual([event.id]);
  });

  it("rejects unknown CIs by their index, and stores the other events of the batch", async () => {
    const a = await newCi({});
    const bad = world.report({ affectedCis: [a, newId(), "x'; drop table events", a] });
    const [fault, good] = await Promise.all([faultOf(bad), world.report({ affectedCis: [a] })]);
    expect(fault.code).toBe("VALIDATION_ERROR");
    expect(fault.violations.map(({ field }) => field)).toEqual(["affected_cis.1", "affected_cis.2"]);
    expect(good.event.affectedCis).toEqual([a]);
  });

  it("does not bind to another tenant's CI", async () => {
    const stranger = contextOf(await world.newTenant());
    const host = `h${fresh()}`;
    const theirs = await newCi({ attributes: { hostname: host } }, stranger);
    expect((await faultOf(world.report({ affectedCis: [theirs] }))).code).toBe("VALIDATION_ERROR");
    expect((await world.report({ hostname: host })).event.affectedCis).toEqual([]);
  });

  it("binds by host name, full name, address, or the name of a host made by hand", async () => {
    const tag = fresh();
    const web = await newCi({ attributes: { fqdn: `web${tag}.example.com` } });
    const db = await newCi({ attributes: { hostname: `db${tag}` } });
    const byHand = await newCi({ name: `HAND${tag}`, type: "virtual_machine" });
    const ip = `2001:db8::${tag.slice(0, 4)}:${tag.slice(4, 8)}`;
    const addressed = await newCi({ customFields: { all_ip_addresses: [ip] } });
    const boundTo = async (fields: object) => (await world.report(fields)).event.affectedCis;
    expect(await boundTo({ fqdn: `WEB${tag}.example.com.` })).toEqual([web]);
    expect(await boundTo({ hostname: `web${tag}` })).toEqual([web]);
    expect(await boundTo({ hostname: `db${tag}.example.net` })).toEqual([db]);
    expect(await boundTo({ hostname: `hand${tag}` })).toEqual([byHand]);
    expect(await boundTo({ ipAddress: ip.toUpperCase() })).toEqual([addressed]);
    expect(await boundTo({ hostname: ip })).toEqual([addressed]);
  });

  it("does not bind by a first label that another full name shares", async () => {
    const tag = fresh();
    await newCi({ attributes: { fqdn: `app${tag}.example.com` } });
    expect((await world.report({ fqdn: `app${tag}.example.net` })).event.affectedCis).toEqual([]);
  });

  it("binds to the CI that matches most of the event's host keys", async () => {
    const tag = fresh();
    const one = await newCi({ attributes: { hostname: `twin${tag}`, ip_address: "203.0.113.11" } });
    await newCi({ attributes: { hostname: `twin${tag}`, ip_address: "203.0.113.12" } });
    const { event } = await world.report({ hostname: `twin${tag}`, ipAddress: "203.0.113.11" });
    expect(event.affectedCis).toEqual([one]);
  });

  it("binds by full name in one batch: to its only CI, to the best of several, and past an inactive one", async () => {
    const tag = fresh();
    const fqdn = (name: string) => `${name}${tag}.example.com`;
    const only = await newCi({ attributes: { fqdn: fqdn("only") } });
    await newCi({ attributes: { fqdn: fqdn("pair"), ip_address: "203.0.113.21" } });
    const better = await newCi({ attributes: { fqdn: fqdn("pair"), ip_address: "203.0.113.22" } });
    await newCi({ status: "inactive", attributes: { fqdn: fqdn("old") } });
    const heir = await newCi({ attributes: { hostname: `old${tag}` } });
    const mixed = [
      { hostname: fqdn("only"), ipAddress: "203.0.113.22" },
      { fqdn: fqdn("pair"), ipAddress: "203.0.113.22" },
      { affectedCis: [newId()] },
      { hostname: `old${tag}.example.com` },
      { fqdn: fqdn("none") },
      { affectedCis: [only, heir] },
    ];
    const answers = await Promise.allSettled(mixed.map((fields) => world.report(fields)));
    const bound = answers.map((answer) => (answer.status === "fulfilled" ? answer.value.event.affectedCis : "refused"));
    expect(bound).toEqual([[only], [better], "refused", [heir], [], [only, heir]]);
  });

  it("does not bind to an inactive or deleted CI", async () => {
    const tag = fresh();
    await newCi({ status: "inactive", attributes: { hostname: `idle${tag}` } });
    const gone = await newCi({ attributes: { hostname: `gone${tag}` } });
    await world.ci.verbs.deleteCi(world.ctx, { id: gone });
    expect((await world.report({ hostname: `idle${tag}` })).event.affectedCis).toEqual([]);
    expect((await world.report({ hostname: `gone${tag}` })).event.affectedCis).toEqual([]);
  });
});

describe("bindEvents and the CI of an unbound event", () => {
  it("binds open and resolved events when the CI appears, and publishes event.updated", async () => {
    const tag = fresh();
    const open = (await world.report({ hostname: `late${tag}` })).event;
    const over = (await world.report({ fqdn: `late${tag}.example.com`, status: "resolved" })).event;
    expect([open, over].map(({ affectedCis }) => affectedCis)).toEqual([[], []]);
    const ci = await newCi({ attributes: { hostname: `late${tag}` } });
    await world.deliverCiChanges();
    for (const { id } of [open, over]) expect((await world.verbs.get(world.ctx, id)).affectedCis).toEqual([ci]);
    const change = world.published.filter(({ subject }) => subject.id === open.id).at(-1);
    expect(change).toMatchObject({
      kind: "event.updated",
      after: { affected_cis: [ci] },
      before: { affected_cis: [] },
    });
    const waits = await world.postgres.query("select 1 from event_waits where tenant_id = $1 and event_id = any($2)", [
      world.ctx.tenantId,
      [open.id, over.id],
    ]);
    expect(waits).toEqual([]);
  });

  it("binds an event when a CI is activated, gets the host name, or is restored", async () => {
    const tag = fresh();
    const ids = await Promise.all(
      ["idle", "named", "back"].map(async (name) => (await world.report({ hostname: `${name}${tag}` })).event.id),
    );
    const idle = await newCi({ status: "inactive", attributes: { hostname: `idle${tag}` } });
    const named = await newCi({});
    await world.deliverCiChanges();
    expect((await world.verbs.get(world.ctx, ids[0]!)).affectedCis).toEqual([]);
    await world.ci.verbs.updateCi(world.ctx, { id: idle, patch: { status: "active" } });
    await world.ci.verbs.updateCi(world.ctx, { id: named, patch: { attributes: { hostname: `named${tag}` } } });
    const back = await newCi({ name: `back${tag}` });
    await world.ci.verbs.deleteCi(world.ctx, { id: back });
    await world.ci.verbs.restoreCi(world.ctx, back);
    await world.deliverCiChanges();
    const bound = await Promise.all(ids.map(async (id) => (await world.verbs.get(world.ctx, id)).affectedCis));
    expect(bound).toEqual([[idle], [named], [back]]);
  });

  it("binds every event whose CI is created at the same moment", async () => {
    const tag = fresh();
    const hosts = Array.from({ length: 20 }, (_, i) => `race${i}x${tag}`);
    const [events] = await Promise.all([
      Promise.all(hosts.map((hostname) => world.report({ hostname }))),
      Promise.all(hosts.map((hostname) => newCi({ attributes: { hostname } }))),
    ]);
    await world.deliverCiChanges();
    for (const { event } of events) {
      await expect.poll(async () => (await world.verbs.get(world.ctx, event.id)).affectedCis.length).toBe(1);
    }
  });

  it("binds owed events to a CI that appeared any time ago, although the job was lost", async () => {
    const tag = fresh();
    const { id } = (await world.report({ hostname: `owed${tag}` })).event;
    const ci = await newCi({ attributes: { hostname: `owed${tag}` } });
    await world.relay.drain();
    world.loseJobs();
    time.pass(3 * 24 * 60);
    expect(await world.doOwed()).toBe(1);
    expect((await world.verbs.get(world.ctx, id)).affectedCis).toEqual([ci]);
    expect(await world.doOwed()).toBe(0);
  });

  it("searches for an event whose process died before its search, without a change of a CI", async () => {
    const tag = fresh();
    const { id } = (await world.report({ hostname: `died${tag}` })).event;
    await expect.poll(() => world.doOwed()).toBe(0);
    const ci = await newCi({ attributes: { hostname: `died${tag}` } });
    await world.relay.drain();
    world.loseJobs();
    const of = [world.ctx.tenantId, id];
    await world.postgres.query("delete from appeared_hosts where tenant_id = $1", of.slice(0, 1));
    await world.postgres.query("update event_waits set searched = false where tenant_id = $1 and event_id = $2", of);
    expect(await world.doOwed()).toBe(1);
    expect((await world.verbs.get(world.ctx, id)).affectedCis).toEqual([ci]);
  });

  it.each([
    ["appeared", "P0001"],
    ["unsearched", "P0001"],
    ["unsearched", "57014"],
  ])(
    "parks an event that cannot be bound after six tries, and binds its neighbours (%s, %s)",
    async (why, sqlState) => {
      const tag = fresh();
      const hosts = ["first", "bad", "last"].map((name) => `${name}${tag}`);
      const ids = [];
      for (const hostname of hosts) ids.push((await world.report({ hostname, title: `Bind ${hostname}` })).event.id);
      await expect.poll(() => world.doOwed()).toBe(0);
      for (const hostname of hosts) await newCi({ attributes: { hostname } });
      await world.relay.drain();
      world.loseJobs();
      const of = [world.ctx.tenantId];
      if (why === "unsearched") {
        await world.postgres.query("delete from appeared_hosts where tenant_id = $1", of);
        await world.postgres.query("update event_waits set searched = false where tenant_id = $1", of);
      }
      const refusal = { tenantId: of[0]!, title: `Bind bad${tag}`, sqlState, on: "update" } as const;
      const restore = await failWrites(world, refusal);
      try {
        const table = why === "unsearched" ? "event_waits" : "appeared_hosts";
        for (let n = 1; n <= 6; n++) {
          await world.postgres.query(`update ${table} set not_before = now() where tenant_id = $1`, of);
          expect(await world.doOwed()).toBe(1);
          expect(await world.doOwed()).toBe(0);
        }
        const left = `select distinct tries, not_before > now() + interval '23 hours' as "isParked" from ${table}
   where tenant_id = $1 and tries > 0`;
        expect(await world.postgres.query(left, of)).toEqual([{ tries: 6, isParked: true }]);
      } finally {
        await restore();
      }
      const bound = await Promise.all(ids.map(async (id) => (await world.verbs.get(world.ctx, id)).affectedCis.length));
      expect(bound).toEqual([1, 0, 1]);
    },
  );

  it("rebinds an event to the CIs that a repeat names, and keeps them when a repeat names none", async () => {
    const sourceId = someId();
    const [a, b] = [await newCi({}), await newCi({ attributes: { hostname: `other${fresh()}` } })];
    await world.report({ sourceId, hostname: `nowhere${fresh()}` });
    expect((await world.report({ sourceId, affectedCis: [a] })).event.affectedCis).toEqual([a]);
    expect((await world.report({ sourceId })).event.affectedCis).toEqual([a]);
    expect((await world.report({ sourceId, affectedCis: [b] })).event.affectedCis).toEqual([b]);
    const ofA = await world.verbs.list(world.ctx, { ciIds: [a], column: "createdAt", order: "asc", page: 1, limit: 9 });
    expect(ofA.total).toBe(0);
  });
});

describe("maintenance suppresses events", () => {
  it("marks the events of a CI in status maintenance as suppressed at once, and not after it ends", async () => {
    const [ci, well] = [await newCi({}), await newCi({})];
    const before = (await world.report({ affectedCis: [ci] })).event;
    expect(before.suppressed).toBe(false);
    await world.ci.verbs.updateCi(world.ctx, { id: ci, patch: { status: "maintenance" } });
    const within = (await world.report({ affectedCis: [well, ci] })).event;
    expect(within).toMatchObject({ suppressed: true, status: "open" });
    expect(world.published.at(-1)).toMatchObject({ kind: "event.created", after: { suppressed: true } });
    expect(await suppressed(before.id)).toBe(true);
    await world.ci.verbs.updateCi(world.ctx, { id: ci, patch: { status: "active" } });
    await world.relay.drain();
    expect(await suppressed(within.id)).toBe(false);
    expect(await suppressed(before.id)).toBe(false);
  });

  it("follows the changes of CIs in any order of delivery", async () => {
    const ci = await newCi({});
    const { event } = await world.report({ affectedCis: [ci] });
    await world.ci.verbs.updateCi(world.ctx, { id: ci, patch: { status: "maintenance" } });
    await world.relay.drain();
    expect(await suppressed(event.id)).toBe(true);
    const old = world.changes().filter(({ subject }) => subject.id === ci);
    await world.ci.verbs.updateCi(world.ctx, { id: ci, patch: { status: "active" } });
    await world.relay.drain();
    await world.postgres.transaction(async (tx) => {
      await world.events.consumers.graph?.(tx, world.ctx.tenantId, old);
    });
    expect(await suppressed(event.id)).toBe(false);
  });

  it("suppresses events for as long as a maintenance window lasts", async () => {
    const ci = await newCi({});
    const { event } = await world.report({ affectedCis: [ci] });
    const minutes = (n: number) => new Date(time.clock.now().getTime() + n * 60_000);
    const { windows } = world.verbs;
    const window = await windows.create(world.ctx, {
      ciIds: [ci, ci],
      from: minutes(5),
      to: minutes(15),
      reason: "patches",
    });
    expect(window.ciIds).toEqual([ci]);
    expect(await suppressed(event.id)).toBe(false);
    time.pass(5);
    expect(await suppressed(event.id)).toBe(true);
    expect((await world.report({ affectedCis: [ci] })).event.suppressed).toBe(true);
    time.pass(10);
    expect(await suppressed(event.id)).toBe(false);
    const now = await windows.create(world.ctx, { ciIds: [ci], to: minutes(60) });
    expect(await suppressed(event.id)).toBe(true);
    await windows.remove(world.ctx, now.id);
    expect(await suppressed(event.id)).toBe(false);
  });

  it.each([1, 64, 65, 66, 200])(
    "tells the CIs under maintenance from others where %i of the tenant are",
    async (count) => {
      const ctx = contextOf(newId());
      const report = async (...affectedCis: string[]) => {
        const { event } = await world.verbs.ingest(ctx, { event: ALERT, source: "probe", affectedCis });
        return event.suppressed;
      };
      const named = async (n: number, status: "maintenance" | "active") => {
        const fields = Array.from({ length: n }, () => ({ name: `ci ${newId()}`, type: "server", status }));
        const made = await Promise.all(fields.map((each) => world.ci.verbs.createCi(ctx, { fields: each })));
        return made.map(({ id }) => id);
      };
      const [well] = await named(1, "active");
      const byStatus = await named(count, "maintenance");
      await world.relay.drain();
      for (const id of [byStatus[0]!, byStatus.at(-1)!]) expect(await report(id)).toBe(true);
      expect(await report(well!)).toBe(false);
      const inWindow = await named(count, "active");
      await world.verbs.windows.create(ctx, { ciIds: inWindow, to: new Date(time.clock.now().getTime() + 60_000) });
      for (const id of [byStatus[0]!, inWindow[0]!, inWindow.at(-1)!]) expect(await report(well!, id)).toBe(true);
      expect(await report(well!)).toBe(false);
      for (const id of byStatus) await world.ci.verbs.updateCi(ctx, { id, patch: { status: "active" } });
      await world.relay.drain();
      for (const id of [byStatus[0]!, byStatus.at(-1)!]) expect(await report(id)).toBe(false);
      expect(await report(inWindow[0]!)).toBe(true);
    },
  );

  it("maintenance windows require known CIs and an end after the start, and belong to one tenant", async () => {
    const { windows } = world.verbs;
    const to = new Date(time.clock.now().getTime() + 60_000);
    const ci = await newCi({});
    const unknown = await faultOf(windows.create(world.ctx, { ciIds: [ci, newId()], to }));
    expect(unknown.violations).toMatchObject([{ field: "ci_ids.1" }]);
    expect((await faultOf(windows.create(world.ctx, { ciIds: [ci], from: to, to }))).violations).toMatchObject([
      { field: "to" },
    ]);
    const { id } = await windows.create(world.ctx, { ciIds: [ci], to });
    const stranger = contextOf(await world.newTenant());
    expect((await faultOf(windows.remove(stranger, id))).code).toBe("RESOURCE_NOT_FOUND");
    expect((await faultOf(windows.create(stranger, { ciIds: [ci], to }))).code).toBe("VALIDATION_ERROR");
    expect((await windows.list(stranger, { order: "desc", limit: 10, page: 1 })).total).toBe(0);
    expect(await windows.get(world.ctx, id)).toMatchObject({ ciIds: [ci], reason: null, createdBy: "tester" });
  });
});

describe("purging CIs and deleting expired events", () => {
  it("onCisPurged removes the CI from events and windows, and keeps the event", async () => {
    const [gone, stays] = [await newCi({ status: "maintenance" }), await newCi({})];
    const { event } = await world.report({ affectedCis: [gone, stays] });
    const to = new Date(time.clock.now().getTime() + 60_000);
    const window = await world.verbs.windows.create(world.ctx, { ciIds: [gone, stays], to });
    // A CI is purged long after its changes were delivered.
    await world.deliverCiChanges();
    const tables = ["event_cis", "cis_under_maintenance"];
    const rowsOf = (table: string) =>
      world.postgres.query(`select 1 from ${table} where tenant_id = $1 and ci_id = $2`, [world.ctx.tenantId, gone]);
    for (const table of tables) expect(await rowsOf(table), table).toHaveLength(1);
    await world.events.onCisPurged(world.ctx.tenantId, [gone]);
    expect((await world.verbs.get(world.ctx, event.id)).affectedCis).toEqual([stays]);
    expect((await world.verbs.windows.get(world.ctx, window.id)).ciIds).toEqual([stays]);
    for (const table of tables) expect(await rowsOf(table), table).toEqual([]);
  });

  it("retention.events deletes resolved events after their retention time, with all that belongs to them", async () => {
    const separate = await createEventWorld({ clock: time.clock });
    try {
      const { id: ci } = await separate.ci.verbs.createCi(separate.ctx, { fields: { name: "kept", type: "server" } });
      const ended = [{ affectedCis: [ci] }, { hostname: "never-seen" }];
      for (const fields of ended) {
        const { event } = await separate.report(fields);
        await separate.verbs.changeStatus(separate.ctx, { id: event.id, status: "resolved", comment: "done" });
      }
      const open = (await separate.report({ affectedCis: [ci] })).event;
      expect(await separate.events.retention.events(separate.ctx.tenantId)).toBe(0);
      time.pass(401 * 24 * 60);
      expect(await separate.events.retention.events(separate.ctx.tenantId)).toBe(2);
      expect((await separate.verbs.get(separate.ctx, open.id)).affectedCis).toEqual([ci]);
      const rows = (table: string) =>
        separate.postgres.query(`select 1 from ${table} where tenant_id = $1`, [separate.ctx.tenantId]);
      expect(await rows("event_cis")).toHaveLength(1);
      for (const table of ["event_waits", "event_history"]) expect(await rows(table), table).toEqual([]);
    } finally {
      await separate.close();
    }
  });
});
