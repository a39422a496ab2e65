import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { systemContext } from "../src/context.ts";
import { cvesCopy } from "../src/features/exposure/import/import-feeds.ts";
import { createExposure } from "../src/features/exposure/index.ts";
import { instancesStore } from "../src/features/exposure/state/instances.store.ts";
import { type InstanceRow, profileOf } from "../src/features/exposure/state/profile.model.ts";
import { createReach } from "../src/features/reach/index.ts";
import { systemClock } from "../src/platform/clock.ts";
import { createGraph, type Graph } from "../src/platform/graph/graph.ts";
import { newId } from "../src/platform/ids.ts";
import { createChanges } from "../src/platform/jobs/changes.ts";
import { createLogger } from "../src/platform/log.ts";
import { readCve } from "../src/platform/nvd/index.ts";
import { createPostgres, type Postgres } from "../src/platform/postgres/postgres.ts";
import { cveOf, programs, writeCves } from "./support/exposure-data.ts";
import { defineFigure } from "./support/figure.ts";
import { type Imported, runImport } from "./support/import-process.ts";
import { createRandom } from "./support/random.ts";
import { median } from "./support/statistics.ts";
import { openStores } from "./support/stores.ts";

const log = createLogger("warn");

export const figure = defineFigure({
  what: "known vulnerabilities, made up to scale: import, matching of an estate, one new CVE, services exposed to one",
  marks: {
    import_time: { unit: "s", better: "lower", must: 600, aim: 240 },
    import_memory: { unit: "MB", better: "lower", must: 300, aim: 200 },
    match_time: { unit: "s", better: "lower", must: 120, aim: 40 },
    match_memory: { unit: "MB", better: "lower", must: 400, aim: 200 },
    new_cve: { unit: "ms", better: "lower", must: 200, aim: 50 },
    exposed_services: { unit: "ms", better: "lower", must: 500, aim: 150 },
  },
  settings: { cves: 300_000, instances: 100_000, products: 2_000, many: 1_000_000, servers: 500, rounds: 20 },

  async run(settings, say) {
    const stores = await openStores(say);
    const folder = await mkdtemp(path.join(tmpdir(), "orrery-bench-cve-"));
    const name = `bench_cve_${randomBytes(4).toString("hex")}`;
    const server = createPostgres({ url: stores.postgresUrl, log });
    const url = Object.assign(new URL(stores.postgresUrl), { pathname: `/${name}` }).toString();
    const graph = createGraph({ ...stores.neo4j, log });
    try {
      await server.query(`create database ${name}`);
      const file = path.join(folder, "cves.json.gz");
      say(`making up ${settings.cves} CVEs ...`);
      await writeCves(file, settings.cves);
      say("importing ...");
      const imported = await runImport(stores, url, ["cve", "import", file]);
      const postgres = createPostgres({ url, log, statementTimeoutMs: 0 });
      try {
        return await measure({ postgres, graph, say }, settings, imported);
      } finally {
        await postgres.close();
      }
    } finally {
      await server.query(`drop database if exists ${name} with (force)`);
      await server.close();
      await graph.close();
      await stores.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
});

interface Bench {
  postgres: Postgres;
  graph: Graph;
  say(line: string): void;
}
type Settings = Record<"cves" | "instances" | "products" | "many" | "servers" | "rounds", number>;

async function measure(bench: Bench, settings: Settings, imported: Imported) {
  const { postgres, say } = bench;
  const exposure = exposureOn(bench);
  const { cves } = await exposure.feeds.status();
  if (cves !== settings.cves) throw new Error(`${cves} of ${settings.cves} CVEs are in`);
  await postgres.query("analyze");
  say(`matching ${settings.instances} programs ...`);
  const estate = `bench-${newId()}`;
  await seedPrograms(postgres, estate, settings.instances, settings.products);
  const matched = await matchAll(exposure, postgres, estate);
  say(`${matched.seconds.toFixed(1)} s, ${matched.findings} findings of ${matched.profiles} different programs`);
  say(`one new CVE against ${settings.many} programs ...`);
  const many = `bench-${newId()}`;
  await seedPrograms(postgres, many, settings.many, settings.products);
  await matchAll(exposure, postgres, many);
  const newCve = await measureNewCve(exposure, postgres, many, settings.rounds);
  say(`services exposed to a CVE on ${settings.servers} servers ...`);
  const exposed = await measureServices(exposure, bench, settings.servers, settings.rounds);
  return {
    marks: {
      import_time: imported.seconds,
      import_memory: imported.peakMb,
      match_time: matched.seconds,
      match_memory: matched.peakMb,
      new_cve: newCve,
      exposed_services: exposed.ms,
    },
    details: {
      findings: matched.findings,
      results: matched.results,
      different_programs: matched.profiles,
      services: exposed.services,
    },
    verified: [
      "every CVE is in, every program matched; a new CVE was found on every program of its product; every service was found",
      "reading the programs from the graph is not part of the matching",
    ],
  };
}

function exposureOn({ postgres, graph }: Bench) {
  const failureKinds = async () => ({ stamp: 0, sourceToTarget: [], targetToSource: [] });
  return createExposure({
    ...{ graph, postgres, clock: systemClock, log, nvd: undefined, changes: createChanges() },
    jobs: { send: async () => {} },
    storesTakeWrites: async () => true,
    dictionary: { change: async () => 0, async *renamedPairs() {} },
    reach: createReach({ graph, failureKinds }).verbs,
    serviceHealth: async () => new Map(),
    requireCi: async () => {},
    requireService: async () => {},
  });
}
type Exposed = ReturnType<typeof exposureOn>;

const SEEDED_AT_ONCE = 5_000;

/** Stores programs as if they had been read from the graph. */
async function seedPrograms(postgres: Postgres, tenantId: string, count: number, products: number): Promise<void> {
  let batch: InstanceRow[] = [];
  const flush = async () => {
    const placed = batch.map((instance) => ({ instance, profile: profileOf(tenantId, instance, []) }));
    const profiles = new Map(placed.map(({ profile }) => [profile.id, profile]));
    const hosts = new Map(batch.flatMap(({ server }) => (server ? [[server.id, server] as const] : [])));
    await postgres.transaction(async (tx) => {
      await instancesStore.putProfiles(tx, tenantId, [...profiles.values()]);
      await instancesStore.putHosts(tx, tenantId, [...hosts.values()]);
      await instancesStore.putInstances(
        tx,
        tenantId,
        placed.map(({ instance, profile }) => ({ instance, profileId: profile.id })),
      );
    });
    batch = [];
  };
  for (const program of programs(count, products)) {
    batch.push(program);
    if (batch.length === SEEDED_AT_ONCE) await flush();
  }
  if (batch.length > 0) await flush();
  await postgres.query("analyze exposure_profiles");
  await postgres.query("analyze exposure_instances");
}

/** Runs the job until nothing is left; memory is that of this process, which generated the programs too. */
async function matchAll(exposure: Exposed, postgres: Postgres, tenantId: string) {
  const started = performance.now();
  let peakMb = 0;
  for (let left = 1; left > 0; ) {
    await runJob(exposure, tenantId);
    peakMb = Math.max(peakMb, process.memoryUsage().rss / 1024 / 1024);
    const [row] = await postgres.query<{ left: number }>(
      `select (select count(*) from exposure_profiles where tenant_id = $1 and not is_matched) +
         (select count(*) from exposure_tenants t, cve_feed f where t.tenant_id = $1 and t.matched_to < f.change) as left`,
      [tenantId],
    );
    left = row?.left ?? 0;
  }
  const seconds = (performance.now() - started) / 1000;
  const [counts] = await postgres.query<{ findings: number; profiles: number; results: number }>(
    `select (select count(*) from exposure_findings where tenant_id = $1) as findings,
            (select count(*) from exposure_profiles where tenant_id = $1) as profiles,
            (select count(*) from exposure_results where tenant_id = $1) as results`,
    [tenantId],
  );
  if (!counts) throw new Error("a count has no row");
  return { seconds, peakMb, ...counts };
}

async function runJob(exposure: Exposed, tenantId: string): Promise<void> {
  const job = exposure.jobs.find(({ ref }) => ref.name === "exposure.match");
  await job?.run({ tenantId }, { signal: AbortSignal.timeout(600_000), log });
}

/** From the stored CVE until its findings are stored, the median in milliseconds. */
async function measureNewCve(exposure: Exposed, postgres: Postgres, tenantId: string, rounds: number): Promise<number> {
  const random = createRandom(7);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const record = readCve(cveOf(900_000 + round, random, round * 20));
    if (typeof record === "string") throw new Error(record);
    const [criterion] = record.configurations[0]?.nodes[0]?.cpeMatch ?? [];
    if (criterion) Object.assign(criterion, { versionStartIncluding: undefined, versionEndExcluding: "99" });
    await postgres.transaction(async (tx) => {
      await cvesCopy.lockForWriting(tx);
      await cvesCopy.write(tx, [record]);
    });
    const started = performance.now();
    await runJob(exposure, tenantId);
    times.push(performance.now() - started);
    const found = await postgres.query("select from exposure_findings where tenant_id = $1 and cve = $2 limit 1", [
      tenantId,
      record.cve,
    ]);
    const has = await postgres.query(
      "select from exposure_profiles where tenant_id = $1 and cpe_name like $2 limit 1",
      [tenantId, `%:product\\_${round * 20}:%`],
    );
    if (found.length !== has.length) throw new Error(`${record.cve} was not found`);
  }
  return median(times);
}

/** The answer for one CVE on so many servers, each needed by an application of one of fifty services. */
async function measureServices(exposure: Exposed, { postgres, graph }: Bench, servers: number, rounds: number) {
  const tenantId = `bench-${newId()}`;
  const services = 50;
  await graph.raw(
    `UNWIND range(0, toInteger($services) - 1) AS i
     CREATE (:CI:BusinessService {tenant: $tenantId, id: 'service-' + i, type: 'business_service', name: 'service ' + i,
       status: 'active', attributes: '{}', customFields: '{}', createdAt: '2025-01-01T00:00:00.000Z'})`,
    { tenantId, services },
  );
  await graph.raw(
    `UNWIND range(0, toInteger($servers) - 1) AS i
     MATCH (b:CI {tenant: $tenantId, id: 'service-' + (i % toInteger($services))})
     CREATE (s:CI:Server {tenant: $tenantId, id: 'server-' + i, type: 'server', name: 'server ' + i, status: 'active',
       attributes: '{}', customFields: '{}', createdAt: '2025-01-01T00:00:00.000Z'})
     CREATE (a:CI {tenant: $tenantId, id: 'app-' + i, type: 'application', name: 'app ' + i, status: 'active',
       attributes: '{}', customFields: '{}', createdAt: '2025-01-01T00:00:00.000Z'})
     CREATE (a)-[:DEPENDS_ON {id: 'd' + i + $tenantId, key: 'd' + i + $tenantId}]->(s)
     CREATE (a)-[:PART_OF {id: 'p' + i + $tenantId, key: 'p' + i + $tenantId}]->(b)`,
    { tenantId, servers, services },
  );
  try {
    const record = readCve(cveOf(990_000, createRandom(8), 39_000));
    if (typeof record === "string") throw new Error(record);
    const found = [...programs(1, 1)][0]!;
    const cpeName = record.configurations[0]!.nodes[0]!.cpeMatch[0]!.criteria;
    record.configurations = [{ nodes: [{ operator: "OR", cpeMatch: [{ vulnerable: true, criteria: cpeName }] }] }];
    await postgres.transaction(async (tx) => {
      await cvesCopy.lockForWriting(tx);
      await cvesCopy.write(tx, [record]);
    });
    await postgres.transaction(async (tx) => {
      for (let i = 0; i < servers; i++) {
        const server = { ...found.server!, id: `server-${i}`, name: `server ${i}` };
        const productKey = cpeName.split(":").slice(2, 5).join(":");
        const instance = {
          ...found,
          id: `instance-${i}`,
          server,
          cpeName: cpeName.replace(":*:", ":1.0:"),
          version: "1.0",
          productKey,
        };
        const profile = profileOf(tenantId, instance, []);
        await instancesStore.putProfiles(tx, tenantId, [profile]);
        await instancesStore.putHosts(tx, tenantId, [server]);
        await instancesStore.putInstances(tx, tenantId, [{ instance, profileId: profile.id }]);
      }
    });
    await matchAll(exposure, postgres, tenantId);
    // As the database does by itself a minute later.
    await postgres.query("analyze exposure_instances, exposure_findings, exposure_hosts");
    const times: number[] = [];
    let count = 0;
    for (let round = 0; round < rounds + 3; round++) {
      const started = performance.now();
      const detail = await exposure.verbs.get(systemContext(tenantId, newId()), record.cve);
      if (round >= 3) times.push(performance.now() - started);
      if (detail.serverList.length !== servers) throw new Error(`${detail.serverList.length} of ${servers} servers`);
      count = detail.serviceList.length;
    }
    if (count !== Math.min(services, servers)) throw new Error(`${count} of ${services} services`);
    return { ms: median(times), services: count };
  } finally {
    await graph.raw("MATCH (c:CI {tenant: $tenantId}) DETACH DELETE c", { tenantId });
  }
}
