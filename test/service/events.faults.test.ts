import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LONGEST_ANSWER_MS, LONGEST_RECOVERY_MS, signIn } from "./faults/client.ts";
import { type BurstLedger, eventBurst } from "./faults/event-burst.ts";
import { type LabStores, labStores } from "./faults/lab.ts";
import { endServices, type ServiceProcess, startServiceProcess } from "./faults/service-process.ts";

/** A run by hand may ask for more: BURST_EVENTS=100000. */
const EVENTS = Number(process.env.BURST_EVENTS ?? 3_000);

let stores: LabStores;
let service: ServiceProcess;
let ledger: BurstLedger;

beforeAll(async () => {
  stores = await labStores();
  service = await startServiceProcess(stores.env);
  await service.ready();
  const client = await signIn(service.origin);
  ledger = await eventBurst({ stores, service, client, events: EVENTS, clients: 48, awayMs: 2_000 });
}, 1_800_000);

afterAll(endServices);

describe("a burst of events while Postgres restarts", () => {
  it("is stored whole: each acknowledged event, each once", () => {
    expect(ledger).toMatchObject({ acknowledged: EVENTS, stored: EVENTS, lost: 0, doubled: 0 });
    expect([ledger.listed, ledger.counted]).toEqual([EVENTS, EVENTS]);
  });

  it("is refused meanwhile with 503 and Retry-After, within the product's bound", () => {
    expect(Object.keys(ledger.answers).filter((status) => !["200", "201", "503"].includes(status))).toEqual([]);
    expect(ledger.answers[503]).toBeGreaterThan(0);
    expect(ledger.impolite).toBe(0);
    expect(ledger.slowestMs).toBeLessThan(LONGEST_ANSWER_MS);
  });

  it("goes on by itself, within the product's bound", () => {
    expect(ledger.recoveryMs).toBeGreaterThan(0);
    expect(ledger.recoveryMs).toBeLessThan(LONGEST_RECOVERY_MS);
    expect(service.running()).toBe(true);
    // A job that was under way says that its store is away, and runs again.
    const others = service.complaints().filter(({ error }) => error !== "The relational store cannot be reached");
    expect(others).toEqual([]);
  });
});
