import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { unavailable } from "../../../src/errors.ts";
import { historyConsumer } from "../../../src/features/history/index.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { newId } from "../../../src/platform/ids.ts";
import type { Change, ChangeConsumer } from "../../../src/platform/jobs/changes.ts";
import { createOutbox, type OutboxNode } from "../../../src/platform/jobs/outbox.ts";
import { createRelay, type Relay } from "../../../src/platform/jobs/relay.ts";
import { openStores, ownChangesOnly, pendingChangesOf } from "../../features/ci/support.ts";
import { changesTo, ciSnapshot } from "../../support/changes.ts";
import { contextOf } from "../../support/context.ts";
import { log } from "../../support/scratch.ts";

let stores: Awaited<ReturnType<typeof openStores>>;
let ctx: RequestContext;
beforeAll(async () => {
  stores = await openStores();
});
afterAll(() => stores.close());
beforeEach(() => {
  ctx = contextOf(newId());
});

/** A consumer that keeps what it was given of this test's tenant, once its transaction has committed or not. */
function keeper() {
  const given: Change[] = [];
  const consumer: ChangeConsumer = async (_tx, tenantId, entries) => {
    if (tenantId === ctx.tenantId) given.push(...entries);
  };
  return { given, consumer };
}

const relayTo = (...consumers: ChangeConsumer[]) =>
  createRelay({ ...own(), changes: changesTo(...consumers.map((graph) => ({ graph }))), log, pollMs: 100 });
const own = () => ({ ...stores, graph: ownChangesOnly(stores.graph, (tenantId) => tenantId === ctx.tenantId) });

/** Commits one write with so many changes, and answers its nodes; they are enqueued where a relay is given. */
async function publishChanges(count: number, relay?: Relay): Promise<OutboxNode[]> {
  const committed: OutboxNode[] = [];
  const outbox = createOutbox({
    graph: stores.graph,
    clock: systemClock,
    onCommitted(nodes) {
      committed.push(...nodes);
      relay?.enqueue(nodes);
    },
  });
  await outbox.write(ctx.tenantId, async (_tx, publish) => {
    for (let i = 0; i < count; i++) {
      const subject = { kind: "ci", id: newId() } as const;
      publish(ctx, { kind: "ci.created", subject, version: 1, before: null, after: ciSnapshot({ attributes: { i } }) });
    }
  });
  return committed;
}

const pending = () => pendingChangesOf(stores.graph, ctx.tenantId);
const kept = async (): Promise<number | undefined> => {
  const text = "select count(*) as n from history where tenant_id = $1";
  return (await stores.postgres.query<{ n: number }>(text, [ctx.tenantId]))[0]?.n;
};

