import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { unavailable } from "../../../src/errors.ts";
import type { Graph } from "../../../src/platform/graph/graph.ts";
import { agentHost, createWorld, type World } from "./support.ts";

/** A tenant before all others, of which the settings cannot be read. */
const BROKEN = "00000000-0000-7000-8000-000000000000";
let isBroken = false;
/** The CI whose change fails, and how. */
let poison: string | undefined;
let fault = () => new Error("poisoned");
const poisoned = (graph: Graph): Graph => ({
  ...graph,
  write: (work) =>
    graph.write((tx) =>
      work({
        run: async (query, params) => {
          if (poison !== undefined && JSON.stringify(params).includes(poison)) throw fault();
          return tx.run(query, params);
        },
        send: (query, params) => {
          if (poison !== undefined && JSON.stringify(params).includes(poison)) throw fault();
          tx.send(query, params);
        },
      }),
    ),
});

let world: World;
beforeAll(async () => {
  world = await createWorld({
    wrapGraph: poisoned,
    discovery: {
      absenceDays: async (tenantId) => {
        if (isBroken && tenantId === BROKEN) throw new Error("no settings");
        return tenantId === world.ctx.tenantId ? 14 : 9_999;
      },
    },
  });
});
afterEach(async () => {
  isBroken = false;
  poison = undefined;
  fault = () => new Error("poisoned");
  await world.postgres.query("delete from sightings where tenant_id = $1", [BROKEN]);
});
afterAll(() => world.close());

let scanner = "";
let number = 1500;
beforeEach(() => {
  scanner = `sweep-${++number}`;
});
/** A separate host, seen so many days ago. */
async function seen(daysAgo: number, scannerId = scanner) {
  const host = agentHost(`abs-${++number}`, number);
  const see = (days: number, by = scannerId) => world.scanOne(host, { scannerId: by, at: world.daysAgo(days) });
  return { id: await see(daysAgo), host, see };
}
const full = (daysAgo: number, scannerId = scanner) =>
  world.scan([], { scannerId, scanType: "full", at: world.daysAgo(daysAgo) });
const run = () => world.runJob("discovery.mark-absent");
const statusOf = async (id: string) => (await world.get(id)).status;

describe("markAbsent for hosts that full scans no longer find", () => {
  it("sets a host inactive after 14 days, publishes it, and the same payload makes it active again", async () => {
    const { id, see } = await seen(14.1);
    const { id: recent } = await seen(13.9);
    await full(1);
    await run();
    expect(await world.get(id)).toMatchObject({ status: "inactive", version: 2, updatedBy: "system" });
    expect(await statusOf(recent)).toBe("active");
    expect(world.changes("ci.updated").filter(({ subject }) => subject.id === id)).toMatchObject([
      { actor: "system", version: 2, before: { status: "active" }, after: { status: "inactive" } },
    ]);
    await run();
    expect((await world.get(id)).version).toBe(2);
    await see(0);
    expect(await world.get(id)).toMatchObject({ status: "active", version: 3 });
    await run();
    expect(await statusOf(id)).toBe("active");
  });

  it("keeps a host inactive when an older observation arrives late", async () => {
    const { id, see } = await seen(20);
    await full(2);
    await run();
    await see(25, `${scanner}-import`);
    expect(await statusOf(id)).toBe("inactive");
  });

  it("keeps the host's relationships and records", async () => {
    const host = agentHost(`abs-${++number}`, number, { installed_applications: [{ name: "kept" }] });
    const id = await world.scanOne(host, { scannerId: scanner, at: world.daysAgo(20) });
    await full(1);
    await run();
    expect(await world.get(id)).toMatchObject({ status: "inactive", relationships: [{ graphType: "INSTALLED_ON" }] });
    expect(await world.records(id, "installed_applications")).toHaveLength(1);
  });
});

describe("markAbsent keeps a host active", () => {
  it.each([
    ["if no full scan was made since", async () => world.scan([], { scannerId: scanner, scanType: "partial" })],
    ["if the full scan is older than its last sighting", async () => full(21)],
    ["if another scanner made the full scan", async () => full(1, `${scanner}-other`)],
    [
      "if the full scan is still running",
      async () => {
        await world.submit([], { scannerId: scanner });
        world.takeWaiting();
      },
    ],
  ])("%s", async (_, act) => {
    const { id } = await seen(20);
    await act();
    await run();
    expect(await statusOf(id)).toBe("active");
  });

  it("if one scanner has seen it recently or has made no full scan of its own since", async () => {
    const lately = await seen(20);
    await lately.see(1, `${scanner}-lately`);
    const monthly = await seen(20);
    await monthly.see(25, `${scanner}-monthly`);
    await full(24.9, `${scanner}-monthly`);
    await world.scan([monthly.host], { scannerId: `${scanner}-monthly`, at: world.daysAgo(24.8) });
    await full(1);
    await run();
    expect(await statusOf(lately.id)).toBe("active");
    expect(await statusOf(monthly.id)).toBe("active");
    await full(0, `${scanner}-monthly`);
    await run();
    expect(await statusOf(monthly.id)).toBe("inactive");
  });

  it("unless only its agent, which reports no other host, saw it since", async () => {
    const { id, host } = await seen(20);
    await world.scan([host], { scannerId: `${scanner}-agent`, scanType: "agent", at: world.daysAgo(19) });
    await full(1);
    await run();
    expect(await statusOf(id)).toBe("inactive");
  });

  it("if a person set its status, or created the CI", async () => {
    const { id } = await seen(20);
    await world.ci.updateCi(world.ctx, { id, patch: { status: "maintenance" } });
    await world.ci.updateCi(world.ctx, { id, patch: { status: "active" } });
    const host = agentHost(`abs-${++number}`, number);
    const manual = await world.ci.createCi(world.ctx, {
      fields: { name: `hand ${number}`, type: "server", attributes: { serial_number: host.hardware!.serial_number! } },
    });
    expect(await world.scanOne(host, { scannerId: scanner, at: world.daysAgo(20) })).toBe(manual.id);
    await full(1);
    await run();
    expect(await statusOf(id)).toBe("active");
    expect(await statusOf(manual.id)).toBe("active");
  });
});

describe("markAbsent where one fails", () => {
  it.each([
    ["for a fault of its own", () => new Error("poisoned")],
    ["because the stores, which work, take too long for it", () => unavailable("timed out")],
  ])("%s, sets the tenant's other hosts inactive, and the failed one an hour later", async (_, make) => {
    fault = make;
    const hosts = [await seen(20), await seen(20), await seen(20)];
    await full(1);
    poison = hosts[1]!.id;
    await run();
    expect(await Promise.all(hosts.map(({ id }) => statusOf(id)))).toEqual(["inactive", "active", "inactive"]);
    poison = undefined;
    await run();
    expect(await statusOf(hosts[1]!.id)).toBe("inactive");
  });

  it("continues with the other tenants if the settings of one cannot be read", async () => {
    await world.postgres.query(
      `insert into sightings (tenant_id, ci_id, scanner_id, source_class, scan_id, first_seen, last_seen)
       values ($1, 'ci', 'scanner', 'agent', 'scan', now(), now())`,
      [BROKEN],
    );
    isBroken = true;
    const { id } = await seen(20);
    await full(1);
    await run();
    expect(await statusOf(id)).toBe("inactive");
  });
});
