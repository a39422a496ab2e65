import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RequestContext, systemContext } from "../../../src/context.ts";
import { invalidField, unavailable } from "../../../src/errors.ts";
import { historyConsumer } from "../../../src/features/history/index.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { newId } from "../../../src/platform/ids.ts";
import type { ChangeConsumer } from "../../../src/platform/jobs/changes.ts";
import { outboxGraph } from "../../../src/platform/jobs/outbox.graph.store.ts";
import { createOutbox, type OutboxNode } from "../../../src/platform/jobs/outbox.ts";
import { createRelay, type RelayDeps } from "../../../src/platform/jobs/relay.ts";
import { forgetRelayedIds } from "../../../src/platform/jobs/relayed-ids.ts";
import { openStores, ownChangesOnly, pendingChangesOf } from "../../features/ci/support.ts";
import { changesTo, ciSnapshot } from "../../support/changes.ts";
import { contextOf } from "../../support/context.ts";
import { log } from "../../support/scratch.ts";

let stores: Awaited<ReturnType<typeof openStores>>;
let ctx: RequestContext;
let other: string;
beforeAll(async () => {
  stores = await openStores();
});
afterAll(() => stores.close());
beforeEach(() => {
  ctx = contextOf(newId());
  other = newId();
});

const PAUSES = [1, 1, 1, 1];
const own = () => ownChangesOnly(stores.graph, (tenantId) => [ctx.tenantId, other].includes(tenantId));
const relayTo = (consumer: ChangeConsumer, more: Partial<RelayDeps> = {}) =>
  createRelay({
    ...stores,
    graph: own(),
    changes: changesTo({ graph: consumer }, { graph: historyConsumer }),
    log,
    pollMs: 20,
    retryPausesMs: PAUSES,
    ...more,
  });

/** Commits a write of one change, as large as `chars` says, and delivers nothing. Returns its node. */
async function publish(tenantId = ctx.tenantId, chars = 1): Promise<OutboxNode> {
  const committed: OutboxNode[] = [];
  const outbox = createOutbox({ graph: stores.graph, clock: systemClock, onCommitted: (n) => committed.push(...n) });
  await outbox.write(tenantId, async (_tx, publishChange) => {
    const subject = { kind: "ci", id: newId() } as const;
    const after = ciSnapshot({ attributes: { text: "x".repeat(chars) } });
    publishChange(systemContext(tenantId, newId()), { kind: "ci.created", subject, version: 1, before: null, after });
  });
  return committed[0]!;
}

/** Writes a node as another version would. */
const putNode = (id: string, entries: string) =>
  stores.graph.raw("CREATE (o:Outbox {id: $id, tenant: $tenant, entries: $entries})", {
    id,
    tenant: ctx.tenantId,
    entries,
  });

const pending = (tenantId = ctx.tenantId) => pendingChangesOf(stores.graph, tenantId);
const parked = () => outboxGraph.parked(stores.graph, ctx.tenantId, 100);
const kept = async (tenantId = ctx.tenantId) => {
  const text = "select count(*) as n from history where tenant_id = $1";
  return (await stores.postgres.query<{ n: number }>(text, [tenantId]))[0]?.n;
};
const refusing =
  (isPoison: (id: string) => boolean, fault: () => Error): ChangeConsumer =>
  async (_tx, _tenantId, changes) => {
    if (changes.some(({ id }) => isPoison(id))) throw fault();
  };

describe("a node that cannot be delivered", () => {
  it.each([
    ["refused by a rule", () => invalidField("name", "must not be empty")],
    ["answered as though a store were away, while both work", () => unavailable("too slow")],
    ["refused by the database", () => new Error("no column for this")],
  ])("%s is tried apart and parked after five tries, with the error; the others are delivered", async (_, fault) => {
    const poison = await publish();
    for (let i = 0; i < 6; i++) await publish();
    const relay = relayTo(refusing((id) => id.startsWith(poison.id), fault));
    relay.start();
    await expect.poll(parked, { timeout: 20_000 }).toHaveLength(1);
    await relay.stop();
    expect([await kept(), await pending()]).toEqual([6, 0]);
    const [node] = await parked();
    expect(node).toMatchObject({ id: poison.id, tenant: ctx.tenantId, tries: 5, error: fault().message });
    expect(Math.abs(node!.failedAt - Date.now())).toBeLessThan(60_000);
  });

  it("waits between its tries, and does not count tries while a store is away", async () => {
    await publish();
    let tries = 0;
    const consumer: ChangeConsumer = async (_tx, tenantId) => {
      if (tenantId === ctx.tenantId) tries++;
      throw new Error("refused");
    };
    const patient = relayTo(consumer, { retryPausesMs: [60_000] });
    patient.start();
    await expect.poll(() => tries, { timeout: 20_000 }).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await patient.stop();
    expect([tries, await pending()]).toEqual([1, 1]);

    const full = Object.assign(new Error("No space left on device"), { code: "53100" });
    const onFullDisk = relayTo(
      refusing(
        () => true,
        () => unavailable("full", full),
      ),
      { retryPausesMs: [] },
    );
    await expect(onFullDisk.drain()).rejects.toThrow("full");
    expect([await pending(), await parked()]).toEqual([1, []]);

    const waiting = relayTo(consumer, { storesTakeWrites: async () => false, retryPausesMs: [] });
    await expect(waiting.drain()).rejects.toThrow("refused");
    expect([tries, await pending(), await parked()]).toEqual([2, 1, []]);
  });

  it("is delivered once an operator sends it again", async () => {
    const { id } = await publish();
    await relayTo(
      refusing(
        () => true,
        () => new Error("no"),
      ),
    ).drain();
    for (let i = 0; i < 4; i++)
      await relayTo(
        refusing(
          () => true,
          () => new Error("no"),
        ),
      ).drain();
    expect(await parked()).toHaveLength(1);
    expect(await outboxGraph.release(stores.graph, id)).toBe(true);
    expect(await outboxGraph.release(stores.graph, id)).toBe(false);
    await relayTo(async () => undefined).drain();
    expect([await kept(), await pending(), await parked()]).toEqual([1, 0, []]);
  });
});

