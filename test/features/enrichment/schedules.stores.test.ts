import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { SCOPES } from "../../../src/model/scopes.ts";
import { createEnrichmentWorld, type EnrichmentWorld, type TestWork, testWork } from "./support.ts";

let world: EnrichmentWorld;
let cpe: TestWork;
let owner: RequestContext;

beforeAll(async () => {
  world = await createEnrichmentWorld([], new Date("2026-03-01T12:00:00Z"));
});
afterAll(() => world?.close());
beforeEach(async () => {
  cpe = testWork("cpe");
  world.works.splice(0, world.works.length, cpe, testWork("process-mapping", { defaultEnabled: false }));
  owner = await world.newTenant();
  await world.work();
});

const HOUR = 3_600_000;
const update = (change: object, ctx = owner) => world.enrichment.schedules.update(ctx, "cpe", change);
const schedule = async () => (await world.enrichment.schedules.list(owner))[0];
const runs = () => world.all(owner);

describe("a schedule", () => {
  it("has the defaults of its work until a tenant changes it", async () => {
    expect(await world.enrichment.schedules.list(owner)).toMatchObject([
      { name: "cpe", cron: "17 * * * *", enabled: true, batchSize: 10, updatedBy: null },
      { name: "process-mapping", enabled: false, nextRun: null },
    ]);
    const changed = await update({ cron: "0 4 * * *", batchSize: 3 });
    expect(changed).toMatchObject({ cron: "0 4 * * *", enabled: true, batchSize: 3, updatedBy: "system" });
    expect(changed.nextRun?.toISOString()).toMatch(/T04:00:00.000Z$/);
    expect(await update({ enabled: false })).toMatchObject({ cron: "0 4 * * *", nextRun: null });
  });

  it("runs at its time, once for all times that were missed", async () => {
    expect(await runs()).toEqual([]);
    world.clock.advance(5 * HOUR);
    await world.work();
    expect(await runs()).toMatchObject([{ trigger: "schedule", status: "completed", done: 25, requestedBy: "system" }]);
    expect((await schedule())?.nextRun?.getTime()).toBeGreaterThan(world.clock.now().getTime());
  });

  it("leaves no run where nothing is due, and tells that its time came", async () => {
    cpe.items = 0;
    world.clock.advance(HOUR);
    await world.work();
    expect(await runs()).toEqual([]);
    expect(await schedule()).toMatchObject({ lastRun: world.clock.now(), lastError: null });
  });

  it("tells why the work could do nothing", async () => {
    cpe.reason = "no model is configured";
    world.clock.advance(HOUR);
    await world.work();
    expect(await runs()).toEqual([]);
    expect(await schedule()).toMatchObject({ unavailable: cpe.reason, lastError: cpe.reason });
  });

  it("whose run has not ended waits for its end", async () => {
    await world.enrichment.runs.start(owner, { name: "cpe" });
    world.clock.advance(HOUR);
    expect(
      (await world.owed()).filter(({ payload }) => "tenantId" in payload && payload.tenantId === owner.tenantId),
    ).toHaveLength(1);
    await world.work();
    expect((await runs()).map(({ trigger }) => trigger)).toEqual(["manual", "schedule"]);
  });

  it.each([
    "* * * * *",
    "*/4 * * * *",
    "0,59 * * * *",
    "0,1 0 1 1 *",
    "* * * * * *",
    "0 0 31 2 *",
    "@hourly",
    "H * * * *",
    "'; drop",
  ])("refuses %s", async (cron) => {
    await expect(update({ cron })).rejects.toMatchObject({ code: "VALIDATION_ERROR", violations: [{ field: "cron" }] });
  });

  it.each(["*/5 * * * *", "0 4 * * *", "3,33 * * * 1-5"])("takes %s", async (cron) => {
    expect(await update({ cron })).toMatchObject({ cron });
  });

  it("is changed by holders of admin.settings alone, and only where it is offered", async () => {
    const scopes = new Set(SCOPES.filter((scope) => scope !== "admin.settings"));
    await expect(update({ enabled: false }, { ...owner, scopes })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    const unknown = world.enrichment.schedules.update(owner, "embeddings", { enabled: false });
    await expect(unknown).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });
});
