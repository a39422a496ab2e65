import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type Cmdb, createCmdb } from "../../support/cmdb.ts";
import { contextOf } from "../../support/context.ts";
import { collect, sight } from "../../support/inventory.ts";

const T1 = "2026-03-01T10:00:00.000Z";
const T2 = "2026-03-02T10:00:00.000Z";
const T3 = "2026-03-03T10:00:00.000Z";

let cmdb: Cmdb;
let tenant: string;
/** The last number of an address that nobody has yet: RFC 5737 and RFC 3849. */
let host = 0;
const ipv4 = () => `198.51.100.${++host}`;
beforeAll(async () => {
  cmdb = await createCmdb();
  tenant = cmdb.ctx.tenantId;
});
afterAll(() => cmdb.close());

const groups = (ciId: string, as = cmdb.ctx) => cmdb.topology.processConnections(as, ciId);
const sockets = (ciId: string, records: Record<string, unknown>[], at = T1) =>
  collect(cmdb.postgres, tenant, { ciId, kind: "network_connections", scannerId: "scan-1", at, records });
const tcp = (process_name: string, remote_address: string, remote_port: number, more = {}) => ({
  protocol: "tcp",
  local_address: "192.0.2.1",
  local_port: 40_000 + remote_port,
  remote_address,
  remote_port,
  state: "ESTABLISHED",
  process_name,
  ...more,
});
const connect = (sourceCi: string, targetCi: string, attributes: Record<string, unknown>, more = {}) =>
  cmdb.relationships.create(cmdb.ctx, { fields: { type: "Connected To", sourceCi, targetCi, attributes, ...more } });

