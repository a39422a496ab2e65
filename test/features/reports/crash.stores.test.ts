import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorkers } from "../../support/workers.ts";
import { createReportWorld, type ReportWorld } from "./support.ts";

let world: ReportWorld;
const workers = createWorkers(path.join(import.meta.dirname, "crash-worker.ts"), () => world.scratch.url);
beforeAll(async () => {
  world = await createReportWorld();
});
afterAll(async () => {
  workers.killAll();
  await world?.close();
});

const PATIENT = { timeout: 120_000, interval: 20 };
const ROWS = 60_000;

it("a report whose process is killed in the middle starts again by itself and ends once", {
  timeout: 400_000,
}, async () => {
  const owner = await world.user();
  const input = { name: "hook", url: "http://127.0.0.1:9/", events: ["report.completed" as const], headers: {} };
  await world.webhooks.verbs.create(world.administrator(), { ...input, active: true });
  const { id } = await world.ask(owner, {
    parameters: { rows: ROWS },
    delivery: { method: "webhook", recipients: [] },
  });
  const statusOf = async () => (await world.reports.verbs.status(owner, id)).report.status;

  for (let killed = 0; killed < 2; killed++) {
    const worker = workers.start();
    await expect.poll(async () => (await world.pieces(id)).pieces, PATIENT).toBeGreaterThan(0);
    await workers.killLongAgo(worker, world.postgres);
    expect(await statusOf()).toBe("generating");
    // As after 20 s.
    await world.loseLease(id);
  }
  workers.start();
  await expect.poll(statusOf, PATIENT).toBe("completed");

  expect((await world.pieces(id)).attempts).toBe(1);
  const lines = (await world.file(owner, id)).toString().trimEnd().split("\r\n");
  expect(lines).toHaveLength(ROWS + 1);
  expect(new Set(lines).size).toBe(ROWS + 1);
  const { deliveries } = await world.reports.verbs.status(owner, id);
  expect(deliveries).toHaveLength(1);
  const told = await world.postgres.query<{ id: string }>(
    "select id from webhook_deliveries where tenant_id = $1 and event = 'report.completed'",
    [owner.tenantId],
  );
  expect(told).toHaveLength(1);
});
