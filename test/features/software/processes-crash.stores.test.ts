import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSoftware, type Software } from "../../../src/features/software/index.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { createGraph, type Graph } from "../../../src/platform/graph/graph.ts";
import { migrateGraph } from "../../../src/platform/graph/migrate.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createJobs, type Jobs } from "../../../src/platform/jobs/jobs.ts";
import { createOutbox } from "../../../src/platform/jobs/outbox.ts";
import { createStoresTakeWrites } from "../../../src/platform/jobs/stores-take-writes.ts";
import { contextOf } from "../../support/context.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { stores } from "../../support/stores.ts";
import { createWorkers } from "../../support/workers.ts";
import { newMapping } from "./new-mapping.ts";
import { EMPTY_DICTIONARY } from "./processes-support.ts";

const MAPPINGS = 150;

let scratch: Scratch;
let graph: Graph;
let jobs: Jobs;
let software: Software;
const workers = createWorkers(path.join(import.meta.dirname, "processes-worker.ts"), () => scratch.url);
const ctx = contextOf(newId());

// A database of its own: the queue's jobs are to be run by the processes that are killed here, and by no other.
beforeAll(async () => {
  scratch = await scratchDatabase();
  graph = createGraph({ ...stores().neo4j, log });
  await migrateGraph(graph, log);
  const { postgres } = scratch;
  const outbox = createOutbox({ graph, clock: systemClock, onCommitted: () => {} });
  const storesTakeWrites = createStoresTakeWrites({ graph, postgres });
  const platform = { graph, postgres, outbox, clock: systemClock, log, storesTakeWrites };
  jobs = createJobs({ url: scratch.url, log });
  software = createSoftware({ ...platform, dictionary: EMPTY_DICTIONARY, jobs });
  jobs.define(software.jobs);
  await jobs.start({ work: false });
  await postgres.query("insert into tenants (id, name, name_key, created_at) values ($1, $1, $1, now())", [
    ctx.tenantId,
  ]);
  const lines = Array.from({ length: MAPPINGS }, (_, n) => ({
    name: `nginx 1.${n}`,
    vendor: n % 2 === 0 ? null : "NGINX",
  }));
  for (const line of lines) await propose(line.name, line.vendor);
});
afterAll(async () => {
  workers.killAll();
  await jobs.stop(1_000);
  await graph.close();
  await scratch.drop();
});

async function propose(instanceName: string, vendor: string | null): Promise<void> {
  const mapping = newMapping(instanceName, { software: { name: "nginx", vendor }, source: "import" });
  await software.mappings.verbs.create(ctx, mapping);
}

describe("createRunMapping after its process was killed", () => {
  it("completes the run in another process, each item once", async () => {
    const { runs } = software.processes;
    const { id } = await runs.start(ctx, { mode: "enrich", options: {} });
    const worker = workers.start();
    const seen = async () => runs.get(ctx, id);
    while ((await seen()).done < 5) await sleep(5);
    await workers.killLongAgo(worker, scratch.postgres);
    const left = await seen();
    expect(left).toMatchObject({ status: "running", total: MAPPINGS });
    expect(left.done).toBeLessThan(MAPPINGS);
    workers.start();
    for (let tries = 0; tries < 500 && (await seen()).status === "running"; tries++) await sleep(100);
    const ended = await seen();
    expect(ended).toMatchObject({ status: "completed" });
    const [row] = await scratch.postgres.query(
      "select count(*) as named, max(version) as version from software_mappings where process_source = 'pattern'",
    );
    expect(row).toEqual({ named: MAPPINGS, version: 2 });
    // The batch that was under way was done by then, or is counted now.
    expect(ended.done).toBeGreaterThanOrEqual(MAPPINGS - 1);
  }, 90_000);
});