describe("processConnections", () => {
  test("groups by process and normalised address, with each port once and the CI of a known address", async () => {
    const [known, unknown] = [ipv4(), ipv4()];
    const ci = await cmdb.newCi();
    const db = await cmdb.newCi({ name: "db-1", customFields: { ip_address: known } });
    await sockets(ci, [
      tcp("app", known, 5433),
      tcp("app", known, 5432),
      tcp("app", `::ffff:${known}`, 5432, { local_port: 50_000 }),
      tcp("app", unknown, 443),
      tcp("curl", known, 5432),
      tcp("curl", "2001:DB8:0::5", 80, { protocol: "tcp6" }),
    ]);
    const shared = { firstSeen: T1, lastSeen: T1 };
    expect(await groups(ci)).toEqual(
      [
        {
          processName: "app",
          targetIP: known,
          targetServer: "db-1",
          targetCIId: db,
          connectionCount: 2,
          ports: [5432, 5433],
          ...shared,
        },
        {
          processName: "app",
          targetIP: unknown,
          targetServer: null,
          targetCIId: null,
          connectionCount: 1,
          ports: [443],
          ...shared,
        },
        {
          processName: "curl",
          targetIP: known,
          targetServer: "db-1",
          targetCIId: db,
          connectionCount: 1,
          ports: [5432],
          ...shared,
        },
        {
          processName: "curl",
          targetIP: "2001:db8::5",
          targetServer: null,
          targetCIId: null,
          connectionCount: 1,
          ports: [80],
          ...shared,
        },
      ].sort((a, b) => `${a.processName} ${a.targetIP}`.localeCompare(`${b.processName} ${b.targetIP}`)),
    );
  });

  test("excludes listening sockets, incoming connections and sockets without a peer", async () => {
    const peer = ipv4();
    const ci = await cmdb.newCi({ name: "proxy-1" });
    await sockets(ci, [
      { protocol: "tcp", local_address: "0.0.0.0", local_port: 443, state: "LISTEN", process_name: "proxy" },
      tcp("proxy", peer, 51_000, { local_port: 443 }),
      {
        protocol: "udp",
        local_address: "0.0.0.0",
        local_port: 123,
        remote_address: "0.0.0.0",
        remote_port: 0,
        process_name: "ntp",
      },
      {
        protocol: "tcp",
        local_port: 50_001,
        remote_address: "*",
        remote_port: null,
        state: "BOUND",
        process_name: "odd",
      },
      tcp("bad", "not an address", 1),
      tcp("proxy", "127.0.0.1", 8080),
    ]);
    expect(await groups(ci)).toMatchObject([
      { processName: "proxy", targetIP: "127.0.0.1", targetServer: "proxy-1", targetCIId: ci, ports: [8080] },
    ]);
  });

  test("names a socket without a process name by the process with its pid", async () => {
    const ip = ipv4();
    const ci = await cmdb.newCi();
    await sockets(ci, [tcp("", ip, 25, { pid: 77 }), tcp("", ip, 26, { pid: 78, process_name: undefined })]);
    const processes = [
      { pid: 77, name: "mailer" },
      { pid: "79", name: "other" },
    ];
    await collect(cmdb.postgres, tenant, {
      ciId: ci,
      kind: "processes",
      scannerId: "scan-1",
      at: T1,
      records: processes,
    });
    expect(await groups(ci)).toMatchObject([
      { processName: null, ports: [26] },
      { processName: "mailer", ports: [25] },
    ]);
  });

  test("adds relationships that no socket shows, without duplicates", async () => {
    const [ipA, ipB, ipC] = [ipv4(), ipv4(), ipv4()];
    const ci = await cmdb.newCi();
    const a = await cmdb.newCi({
      name: "a-1",
      attributes: { ip_address: ipB },
      customFields: { all_ip_addresses: [ipA, ipB] },
    });
    const b = await cmdb.newCi({ name: "b-1", attributes: { ip_address: `::ffff:${ipC}` } });
    const bare = await cmdb.newCi({ name: "bare-1" });
    await sockets(ci, [tcp("app", ipA, 5432)]);
    await connect(ci, a, { port: 5432, protocol: "tcp", source_process: "app" });
    await connect(ci, a, { port: 5432, protocol: "tcp", source_process: "other" });
    await connect(ci, a, { port: 5432 });
    await connect(ci, b, { port: 80, protocol: "tcp", source_process: "app" });
    await connect(ci, b, { port: 80, protocol: "udp", source_process: "app" });
    await connect(ci, b, { port: 79, protocol: "tcp", source_process: "app" });
    await connect(ci, bare, {});
    await connect(a, ci, { port: 22 });
    await connect(ci, b, { port: 6000, source_process: "guess" }, { discoveredBy: "ai:agent" });
    const found = await groups(ci);
    const shown = found.map((one) => [one.processName, one.targetIP, one.targetServer, one.ports, one.connectionCount]);
    expect(shown).toHaveLength(4);
    expect(shown).toEqual(
      expect.arrayContaining([
        ["app", ipA, "a-1", [5432], 1],
        ["other", ipB, "a-1", [5432], 1],
        ["app", ipC, "b-1", [79, 80], 2],
        [null, null, "bare-1", [], 1],
      ]),
    );
  });

  test("sets lastSeen to the scanner's last sighting of the host, for the newest collection", async () => {
    const [ipA, ipB] = [ipv4(), ipv4()];
    const ci = await cmdb.newCi();
    const [a, b] = [
      await cmdb.newCi({ attributes: { ip_address: ipA } }),
      await cmdb.newCi({ attributes: { ip_address: ipB } }),
    ];
    await sockets(ci, [tcp("app", ipA, 1)], T1);
    await sight(cmdb.postgres, tenant, ci, "scan-1", T2);
    await sight(cmdb.postgres, tenant, ci, "another scanner", T3);
    expect(await groups(ci)).toMatchObject([{ targetCIId: a, firstSeen: T1, lastSeen: T2 }]);
    const scanned = await connect(ci, b, { port: 2, source_process: "old" }, { discoveredBy: "scan:scan-1" });
    const seen = { firstSeen: T1, lastSeen: T1, createdAt: T1, updatedAt: T1 };
    const set = (missingSince: string | null) =>
      cmdb.graph.raw(
        "MATCH (:CI {tenant: $tenant, id: $ci})-[r {id: $id}]->() SET r += $seen, r.missingSince = $missingSince",
        {
          tenant,
          ci,
          id: scanned.id,
          seen,
          missingSince,
        },
      );
    await set(null);
    expect((await groups(ci)).find(({ processName }) => processName === "old")).toMatchObject({
      firstSeen: T1,
      lastSeen: T2,
    });
    await set(T2);
    const found = await groups(ci);
    expect(found.map(({ processName, lastSeen }) => [processName, lastSeen])).toEqual([
      ["app", T2],
      ["old", T1],
    ]);
  });

  test("chooses among CIs of an address one with a known connection, else the active one seen last", async () => {
    const [shared, plain] = [ipv4(), ipv4()];
    const ci = await cmdb.newCi();
    const at = (ip: string, status: "active" | "inactive" = "active") =>
      cmdb.newCi({ status, attributes: { ip_address: ip } });
    const [older, connected, newer] = [await at(shared), await at(shared, "inactive"), await at(shared)];
    const [seenLong, seenNow] = [await at(plain), await at(plain)];
    await sight(cmdb.postgres, tenant, newer, "s", T3);
    await sight(cmdb.postgres, tenant, older, "s", T1);
    await sight(cmdb.postgres, tenant, seenNow, "s", T3);
    await sight(cmdb.postgres, tenant, seenLong, "s", T2);
    await sockets(ci, [tcp("app", shared, 10), tcp("app", plain, 11)]);
    await connect(ci, connected, { port: 12, source_process: "app" });
    const owners = Object.fromEntries((await groups(ci)).map(({ targetIP, targetCIId }) => [targetIP, targetCIId]));
    expect(owners).toEqual({ [shared]: connected, [plain]: seenNow });
  });

  test("answers 404 for an unknown or foreign CI, an empty list without data, and requires cmdb.read", async () => {
    const ci = await cmdb.newCi();
    expect(await groups(ci)).toEqual([]);
    await expect(groups(newId())).rejects.toMatchObject({ status: 404 });
    await expect(groups(ci, contextOf(newId()))).rejects.toMatchObject({ status: 404 });
    await expect(groups(ci, contextOf(tenant, "cmdb.write"))).rejects.toMatchObject({ status: 403 });
  });
});

