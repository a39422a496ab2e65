import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentHost, createWorld, type Host, outcomesOf, type World } from "./support.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const MINIMAL: Host = {
  ip_address: "192.0.2.10",
  hostname: "edge-gw",
  mac_address: "00:1B:21:AA:BB:01",
  open_ports: [443, 22, 22],
  os_guess: "Linux 5.4",
};

const RICH: Host = {
  host_id: "agent-77",
  hostname: "DB01",
  fqdn: "db01.example.com",
  ip_address: "192.0.2.20",
  ip_addresses: ["192.0.2.20", "::ffff:198.51.100.7", "2001:DB8::0:20"],
  mac_addresses: ["00-1B-21-AA-BB-20"],
  device_type: "Virtual Machine",
  os: { name: "Ubuntu", version: "24.04", family: "linux", architecture: "x86_64", kernel: "6.8.0" },
  hardware: {
    manufacturer: "Example Corp",
    model: "R1",
    serial_number: " XK42-9917 ",
    uuid: "4c4c4544-0042-3510-8054-b8c04f4d3232",
    cpu_model: "8-core",
    cpu_cores: 8,
    memory_gb: 31.5,
    disk_gb: 512,
    virtual: false,
  },
  disks: [
    { name: "/dev/sda1", mount_point: "/", filesystem: "ext4", size_gb: 100, free_gb: 40.5 },
    { name: "/dev/sdb1", mount_point: "/var", filesystem: "xfs", size_gb: 412, free_gb: 12 },
  ],
  user_accounts: [
    { name: "root", uid: 0, home: "/root", shell: "/bin/bash", admin: true },
    { name: "postgres", uid: 112, home: "/var/lib/postgresql", shell: "/bin/bash", admin: false },
  ],
  network_adapters: [
    { name: "eth0", mac_address: "00:1b:21:aa:bb:20", ip_addresses: ["192.0.2.20/24"], speed_mbps: 1000, up: true },
  ],
  processes: [
    { pid: 812, name: "postgres", command_line: "postgres -D /data password=hunter2secret", user: "postgres" },
  ],
  network_connections: [
    {
      protocol: "tcp",
      local_address: "0.0.0.0",
      local_port: 5432,
      state: "LISTEN",
      pid: 812,
      process_name: "postgres",
    },
  ],
  installed_applications: [
    { name: "postgresql-16", vendor: "Ubuntu", version: "16.4-1", architecture: "amd64", install_date: "2026-01-05" },
    { name: "openssl", vendor: "Ubuntu", version: "3.0.13", architecture: "amd64", install_location: "/usr/bin" },
  ],
};

describe("processScan for a host of five fields", () => {
  it("creates one Server CI with the reported values", async () => {
    const scan = await world.scan([MINIMAL]);
    expect(scan).toMatchObject({ status: "completed", hosts: { total: 1, processed: 1, failed: 0, parked: 0 } });
    const [result] = scan.results;
    expect(result).toMatchObject({
      hostname: "edge-gw",
      ipAddress: "192.0.2.10",
      outcome: "created",
      error: null,
      decision: { rule: null, matched: {}, candidates: [], conflicts: [], clone_of: [] },
    });
    const ci = await world.get(result!.ciId!);
    expect(ci).toMatchObject({
      type: "server",
      name: "edge-gw",
      status: "active",
      version: 1,
      attributes: { ip_address: "192.0.2.10" },
      relationships: [],
    });
    expect(ci.customFields).toEqual({
      hostname: "edge-gw",
      ip_address: "192.0.2.10",
      all_ip_addresses: ["192.0.2.10"],
      mac_addresses: ["00:1b:21:aa:bb:01"],
      open_ports: [22, 443],
      os_guess: "Linux 5.4",
    });
    expect(ci.attributes).toEqual({ ip_address: "192.0.2.10" });
  });
});

