import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cypher, sql } from "../platform/embedded/support.ts";
import { createReceiver, type Receiver } from "../support/receiver.ts";
import { answersSince, tooLate } from "./faults/answers.ts";
import { ageClaims, audit } from "./faults/audit.ts";
import { ask, type Client, LONGEST_RECOVERY_MS, signIn } from "./faults/client.ts";
import { type DuringFault, faultLedgers, jobCounts } from "./faults/fault-ledger.ts";
import { type LabStores, labStores } from "./faults/lab.ts";
import { createLateness } from "./faults/lateness.ts";
import { createLedger, idOf, type Ledger, retried } from "./faults/ledger.ts";
import type { StoreName } from "./faults/own-stores.ts";
import { endServices, type ServiceProcess, startServiceProcess } from "./faults/service-process.ts";
import { FULL_DISK, gatesTo, STORE_FAULTS, type StoreFault, type Victim } from "./faults/store-faults.ts";

/** Between the rounds of a writer: what counts are the faults, not how much is written between them. */
const PAUSE_MS = 50;

let stores: LabStores;
let service: ServiceProcess;
let client: Client;
let ledger: Ledger;
let receiver: Receiver;
let gates: Awaited<ReturnType<typeof gatesTo>>["gates"];
const lateness = createLateness();
const scans: string[] = [];
const events = new Set<string>();
const endureds: DuringFault[] = [];

beforeAll(async () => {
  stores = await labStores();
  receiver = await createReceiver();
  const behind = await gatesTo(stores);
  gates = behind.gates;
  service = await startServiceProcess({ ...behind.env, ORRERY_EGRESS_ALLOW: "127.0.0.1/32" });
  await service.ready();
  client = await signIn(service.origin);
  const hook = { name: "all", url: receiver.url, events: ["ci.created"] };
  expect((await client.call("POST", "/v1/webhooks", hook)).status).toBe(201);
  ledger = createLedger(() => client);
  // The first requests of each kind meet cold stores.
  await ledger.whileWriting(4, () => ledger.everythingWorks());
});

afterAll(async () => {
  await endServices();
  await receiver.close();
  await Promise.all(Object.values(gates).map((gate) => gate.close()));
  lateness.stop();
});

/** Sends until it is acknowledged. Whatever else is answered must be 503. */
async function insist(path: string, body: object): Promise<unknown> {
  return retried(async () => {
    const answer = await client.call("POST", path, body);
    if (answer.status < 300) return answer.body;
    expect(answer.status).toBe(503);
    return undefined;
  }, 60_000);
}

async function submit(what: string): Promise<void> {
  const submitted = await insist("/v1/discovery/scan-data", {
    scan_type: "sweep",
    scanner_id: "outage",
    timestamp: new Date().toISOString(),
    data: { discovered_hosts: [{ hostname: `${what}.example.com`, ip_address: `192.0.2.${scans.length + 1}` }] },
  });
  scans.push((submitted as { scan_id: string }).scan_id);
}

async function report(sourceId: string): Promise<void> {
  await insist("/v1/events", { title: "outage", severity: "low", source: "outage", source_id: sourceId });
  events.add(sourceId);
}

/** Whether the store itself answers, asked past the gate. */
const answers = (name: StoreName) =>
  name === "neo4j" ? cypher(stores.neo4j, "RETURN 1 AS n") : sql(stores.postgres.url, "select 1 as n");

const isRefusal = ({ status }: { status: number }) => status === 503;

/** Whether the fault keeps requests from their store. One that ends connections may end none that is in use. */
const refuses = (fault: StoreFault) => fault.missing || fault === FULL_DISK;

async function endure(fault: StoreFault, victim: Victim) {
  const { name } = victim;
  const from = service.log().length;
  let recoveryMs = Number.POSITIVE_INFINITY;
  let begunAt = 0;
  let ready: Awaited<ReturnType<typeof ask>> | undefined;
  const works = () => ledger.everythingWorks().then(() => performance.now());
  const work = async () => {
    await ledger.everythingWorks();
    const asked = Promise.all(
      [submit, report].map((send) => sleep(200).then(() => send(`${name}-${STORE_FAULTS.indexOf(fault)}`))),
    );
    await fault.begin(victim);
    begunAt = Date.now();
    await sleep(fault.forMs / 2);
    if (fault.missing) ready = await ask(service.origin, "GET", "/health/ready");
    expect((await ask(service.origin, "GET", "/health/live")).status).toBe(200);
    await sleep(fault.forMs / 2);
    // Tables have a little room for rows even where the disk has none.
    if (refuses(fault)) await retried(async () => answersSince(service, from).some(isRefusal) || undefined, 30_000);
    await fault.end(victim);
    await retried(() => answers(name).catch(() => undefined), 60_000, 50);
    const backAt = performance.now();
    recoveryMs = (await works()) - backAt;
    await asked;
  };
  await ledger.whileWriting(4, work, PAUSE_MS);
  return { recoveryMs, begunAt, ready, answered: answersSince(service, from) };
}

