import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { contextOf } from "../../support/context.ts";
import { someId } from "../events/support.ts";
import { type CorrelationWorld, createCorrelationWorld } from "./support.ts";

let world: CorrelationWorld;
beforeAll(async () => {
  world = await createCorrelationWorld();
});
afterAll(() => world?.close());

const SYMPTOMS = [
  { title: "Response time too high", metrics: { value: 9, normal: 1 } },
  { title: "HTTP errors 5xx", metrics: { value: 60, normal: 2 } },
] as const;
const SEVERITIES = ["critical", "high", "medium", "low"] as const;
const DATABASES = 4;
const APPS = 16;

const ci = fc.nat(DATABASES + APPS - 1);
const any = fc.nat(1_000);
/** What happens to an estate under alarm; numbers choose one of what there is. */
const step = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ kind: fc.constant("alarm"), cis: fc.uniqueArray(ci, { maxLength: 2 }), n: any }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("resolve"), n: any }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reopen"), cis: fc.tuple(ci), n: any }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("link"), cis: fc.tuple(ci, ci) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("unlink"), n: any }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete"), n: any }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("follow"), n: fc.nat(2) }) },
);
type Step = { kind: string; cis?: readonly number[]; n?: number };

/** Incidents whose columns contradict their events, merged incidents with events, and unresolved events without an incident. */
const inconsistencies = (ctx: RequestContext) =>
  world.postgres.query(
    `select i.id, i.status, i.event_count, i.open_count, c.* from incidents i
     left join lateral (
       select count(*) as events, count(*) filter (where m.is_open) as open, min(greatest(e.occurred_at,
         e.created_at - interval '720 hours')) as first, min(array_position(array['critical', 'high', 'medium', 'low'],
         e.severity)) as worst, bool_and(m.is_open = (e.status <> 'resolved')) as follows
       from incident_events m join events e on e.id = m.event_id where m.tenant_id = i.tenant_id and m.incident_id = i.id) c
       on true
     where i.tenant_id = $1 and case when i.merged_into is null
       then (i.event_count, i.open_count, i.status = 'open', true) is distinct from (c.events, c.open, c.open > 0, c.follows)
         or i.first_seen > c.first or array_position(array['critical', 'high', 'medium', 'low'], i.severity) > c.worst
         or (i.split_at_version = i.version and i.first_seen <> c.first)
       else c.events > 0 or not exists (select 1 from incidents t where t.tenant_id = i.tenant_id and t.id = i.merged_into
         and t.merged_into is null) end
     union all
     select e.id, e.status, null, null, null, null, null, null, null from events e
     left join incident_events m on m.event_id = e.id and m.tenant_id = e.tenant_id
     where e.tenant_id = $1 and m.event_id is null and e.status <> 'resolved'`,
    [ctx.tenantId],
  );

const memberships = (ctx: RequestContext) =>
  world.postgres.query("select event_id, incident_id from incident_events where tenant_id = $1 order by event_id", [
    ctx.tenantId,
  ]);

async function estate(ctx: RequestContext) {
  const cis = await Promise.all(Array.from({ length: DATABASES + APPS }, (_, i) => world.newCi(`${i}`, {}, ctx)));
  const relationships = new Map<string, string>();
  const link = async (source: string, target: string) => {
    const ends = `${source} ${target}`;
    if (source === target || relationships.has(ends)) return;
    relationships.set(ends, (await world.link(source, target, "depends_on", {}, ctx)).id);
    await world.deliver(world.changes(ctx.tenantId).slice(-1), ctx.tenantId);
  };
  for (let i = 0; i < APPS; i++) await link(cis[DATABASES + i]!, cis[i % DATABASES]!);
  return { cis, relationships, link };
}

const pick = <T>(list: readonly T[], n = 0): T | undefined => list[n % Math.max(1, list.length)];

async function run(ctx: RequestContext, steps: readonly Step[]): Promise<void> {
  const { cis, relationships, link } = await estate(ctx);
  const workers = [world.correlation, world.another(), world.another()];
  const open = new Map<string, string>();
  const resolved = new Map<string, string>();
  for (const { kind, cis: places = [], n = 0 } of steps) {
    const of = places.map((place) => cis[place]!);
    const [one] = pick([...open], n) ?? [];
    const [old, oldSource] = pick([...resolved], n) ?? [];
    if (kind === "alarm") {
      const sourceId = someId();
      const fields = { ...SYMPTOMS[n % 2]!, sourceId, severity: SEVERITIES[n % 4]!, seconds: (n % 200) - 100 };
      open.set(await world.alarm(of, fields, ctx), sourceId);
    } else if (kind === "resolve" && one !== undefined) {
      await world.verbs.changeStatus(ctx, { id: one, status: "resolved" });
      resolved.set(one, open.get(one)!);
      open.delete(one);
    } else if (kind === "reopen" && old !== undefined) {
      await world.alarm(of, { sourceId: oldSource! }, ctx);
      open.set(old, oldSource!);
      resolved.delete(old);
    } else if (kind === "link") {
      await link(of[0]!, of[1]!);
    } else if (kind === "unlink" && relationships.size > 0) {
      const [ends, id] = pick([...relationships], n)!;
      relationships.delete(ends);
      await world.relationships.delete(ctx, { id });
      await world.deliver(world.changes(ctx.tenantId).slice(-1), ctx.tenantId);
    } else if (kind === "delete" && old !== undefined) {
      await world.events.removeEvents(ctx.tenantId, [old]);
      resolved.delete(old);
    } else if (kind === "follow") {
      await Promise.all(workers.slice(0, n + 1).map((by) => world.follow(ctx.tenantId, by)));
      await world.follow(ctx.tenantId);
      expect(await inconsistencies(ctx)).toEqual([]);
    }
  }
}

it("incidents agree with their events and settle under random changes of alarms and relationships, with several workers", async () => {
  let splits = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 120, maxLength: 160, size: "max" }), async (steps) => {
      const ctx = contextOf(await world.newTenant());
      await run(ctx, steps);
      await world.follow(ctx.tenantId);
      expect(await inconsistencies(ctx)).toEqual([]);
      const settled = await memberships(ctx);
      const [row] = await world.postgres.query<{ splits: number }>(
        "select count(split_from)::int as splits from incidents where tenant_id = $1",
        [ctx.tenantId],
      );
      splits += row?.splits ?? 0;
      await world.postgres.query(
        `insert into incident_queue (tenant_id, event_id)
         select tenant_id, event_id from incident_events where tenant_id = $1 and is_open`,
        [ctx.tenantId],
      );
      await world.follow(ctx.tenantId);
      expect(await memberships(ctx)).toEqual(settled);
    }),
    { numRuns: 2, endOnFailure: true, seed: 20_261_130 },
  );
  expect(splits).toBeGreaterThan(0);
});
