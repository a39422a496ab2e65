import type { RequestContext } from "../../../src/context.ts";
import { createCis, type SourceClass } from "../../../src/features/ci/index.ts";
import {
  createDiscovery,
  type DiscoveryDeps,
  readSubmission,
  type ScanSubmission,
} from "../../../src/features/discovery/index.ts";
import { createInventory } from "../../../src/features/inventory/index.ts";
import { createRelationships } from "../../../src/features/relationships/index.ts";
import { DEFAULT_SETTINGS } from "../../../src/features/settings/index.ts";
import type { Pipeline, SoftwareDeps } from "../../../src/features/software/index.ts";
import { createTopology } from "../../../src/features/topology/index.ts";
import { createGraph, type Graph } from "../../../src/platform/graph/graph.ts";
import { migrateGraph } from "../../../src/platform/graph/migrate.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type Change, createChanges, type GraphChange, parseChanges } from "../../../src/platform/jobs/changes.ts";
import { createOutbox, type OutboxNode } from "../../../src/platform/jobs/outbox.ts";
import { createStoresTakeWrites, type StoresTakeWrites } from "../../../src/platform/jobs/stores-take-writes.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { migratePostgres, withMigrationLock } from "../../../src/platform/postgres/migrate.ts";
import { createPostgres, type Postgres } from "../../../src/platform/postgres/postgres.ts";
import { contextOf } from "../../support/context.ts";
import { fakeJobs } from "../../support/fake-jobs.ts";
import { stores } from "../../support/stores.ts";

export type Host = ScanSubmission["data"]["discovered_hosts"][number];

export interface ScanOptions {
  scannerId?: string;
  scanType?: string;
  /** When the scanner observed the hosts; default: now by the world's clock. */
  at?: string;
  sourceClass?: SourceClass;
  as?: RequestContext;
}

export interface WorldOptions {
  /** Wraps the graph, to make it fail. */
  wrapGraph?: (graph: Graph) => Graph;
  wrapPostgres?: (postgres: Postgres) => Postgres;
  discovery?: Partial<DiscoveryDeps>;
  /** Default: asks the stores, also where the wrapped ones fail. */
  storesTakeWrites?: StoresTakeWrites;
  /** Describes the software and continues after a scan; default: none. */
  software?: (deps: Omit<SoftwareDeps, "dictionary">) => Pipeline;
}

const DAY_MS = 86_400_000;

/**
 * Discovery on the real stores, in a tenant of its own. Jobs and the delivery of changes run when `settle` is called, in
 * this process and by this clock: a queue that other suites share would run them elsewhere.
 */
