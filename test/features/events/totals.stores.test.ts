import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { createEventWorld, type EventWorld, movableClock } from "./support.ts";

const time = movableClock();
let world: EventWorld;
beforeAll(async () => {
  world = await createEventWorld({ clock: time.clock });
});
afterAll(() => world?.close());

const totalOf = async (filter: object = {}, verbs = world.verbs) =>
  (await verbs.list(world.ctx, { column: "occurredAt", order: "desc", page: 1, limit: 1, ...filter })).total;
/** Differences between the counters and the stored events. */
const counted = (tenantId: string) =>
  world.postgres.query(
    `select coalesce(c.status, e.status) as status, coalesce(c.severity, e.severity) as severity, c.n, e.n as there
     from (select status, severity, sum(total)::bigint as n from event_counts where tenant_id = $1 group by 1, 2) c
     full join (select status, severity, count(*) as n from events where tenant_id = $1 group by 1, 2) e
       on c.status = e.status and c.severity = e.severity
     where coalesce(c.n, 0) <> coalesce(e.n, 0)`,
    [tenantId],
  );

describe("total of GET /v1/events", () => {
  it("is exact after concurrent reports and status changes by two processes", async () => {
    const other = world.another();
    const severities = ["critical", "high", "medium", "low"] as const;
    const statuses = ["open", "acknowledged", "resolved"] as const;
    await Promise.all(
      Array.from({ length: 400 }, async (_, i) => {
        const by = i % 2 ? other : world.verbs;
        const sourceId = i % 3 ? `check ${i % 40}` : null;
        const report = { sourceId, source: `s${i % 5}`, severity: severities[i % 4]!, status: statuses[i % 3]! };
        const { event } = await world.report(report, world.ctx, by);
        if (i % 7 === 0 && event.status !== "resolved") {
          await by.changeStatus(world.ctx, { id: event.id, status: "resolved" }).catch(() => undefined);
        }
      }),
    );
    expect(await counted(world.ctx.tenantId)).toEqual([]);
    const [{ n } = { n: 0 }] = await world.postgres.query<{ n: number }>(
      "select count(*) as n from events where tenant_id = $1",
      [world.ctx.tenantId],
    );
    expect(await totalOf()).toBe(n);
    const parts = await Promise.all(severities.map((severity) => totalOf({ severity: [severity] })));
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(n);
    const both = await totalOf({ status: ["open", "resolved"], severity: ["high"] });
    const [seen] = await world.postgres.query<{ n: number }>(
      "select count(*) as n from events where tenant_id = $1 and status in ('open', 'resolved') and severity = 'high'",
      [world.ctx.tenantId],
    );
    expect(both).toBe(seen!.n);
  });

  it("is exact for filters by other members, also after it stayed the same for long", async () => {
    const source = `settled ${newId()}`;
    const other = world.another();
    const first = await world.report({ source, sourceId: "a" });
    await world.report({ source, sourceId: "b" });
    await world.report({ source, sourceId: "c" });
    for (let i = 0; i < 3; i++) {
      expect(await totalOf({ source: [source] })).toBe(3);
      expect(await totalOf({ source: [source], status: ["open"] })).toBe(3);
      time.pass(0.5);
    }
    await other.changeStatus(world.ctx, { id: first.event.id, status: "acknowledged" });
    expect(await totalOf({ source: [source], status: ["open"] })).toBe(2);
    await world.report({ source, sourceId: "d" }, world.ctx, other);
    expect(await totalOf({ source: [source] })).toBe(4);
    await world.events.removeEvents(world.ctx.tenantId, [first.event.id]);
    expect(await totalOf({ source: [source] })).toBe(3);
    expect(await totalOf({ source: [source], from: "2000-01-01T00:00:00Z" })).toBe(3);
  });

  it("follows binding and purging of CIs for a filter by CI", async () => {
    const { id } = await world.ci.verbs.createCi(world.ctx, { fields: { name: `ci ${newId()}`, type: "server" } });
    const events = [];
    for (let i = 0; i < 3; i++) events.push(await world.report({ affectedCis: [id], sourceId: newId() }));
    const onCi = () => totalOf({ ciIds: [id] });
    expect(await onCi()).toBe(3);
    time.pass(0.2);
    expect([await onCi(), await onCi()]).toEqual([3, 3]);
    await world.events.onCisPurged(world.ctx.tenantId, [id]);
    expect(await onCi()).toBe(0);
  });

  it("is taken from a page that reaches the end, and counted for pages beyond it", async () => {
    const source = `pages ${newId()}`;
    for (let i = 0; i < 5; i++) await world.report({ source });
    const of = async (page: number, limit: number) => totalOf({ source: [source], page, limit });
    expect(await of(1, 10)).toBe(5);
    expect(await of(2, 3)).toBe(5);
    expect(await of(1, 5)).toBe(5);
    expect(await of(9, 3)).toBe(5);
    expect(await totalOf({ source: [`none ${newId()}`] })).toBe(0);
  });

  it("drops when retention deletes events", async () => {
    time.pass(402 * 24 * 60);
    const before = await totalOf({ status: ["resolved"] });
    expect(await world.events.retention.events(world.ctx.tenantId)).toBe(before);
    expect(await totalOf({ status: ["resolved"] })).toBe(0);
    expect(await counted(world.ctx.tenantId)).toEqual([]);
  });
});
