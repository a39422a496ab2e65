import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Graph } from "../../../src/platform/graph/graph.ts";
import { newId } from "../../../src/platform/ids.ts";
import { contextOf } from "../../support/context.ts";
import { agentHost, createWorld, type Host, outcomesOf, type World } from "./support.ts";

let writes = 0;
const countWrites = (graph: Graph): Graph => ({
  ...graph,
  write: (work) => {
    writes++;
    return graph.write(work);
  },
});

let world: World;
beforeAll(async () => {
  world = await createWorld({ wrapGraph: countWrites });
});
afterAll(() => world.close());

/** Hosts that talk to each other, with software and a scanner's own keys. */
function estate(size: number, prefix: string, base: number): Host[] {
  return Array.from({ length: size }, (_, i) => {
    const next = agentHost("", base + ((i + 1) % size));
    return agentHost(`${prefix}-${i}`, base + i, {
      host_id: `${prefix}-id-${i}`,
      installed_applications: Array.from({ length: 12 }, (_, k) => ({ name: `package-${k}`, version: `1.${k}` })),
      network_connections: [
        { protocol: "tcp", local_address: "0.0.0.0", local_port: 5432, state: "LISTEN", process_name: "postgres" },
        {
          protocol: "tcp",
          local_port: 40_000 + i,
          remote_address: next.ip_address!,
          remote_port: 5432,
          state: "ESTABLISHED",
          process_name: "app",
        },
        { protocol: "tcp", local_port: 41_000, remote_address: "203.0.113.9", remote_port: 443, state: "ESTABLISHED" },
      ],
    });
  });
}

async function expectOneEstate(w: World, size: number, tenant = w.ctx.tenantId): Promise<void> {
  expect(await w.cis("server", tenant)).toHaveLength(size);
  expect(await w.cis("software_instance", tenant)).toHaveLength(size * 12);
  expect(await w.links("INSTALLED_ON", tenant)).toHaveLength(size * 12);
  const connections = await w.links("CONNECTED_TO", tenant);
  expect(connections).toHaveLength(size);
  expect(connections.every(({ r }) => r.sourceProcess === "app" && r.targetProcess === "postgres")).toBe(true);
}

describe("processScan for an unchanged payload", () => {
  it("writes nothing to the graph, publishes nothing, and records a sighting", async () => {
    const hosts = estate(6, "again", 100);
    const first = await world.scan(hosts);
    expect(outcomesOf(first)).toEqual({ created: 6 });
    await expectOneEstate(world, 6);
    const ids = first.results.map(({ ciId }) => ciId!);
    const before = {
      graph: await world.graphSnapshot(),
      stamp: await world.changeStamp(),
      changes: world.changes().length,
    };
    const cis = await Promise.all(ids.map((id) => world.get(id)));
    writes = 0;
    const later = new Date(Date.now() + 60_000).toISOString();
    for (const at of [undefined, later]) {
      const again = await world.scan(structuredClone(hosts), at ? { at } : {});
      expect(outcomesOf(again)).toEqual({ unchanged: 6 });
      expect(again.results.map(({ ciId }) => ciId)).toEqual(ids);
    }
    expect(writes).toBe(0);
    expect(world.changes()).toHaveLength(before.changes);
    expect(await world.changeStamp()).toBe(before.stamp);
    expect(await world.graphSnapshot()).toBe(before.graph);
    expect(await Promise.all(ids.map((id) => world.get(id)))).toEqual(cis);
    const seen = await world.postgres.query<{ last_seen: Date; scans: number }>(
      "select last_seen from sightings where tenant_id = $1 and ci_id = any($2)",
      [world.ctx.tenantId, ids],
    );
    expect(seen.map((row) => row.last_seen.toISOString())).toEqual(ids.map(() => later));
  });

  it("writes nothing when a scan holds a host twice with different addresses", async () => {
    const twice: Host[] = [
      { hostname: "dual.example.com", ip_address: "192.0.2.50", mac_address: "00:1b:21:50:00:01", open_ports: [22] },
      { hostname: "dual.example.com", ip_address: "192.0.2.51", mac_address: "00:1b:21:50:00:01", open_ports: [80] },
    ];
    const options = { scannerId: "dual" };
    const first = await world.scan(twice, options);
    expect(outcomesOf(first)).toEqual({ created: 1, updated: 1 });
    await world.scan(twice, options);
    const before = await world.graphSnapshot();
    writes = 0;
    for (let i = 0; i < 3; i++) expect(outcomesOf(await world.scan(twice, options))).toEqual({ unchanged: 2 });
    expect(writes).toBe(0);
    expect(await world.graphSnapshot()).toBe(before);
  });

  it("keeps the CI's version when only volatile values changed", async () => {
    const host = (n: number): Host =>
      agentHost("moving", 150, {
        ip_addresses: n % 2 ? ["198.51.100.1", "198.51.100.2"] : ["198.51.100.2", "198.51.100.1"],
        disks: [{ name: "/dev/sda1", mount_point: "/", size_gb: 100, free_gb: 50 - n }],
        processes: [
          { pid: 100 + n, name: "cron", cpu_percent: n, memory_mb: 20 + n, started_at: "2026-01-01T00:00:00Z" },
        ],
        network_connections: [
          {
            protocol: "tcp",
            local_port: 50_000 + n,
            remote_address: "203.0.113.77",
            remote_port: 443,
            state: "ESTABLISHED",
          },
        ],
        user_accounts: [{ name: "root", uid: 0, last_login: `2026-01-0${n}T00:00:00Z` }],
      });
    const ciId = await world.scanOne(host(1), { at: world.daysAgo(0.3) });
    const before = await world.get(ciId);
    const change = world.changes("ci.updated").length;
    const scan = await world.scan([host(2)], { at: world.daysAgo(0.2) });
    expect(scan.results[0]).toMatchObject({ ciId, outcome: "unchanged" });
    await world.scan([host(3)], { at: world.daysAgo(0.1) });
    expect(await world.get(ciId)).toEqual(before);
    expect(before.version).toBe(1);
    expect(world.changes("ci.updated")).toHaveLength(change);
    expect((await world.records(ciId, "processes")).map(({ fields }) => fields.pid)).toEqual([103]);
    expect((await world.records(ciId, "disks"))[0]!.fields).toMatchObject({ free_gb: 47 });
  });
});