export async function createWorld(options: WorldOptions = {}) {
  const log = createLogger("silent");
  const realGraph = createGraph({ ...stores().neo4j, log });
  const realPostgres = createPostgres({ url: stores().postgres.url, log });
  await withMigrationLock(realPostgres, async () => {
    await migratePostgres(realPostgres, log);
    await migrateGraph(realGraph, log);
  });
  const graph = options.wrapGraph?.(realGraph) ?? realGraph;
  const postgres = options.wrapPostgres?.(realPostgres) ?? realPostgres;
  let skewMs = 0;
  const clock = { now: () => new Date(Date.now() + skewMs) };

  const published: Change<GraphChange>[] = [];
  let enqueued: OutboxNode[] = [];
  const outbox = createOutbox({
    graph,
    clock,
    onCommitted: (nodes) => {
      enqueued.push(...nodes);
      for (const node of nodes) published.push(...parseChanges(node.entries));
    },
  });
  const jobs = fakeJobs();
  const waiting = jobs.sent;
  const publishedInPostgres: Change<GraphChange>[] = [];
  const ofScans = createChanges();
  ofScans.subscribe({
    graph: async (_tx, _tenantId, changes) => void publishedInPostgres.push(...changes),
  });
  const platform = { graph, postgres, outbox, clock };
  const storesTakeWrites =
    options.storesTakeWrites ?? createStoresTakeWrites({ graph: realGraph, postgres: realPostgres });
  const ci = createCis(platform);
  const settings = async () => DEFAULT_SETTINGS;
  const inventory = createInventory({ postgres, requireCi: ci.verbs.requireCi, settings });
  const relationships = createRelationships({
    ...platform,
    collectedAt: inventory.collectedAt,
  });
  const topology = createTopology({ graph, postgres });
  const software = options.software?.({ ...platform, log, jobs, storesTakeWrites });
  const discovery = createDiscovery({
    ...platform,
    software: software?.intake,
    jobs,
    storesTakeWrites,
    changes: ofScans,
    ...options.discovery,
  });
  const definitions = new Map([...discovery.jobs, ...(software?.jobs ?? [])].map((job) => [job.ref.name, job]));
  const ctx = contextOf(newId());
  await realPostgres.query("insert into tenants (id, name, name_key, created_at) values ($1, $1, $1, now())", [
    ctx.tenantId,
  ]);

  const runJob = async (name: string, payload: object = {}) => {
    const job = definitions.get(name);
    if (!job) throw new Error(`no job is called ${name}`);
    await job.run(payload, { signal: new AbortController().signal, log });
  };
  const followers = createChanges();
  followers.subscribe(discovery.consumers);
  if (software) followers.subscribe(software.consumers);
  const deliver = async () => {
    const nodes = enqueued;
    enqueued = [];
    for (let node = nodes.shift(); node; node = nodes.shift()) {
      const { tenant, entries } = node;
      try {
        await postgres.transaction((tx) => followers.deliver("graph", tx, tenant, parseChanges(entries)));
      } catch (error) {
        enqueued.push(node, ...nodes);
        throw error;
      }
    }
  };

  const owedWork = [...discovery.owedWork, ...(software?.owedWork ?? [])];

  const world = {
    parkedWork: [...discovery.parkedWork, ...(software?.parkedWork ?? [])],
    graph,
    postgres,
    outbox,
    clock,
    ctx,
    ci: ci.verbs,
    relationships: relationships.verbs,
    topology: topology.verbs,
    routes: { discovery: discovery.routes, inventory: inventory.routes, ci: ci.routes, topology: topology.routes },
    verbs: discovery.verbs,
    /** Jobs that were sent and have not run. */
    waiting: () => waiting,
    publishedInPostgres,

    advanceDays(days: number): void {
      skewMs += days * DAY_MS;
    },
    /** That many days before the world's now. */
    daysAgo: (days: number) => new Date(clock.now().getTime() - days * DAY_MS).toISOString(),

    /** Runs waiting jobs and delivers changes until none are left. */
    async settle(): Promise<void> {
      while (waiting.length > 0 || enqueued.length > 0) {
        await deliver();
        for (const { name, payload } of jobs.take()) await runJob(name, payload);
      }
    },
    runJob,
    /** Runs everything that the software feature offers as enrichment, as scheduled runs do. */
    async enrich(): Promise<void> {
      for (const work of software?.enrichment ?? []) {
        if (work.defaultEnabled === false) continue;
        let after: string | undefined;
        do {
          const signal = new AbortController().signal;
          const turn = { tenantId: ctx.tenantId, runId: newId(), batchSize: 100, scope: {}, after, signal };
          after = (await work.takeTurn(turn)).next;
        } while (after !== undefined);
      }
    },
    deliver,
    /** Runs the jobs that wait now, several at once like the workers of two processes. */
    async runAtOnce(): Promise<void> {
      const batch = jobs.take();
      const worker = async () => {
        for (let job = batch.shift(); job; job = batch.shift()) await runJob(job.name, job.payload);
      };
      await Promise.all(Array.from({ length: 8 }, worker));
    },
    /** Sends a job for what the tenant's data says is owed, as the sweep does. */
    async sweep(): Promise<void> {
      for (const { ref, find } of owedWork) {
        for (const payload of await find()) {
          const { tenantId = ctx.tenantId } = payload as { tenantId?: string };
          if (tenantId === ctx.tenantId) waiting.push({ name: ref.name, payload });
        }
      }
    },
    /** Removes the waiting jobs from the queue and returns them. */
    takeWaiting: jobs.take,

    async submit(hosts: Host[], options: ScanOptions = {}): Promise<string> {
      const input = inputOf(hosts, options, clock.now().toISOString());
      return (await discovery.verbs.submitScan.submit(options.as ?? ctx, input)).scanId;
    },
    /** Submits a body as the route reads it, runs all jobs, and returns the scan. */
    async scanBody(contentType: string, body: Uint8Array) {
      const read = readSubmission(contentType, body, clock.now());
      const { scanId } = await discovery.verbs.submitScan.submit(ctx, read);
      await world.settle();
      return discovery.verbs.scans.get(ctx, scanId);
    },
    dryRun: (hosts: Host[], options: ScanOptions = {}) =>
      discovery.verbs.submitScan.dryRun(options.as ?? ctx, inputOf(hosts, options, clock.now().toISOString())),
    /** Submits, runs all jobs, and returns the scan. */
    async scan(hosts: Host[], options: ScanOptions = {}) {
      const id = await world.submit(hosts, options);
      await world.settle();
      return discovery.verbs.scans.get(options.as ?? ctx, id);
    },
    /** Submits one host, and returns the id of its CI. */
    async scanOne(host: Host, options: ScanOptions = {}): Promise<string> {
      const { results } = await world.scan([host], options);
      const ciId = results[0]?.ciId;
      if (!ciId) throw new Error(`the host became no CI: ${results[0]?.outcome} ${results[0]?.error}`);
      return ciId;
    },
    get: (id: string, as = ctx) => ci.verbs.getCi(as, id),

    changes: (kind?: string) => published.filter((change) => kind === undefined || change.kind === kind),

    records: (ciId: string, kind: string) =>
      postgres.query<{
        id: string;
        key: string;
        fields: Record<string, unknown>;
        software_instance_ci_id: string | null;
      }>(
        `select id, key, fields, software_instance_ci_id from inventory_records
         where tenant_id = $1 and ci_id = $2 and kind = $3 order by position`,
        [ctx.tenantId, ciId, kind],
      ),

    /** Relationships of a graph type, with the names of both ends. */
    links: (type: string, tenant = ctx.tenantId) =>
      graph.raw(
        `MATCH (a:CI {tenant: $tenant})-[r:${type}]->(b:CI) WHERE a.id IS NOT NULL
         RETURN a.id AS source, a.name AS sourceName, b.id AS target, b.name AS targetName, properties(r) AS r
         ORDER BY sourceName, targetName, r.key`,
        { tenant },
      ) as Promise<unknown> as Promise<Link[]>,
    /** Living CIs of a type. */
    cis: async (type: string, tenant = ctx.tenantId) => {
      const rows = await graph.raw(
        "MATCH (c:CI {tenant: $tenant}) WHERE c.id IS NOT NULL AND c.type = $type RETURN properties(c) AS c ORDER BY c.name, c.id",
        { tenant, type },
      );
      return rows.map((row) => row.c as Record<string, unknown>);
    },

    /** The tenant's complete graph as text, without the outbox. */
    async graphSnapshot(tenant = ctx.tenantId): Promise<string> {
      const nodes = await graph.raw(
        `MATCH (n) WHERE n.tenant = $tenant AND NOT n:Outbox
         RETURN labels(n) AS labels, properties(n) AS p ORDER BY coalesce(n.id, n.kind + n.value, toString(n.shard))`,
        { tenant },
      );
      const edges = await graph.raw(
        `MATCH (a)-[r]->(b) WHERE a.tenant = $tenant
         RETURN a.id AS a, type(r) AS t, properties(r) AS p, coalesce(b.id, b.kind + b.value) AS b ORDER BY a, t, b, r.key`,
        { tenant },
      );
      return JSON.stringify([nodes, edges]);
    },
    async changeStamp(tenant = ctx.tenantId): Promise<number> {
      const [row] = await graph.raw("MATCH (s:ChangeStamp {tenant: $tenant}) RETURN sum(s.n) AS n", { tenant });
      return Number(row?.n);
    },

    close: async () => {
      await realGraph.close();
      await realPostgres.close();
    },
  };
  return world;
}

