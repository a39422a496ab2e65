import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isUnavailable, unavailable } from "../../../src/errors.ts";
import { createStoreAlerts } from "../../../src/features/events/store-alerts.ts";
import { newId } from "../../../src/platform/ids.ts";
import { contextOf } from "../../support/context.ts";
import { ALERT, createEventWorld, type EventWorld, failWrites, faultOf } from "./support.ts";

let world: EventWorld;
beforeAll(async () => {
  world = await createEventWorld();
});
afterAll(() => world?.close());

const message = (count: number) => {
  const tag = newId();
  const alerts = Array.from({ length: count }, (_, n) => ({
    status: "firing",
    labels: { alertname: `Alert ${n} of ${tag}` },
    fingerprint: `${tag} ${n}`,
  }));
  return { alerts, titleOf: (n: number) => `Alert ${n} of ${tag}` };
};

/** The number of events by how often they occurred. */
async function occurrences(tenantId: string): Promise<Record<string, number>> {
  const rows = await world.postgres.query<{ occurrences: number; events: number }>(
    "select occurrences, count(*)::int as events from events where tenant_id = $1 group by 1 order by 1",
    [tenantId],
  );
  return Object.fromEntries(rows.map((row) => [row.occurrences, row.events]));
}

const receipts = async (tenantId: string) =>
  (await world.postgres.query("select 1 from event_receipts where tenant_id = $1", [tenantId])).length;

describe("an inbound message with a single alert", () => {
  it.each(["with", "without"])(
    "%s a source_id is stored once though the answer to its COMMIT was lost",
    async (which) => {
      const ctx = contextOf(await world.newTenant());
      let isLost = true;
      const storeAlerts = createStoreAlerts({
        postgres: world.postgres,
        async ingestEvent(...call) {
          const stored = await world.verbs.ingest(...call);
          if (isLost) throw unavailable("The relational store cannot be reached");
          return stored;
        },
      });
      const alerts = [{ ...ALERT, sourceId: which === "with" ? newId() : null }];
      expect(isUnavailable(await faultOf(storeAlerts(ctx, "probe", alerts)))).toBe(true);
      isLost = false;
      const nothing = { created: 0, repeated: 0, status_changed: 0 };
      expect(await storeAlerts(ctx, "probe", alerts)).toEqual({ ...nothing, replayed: 1 });
      expect(await occurrences(ctx.tenantId)).toEqual({ 1: 1 });
      expect(await receipts(ctx.tenantId)).toBe(0);
      // The message was taken: the same once more says that the problem lasts.
      expect(await storeAlerts(ctx, "probe", alerts)).toMatchObject({ replayed: 0 });
    },
  );
});

describe("an inbound message with many alerts", () => {
  it("that a store interrupts is answered 503, and its repeat counts no stored alert again", async () => {
    const ctx = contextOf(await world.newTenant());
    const { alerts, titleOf } = message(250);
    const outage = { tenantId: ctx.tenantId, title: titleOf(170), sqlState: "57P01", on: "insert" } as const;
    const restore = await failWrites(world, outage);
    const receive = () => world.verbs.receive(ctx, "prometheus", { alerts });
    try {
      expect(isUnavailable(await faultOf(receive()))).toBe(true);
    } finally {
      await restore();
    }
    const stored = (await occurrences(ctx.tenantId))[1] ?? 0;
    expect(stored).toBeGreaterThanOrEqual(100);
    expect(stored).toBeLessThan(200);
    const repeat = await receive();
    expect(repeat).toEqual({ received: 250, created: 250 - stored, updated: 0, ignored: stored, errors: [] });
    expect(await occurrences(ctx.tenantId)).toEqual({ 1: 250 });
    expect(await receipts(ctx.tenantId)).toBe(0);
    // The message was taken: the same once more says that the problems last.
    expect(await receive()).toMatchObject({ updated: 250, ignored: 0 });
    expect(await occurrences(ctx.tenantId)).toEqual({ 2: 250 });
  });

  it("stores the others where one cannot be stored, and then fails", async () => {
    const ctx = contextOf(await world.newTenant());
    const { alerts, titleOf } = message(140);
    const refusal = { tenantId: ctx.tenantId, title: titleOf(3), sqlState: "P0001", on: "insert" } as const;
    const restore = await failWrites(world, refusal);
    const receive = () => world.verbs.receive(ctx, "prometheus", { alerts });
    try {
      await expect(receive()).rejects.toThrow("refused by a test");
    } finally {
      await restore();
    }
    expect(await occurrences(ctx.tenantId)).toEqual({ 1: 139 });
    expect(await receive()).toMatchObject({ created: 1, updated: 0, ignored: 139 });
    expect(await occurrences(ctx.tenantId)).toEqual({ 1: 140 });
  });

  it("counts equal alerts of one message one by one, and skips each once in the repeat", async () => {
    const ctx = contextOf(await world.newTenant());
    const { alerts, titleOf } = message(2);
    const [first, second] = alerts;
    const body = { alerts: [first, first, first, second] };
    const restore = await failWrites(world, {
      tenantId: ctx.tenantId,
      title: titleOf(1),
      sqlState: "P0001",
      on: "insert",
    });
    await expect(world.verbs.receive(ctx, "prometheus", body)).rejects.toThrow("refused by a test");
    await restore();
    expect(await occurrences(ctx.tenantId)).toEqual({ 3: 1 });
    expect(await world.verbs.receive(ctx, "prometheus", body)).toMatchObject({ created: 1, updated: 0, ignored: 3 });
    expect(await occurrences(ctx.tenantId)).toEqual({ 1: 1, 3: 1 });
  });

  it("is stored completely, 2,000 alerts", async () => {
    const ctx = contextOf(await world.newTenant());
    const { alerts } = message(2_000);
    const received = await world.verbs.receive(ctx, "prometheus", { alerts });
    expect(received).toEqual({ received: 2_000, created: 2_000, updated: 0, ignored: 0, errors: [] });
    expect(await occurrences(ctx.tenantId)).toEqual({ 1: 2_000 });
  });
});