describe("processScan for a host with all fields", () => {
  it("writes attributes, custom fields, six kinds of records and software", async () => {
    const ciId = await world.scanOne(RICH);
    const ci = await world.get(ciId);
    expect(ci.name).toBe("DB01");
    expect(ci.attributes).toEqual({
      os: "Ubuntu 24.04",
      ip_address: "192.0.2.20",
      cpu_cores: 8,
      memory_gb: 31.5,
      disk_gb: 512,
      serial_number: "XK42-9917",
      manufacturer: "Example Corp",
      model: "R1",
    });
    expect(ci.customFields).toEqual({
      hostname: "DB01",
      fqdn: "db01.example.com",
      ip_address: "192.0.2.20",
      all_ip_addresses: ["192.0.2.20", "198.51.100.7", "2001:db8::20"],
      mac_addresses: ["00:1b:21:aa:bb:20"],
      os: RICH.os,
      hardware: { ...RICH.hardware, serial_number: "XK42-9917" },
      device_type: "virtual_machine",
    });
    for (const [kind, count] of [
      ["disks", 2],
      ["user_accounts", 2],
      ["network_adapters", 1],
      ["processes", 1],
      ["network_connections", 1],
      ["installed_applications", 2],
    ] as const) {
      expect(await world.records(ciId, kind), kind).toHaveLength(count);
    }
    expect((await world.records(ciId, "disks")).map(({ fields }) => fields)).toEqual(RICH.disks);
    const [process] = await world.records(ciId, "processes");
    expect(JSON.stringify(process)).not.toContain("hunter2secret");
    const applications = await world.records(ciId, "installed_applications");
    const installed = await world.links("INSTALLED_ON");
    expect(installed.map(({ target }) => target)).toEqual([ciId, ciId]);
    expect(new Set(applications.map((record) => record.software_instance_ci_id))).toEqual(
      new Set(installed.map(({ source }) => source)),
    );
    const instance = await world.get(applications[0]!.software_instance_ci_id!);
    expect(instance).toMatchObject({
      type: "software_instance",
      name: "postgresql-16",
      status: "active",
      attributes: { vendor: "Ubuntu", version: "16.4-1", architecture: "amd64" },
    });
    expect(instance.relationships).toMatchObject([{ graphType: "INSTALLED_ON", outgoing: true, ciId, ciName: "DB01" }]);
  });
});

