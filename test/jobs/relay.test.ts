import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RequestContext } from "../../src/context.ts";
import { unavailable } from "../../src/errors.ts";
import { historySink } from "../../src/features/history/index.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { newId } from "../../src/platform/ids.ts";
import { createOutbox, type NewsEntry, type OutboxNode } from "../../src/platform/jobs/outbox.ts";
import { createRelay, type NewsSink, type Relay } from "../../src/platform/jobs/relay.ts";
import { openStores, ownNewsOnly, standingNews } from "../features/ci/support.ts";
import { contextOf } from "../support/context.ts";
import { log } from "../support/scratch.ts";

let stores: Awaited<ReturnType<typeof openStores>>;
let ctx: RequestContext;
beforeAll(async () => {
  stores = await openStores();
});
afterAll(() => stores.close());
beforeEach(() => {
  ctx = contextOf(newId());
});

/** A sink that keeps what it was given of this test's tenant, once its transaction has committed or not. */
function keeper() {
  const given: NewsEntry[] = [];
  const sink: NewsSink = async (_tx, tenantId, entries) => {
    if (tenantId === ctx.tenantId) given.push(...entries);
  };
  return { given, sink };
}

const relayTo = (...sinks: NewsSink[]) => createRelay({ ...own(), sinks, log, pollMs: 100 });
const own = () => ({ ...stores, graph: ownNewsOnly(stores.graph, ({ tenant }) => tenant === ctx.tenantId) });

/** Commits one write with so many news, and answers its nodes; a relay hears of them where one is given. */
async function tellNews(count: number, relay?: Relay): Promise<OutboxNode[]> {
  const committed: OutboxNode[] = [];
  const outbox = createOutbox({
    graph: stores.graph,
    clock: systemClock,
    onCommitted(nodes) {
      committed.push(...nodes);
      relay?.offer(nodes);
    },
  });
  await outbox.write(ctx.tenantId, async (_tx, tell) => {
    for (let i = 0; i < count; i++) {
      const subject = { kind: "ci", id: newId() } as const;
      tell(ctx, { kind: "ci.created", subject, version: 1, before: null, after: { i } });
    }
  });
  return committed;
}

const standing = () => standingNews(stores.graph, ctx.tenantId);
const kept = async (): Promise<number | undefined> => {
  const text = "select count(*) as n from history where tenant_id = $1";
  return (await stores.postgres.query<{ n: number }>(text, [ctx.tenantId]))[0]?.n;
};

describe("the relay", () => {
  it("hands over what was committed without being asked, and removes it", async () => {
    const relay = relayTo(historySink);
    await tellNews(3, relay);
    await expect.poll(kept).toBe(3);
    await relay.stop();
    expect(await standing()).toBe(0);
  });

  it("hands over what a process left behind when it died", async () => {
    const { given, sink } = keeper();
    await tellNews(2);
    expect(await standing()).toBe(1);
    const relay = relayTo(sink);
    relay.start();
    await expect.poll(() => given.length).toBe(2);
    await relay.stop();
    expect(await standing()).toBe(0);
  });

  it("hands a node over once, though it died before it could remove it", async () => {
    const { given, sink } = keeper();
    const nodes = await tellNews(2);
    const brokenGraph = { ...own().graph, write: () => Promise.reject(unavailable("gone")) };
    const dying = createRelay({ ...stores, graph: brokenGraph, sinks: [sink, historySink], log });
    dying.offer(nodes);
    await expect.poll(kept).toBe(2);
    await dying.stop();
    expect(await standing()).toBe(1);
    const relay = relayTo(sink, historySink);
    await relay.drain();
    expect(await standing()).toBe(0);
    expect(given).toHaveLength(2);
    expect(await kept()).toBe(2);
  });

  it("hands over once what several processes find at once", async () => {
    const { given, sink } = keeper();
    const nodes = await tellNews(1_500);
    expect(nodes).toHaveLength(2);
    const relays = [relayTo(sink), relayTo(sink), relayTo(sink)];
    for (const relay of relays) relay.offer(nodes);
    await Promise.all(relays.map((relay) => relay.drain()));
    expect(given).toHaveLength(1_500);
    expect(new Set(given.map((entry) => entry.id)).size).toBe(1_500);
    expect(await standing()).toBe(0);
    await Promise.all(relays.map((relay) => relay.stop()));
  });

  it("keeps order within a write, and all of a write or nothing", async () => {
    let broken = true;
    const { given, sink } = keeper();
    const failing: NewsSink = async (_tx, tenantId) => {
      if (tenantId === ctx.tenantId && broken) throw unavailable("the sink is away");
    };
    const relay = relayTo(historySink, failing, sink);
    await tellNews(5, relay);
    await relay.stop();
    expect([given.length, await kept(), await standing()]).toEqual([0, 0, 1]);
    broken = false;
    relay.start();
    await expect.poll(() => given.length).toBe(5);
    await relay.stop();
    expect(given.map((entry) => entry.after)).toEqual([0, 1, 2, 3, 4].map((i) => ({ i })));
    expect(await kept()).toBe(5);
  });

  it("passes by a node that no sink takes, and hands over the others", async () => {
    const [poison] = await tellNews(1);
    const { given, sink } = keeper();
    const refusing: NewsSink = async (_tx, _tenantId, entries) => {
      if (entries.some((entry) => entry.id.startsWith(poison!.id))) throw new Error("no column for this");
    };
    for (let i = 0; i < 3; i++) await tellNews(2);
    const relay = relayTo(refusing, sink, historySink);
    await relay.drain();
    expect(given).toHaveLength(6);
    expect([await kept(), await standing()]).toEqual([6, 1]);
    const healthy = relayTo(sink, historySink);
    await healthy.drain();
    expect([given.length, await kept(), await standing()]).toEqual([7, 7, 0]);
  });

  it("loses nothing under a burst, whether it hears of it or not", async () => {
    const relay = relayTo(historySink);
    relay.start();
    await Promise.all(Array.from({ length: 60 }, (_, i) => tellNews(3, i % 3 ? relay : undefined)));
    await expect.poll(kept, { timeout: 10_000 }).toBe(180);
    await relay.stop();
    expect(await standing()).toBe(0);
  });
});

describe("the outbox", () => {
  it("forgets what a try told that was repeated, and hands over nothing of a write that failed", async () => {
    const committed: OutboxNode[] = [];
    const outbox = createOutbox({
      graph: stores.graph,
      clock: systemClock,
      onCommitted: (nodes) => committed.push(...nodes),
    });
    const news = {
      kind: "ci.created",
      subject: { kind: "ci", id: newId() },
      version: 1,
      before: null,
      after: null,
    } as const;
    let tries = 0;
    await outbox.write(ctx.tenantId, async (_tx, tell) => {
      tell(ctx, news);
      if (++tries < 3)
        throw Object.assign(new Error("deadlock"), { code: "Neo.TransientError.Transaction.DeadlockDetected" });
    });
    expect(tries).toBe(3);
    expect(committed.flatMap((node) => JSON.parse(node.entries) as unknown[])).toHaveLength(1);
    const failing = outbox.write(ctx.tenantId, async (_tx, tell) => {
      tell(ctx, news);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await outbox.write(ctx.tenantId, async () => undefined);
    expect(committed).toHaveLength(1);
    expect(await standing()).toBe(1);
    await relayTo().drain();
  });
});
