import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDiscovery, type Discovery } from "../../../src/features/discovery/index.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { createGraph, type Graph } from "../../../src/platform/graph/graph.ts";
import { migrateGraph } from "../../../src/platform/graph/migrate.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createChanges } from "../../../src/platform/jobs/changes.ts";
import { createJobs, type Jobs } from "../../../src/platform/jobs/jobs.ts";
import { createOutbox } from "../../../src/platform/jobs/outbox.ts";
import { createStoresTakeWrites } from "../../../src/platform/jobs/stores-take-writes.ts";
import { contextOf } from "../../support/context.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { stores } from "../../support/stores.ts";
import { createWorkers } from "../../support/workers.ts";
import { agentHost, type Host, outcomesOf } from "./support.ts";

const HOSTS = 300;
const APPLICATIONS = 6;

let scratch: Scratch;
let graph: Graph;
let jobs: Jobs;
let discovery: Discovery;
const workers = createWorkers(path.join(import.meta.dirname, "crash-worker.ts"), () => scratch.url);

// A database of its own, so that only the processes that are killed here run the queue's jobs.
beforeAll(async () => {
  scratch = await scratchDatabase();
  graph = createGraph({ ...stores().neo4j, log });
  await migrateGraph(graph, log);
  const outbox = createOutbox({ graph, clock: systemClock, onCommitted: () => {} });
  const { postgres } = scratch;
  jobs = createJobs({ url: scratch.url, log });
  discovery = createDiscovery({
    graph,
    postgres,
    outbox,
    clock: systemClock,
    jobs,
    storesTakeWrites: createStoresTakeWrites({ graph, postgres }),
    changes: createChanges(),
  });
  jobs.define(discovery.jobs);
  await jobs.start({ work: false });
});
afterAll(async () => {
  workers.killAll();
  await jobs.stop(1_000);
  await graph.close();
  await scratch.drop();
});

async function until(what: string, condition: () => Promise<boolean>, seconds = 90): Promise<void> {
  const deadline = Date.now() + seconds * 1_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

const count = async (statement: string, tenant: string) =>
  (await scratch.postgres.query<{ n: number }>(statement, [tenant]))[0]!.n;

/** Kills a worker so long ago that neither its job nor its scan is taken for under way. */
async function kill(worker: ReturnType<typeof workers.start>): Promise<void> {
  await workers.killLongAgo(worker, scratch.postgres);
  await scratch.postgres.query(
    "update scans set leased_until = leased_until - interval '1 minute' where status = 'running'",
  );
}

describe("processScans after a worker is killed in the middle of a scan", () => {
  it("continues in another worker to complete records, a completed scan and the right number of CIs", {
    timeout: 240_000,
  }, async () => {
    const ctx = contextOf(newId());
    await scratch.postgres.query("insert into tenants (id, name, name_key, created_at) values ($1, $1, $1, now())", [
      ctx.tenantId,
    ]);
    const hosts = Array.from(
      { length: HOSTS },
      (_, i): Host =>
        agentHost(`crash-${i}`, i, {
          installed_applications: Array.from({ length: APPLICATIONS }, (_, k) => ({
            name: `package-${k}`,
            version: "1",
          })),
          disks: [{ name: "sda", mount_point: "/" }],
          network_connections: [
            { protocol: "tcp", local_port: 5432, state: "LISTEN", process_name: "postgres" },
            {
              protocol: "tcp",
              local_port: 40_000,
              remote_address: agentHost("", i ^ 1).ip_address!,
              remote_port: 5432,
              state: "ESTABLISHED",
              process_name: "app",
            },
          ],
        }),
    );
    const { scanId } = await discovery.verbs.submitScan.submit(ctx, {
      submission: {
        scan_type: "full",
        scanner_id: "crash",
        timestamp: "2026-01-01T00:00:00.000Z",
        data: { discovered_hosts: hosts },
      },
      format: "native",
      sourceClasses: hosts.map(() => "agent"),
    });
    const recorded = () => count("select count(*) as n from inventory_records where tenant_id = $1", ctx.tenantId);
    const processed = () =>
      count("select count(*) as n from raw_scan_records where tenant_id = $1 and status = 'processed'", ctx.tenantId);

    // First when the records are written and the graph has not committed, then when some hosts are processed.
    const first = workers.start();
    await until("records of the first batch", async () => (await recorded()) > 0);
    await kill(first);
    const second = workers.start();
    await until("a batch that is done", async () => (await processed()) > 0);
    await kill(second);
    expect(await processed()).toBeLessThan(HOSTS);
    expect((await discovery.verbs.scans.get(ctx, scanId)).status).toBe("running");
    workers.start();
    await until("the scan's end", async () => (await discovery.verbs.scans.get(ctx, scanId)).status !== "running");

    const scan = await discovery.verbs.scans.get(ctx, scanId);
    expect(scan).toMatchObject({
      status: "completed",
      hosts: { total: HOSTS, processed: HOSTS, failed: 0, parked: 0 },
      error: null,
    });
    expect(outcomesOf(scan)).toEqual({ created: HOSTS });
    expect(new Set(scan.results.map(({ ciId }) => ciId)).size).toBe(HOSTS);
    expect(await recorded()).toBe(HOSTS * (APPLICATIONS + 3));
    const inGraph = async (pattern: string) =>
      Number((await graph.raw(`MATCH ${pattern} RETURN count(*) AS n`, { t: ctx.tenantId }))[0]!.n);
    expect(await inGraph("(c:Server {tenant: $t})")).toBe(HOSTS);
    expect(await inGraph("(c:SoftwareInstance {tenant: $t})")).toBe(HOSTS * APPLICATIONS);
    expect(await inGraph("(:CI {tenant: $t})-[r:INSTALLED_ON]->(:Server)")).toBe(HOSTS * APPLICATIONS);
    expect(await inGraph("(:CI {tenant: $t})-[r:CONNECTED_TO]->(:CI)")).toBe(HOSTS);
    expect(await count("select count(*) as n from sightings where tenant_id = $1", ctx.tenantId)).toBe(HOSTS);
  });
});