describe("scans and raw records", () => {
  it("show a running scan with pending records until its job has run, then an outcome per host", async () => {
    const hosts: Host[] = [
      agentHost("state-a", 1),
      { hostname: "localhost", ip_address: "127.0.0.1" },
      agentHost("state-b", 2),
    ];
    const id = await world.submit(hosts, { scannerId: "state" });
    expect(await world.verbs.scans.get(world.ctx, id)).toMatchObject({
      status: "running",
      hosts: { total: 3, processed: 0, failed: 0, parked: 0 },
      completedAt: null,
      results: hosts.map(() => ({ outcome: null, ciId: null })),
    });
    const raw = await world.verbs.scans.rawRecords(world.ctx, { page: 1, limit: 3 });
    expect(raw.items.map(({ status, scanId }) => [status, scanId])).toEqual(hosts.map(() => ["pending", id]));
    await world.settle();
    const done = await world.verbs.scans.get(world.ctx, id);
    expect(done).toMatchObject({
      status: "completed",
      hosts: { total: 3, processed: 2, failed: 0, parked: 1 },
      error: null,
    });
    expect(done.completedAt).not.toBeNull();
    expect(done.results.map(({ outcome }) => outcome)).toEqual(["created", "parked", "created"]);
    expect(done.results[1]).toMatchObject({
      ciId: null,
      error: expect.stringMatching(/no usable identifier.*localhost/),
    });
    const after = await world.verbs.scans.rawRecords(world.ctx, { page: 1, limit: 3 });
    expect(after.items.map(({ status }) => status).sort()).toEqual(["parked", "processed", "processed"]);
    expect(after.items.every(({ processedAt }) => processedAt !== null)).toBe(true);
  });

  it.each([
    ["of no hosts", []],
    ["whose hosts are all parked", [{ hostname: "localhost" }, {}]],
  ])("complete %s", async (_, hosts: Host[]) => {
    const scan = await world.scan(hosts);
    expect(scan).toMatchObject({ status: "completed", error: null });
    expect(outcomesOf(scan)).toEqual(hosts.length > 0 ? { parked: 2 } : {});
    expect(world.publishedInPostgres.at(-1)).toMatchObject({
      kind: "scan.completed",
      subject: { kind: "scan", id: scan.id },
      after: { status: "completed", hosts: { total: hosts.length } },
    });
  });

  it("rawRecords lists every record by cursor, although all have the same time", async () => {
    const mine = await createWorld();
    await mine.submit(Array.from({ length: 23 }, (_, i) => agentHost(`cursor-${i}`, i)));
    const seen: string[] = [];
    let after: { at: string; id: string } | undefined;
    do {
      const page = await mine.verbs.scans.rawRecords(mine.ctx, { page: 1, limit: 5, after });
      expect(page.total).toBe(23);
      seen.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after);
    expect(new Set(seen).size).toBe(23);
    expect(seen).toHaveLength(23);
    await mine.close();
  });

  it("list lists every scan by cursor once", async () => {
    const mine = await createWorld();
    const ids = await Promise.all(Array.from({ length: 12 }, () => mine.submit([])));
    const seen: string[] = [];
    let after: { at: string; id: string } | undefined;
    do {
      const page = await mine.verbs.scans.list(mine.ctx, {}, { page: 1, limit: 5, after });
      seen.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after);
    expect([...seen].sort()).toEqual([...ids].sort());
    await mine.close();
  });
});

describe("processScan and the name of a host", () => {
  it("uses the host name, else the address until a name is reported", async () => {
    const bare: Host = { ip_address: "192.0.2.77" };
    const ciId = await world.scanOne(bare);
    expect((await world.get(ciId)).name).toBe("192.0.2.77");
    const named = await world.scanOne({ ip_address: "192.0.2.77", hostname: "printer-2" });
    expect(named).toBe(ciId);
    expect((await world.get(ciId)).name).toBe("printer-2");
    // A sweep that cannot resolve the name reports none.
    await world.scanOne({ ip_address: "192.0.2.77", mac_address: "00:1b:21:77:77:77" }, { scannerId: "nameless" });
    expect((await world.get(ciId)).name).toBe("printer-2");
  });

  it("ignores names that every machine has", async () => {
    const ciId = await world.scanOne(agentHost("localhost", 90));
    const ci = await world.get(ciId);
    expect(ci.name).toBe("10.20.0.91");
    expect(ci.customFields).not.toHaveProperty("hostname");
  });
});

describe("processScan and placeholders of board makers", () => {
  it("treats placeholders as absent, so that they overwrite no value", async () => {
    const real = agentHost("boards", 91, {
      hardware: { serial_number: "REAL-77821", manufacturer: "Example Corp", model: "X9", cpu_cores: 2, memory_gb: 8 },
    });
    const ciId = await world.scanOne(real);
    const filler = "To Be Filled By O.E.M.";
    await world.scanOne({
      ...real,
      os: { name: "  ", version: "" },
      hardware: {
        serial_number: filler,
        uuid: filler,
        manufacturer: filler,
        model: filler,
        cpu_cores: 0,
        memory_gb: 0,
      },
      mac_addresses: [],
      open_ports: [],
    });
    const ci = await world.get(ciId);
    expect(ci.attributes).toMatchObject({
      serial_number: "REAL-77821",
      manufacturer: "Example Corp",
      model: "X9",
      cpu_cores: 2,
      memory_gb: 8,
      os: "Debian GNU/Linux 12",
    });
    expect(ci.version).toBe(1);
  });
});
