import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listProcesses } from "../../src/platform/embedded/processes.ts";
import { freshFolder } from "../platform/embedded/support.ts";
import { removeHome } from "../support/stores.global.ts";
import { ADMIN } from "./faults/administrator.ts";
import { audit } from "./faults/audit.ts";
import { type Client, signIn } from "./faults/client.ts";
import { createLedger, type Ledger } from "./faults/ledger.ts";
import { endServices, type ServiceProcess, startServiceProcess } from "./faults/service-process.ts";

/** Embedded stores, held by the service itself, and an administrator whose password it makes up. */
const OWN_STORES = {
  ORRERY_ADMIN_PASSWORD: "",
  DATABASE_URL: "",
  NEO4J_URI: "",
  NEO4J_PASSWORD: "",
  ORRERY_NEO4J_HEAP_MB: "512",
  ORRERY_NEO4J_PAGECACHE_MB: "64",
};

let home: string;
let service: ServiceProcess;
let client: Client;
let admin: typeof ADMIN;
let ledger: Ledger;

/** The stores, and whatever else has the folder in its command line. */
const processesOf = async () => (await listProcesses()).filter(({ command }) => command.includes(home));

async function start(): Promise<void> {
  service = await startServiceProcess(OWN_STORES, home);
  await service.ready();
  const { password } = JSON.parse(await readFile(path.join(home, "admin.json"), "utf8")) as { password: string };
  admin = { ...ADMIN, password };
  client = await signIn(service.origin, admin);
}

beforeAll(async () => {
  home = await freshFolder("stop");
  await start();
  ledger = createLedger(() => client);
});

afterAll(async () => {
  await endServices();
  for (const { pid } of home ? await processesOf() : []) process.kill(pid, "SIGKILL");
  await removeHome(home);
});

describe("a service that is told to stop under load", () => {
  it("answers what it has taken on and ends with exit code 0 within ten seconds", async () => {
    let toldAt = 0;
    let endedAt = 0;
    await ledger.whileWriting(8, async () => {
      await ledger.everythingWorks();
      await sleep(500);
      toldAt = performance.now();
      service.signal("SIGTERM");
      expect(await service.ended).toBe(0);
      endedAt = performance.now();
    });
    expect(endedAt - toldAt).toBeLessThan(10_500);
    // A connection that has just been idle may be closed while a request is on its way.
    const inFlight = ledger.observed.filter(({ sentAt, ms }) => sentAt < toldAt - 5 && sentAt + ms > toldAt);
    expect(inFlight.length).toBeGreaterThan(0);
    expect(inFlight.filter(({ status }) => status === 0)).toEqual([]);
    expect(service.complaints()).toEqual([]);
  }, 120_000);

  it("leaves no process and no claim to its folder behind", async () => {
    expect(await processesOf()).toEqual([]);
    await expect(readFile(path.join(home, "embedded.json"))).rejects.toThrow("ENOENT");
  });

  it("finds everything when it starts again", async () => {
    await start();
    const { neo4j, postgres } = JSON.parse(await readFile(path.join(home, "embedded.json"), "utf8"));
    await ledger.settle();
    await audit(ledger, { neo4j: { ...neo4j, database: "neo4j" }, postgres }, client);
  }, 240_000);

  it("shows the generated password at no later start, and writes nothing but its log", () => {
    expect(service.output()).not.toContain(admin.password);
    const lines = service.output().split("\n").slice(0, -1);
    expect(lines.filter((line) => !line.startsWith("{"))).toEqual([]);
    expect(service.complaints()).toEqual([]);
  });
});

describe("a service whose embedded store dies", () => {
  it("ends with an error instead of answering 503 for ever, and starts again with everything", async () => {
    const [neo4j] = (await processesOf()).filter(({ command }) => command.includes("CommunityEntryPoint"));
    process.kill(neo4j!.pid, "SIGKILL");
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain("Neo4j ended by itself");
    expect(await processesOf()).toEqual([]);
    await start();
    service.signal("SIGTERM");
    expect(await service.ended).toBe(0);
  }, 240_000);
});
