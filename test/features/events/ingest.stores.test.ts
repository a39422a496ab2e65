import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { contextOf } from "../../support/context.ts";
import { createEventWorld, type EventWorld, faultOf, movableClock, someId } from "./support.ts";

const time = movableClock();
let world: EventWorld;
beforeAll(async () => {
  world = await createEventWorld({ clock: time.clock });
});
afterAll(() => world?.close());

const kindsOf = (id: string) => world.published.filter(({ subject }) => subject.id === id).map(({ kind }) => kind);
const listed = (source: string) =>
  world.verbs.list(world.ctx, { source: [source], column: "occurredAt", order: "desc", page: 1, limit: 100 });

describe("ingestEvent: repeats", () => {
  it("updates the event of the same source and source_id, counts it, and publishes event.updated only", async () => {
    const sourceId = someId();
    const first = await world.report({ sourceId, severity: "low", metrics: { a: 1 } });
    expect(first).toMatchObject({ outcome: "created", event: { status: "open", occurrences: 1 } });
    time.pass(1);
    const again = await world.report({ sourceId, severity: "critical", title: "Disk full", metrics: { b: 2 } });
    expect(again.outcome).toBe("repeated");
    expect(again.event).toMatchObject({ id: first.event.id, severity: "critical", title: "Disk full", occurrences: 2 });
    expect(again.event.metrics).toEqual({ b: 2 });
    expect((await world.report({ sourceId })).event).toMatchObject({ metrics: { b: 2 }, severity: "high" });
    expect(again.event.lastSeen > first.event.lastSeen).toBe(true);
    expect(again.event.occurredAt).toEqual(first.event.occurredAt);
    const last = await world.report({ sourceId });
    expect(await world.verbs.get(world.ctx, first.event.id)).toEqual(last.event);
    expect(kindsOf(first.event.id)).toEqual(["event.created", ...Array(3).fill("event.updated")]);
  });

  it("creates an event for another source, and for every message without a source_id", async () => {
    const sourceId = someId();
    const events = await Promise.all([
      world.report({ sourceId, source: "one" }),
      world.report({ sourceId, source: "two" }),
      world.report({}),
      world.report({}),
    ]);
    expect(new Set(events.map(({ event }) => event.id)).size).toBe(4);
    expect(events.every(({ outcome }) => outcome === "created")).toBe(true);
  });

  it("keeps acknowledgement and notes on a repeat", async () => {
    const sourceId = someId();
    const { event } = await world.report({ sourceId });
    await world.verbs.changeStatus(world.ctx, { id: event.id, status: "acknowledged", comment: "on it" });
    const again = await world.report({ sourceId });
    expect(again.event.status).toBe("acknowledged");
    const { items } = await world.verbs.history(world.ctx, event.id, { order: "desc", limit: 10, page: 1 });
    expect(items).toMatchObject([{ from: "open", to: "acknowledged", comment: "on it", actor: "tester" }]);
  });

  it("reopens a resolved event within the reopen window, and creates a new one after it", async () => {
    const sourceId = someId();
    const { event } = await world.report({ sourceId });
    await world.verbs.changeStatus(world.ctx, { id: event.id, status: "resolved" });
    time.pass(24 * 60 - 1);
    const within = await world.report({ sourceId });
    expect(within).toMatchObject({
      outcome: "status_changed",
      event: { id: event.id, status: "open", resolvedAt: null },
    });
    expect(kindsOf(event.id)).toEqual(["event.created", "event.status_changed", "event.status_changed"]);
    await world.verbs.changeStatus(world.ctx, { id: event.id, status: "resolved" });
    time.pass(24 * 60 + 1);
    const past = await world.report({ sourceId });
    expect(past.outcome).toBe("created");
    expect(past.event.id).not.toBe(event.id);
    expect((await world.report({ sourceId })).event.id).toBe(past.event.id);
    expect((await world.verbs.get(world.ctx, event.id)).status).toBe("resolved");
  });

  it("resolves the event on a recovery message, and ignores its other members", async () => {
    const sourceId = someId();
    const { event } = await world.report({ sourceId, title: "Link down", severity: "critical" });
    const ended = await world.report({ sourceId, title: "Link up", severity: "low", status: "resolved" });
    expect(ended.event).toMatchObject({ id: event.id, title: "Link down", severity: "critical", status: "resolved" });
    const twice = await world.report({ sourceId, status: "resolved" });
    expect(twice).toMatchObject({ outcome: "repeated", event: { id: event.id, status: "resolved" } });
    time.pass(48 * 60);
    expect((await world.report({ sourceId, status: "resolved" })).event.id).toBe(event.id);
  });

  it("marks an event as flapping from the fourth status change within ten minutes, and not after them", async () => {
    const sourceId = someId();
    const change = (status: "open" | "resolved") => world.report({ sourceId, status });
    const first = await change("open");
    const seen = [];
    for (const status of ["resolved", "open", "resolved", "open"] as const) {
      time.pass(1);
      seen.push((await change(status)).event.flapping);
    }
    expect(seen).toEqual([false, false, false, true]);
    expect((await world.verbs.get(world.ctx, first.event.id)).flapping).toBe(true);
    time.pass(8);
    expect((await world.verbs.get(world.ctx, first.event.id)).flapping).toBe(false);
  });
});