describe("changes of a newer version", () => {
  const newer = JSON.stringify([{ id: "x:0", kind: "ci.painted" }]);

  it("wait without a try, and delay no other changes", async () => {
    await putNode("0", newer);
    await publish();
    const relay = relayTo(async () => undefined);
    relay.start();
    await expect.poll(() => kept(), { timeout: 20_000 }).toBe(1);
    await relay.stop();
    expect([await pending(), await parked()]).toEqual([1, []]);
    await stores.graph.raw("MATCH (o:Outbox {id: '0'}) DELETE o");
  });

  it("are parked after their time, and tried again by the next process", async () => {
    const id = newId(Date.now() - 10_000);
    await putNode(id, newer);
    const relay = relayTo(async () => undefined, { unknownWaitMs: 50 });
    relay.start();
    await expect.poll(parked, { timeout: 20_000 }).toHaveLength(1);
    await relay.stop();
    expect((await parked())[0]?.error).toContain('does not know: "ci.painted"');
    const next = relayTo(async () => undefined);
    next.start();
    await expect.poll(parked, { timeout: 20_000 }).toHaveLength(0);
    await next.stop();
    expect(await pending()).toBe(1);
    await stores.graph.raw("MATCH (o:Outbox {id: $id}) DELETE o", { id });
  });
});

describe("a backlog", () => {
  it("of one tenant does not hold back another", async () => {
    for (let i = 0; i < 30; i++) await publish();
    await publish(other);
    const order: string[] = [];
    await relayTo(async (_tx, tenantId, changes) => void order.push(...changes.map(() => tenantId))).drain();
    expect(order).toHaveLength(31);
    expect(order.indexOf(other)).toBeLessThan(25);
  });

  it("is read and delivered in transactions of bounded size", async () => {
    for (let i = 0; i < 6; i++) await publish(ctx.tenantId, 1_500_000);
    const sizes: number[] = [];
    await relayTo(async (_tx, _tenantId, changes) => void sizes.push(changes.length)).drain();
    expect(sizes).toEqual([2, 2, 2]);
    expect(await pending()).toBe(0);
  });

  it("is written in nodes of bounded size", async () => {
    const committed: OutboxNode[] = [];
    const outbox = createOutbox({ graph: stores.graph, clock: systemClock, onCommitted: (n) => committed.push(...n) });
    await outbox.write(ctx.tenantId, async (_tx, publishChange) => {
      for (let i = 0; i < 5; i++) {
        const after = ciSnapshot({ attributes: { text: "ü".repeat(200_000) } });
        publishChange(ctx, {
          kind: "ci.created",
          subject: { kind: "ci", id: newId() },
          version: 1,
          before: null,
          after,
        });
      }
    });
    expect(committed.map(({ entries }) => (JSON.parse(entries) as unknown[]).length)).toEqual([2, 2, 1]);
    for (const node of committed) expect(Buffer.byteLength(node.entries)).toBeLessThan(1_000_100);
    await relayTo(async () => undefined).drain();
    expect(await kept()).toBe(5);
  });
});

describe("forgetRelayedIds", () => {
  it("keeps an id as long as its node exists, so that an old node is still delivered once", async () => {
    const node = await publish();
    const gone = newId();
    const late = newId();
    await stores.postgres.query(
      "insert into relayed_outbox (id, at) values ($1, now() - interval '3 days'), ($2, now() - interval '3 days'), ($3, now())",
      [node.id, gone, late],
    );
    expect(await forgetRelayedIds(stores)).toBeGreaterThanOrEqual(1);
    const rows = await stores.postgres.query("select id from relayed_outbox where id = any($1)", [
      [node.id, gone, late],
    ]);
    expect(rows.map(({ id }) => id).sort()).toEqual([node.id, late].sort());
    await relayTo(async () => undefined).drain();
    expect([await pending(), await kept()]).toEqual([0, 0]);
  });
});