describe("createRelay", () => {
  it("delivers enqueued nodes and removes them", async () => {
    const relay = relayTo(historyConsumer);
    await publishChanges(3, relay);
    await expect.poll(kept).toBe(3);
    await relay.stop();
    expect(await pending()).toBe(0);
  });

  it("delivers the nodes of a process that died", async () => {
    const { given, consumer } = keeper();
    await publishChanges(2);
    expect(await pending()).toBe(1);
    const relay = relayTo(consumer);
    relay.start();
    await expect.poll(() => given.length).toBe(2);
    await relay.stop();
    expect(await pending()).toBe(0);
  });

  it("delivers a node once, even after dying before the removal", async () => {
    const { given, consumer } = keeper();
    const nodes = await publishChanges(2);
    const brokenGraph = { ...own().graph, write: () => Promise.reject(unavailable("gone")) };
    const dying = createRelay({
      ...stores,
      graph: brokenGraph,
      changes: changesTo({ graph: consumer }, { graph: historyConsumer }),
      log,
    });
    dying.enqueue(nodes);
    await expect.poll(kept).toBe(2);
    await dying.stop();
    expect(await pending()).toBe(1);
    const relay = relayTo(consumer, historyConsumer);
    await relay.drain();
    expect(await pending()).toBe(0);
    expect(given).toHaveLength(2);
    expect(await kept()).toBe(2);
  });

  it("delivers a node once when several processes find it", async () => {
    const { given, consumer } = keeper();
    const nodes = await publishChanges(1_500);
    expect(nodes).toHaveLength(2);
    const relays = [relayTo(consumer), relayTo(consumer), relayTo(consumer)];
    for (const relay of relays) relay.enqueue(nodes);
    await Promise.all(relays.map((relay) => relay.drain()));
    expect(given).toHaveLength(1_500);
    expect(new Set(given.map((change) => change.id)).size).toBe(1_500);
    expect(await pending()).toBe(0);
    await Promise.all(relays.map((relay) => relay.stop()));
  });

  it("keeps the order of a write and delivers it atomically", async () => {
    let broken = true;
    const { given, consumer } = keeper();
    const failing: ChangeConsumer = async (_tx, tenantId) => {
      if (tenantId === ctx.tenantId && broken) throw unavailable("the consumer is away");
    };
    const relay = relayTo(historyConsumer, failing, consumer);
    await publishChanges(5, relay);
    await relay.stop();
    expect([given.length, await kept(), await pending()]).toEqual([0, 0, 1]);
    broken = false;
    relay.start();
    await expect.poll(() => given.length).toBe(5);
    await relay.stop();
    expect(given.map(({ after }) => after)).toMatchObject([0, 1, 2, 3, 4].map((i) => ({ attributes: { i } })));
    expect(await kept()).toBe(5);
  });

  it("delivers a batch that several connections were lost with, without a refusal", async () => {
    let losses = 3;
    const { given, consumer } = keeper();
    const failing: ChangeConsumer = async (_tx, tenantId) => {
      if (tenantId === ctx.tenantId && losses-- > 0) throw unavailable("the connection was reset");
    };
    const relay = relayTo(failing, consumer);
    await publishChanges(5);
    await relay.drain();
    expect([given.length, await pending()]).toEqual([5, 0]);
  });

  it("leaves a refused node in the graph and delivers the others", async () => {
    const [poison] = await publishChanges(1);
    const { given, consumer } = keeper();
    const refusing: ChangeConsumer = async (_tx, _tenantId, entries) => {
      if (entries.some((change) => change.id.startsWith(poison!.id))) throw new Error("no column for this");
    };
    for (let i = 0; i < 3; i++) await publishChanges(2);
    const relay = relayTo(refusing, consumer, historyConsumer);
    await relay.drain();
    expect(given).toHaveLength(6);
    expect([await kept(), await pending()]).toEqual([6, 1]);
    const healthy = relayTo(consumer, historyConsumer);
    await healthy.drain();
    expect([given.length, await kept(), await pending()]).toEqual([7, 7, 0]);
  });

  it("loses no change in a burst, enqueued or not", async () => {
    const relay = relayTo(historyConsumer);
    relay.start();
    await Promise.all(Array.from({ length: 60 }, (_, i) => publishChanges(3, i % 3 ? relay : undefined)));
    await expect.poll(kept, { timeout: 10_000 }).toBe(180);
    await relay.stop();
    expect(await pending()).toBe(0);
  });
});

describe("createOutbox", () => {
  it("drops the changes of failed tries, and delivers none of a failed write", async () => {
    const committed: OutboxNode[] = [];
    const outbox = createOutbox({
      graph: stores.graph,
      clock: systemClock,
      onCommitted: (nodes) => committed.push(...nodes),
    });
    const change = {
      kind: "ci.created",
      subject: { kind: "ci", id: newId() },
      version: 1,
      before: null,
      after: ciSnapshot(),
    } as const;
    let tries = 0;
    await outbox.write(ctx.tenantId, async (_tx, publish) => {
      publish(ctx, change);
      if (++tries < 3)
        throw Object.assign(new Error("deadlock"), { code: "Neo.TransientError.Transaction.DeadlockDetected" });
    });
    expect(tries).toBe(3);
    expect(committed.flatMap((node) => JSON.parse(node.entries) as unknown[])).toHaveLength(1);
    const failing = outbox.write(ctx.tenantId, async (_tx, publish) => {
      publish(ctx, change);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await outbox.write(ctx.tenantId, async () => undefined);
    expect(committed).toHaveLength(1);
    expect(await pending()).toBe(1);
    await relayTo().drain();
  });
});
