import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ageClaims, audit } from "./faults/audit.ts";
import { ask, type Client, LONGEST_ANSWER_MS, signIn } from "./faults/client.ts";
import { type LabStores, labStores } from "./faults/lab.ts";
import { createLedger, type Ledger, retried } from "./faults/ledger.ts";
import type { StoreName } from "./faults/own-stores.ts";
import { endServices, type ServiceProcess, startServiceProcess } from "./faults/service-process.ts";

let stores: LabStores;
let service: ServiceProcess;
let client: Client;
let ledger: Ledger;

beforeAll(async () => {
  stores = await labStores();
  service = await startServiceProcess(stores.env);
  await service.ready();
  client = await signIn(service.origin);
  ledger = createLedger(() => client);
});

afterAll(endServices);

/** How long a store is away: longer than any answer may take, so that none waits for it. */
const AWAY_MS = LONGEST_ANSWER_MS + 2_000;

const outages: [StoreName, NodeJS.Signals][] = [
  ["neo4j", "SIGSTOP"],
  ["neo4j", "SIGKILL"],
  ["postgres", "SIGSTOP"],
  ["postgres", "SIGINT"],
];

describe.each(outages)("%s gone by %s under load", (name, signal) => {
  let seenFrom = 0;
  let readyDuring: Awaited<ReturnType<typeof ask>>;

  it("makes requests fail quickly and politely, and the service recovers by itself", async () => {
    const server = stores.servers[name];
    await ledger.whileWriting(6, async () => {
      await ledger.everythingWorks();
      seenFrom = ledger.observed.length;
      await server.signal(signal);
      if (signal !== "SIGSTOP") await server.gone();
      await sleep(AWAY_MS / 2);
      readyDuring = await ask(service.origin, "GET", "/health/ready");
      expect((await ask(service.origin, "GET", "/health/live")).status).toBe(200);
      await sleep(AWAY_MS / 2);
      if (signal === "SIGSTOP") await server.signal("SIGCONT");
      else await server.startAgain();
      await retried(async () =>
        (await ask(service.origin, "GET", "/health/ready")).status === 200 ? true : undefined,
      );
      await ledger.everythingWorks();
    });
  }, 240_000);

  it("says what is missing meanwhile", () => {
    expect(readyDuring.status).toBe(503);
    expect(readyDuring.body).toEqual({ status: "unavailable", missing: [name] });
    expect(service.running()).toBe(true);
  });

  it("answers nothing but success and 503 with Retry-After, within the product's bound", () => {
    const seen = ledger.observed.slice(seenFrom);
    expect(seen.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
    const refused = seen.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0);
    // Work in bulk has more time while the stores answer, which one that has just started does slowly.
    const prompt = seen.filter(({ what, status }) => what !== "bulk" || status === 503);
    expect(prompt.filter(({ ms }) => ms > LONGEST_ANSWER_MS)).toEqual([]);
  });

  it("loses nothing that was acknowledged, and tells everything once", async () => {
    await ageClaims(stores);
    await ledger.settle();
    await ledger.repeatSome(10);
    await audit(ledger, stores, client);
  }, 240_000);

  it("runs jobs again", async () => {
    const host = { hostname: `${name}-${signal}.example.com`, ip_address: "192.0.2.1" };
    const submitted = await client.call("POST", "/v1/discovery/scan-data", {
      scan_type: "sweep",
      scanner_id: "outage",
      timestamp: new Date().toISOString(),
      data: { discovered_hosts: [host] },
    });
    expect(submitted.status).toBe(202);
    const path = `/v1/discovery/scans/${submitted.body.scan_id}`;
    const scan = await retried(async () => {
      const { body } = await client.call("GET", path);
      return body.status === "running" ? undefined : body;
    }, 60_000);
    expect(scan).toMatchObject({ status: "completed", hosts: { processed: 1 } });
  });

  it("leaves no fault in the log", () => {
    expect(service.complaints()).toEqual([]);
  });
});

describe("a service that is told to stop while a store stands still", () => {
  it("ends within ten seconds all the same", async () => {
    await stores.servers.neo4j.signal("SIGSTOP");
    const told = performance.now();
    service.signal("SIGTERM");
    expect([0, 1]).toContain(await service.ended);
    expect(performance.now() - told).toBeLessThan(10_500);
  });
});
