import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { AppError } from "../../../src/errors.ts";
import { newId } from "../../../src/platform/ids.ts";
import { uncounted } from "../../support/context.ts";
import { ALERT, createEventWorld, type EventWorld, someId } from "./support.ts";

let world: EventWorld;
beforeAll(async () => {
  world = await createEventWorld();
});
afterAll(() => world?.close());

const REFUSAL = new AppError("RATE_LIMIT_EXCEEDED", "Too many requests");

const report = (ctx: RequestContext, sourceId: string, affectedCis: string[] = []) =>
  world.verbs.ingest(ctx, { event: { ...ALERT, sourceId }, source: "probe", affectedCis });
const occurrencesOf = async (sourceId: string) => {
  const rows = await world.postgres.query<{ occurrences: number }>(
    "select occurrences from events where tenant_id = $1 and source_id = $2",
    [world.ctx.tenantId, sourceId],
  );
  return rows.map(({ occurrences }) => occurrences);
};

describe("ingestEvent while the rate limit is still being checked", () => {
  it("stores the event only once the request is admitted, and holds no lock of it for long", async () => {
    const sourceId = newId();
    const { ctx, tell } = uncounted(world.ctx.tenantId);
    const pending = report(ctx, sourceId);
    await expect(Promise.race([pending, sleep(300, "waits")])).resolves.toBe("waits");
    expect(await occurrencesOf(sourceId)).toEqual([]);
    // Another process stores the same alert meanwhile.
    const other = await world.another().ingest(world.ctx, { event: { ...ALERT, sourceId }, source: "probe" });
    expect(other.outcome).toBe("created");
    tell();
    const { event, outcome } = await pending;
    expect(outcome).not.toBe("created");
    expect(event.id).toBe(other.event.id);
    expect(await occurrencesOf(sourceId)).toEqual([2]);
  });

  it("stores nothing of a refused request, and the others of its batch", async () => {
    const [same, unique] = [newId(), newId()];
    const [refused, admitted] = [uncounted(world.ctx.tenantId), uncounted(world.ctx.tenantId)];
    const answers = [
      report(refused.ctx, same),
      report(admitted.ctx, same),
      report(world.ctx, unique),
      report(refused.ctx, newId(), [someId()]),
    ];
    admitted.tell();
    refused.tell(REFUSAL);
    const [first, second, third, fourth] = await Promise.allSettled(answers);
    expect(first).toEqual({ status: "rejected", reason: REFUSAL });
    expect(second).toMatchObject({ status: "fulfilled", value: { outcome: "created", event: { occurrences: 1 } } });
    expect(third).toMatchObject({ status: "fulfilled", value: { outcome: "created" } });
    // Before what its fields would be refused for.
    expect(fourth).toEqual({ status: "rejected", reason: REFUSAL });
    expect(await occurrencesOf(same)).toEqual([1]);
    expect(world.published.filter(({ after }) => after?.source_id === same)).toHaveLength(1);
  });
});
