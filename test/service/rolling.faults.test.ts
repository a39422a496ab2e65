import { setTimeout as sleep } from "node:timers/promises";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cypher, sql } from "../platform/embedded/support.ts";
import { ADMIN } from "./faults/administrator.ts";
import { ageClaims, audit } from "./faults/audit.ts";
import { ask, type Client, LONGEST_ANSWER_MS, signInAcross } from "./faults/client.ts";
import { type LabStores, labStores } from "./faults/lab.ts";
import { createLedger, type Ledger, retried } from "./faults/ledger.ts";
import { endServices, type ServiceProcess, startServiceProcess } from "./faults/service-process.ts";
import { createTraffic, type Traffic } from "./faults/traffic.ts";

const ROLES = ["api", "api", "worker", "worker"] as const;
/** The queue of a job that only a later version knows. */
const LATER = "later.work";

/** Acknowledged between two restarts. */
const WRITES_BETWEEN = 30;

/** Between the rounds of a writer: processes that start have to share the machine. */
const PAUSE_MS = 100;

let stores: LabStores;
let processes: ServiceProcess[];
let client: Client;

const start = (role: (typeof ROLES)[number]) =>
  startServiceProcess({ ...stores.env, ORRERY_ROLE: role, ORRERY_EGRESS_ALLOW: "127.0.0.1" });

beforeAll(async () => {
  stores = await labStores();
});

afterAll(endServices);

describe("four processes that start at once on fresh stores", () => {
  it("all become ready", async () => {
    processes = await Promise.all(ROLES.map(start));
    await Promise.all(processes.map((one) => one.ready()));
    for (const one of processes) expect(one.complaints()).toEqual([]);
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
    const made = processes.map((one) => /"password":|Password {2}/.test(one.output()));
    expect(made.filter(Boolean)).toHaveLength(1);
  });

  it("honour each other's logins and see each other's writes at once", async () => {
    const [one, other] = processes as [ServiceProcess, ServiceProcess];
    const login = await ask(one.origin, "POST", "/v1/auth/login", ADMIN);
    const headers = { authorization: `Bearer ${login.body.token}` };
    const made = await ask(one.origin, "POST", "/v1/cmdb/ci", { name: "seen", type: "application" }, headers);
    expect(made.status).toBe(201);
    const seen = await ask(other.origin, "GET", `/v1/cmdb/ci/${made.body.id}`, undefined, headers);
    expect(seen.body).toMatchObject({ name: "seen" });
  });
});

describe("processes that are restarted one after the other under load", () => {
  let ledger: Ledger;
  let traffic: Traffic;
  const ended: ServiceProcess[] = [];

  const restart = async (place: number, signal: NodeJS.Signals) => {
    const leaving = processes[place]!;
    ended.push(leaving);
    leaving.signal(signal);
    expect(await leaving.ended).toBe(signal === "SIGKILL" ? signal : 0);
    const coming = await start(ROLES[place]!);
    await coming.ready();
    processes[place] = coming;
    const written = ledger.acknowledged();
    await retried(async () => (ledger.acknowledged() > written + WRITES_BETWEEN ? true : undefined));
  };

  beforeAll(async () => {
    client = await signInAcross(() => processes.slice(0, 2).map(({ origin }) => origin));
    ledger = createLedger(() => client);
    traffic = await createTraffic(() => client);
    await laterVersionWaits(stores.postgres.url);
  });
  afterAll(() => traffic?.close());

  it("end with exit code 0 where they are asked to, and are taken over where not", async () => {
    const work = async () => {
      await ledger.everythingWorks();
      await sleep(500);
      // First the one whose leases the others have to wait for.
      await restart(3, "SIGKILL");
      await restart(0, "SIGTERM");
      await restart(2, "SIGTERM");
      await restart(1, "SIGTERM");
    };
    await ledger.whileWriting(6, () => traffic.during(work), PAUSE_MS);
  }, 400_000);

  it("answer nothing but success and 503 with Retry-After, within the product's bound", () => {
    const all = [...ledger.observed, ...traffic.observed];
    expect(all.filter(({ status }) => ![200, 201, 202, 503].includes(status))).toEqual([]);
    const refused = all.filter(({ status }) => status === 503);
    for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0);
    const prompt = all.filter(({ what }) => what !== "bulk");
    expect(prompt.filter(({ ms }) => ms > LONGEST_ANSWER_MS)).toEqual([]);
  });

  it("lose nothing, and make and tell nothing twice", async () => {
    await ageClaims(stores);
    await ledger.settle();
    await traffic.settle();
    await audit(ledger, stores, client);
    await traffic.audit(stores);
  }, 240_000);

  it("leave jobs of a later version to it", async () => {
    const jobs = await sql(
      stores.postgres.url,
      `select state::text, retry_count, started_on from pgboss.job where name = '${LATER}'`,
    );
    expect(jobs).toEqual([{ state: "created", retry_count: 0, started_on: null }]);
    expect(await sql(stores.postgres.url, `select cron from pgboss.schedule where name = '${LATER}'`)).toEqual([
      { cron: "0 0 1 1 *" },
    ]);
  });

  it("end with exit code 0, and log no fault of their own", async () => {
    for (const one of processes) one.signal("SIGTERM");
    expect(await Promise.all(processes.map((one) => one.ended))).toEqual([0, 0, 0, 0]);
    for (const one of [...ended, ...processes]) {
      // A machine that does other work may leave a store waiting; the job runs again.
      const own = one.complaints().filter(({ error }) => !String(error).endsWith("store cannot be reached"));
      expect(own).toEqual([]);
    }
  });
});

/** What a later version, started beside these, has put into the queue. */
async function laterVersionWaits(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: "pgboss", migrate: false, supervise: false });
  boss.on("error", () => {});
  await boss.start();
  await boss.createQueue(LATER);
  await boss.send(LATER, { of: "a later version" });
  await boss.schedule(LATER, "0 0 1 1 *", {});
  await boss.stop({ graceful: false });
}