describe("processScan for concurrent scans", () => {
  it("creates each CI once for 64 identical submissions, and completes each scan", async () => {
    const tenant = contextOf(newId());
    const hosts = estate(8, "storm", 200);
    const ids = await Promise.all(
      Array.from({ length: 64 }, () =>
        world.submit(structuredClone(hosts), { as: tenant, at: "2026-01-01T00:00:00Z" }),
      ),
    );
    expect(new Set(ids).size).toBe(64);
    await world.runAtOnce();
    await world.settle();
    const scans = await Promise.all(ids.map((id) => world.verbs.scans.get(tenant, id)));
    expect(scans.map(({ status }) => status)).toEqual(ids.map(() => "completed"));
    const outcomes = scans.flatMap(({ results }) => results.map(({ outcome }) => outcome));
    expect(outcomes.filter((outcome) => outcome === "created")).toHaveLength(8);
    expect(outcomes.filter((outcome) => outcome === "failed")).toEqual([]);
    await expectOneEstate(world, 8, tenant.tenantId);
  });

  it("creates no duplicates for 8 scanners whose hosts overlap and are connected", async () => {
    const tenant = contextOf(newId());
    const hosts = estate(40, "overlap", 300);
    const scanners = Array.from({ length: 8 }, (_, s) => ({
      scannerId: `scanner-${s}`,
      hosts: Array.from({ length: 20 }, (_, i) => hosts[(s * 5 + i) % 40]!).map(({ host_id: _, ...host }) => host),
    }));
    const ids = await Promise.all(
      scanners.map((one) =>
        world.submit(one.hosts, { scannerId: one.scannerId, as: tenant, at: "2026-01-01T00:00:00Z" }),
      ),
    );
    await world.runAtOnce();
    await world.settle();
    const scans = await Promise.all(ids.map((id) => world.verbs.scans.get(tenant, id)));
    for (const scan of scans) expect(scan).toMatchObject({ status: "completed", hosts: { processed: 20, failed: 0 } });
    await expectOneEstate(world, 40, tenant.tenantId);
    const sightings = await world.postgres.query<{ n: number }>(
      "select count(*) as n from sightings where tenant_id = $1",
      [tenant.tenantId],
    );
    expect(sightings[0]!.n).toBe(160);
  });

  it("does not deadlock on two connected subnets that are scanned at once repeatedly", async () => {
    const tenant = contextOf(newId());
    const size = 30;
    const address = (side: number, i: number) => `10.${60 + side}.0.${i + 1}`;
    const subnet = (side: number, round: number): Host[] =>
      Array.from({ length: size }, (_, i) => ({
        hostname: `s${side}-${i}`,
        ip_address: address(side, i),
        hardware: { serial_number: `SUBNET-${side}-${i}-77` },
        network_connections: Array.from({ length: 6 }, (_, k) => ({
          protocol: "tcp",
          local_port: 40_000 + k,
          remote_address: address(1 - side, (i * 7 + k * 5 + round) % size),
          remote_port: 8_000 + round,
          state: "ESTABLISHED",
          process_name: "peer",
        })),
      }));
    for (let round = 0; round < 3; round++) {
      const at = new Date(Date.UTC(2026, 0, 1 + round)).toISOString();
      await Promise.all(
        [0, 1].map((side) => world.submit(subnet(side, round), { scannerId: `side-${side}`, as: tenant, at })),
      );
      await world.runAtOnce();
      await world.settle();
    }
    const links = await world.links("CONNECTED_TO", tenant.tenantId);
    const there = links.filter(({ r }) => r.missingSince == null);
    expect(there).toHaveLength(2 * size * 6);
    expect(there.every(({ r }) => r.port === 8_002)).toBe(true);
    expect(new Set(links.map(({ r }) => r.key)).size).toBe(links.length);
  });
});

describe("processScan for two tenants with the same hosts", () => {
  it("creates CIs per tenant, and hides each tenant's scans from the other", async () => {
    const [one, two] = [contextOf(newId()), contextOf(newId())];
    const hosts = estate(3, "shared", 400);
    const ids = await Promise.all([one, two].map((as) => world.submit(hosts, { as })));
    await world.settle();
    await expectOneEstate(world, 3, one.tenantId);
    await expectOneEstate(world, 3, two.tenantId);
    const cisOf = async (as: typeof one, id: string) =>
      (await world.verbs.scans.get(as, id)).results.map(({ ciId }) => ciId);
    const [mine, theirs] = [await cisOf(one, ids[0]!), await cisOf(two, ids[1]!)];
    expect(mine.filter((id) => theirs.includes(id))).toEqual([]);
    await expect(world.verbs.scans.get(one, ids[1]!)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    await expect(world.get(theirs[0]!, one)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    const listed = await world.verbs.scans.list(one, {}, { page: 1, limit: 10 });
    expect(listed.items.map(({ id }) => id)).toEqual([ids[0]]);
    const raw = await world.verbs.scans.rawRecords(two, { page: 1, limit: 10 });
    expect(new Set(raw.items.map(({ scanId }) => scanId))).toEqual(new Set([ids[1]]));
  });
});
