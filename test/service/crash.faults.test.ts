import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/platform/ids.ts";
import { cypher, sql } from "../platform/embedded/support.ts";
import { ageClaims, ageLeases, audit } from "./faults/audit.ts";
import { type Client, signIn } from "./faults/client.ts";
import { standing } from "./faults/fault-ledger.ts";
import { type LabStores, labStores } from "./faults/lab.ts";
import { createLedger, retried } from "./faults/ledger.ts";
import { endServices, type ServiceProcess, startServiceProcess } from "./faults/service-process.ts";
import { createTraffic, type Traffic } from "./faults/traffic.ts";

let stores: LabStores;

beforeAll(async () => {
  stores = await labStores();
});

afterAll(endServices);

const role = (name: "api" | "worker") =>
  startServiceProcess({ ...stores.env, ORRERY_ROLE: name, ORRERY_EGRESS_ALLOW: "127.0.0.1" });

/** A run by hand may ask for more: CRASH_WRITES=10000 CRASH_KILLS=20. */
const WRITES = Number(process.env.CRASH_WRITES ?? 1_000);
const KILLS = Number(process.env.CRASH_KILLS ?? 5);

describe("processes that are killed while they write", () => {
  let api: ServiceProcess;
  let worker: ServiceProcess;
  let client: Client;
  let traffic: Traffic;
  const ledger = createLedger(() => client);

  const startApi = async () => {
    api = await role("api");
    await api.ready();
    client = await signIn(api.origin);
  };
  const startWorker = async () => {
    worker = await role("worker");
    await worker.ready();
  };
  /** The worker, that for requests, or both, in turn: each at a random instant of its work. */
  const killAndStart = async (round: number) => {
    const victims = [[worker], [api], [api, worker]][round % 3]!;
    await retried(
      async () => (ledger.acknowledged() >= (WRITES * (round + 1)) / KILLS ? true : undefined),
      400_000,
      10,
    );
    await sleep(randomInt(300));
    for (const victim of victims) victim.signal("SIGKILL");
    await Promise.all(victims.map((victim) => victim.ended));
    await Promise.all(victims.map((victim) => (victim === api ? startApi() : startWorker())));
  };

  beforeAll(async () => {
    await Promise.all([startApi(), startWorker()]);
    traffic = await createTraffic(() => client);
  });
  afterAll(() => traffic?.close());

  it(
    `keep what they acknowledged through ${KILLS} kills at random instants`,
    async () => {
      const work = async () => {
        for (let round = 0; round < KILLS; round++) await killAndStart(round);
      };
      await ledger.whileWriting(8, () => traffic.during(work));
      expect(ledger.acknowledged()).toBeGreaterThanOrEqual(WRITES);
    },
    400 * WRITES + 60_000 * KILLS,
  );

  it("make nothing twice of what is sent again, and leave nothing half-made, untold or undelivered", async () => {
    await ageClaims(stores);
    await ledger.settle();
    await traffic.settle();
    await ledger.repeatSome(50);
    await audit(ledger, stores, client);
    await traffic.audit(stores);
    for (const one of [api, worker]) {
      expect(one.complaints()).toEqual([]);
      one.signal("SIGTERM");
      expect(await one.ended).toBe(0);
    }
    const sent = { cis: ledger.cis.length, relationships: ledger.links.length, ...traffic.counts() };
    const stand = await standing(stores);
    console.log(JSON.stringify({ kills: KILLS, acknowledged: ledger.acknowledged(), sent, ...stand }, undefined, 2));
  }, 400_000);
});

/** For requests, while workers come and go. */
let client: Client;

const HOSTS = 120;
const APPLICATIONS = 20;