export type World = Awaited<ReturnType<typeof createWorld>>;

export interface Link {
  source: string;
  sourceName: string;
  target: string;
  targetName: string;
  r: Record<string, unknown>;
}

function inputOf(hosts: Host[], options: ScanOptions, now: string) {
  const { scannerId = "scanner-1", scanType = "full", at = now, sourceClass } = options;
  return {
    submission: { scan_type: scanType, scanner_id: scannerId, timestamp: at, data: { discovered_hosts: hosts } },
    format: "native",
    sourceClasses: hosts.map((host) => sourceClass ?? (host.hardware ? "agent" : "agentless")),
  };
}

/** Counts by outcome. */
export function outcomesOf(scan: { results: { outcome: string | null }[] }): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of scan.results) counts[outcome ?? "none"] = (counts[outcome ?? "none"] ?? 0) + 1;
  return counts;
}

/** A host of an agent, with a serial number and addresses derived from the name. */
export function agentHost(name: string, number: number, more: Partial<Host> = {}): Host {
  const low = (number % 250) + 1;
  const high = Math.floor(number / 250);
  return {
    hostname: name,
    ip_address: `10.20.${high}.${low}`,
    mac_address: `00:1b:21:10:${high.toString(16).padStart(2, "0")}:${low.toString(16).padStart(2, "0")}`,
    os: { name: "Debian GNU/Linux", version: "12", family: "linux" },
    hardware: { serial_number: `SER-${name}-${number}-9f`, cpu_cores: 4, memory_gb: 16 },
    ...more,
  };
}
