import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import type { QueryRow } from "../../../src/features/query/query.model.ts";
import { readsStore } from "../../../src/features/query/sql/reads.store.ts";
import { createSqlWorld, type KnownCi, type SampleEvent, storeEvents } from "./sql-world.ts";

const COUNT = 6_000;
/** One more than are compared by their ids. */
const SERVERS = 20_001;
let world: Awaited<ReturnType<typeof createSqlWorld>>;
let ctx: RequestContext;

const ci = (i: number, type: string): KnownCi => ({ id: `${type}${i}`, name: `${type}${i}`, type, attributes: {} });
const event = (i: number, affected_cis: string[]): SampleEvent => ({
  id: `e${100_000 + i}`,
  title: `Disk ${i}`,
  description: null,
  severity: "high",
  status: "open",
  source: "zabbix",
  source_id: null,
  affected_cis,
  metrics: { load: i },
  context: {},
  occurred_at: new Date(Date.UTC(2026, 0, 1) + i * 1_000).toISOString(),
  occurrences: 1,
  resolved_at: null,
  acknowledged_at: null,
});

beforeAll(async () => {
  world = await createSqlWorld();
  const servers = Array.from({ length: SERVERS }, (_, i) => ci(i, "server"));
  ctx = await world.tenant([...servers, ci(0, "database")]);
  const events = Array.from({ length: COUNT }, (_, i) =>
    event(i, i % 3 === 0 ? ["server5"] : i % 3 === 1 ? ["database0"] : []),
  );
  await storeEvents(world.postgres, ctx.tenantId, events);
});
afterAll(() => world.close());

/** Connections of this database that hold a transaction open. */
async function openTransactions(): Promise<number> {
  const rows = await world.postgres.query<{ n: number }>(
    "select count(*) as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  return rows[0]?.n ?? 0;
}

describe("a stream of records", () => {
  test("has every row once, in order, in pages", async () => {
    const form = { entity: "event", fields: ["id", "ci.name"], order: [{ field: "occurred_at" }] } as const;
    const { pages } = await world.verbs.streamQuery(
      ctx,
      { ...form, fields: [...form.fields], order: [...form.order] },
      { limit: 1_000_000 },
    );
    const sizes: number[] = [];
    const rows: QueryRow[] = [];
    for await (const page of pages) {
      sizes.push(page.length);
      rows.push(...page);
    }
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: COUNT }, (_, i) => `e${100_000 + i}`));
    expect(rows.slice(0, 3).map((row) => row["ci.name"])).toEqual([["server5"], ["database0"], []]);
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000);
    expect(await openTransactions()).toBe(0);
  });

  test("ends when its reader leaves, and its place is free again", async () => {
    for (let i = 0; i < 5; i++) {
      const { pages } = await world.verbs.streamQuery(ctx, { entity: "event" }, { limit: COUNT });
      for await (const page of pages) {
        expect(page.length).toBeGreaterThan(0);
        break;
      }
    }
    await vi.waitFor(async () => expect(await openTransactions()).toBe(0));
  });

  test("of groups is one too", async () => {
    const { pages } = await world.verbs.streamQuery(ctx, { entity: "event", group_by: ["id"] }, { limit: COUNT });
    let count = 0;
    for await (const page of pages) count += page.length;
    expect(count).toBe(COUNT);
  });
});

describe("limits of a statement", () => {
  const slow = (limits: { signal: AbortSignal; timeoutMs: number }) =>
    readsStore.inSnapshot(world.postgres, limits, (tx) => tx.query("select pg_sleep(60)"));

  test("it is cancelled with its caller, and the connection serves others", async () => {
    const caller = new AbortController();
    const running = slow({ signal: caller.signal, timeoutMs: 60_000 });
    const isAsleep = async () => {
      const rows = await world.postgres.query(
        "select 1 from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(60)' and state = 'active'",
      );
      return rows.length > 0;
    };
    await vi.waitFor(async () => expect(await isAsleep()).toBe(true), { timeout: 10_000 });
    caller.abort(new Error("the caller left"));
    await expect(running).rejects.toThrow("the caller left");
    expect(await isAsleep()).toBe(false);
    expect(await world.postgres.query("select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("its time is over: 503 that says so", async () => {
    const limits = { signal: new AbortController().signal, timeoutMs: 1 };
    await expect(slow(limits)).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      message: expect.stringContaining("ask for less"),
    });
  });

  test("it reads and never writes", async () => {
    const limits = { signal: new AbortController().signal, timeoutMs: 5_000 };
    const write = readsStore.inSnapshot(world.postgres, limits, (tx) => tx.query("delete from events"));
    await expect(write).rejects.toThrow();
  });
});

describe("CIs of records", () => {
  test("are judged from the side that is smaller, with the same answer", async () => {
    const total = async (filter: object) => {
      const filters = [{ field: "ci.type", op: "eq" as const, value: "server", ...filter }];
      return (await world.verbs.runQuery(ctx, { entity: "event", filters, fields: ["id"] })).total;
    };
    world.lookups.among = 0;
    expect(await total({ value: "database" })).toBe(COUNT / 3);
    expect(world.lookups.among).toBe(0);
    expect(await total({})).toBe(COUNT / 3);
    expect(await total({ op: "ne" })).toBe((2 * COUNT) / 3);
    expect(world.lookups.among).toBe(2);
  });
});