describe("one process for requests and others for jobs", () => {
  const hosts = Array.from({ length: HOSTS }, (_, i) => ({
    hostname: `node-${i}`,
    ip_address: `198.51.100.${i}`,
    hardware: { serial_number: `serial-${newId()}` },
    installed_applications: Array.from({ length: APPLICATIONS }, (_, k) => ({ name: `package-${k}`, version: "1" })),
  }));
  const submission = {
    scan_type: "full",
    scanner_id: "crash",
    timestamp: "2026-01-01T00:00:00Z",
    data: { discovered_hosts: hosts },
  };
  let id: string;
  const scan = async () => (await client.call("GET", `/v1/discovery/scans/${id}`)).body;

  beforeAll(async () => {
    // What still runs has another graph.
    await endServices();
    stores = await labStores();
    const api = await role("api");
    await api.ready();
    client = await signIn(api.origin);
  });

  it("leave a scan waiting while no worker is there", async () => {
    const submitted = await client.call("POST", "/v1/discovery/scan-data", submission);
    expect(submitted.status).toBe(202);
    id = submitted.body.scan_id;
    await sleep(2_000);
    expect(await scan()).toMatchObject({ status: "running", hosts: { total: HOSTS, processed: 0 } });
  }, 120_000);

  it("finish it with a second worker where the first is killed in the middle", async () => {
    const first = await role("worker");
    await retried(async () => ((await scan()).hosts.processed > 0 ? true : undefined), 60_000, 20);
    first.signal("SIGKILL");
    await first.ended;
    expect((await scan()).status).toBe("running");
    await ageLeases(stores);
    const second = await role("worker");
    await second.ready();
    await retried(async () => ((await scan()).status === "running" ? undefined : true), 60_000);
    expect(await scan()).toMatchObject({ status: "completed", hosts: { processed: HOSTS, failed: 0, parked: 0 } });
    expect(second.complaints()).toEqual([]);
    second.signal("SIGTERM");
    expect(await second.ended).toBe(0);
  }, 240_000);

  it("make each host and each of its applications once", async () => {
    const { results } = await scan();
    expect(new Set((results as { ci_id: string }[]).map((result) => result.ci_id)).size).toBe(HOSTS);
    const [made] = await cypher(
      stores.neo4j,
      `MATCH (c:CI:Server) WHERE c.name STARTS WITH 'node-'
       RETURN count(DISTINCT c) AS hosts,
         sum(COUNT { (c)<-[:INSTALLED_ON]-(:SoftwareInstance) }) AS installed,
         sum(COUNT { (c)-[:IDENTIFIED_BY]->(:Identifier {kind: 'serial'}) }) AS serials`,
    );
    expect(made).toEqual({ hosts: HOSTS, installed: HOSTS * APPLICATIONS, serials: HOSTS });
    const [kept] = await sql(
      stores.postgres.url,
      `select count(*)::int as records from inventory_records where kind = 'installed_applications'`,
    );
    expect(kept).toEqual({ records: HOSTS * APPLICATIONS });
  });
});

const ALERTS = 1_500;
const LATE = 30;

describe("events whose grouping and later binding is killed in the middle", () => {
  const one = async (text: string) => (await sql(stores.postgres.url, text))[0];
  const waiting = async () => (await one("select count(*)::int as n from incident_queue"))?.n as number;
  const unbound = async () =>
    (await one("select count(*)::int as n from events where cardinality(affected_cis) = 0"))?.n as number;
  const alerts = (count: number, host: (i: number) => string) => ({
    version: "4",
    status: "firing",
    alerts: Array.from({ length: count }, (_, i) => ({
      status: "firing",
      labels: { alertname: `alert ${i}`, instance: host(i), severity: "critical" },
    })),
  });
  const told = async (message: object, received: number) => {
    const answer = await client.call("POST", "/api/events/webhook/prometheus", message);
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ data: { received, created: received } });
  };

  it("wait while no worker is there", async () => {
    await told(
      alerts(ALERTS, (i) => `node-${i % HOSTS}`),
      ALERTS,
    );
    await told(
      alerts(LATE, (i) => `late-${i}`),
      LATE,
    );
    expect(await waiting()).toBe(ALERTS + LATE);
    const items = Array.from({ length: LATE }, (_, i) => ({ name: `late-${i}`, type: "server" }));
    const made = await client.call("POST", "/v1/cmdb/ci/bulk", { mode: "atomic", items });
    expect(made.status).toBe(200);
    expect(await unbound()).toBe(LATE);
  }, 120_000);

  it("are grouped and bound by those that come after", async () => {
    const all = await waiting();
    const first = await role("worker");
    await retried(async () => ((await waiting()) < all ? true : undefined), 60_000, 5);
    first.signal("SIGKILL");
    await first.ended;
    expect(await waiting()).toBeGreaterThan(0);
    const second = await role("worker");
    await second.ready();
    const owing = async () => (await waiting()) + (await unbound());
    await retried(async () => ((await owing()) === 0 ? true : undefined), 60_000);
    expect(second.complaints()).toEqual([]);
  }, 240_000);

  it("stand in one incident each, whose counts are those of its members", async () => {
    const counted = await one(
      `select count(*)::int as events, count(m.event_id)::int as members, count(*) filter (where m.is_open)::int as open
       from events e left join incident_events m on m.event_id = e.id and m.tenant_id = e.tenant_id`,
    );
    expect(counted).toEqual({ events: ALERTS + LATE, members: ALERTS + LATE, open: ALERTS + LATE });
    const wrong = await sql(
      stores.postgres.url,
      `select i.id from incidents i where i.merged_into is null and (i.event_count, i.open_count) is distinct from
         (select (count(*), count(*) filter (where m.is_open)) from incident_events m
          where m.tenant_id = i.tenant_id and m.incident_id = i.id)`,
    );
    expect(wrong).toEqual([]);
    const counts: number[] = [];
    for (const page of [1, 2]) {
      const { body } = await client.call("GET", `/v1/incidents?limit=100&page=${page}`);
      counts.push(...(body.data as { event_count: number }[]).map((incident) => incident.event_count));
    }
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ALERTS + LATE);
  }, 60_000);
});