async function endured(name: StoreName, fault: StoreFault): Promise<void> {
  const victim = { name, server: stores.servers[name], gate: gates[name], disk: stores.disks[name] };
  const [cisFrom, seenFrom] = [ledger.cis.length, ledger.observed.length];
  lateness.reset();
  const { recoveryMs, begunAt, ready, answered } = await endure(fault, victim);
  const [cis, seen] = [ledger.cis.slice(cisFrom), ledger.observed.slice(seenFrom)];
  const [scan, event] = [scans.at(-1)!, [...events].at(-1)!];
  endureds.push({ fault: `${name} ${fault.name}`, cis, observed: seen, scan, event, recoveryMs });
  expect(seen.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
  for (const { retryAfter } of seen.filter(isRefusal)) expect(Number(retryAfter)).toBeGreaterThan(0);
  expect(answered.length).toBeGreaterThan(0);
  expect(tooLate(answered, fault.missing ? begunAt : undefined, lateness.most())).toEqual([]);
  expect(recoveryMs).toBeLessThan(LONGEST_RECOVERY_MS);
  if (fault.missing) expect(ready?.body).toEqual({ status: "unavailable", missing: [name] });
  expect(service.running()).toBe(true);
}

describe.each(["neo4j", "postgres"] as const)("while %s", (name) => {
  it.each(STORE_FAULTS)("$name, requests are answered in time, and all is well soon after", (fault) =>
    endured(name, fault),
  );
});

describe("a full disk", () => {
  it.for(["neo4j", "postgres"] as const)(
    "of %s: requests are answered in time, and all is well soon after",
    async (name, { skip }) => {
      // Only an administrator may mount a disk that can be filled.
      skip(!(await stores.disks[name].isOwn()));
      await endured(name, FULL_DISK);
    },
  );
});

describe("what was acknowledged through all of it", () => {
  it("is there, whole and once", async () => {
    expect(Object.values(gates).every(({ resets }) => resets.unheard > 0 && resets.unanswered > 0)).toBe(true);
    await ageClaims(stores);
    await ledger.settle();
    await ledger.repeatSome(10);
    await audit(ledger, stores, client);
  }, 240_000);

  it("has had its consequences: scans are worked off, events stand once, webhooks are delivered", async () => {
    for (const id of scans) {
      const scan = await retried(async () => {
        const { body } = await client.call("GET", `/v1/discovery/scans/${id}`);
        return body.status === "running" ? undefined : body;
      }, 60_000);
      expect(scan).toMatchObject({ status: "completed", hosts: { processed: 1 } });
    }
    const kept = await sql(
      stores.postgres.url,
      "select source_id as id from events where source = 'outage' order by 1",
    );
    expect(kept.map(({ id }) => id)).toEqual([...events].sort());
    const untold = () => {
      const told = new Set(receiver.arrivals.map(({ body }) => JSON.parse(body).data.ci.id));
      return ledger.cis.map(idOf).filter((id) => !told.has(id));
    };
    await expect.poll(untold, { timeout: 60_000 }).toEqual([]);
    // An event whose first tries met a missing store waits half a minute for the next one, and a minute for the one after it.
    const ungrouped = () =>
      sql(
        stores.postgres.url,
        `select e.source_id as id, q.tries from incident_queue q join events e on e.id = q.event_id
         where e.source = 'outage'`,
      );
    await expect.poll(ungrouped, { timeout: 100_000 }).toEqual([]);
  }, 300_000);

  it("adds up for each fault", async () => {
    const ledgers = await faultLedgers(endureds, stores, receiver.arrivals);
    console.table(ledgers);
    console.log(JSON.stringify({ jobs: await jobCounts(stores) }));
    for (const one of ledgers)
      expect(one).toMatchObject({ jobs: "2 of 2", arrivals: one.acknowledged, lost: 0, double: 0 });
  });

  it("has had the first statements planned anew each time that Neo4j was back", () => {
    const back = service.log().filter(({ msg }) => msg === "Neo4j is back, and the first statements are planned");
    expect(back.length).toBeGreaterThan(0);
  });

  it("has left no fault in the log but of jobs that say that their store was away", () => {
    const others = service
      .complaints()
      .filter(({ error, msg }) => msg !== "job failed" || !/cannot be reached/.test(`${error}`));
    expect(others).toEqual([]);
  });
});

describe("a service that is told to stop while a network is silent", () => {
  it("ends all the same", async () => {
    gates.neo4j.silence();
    gates.postgres.silence();
    await sleep(500);
    const told = performance.now();
    service.signal("SIGTERM");
    expect([0, 1]).toContain(await service.ended);
    expect(performance.now() - told).toBeLessThan(15_000);
  });
});