describe("ingestEvent and changeStatus: concurrency", () => {
  it("creates one event of one identity, also from two processes", async () => {
    const sourceId = someId();
    const other = world.another();
    const all = await Promise.all(
      Array.from({ length: 64 }, (_, i) =>
        world.report({ sourceId, source: "storm" }, world.ctx, i % 2 ? other : world.verbs),
      ),
    );
    expect(new Set(all.map(({ event }) => event.id)).size).toBe(1);
    expect(all.filter(({ outcome }) => outcome === "created")).toHaveLength(1);
    const { items, total } = await listed("storm");
    expect(total).toBe(1);
    expect(items[0]?.occurrences).toBe(64);
    expect(kindsOf(items[0]!.id).filter((kind) => kind === "event.created")).toHaveLength(1);
  });

  it("stores mixed problems and recoveries of few identities without deadlock", async () => {
    const ids = [someId(), someId(), someId()];
    const other = world.another();
    const all = await Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        world.report(
          { sourceId: ids[i % 3]!, source: "mixed", status: i % 2 ? "resolved" : "open" },
          world.ctx,
          i % 7 < 3 ? other : world.verbs,
        ),
      ),
    );
    expect(all).toHaveLength(300);
    const { items } = await listed("mixed");
    expect(items).toHaveLength(3);
    expect(items.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(300);
  });

  it("stores every event without identity", async () => {
    const all = await Promise.all(
      Array.from({ length: 250 }, (_, i) => world.report({ title: `n ${i}`, source: "flood" })),
    );
    expect(new Set(all.map(({ event }) => event.id)).size).toBe(250);
    expect((await listed("flood")).total).toBe(250);
  });

  it("changeStatus rejects every illegal transition, and applies one of many equal ones", async () => {
    const { event } = await world.report({});
    const moves = await Promise.allSettled(
      Array.from({ length: 32 }, () => world.verbs.changeStatus(world.ctx, { id: event.id, status: "resolved" })),
    );
    expect(moves.every(({ status }) => status === "fulfilled")).toBe(true);
    const illegal = await Promise.all(
      Array.from({ length: 32 }, () =>
        faultOf(world.verbs.changeStatus(world.ctx, { id: event.id, status: "acknowledged" })),
      ),
    );
    for (const fault of illegal) expect(fault).toMatchObject({ code: "CONFLICT", details: { allowed: ["open"] } });
    const { total } = await world.verbs.history(world.ctx, event.id, { order: "asc", limit: 10, page: 1 });
    expect(total).toBe(1);
    expect(kindsOf(event.id)).toEqual(["event.created", "event.status_changed"]);
  });
});

describe("ingestEvent: retried requests", () => {
  it("returns the event of the first try for the id of an idempotency key", async () => {
    const id = newId();
    const sourceId = someId();
    const first = await world.report({ id, sourceId });
    const second = await world.report({ id, sourceId });
    expect(second.event).toEqual(first.event);
    expect(second.outcome).toBe("created");
    expect(kindsOf(id)).toEqual(["event.created"]);
  });
});

describe("ingestEvent: occurredAt", () => {
  it("is the sender's time at any age, and the arrival time if it is more than five minutes ahead", async () => {
    const now = time.clock.now();
    const at = (ms: number) => world.report({ occurredAt: new Date(now.getTime() + ms) });
    expect((await at(-400 * 86_400_000)).event.occurredAt).toEqual(new Date(now.getTime() - 400 * 86_400_000));
    expect((await at(240_000)).event.occurredAt).toEqual(new Date(now.getTime() + 240_000));
    expect((await at(360_000)).event.occurredAt).toEqual(now);
  });
});

describe("ingestEvent: published changes", () => {
  it("commits the event and its change together, or neither", async () => {
    const failing = await createEventWorld({ onPublished: () => Promise.reject(new Error("no room")) });
    try {
      await expect(failing.report({ source: "untold" })).rejects.toThrow("no room");
      const input = { column: "occurredAt", order: "desc", page: 1, limit: 10 } as const;
      expect((await failing.verbs.list(failing.ctx, input)).total).toBe(0);
    } finally {
      await failing.close();
    }
  });
});

describe("events: tenants and scopes", () => {
  it("hides events from other tenants, and shares no identity with them", async () => {
    const stranger = contextOf(await world.newTenant());
    const sourceId = someId();
    const { event } = await world.report({ sourceId });
    expect(await faultOf(world.verbs.get(stranger, event.id))).toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    expect(await faultOf(world.verbs.changeStatus(stranger, { id: event.id, status: "resolved" }))).toMatchObject({
      code: "RESOURCE_NOT_FOUND",
    });
    expect((await world.report({ sourceId }, stranger)).outcome).toBe("created");
    expect((await world.verbs.get(world.ctx, event.id)).occurrences).toBe(1);
  });

  it("requires events.write to report and events.read to read", async () => {
    const reader = contextOf(world.ctx.tenantId, "events.read");
    const writer = contextOf(world.ctx.tenantId, "events.write");
    expect(await faultOf(world.report({}, reader))).toMatchObject({ code: "PERMISSION_DENIED" });
    const { event } = await world.report({}, writer);
    expect(await faultOf(world.verbs.get(writer, event.id))).toMatchObject({ code: "PERMISSION_DENIED" });
  });
});
