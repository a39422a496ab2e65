import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/platform/ids.ts";
import { cypher, sql } from "../platform/embedded/support.ts";
import { ageClaims, audit } from "./faults/audit.ts";
import { ask, type Client, signIn } from "./faults/client.ts";
import { type LabStores, labStores } from "./faults/lab.ts";
import { createLedger, retried } from "./faults/ledger.ts";
import { ADMIN, endServices, type ServiceProcess, startServiceProcess } from "./faults/service-process.ts";

let stores: LabStores;

beforeAll(async () => {
  stores = await labStores();
});

afterAll(endServices);

describe("two processes that start at once on fresh stores", () => {
  let pair: ServiceProcess[];

  it("both become ready", async () => {
    pair = await Promise.all([startServiceProcess(stores.env), startServiceProcess(stores.env)]);
    await Promise.all(pair.map((one) => one.ready()));
    for (const one of pair) expect(one.complaints()).toEqual([]);
  }, 240_000);

  it("lay the schema once, and make one tenant, one administrator and one signing key", async () => {
    const [counted] = await sql(
      stores.postgres.url,
      `select (select count(*)::int from tenants) as tenants, (select count(*)::int from users) as users,
         (select count(*)::int from signing_keys) as keys,
         (select count(*)::int - count(distinct name)::int from schema_migrations) as repeated`,
    );
    expect(counted).toEqual({ tenants: 1, users: 1, keys: 1, repeated: 0 });
    const applied = await cypher(stores.neo4j, "MATCH (m:SchemaMigration) RETURN m.name AS name, count(*) AS n");
    expect(applied.length).toBeGreaterThan(0);
    for (const { name, n } of applied) expect(n, String(name)).toBe(1);
    const states = await cypher(stores.neo4j, "SHOW INDEXES YIELD state RETURN DISTINCT state");
    expect(states).toEqual([{ state: "ONLINE" }]);
    const made = pair.map((one) => /"password":|Password {2}/.test(one.output()));
    expect(made.filter(Boolean)).toHaveLength(1);
  });

  it("honour each other's logins and see each other's writes at once", async () => {
    const [one, other] = pair as [ServiceProcess, ServiceProcess];
    const login = await ask(one.origin, "POST", "/v1/auth/login", ADMIN);
    const headers = { authorization: `Bearer ${login.body.token}` };
    const made = await ask(one.origin, "POST", "/v1/cmdb/ci", { name: "seen", type: "application" }, headers);
    expect(made.status).toBe(201);
    const seen = await ask(other.origin, "GET", `/v1/cmdb/ci/${made.body.id}`, undefined, headers);
    expect(seen.body).toMatchObject({ name: "seen" });
  });

  it("end with exit code 0", async () => {
    for (const one of pair) one.signal("SIGTERM");
    expect(await Promise.all(pair.map((one) => one.ended))).toEqual([0, 0]);
  });
});

describe("a service that is killed while it writes", () => {
  const ROUNDS = 5;
  const WRITES = 1_000;
  let service: ServiceProcess;
  let client: Client;
  const ledger = createLedger(() => client);

  const start = async () => {
    service = await startServiceProcess(stores.env);
    await service.ready();
    client = await signIn(service.origin);
  };

  it(`keeps what it acknowledged through ${ROUNDS} kills at random instants`, async () => {
    await start();
    for (let round = 1; round <= ROUNDS; round++) {
      await ledger.whileWriting(8, async () => {
        await retried(async () => (ledger.acknowledged() >= (WRITES * round) / ROUNDS ? true : undefined), 200_000, 10);
        await sleep(randomInt(300));
        service.signal("SIGKILL");
        await service.ended;
      });
      await start();
    }
    expect(ledger.acknowledged()).toBeGreaterThanOrEqual(WRITES);
  }, 400_000);

  it("makes nothing twice of what is sent again with its key, and leaves nothing half-made or untold", async () => {
    await ageClaims(stores);
    await ledger.settle();
    await ledger.repeatSome(50);
    await audit(ledger, stores, client);
    expect(service.complaints()).toEqual([]);
    service.signal("SIGTERM");
    expect(await service.ended).toBe(0);
  }, 240_000);
});

const role = (name: "api" | "worker") => startServiceProcess({ ...stores.env, ORRERY_ROLE: name });

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
  let client: Client;
  let id: string;
  const scan = async () => (await client.call("GET", `/v1/discovery/scans/${id}`)).body;

  it("leave a scan waiting while no worker is there", async () => {
    const api = await role("api");
    await api.ready();
    client = await signIn(api.origin);
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
  let client: Client;
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
    const api = await role("api");
    await api.ready();
    client = await signIn(api.origin);
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
