import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { stores } from "../../support/stores.ts";
import type { CrashWorkerInput } from "./crash-worker.ts";
import { type ChangeWorld, createChangeWorld } from "./support.ts";

const WORKER = path.join(import.meta.dirname, "crash-worker.ts");
const folder = mkdtempSync(path.join(tmpdir(), "orrery-changes-"));
const workers = new Set<ChildProcess>();
let world: ChangeWorld;

beforeAll(async () => {
  world = await createChangeWorld();
});
afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a worker until it has told that line, then kills it. Returns what it told. */
async function killedAt(line: RegExp, tenantId: string, hangsIn: CrashWorkerInput["hangsIn"]): Promise<string[]> {
  const ledger = path.join(folder, newId());
  const input: CrashWorkerInput = { neo4j: stores().neo4j, url: stores().postgres.url, tenantId, ledger, hangsIn };
  const worker = spawn(process.execPath, [WORKER, JSON.stringify(input)], { stdio: ["ignore", "ignore", "inherit"] });
  workers.add(worker);
  const told = () => (existsSync(ledger) ? readFileSync(ledger, "utf8").trimEnd().split("\n") : []);
  await expect.poll(() => told().some((one) => line.test(one)), { timeout: 60_000, interval: 20 }).toBe(true);
  const gone = new Promise((resolve) => worker.once("exit", resolve));
  worker.kill("SIGKILL");
  await gone;
  workers.delete(worker);
  return told();
}

it("kills in the analysis, between it and the write-back, and within an attempt lose nothing", {
  timeout: 240_000,
}, async () => {
  const ctx = await world.newTenant();
  const { id } = await world.request({ ci_name: ["web01"], task_node_id: `task-${newId()}` }, ctx);
  await killedAt(/^analyses$/, ctx.tenantId, "analysis");
  expect((await world.get(id, ctx)).status).toBe("running");
  await world.analyse(ctx);
  expect((await world.get(id, ctx)).status).toBe("running");
  await world.loseLeases(ctx);

  await killedAt(/^analysed$/, ctx.tenantId, "nothing");
  // The clock of this process stood still meanwhile.
  world.clock.advance(600_000);
  expect(await world.get(id, ctx)).toMatchObject({ status: "completed", writeBack: { status: "pending" } });
  expect(await world.owed(ctx)).toEqual(["change-risk.write-back"]);

  const told = await killedAt(/^writes/, ctx.tenantId, "write-back");
  await world.writeBack(ctx);
  expect(world.written(ctx)).toEqual([]);
  await world.loseLeases(ctx);
  await world.writeBack(ctx);
  await world.writeBack(ctx);
  expect(world.written(ctx).map(({ mutationId }) => `writes ${mutationId}`)).toEqual(
    told.filter((one) => /^writes/.test(one)),
  );
  expect((await world.get(id, ctx)).writeBack).toMatchObject({
    status: "delivered",
    attempts: [
      { responseStatus: null, error: "no answer was recorded" },
      { responseStatus: 200, error: null },
    ],
  });
});