describe("listeningProcess", () => {
  const find = (ci: string, port: string, as = cmdb.ctx) => cmdb.topology.listeningProcess(as, ci, port);

  test("returns the socket of the port, TCP before UDP, named and described by its process if known", async () => {
    const ci = await cmdb.newCi();
    await sockets(ci, [
      { protocol: "UDP", local_address: "0.0.0.0", local_port: 53, process_name: "dns-udp", pid: 1 },
      tcp("client", ipv4(), 53, { local_port: 40_053 }),
      { protocol: "tcp6", local_address: "::", local_port: 53, state: "LISTEN", process_name: "dns-tcp", pid: 2 },
      { protocol: "udp", local_address: "192.0.2.1", local_port: 123, state: "UNCONN", pid: 3 },
      { protocol: "tcp", local_port: 80, state: "listening", pid: 4 },
      tcp("worker", ipv4(), 51_000, { local_port: 8080 }),
    ]);
    const records = [
      { pid: 2, name: "ignored", command_line: "/usr/sbin/dns -n" },
      { pid: 4, name: "web" },
    ];
    await collect(cmdb.postgres, tenant, { ciId: ci, kind: "processes", scannerId: "scan-1", at: T1, records });
    expect(await find(ci, "53")).toEqual({
      name: "dns-tcp",
      pid: 2,
      port: 53,
      protocol: "tcp",
      description: "/usr/sbin/dns -n",
    });
    expect(await find(ci, "123")).toEqual({
      name: null,
      pid: 3,
      port: 123,
      protocol: "udp",
      description: "A process listens on 192.0.2.1, port 123/udp",
    });
    expect(await find(ci, "80")).toMatchObject({ name: "web", description: "web listens, port 80/tcp" });
    for (const port of ["8080", "40053", "9999"]) expect(await find(ci, port)).toBeNull();
  });

  test("reports an unknown CI before an invalid port", async () => {
    const ci = await cmdb.newCi();
    for (const port of ["0", "65536", "-1", "1e3", "abc", "8.5", "999999999999"]) {
      await expect(find(ci, port)).rejects.toMatchObject({ status: 400, violations: [{ field: "port" }] });
      await expect(find(newId(), port)).rejects.toMatchObject({ status: 404 });
    }
    expect(await find(ci, "65535")).toBeNull();
    await expect(find(ci, "80", contextOf(newId()))).rejects.toMatchObject({ status: 404 });
    await expect(find(ci, "80", contextOf(tenant, "cmdb.write"))).rejects.toMatchObject({ status: 403 });
  });
});
