import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentHost, createWorld, type Host, type ScanOptions, type World } from "./support.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let next = 0;
/** A separate host for a case, observed by an agent or an agentless scanner. */
function machine() {
  const number = 700 + next++;
  const base = agentHost(`prec-${number}`, number);
  const { hardware: _, ...surface } = base;
  const agent = (more: Partial<Host> = {}, options: ScanOptions = {}) =>
    world.scanOne({ ...base, ...more }, { scannerId: "agent", ...options });
  const sweep = (more: Partial<Host> = {}, options: ScanOptions = {}) =>
    world.scanOne({ ...surface, ...more }, { scannerId: "sweep", ...options });
  return { base, agent, sweep };
}
const put = (id: string, patch: Parameters<World["ci"]["updateCi"]>[1]["patch"]) =>
  world.ci.updateCi(world.ctx, { id, patch });

describe("observedServer and values of a person", () => {
  it("keeps a person's value against every scanner, and updates the others", async () => {
    const { agent } = machine();
    const ciId = await agent();
    await put(ciId, { attributes: { os: "Hardened Linux", owner: "ops" } });
    const hardware = { serial_number: (await world.get(ciId)).attributes.serial_number as string, cpu_cores: 32 };
    await agent({ os: { name: "Debian GNU/Linux", version: "13" }, hardware });
    const ci = await world.get(ciId);
    expect(ci.attributes).toMatchObject({ os: "Hardened Linux", owner: "ops", cpu_cores: 32 });
    expect(ci.customFields.os).toMatchObject({ version: "13" });
  });

  it("keeps it after the same payload too, which is processed in full", async () => {
    const { agent } = machine();
    const ciId = await agent({ installed_applications: [{ name: "tool" }] });
    await put(ciId, { attributes: { cpu_cores: 64 }, customFields: { os_guess: "mine" } });
    const version = (await world.get(ciId)).version;
    const [mark] = await world.graph.raw("MATCH (c:CI {tenant: $t, id: $ciId}) RETURN c.scanHashes AS marks", {
      t: world.ctx.tenantId,
      ciId,
    });
    expect(mark).toEqual({ marks: null });
    expect(await agent({ installed_applications: [{ name: "tool" }] })).toBe(ciId);
    expect(await world.get(ciId)).toMatchObject({ version, attributes: { cpu_cores: 64 } });
    const [again] = await world.graph.raw("MATCH (c:CI {tenant: $t, id: $ciId}) RETURN size(c.scanHashes) AS n", {
      t: world.ctx.tenantId,
      ciId,
    });
    expect(again).toEqual({ n: 1 });
  });

  it("does not treat a value as a person's that was read and sent back unchanged", async () => {
    const { agent } = machine();
    const ciId = await agent({ os: { name: "Debian GNU/Linux", version: "12" } });
    const { name, type, status, description, attributes, customFields } = await world.get(ciId);
    const patch = { name, type, status, description, customFields, attributes: { ...attributes, owner: "ops" } };
    await put(ciId, patch);
    await agent({ hostname: "renamed-after-put", os: { name: "Debian GNU/Linux", version: "13" } });
    expect(await world.get(ciId)).toMatchObject({
      name: "renamed-after-put",
      attributes: { os: "Debian GNU/Linux 13", owner: "ops" },
    });
  });

  it("keeps a value removed that a person removed", async () => {
    const { agent } = machine();
    const ciId = await agent({ device_type: "blade" });
    await put(ciId, { customFields: { device_type: null } });
    await agent({ device_type: "chassis" });
    expect((await world.get(ciId)).customFields).not.toHaveProperty("device_type");
  });

  it("keeps a name that a person gave, and follows the host name until then", async () => {
    const { base, agent } = machine();
    const ciId = await agent();
    await agent({ hostname: "renamed-1" }, { at: world.daysAgo(-0.1) });
    expect(await world.get(ciId)).toMatchObject({ name: "renamed-1", customFields: { hostname: "renamed-1" } });
    await put(ciId, { name: "Payroll" });
    await agent({ hostname: "renamed-2" }, { at: world.daysAgo(-0.2) });
    expect(await world.get(ciId)).toMatchObject({ name: "Payroll", customFields: { hostname: "renamed-2" } });
    expect(base.hostname).not.toBe("renamed-2");
  });

  it("keeps a status that a person set", async () => {
    const { agent } = machine();
    const ciId = await agent();
    for (const status of ["maintenance", "inactive"] as const) {
      await put(ciId, { status });
      await agent({ open_ports: [status.length] });
      expect((await world.get(ciId)).status).toBe(status);
    }
  });

  it("accepts any JSON value that a person wrote where a scan expects a text", async () => {
    const { agent, sweep } = machine();
    const ciId = await agent();
    await put(ciId, {
      customFields: {
        os: { family: 3, name: ["x"] },
        os_guess: 5,
        device_type: { a: 1 },
        duplicate_of: 7,
        all_ip_addresses: 1,
      },
    });
    expect(await sweep({ open_ports: [80] })).toBe(ciId);
    expect(await agent({ open_ports: [81] })).toBe(ciId);
    expect((await world.get(ciId)).customFields).toMatchObject({ os_guess: 5, all_ip_addresses: 1 });
  });
});

describe("observedServer and imported values", () => {
  it("overwrites them by every scanner, but keeps a CI's values that a person created individually", async () => {
    const many = machine();
    const alone = machine();
    const fields = (base: Host) => ({
      type: "server",
      name: base.hostname!,
      attributes: { os: "unknown", serial_number: base.hardware!.serial_number },
    });
    const items = [{ fields: fields(many.base) }];
    const [made] = await world.ci.bulkCreateCis(world.ctx, { mode: "atomic", items });
    const single = await world.ci.createCi(world.ctx, { fields: fields(alone.base) });
    expect(await many.agent()).toBe(made!.id);
    expect(await alone.agent()).toBe(single.id);
    expect((await world.get(made!.id!)).attributes.os).toBe("Debian GNU/Linux 12");
    expect((await world.get(single.id)).attributes.os).toBe("unknown");
  });
});

describe("observedServer and values of an agent", () => {
  it("keeps them against an agentless scan, which still fills gaps", async () => {
    const { agent, sweep } = machine();
    const ciId = await agent();
    expect(await sweep({ os: { name: "Linux" }, hostname: "ptr-name", os_guess: "Linux 4.x" })).toBe(ciId);
    const ci = await world.get(ciId);
    expect(ci.attributes.os).toBe("Debian GNU/Linux 12");
    expect(ci.name).toMatch(/^prec-/);
    expect(ci.customFields).toMatchObject({ hostname: ci.name, os_guess: "Linux 4.x" });
  });

  it("overwrites values of an agentless scan", async () => {
    const { agent, sweep } = machine();
    const ciId = await sweep({ os: { name: "Linux" } }, { at: world.daysAgo(2) });
    expect((await world.get(ciId)).attributes.os).toBe("Linux");
    expect(await agent({}, { at: world.daysAgo(1) })).toBe(ciId);
    expect((await world.get(ciId)).attributes.os).toBe("Debian GNU/Linux 12");
  });

  it("takes over an equal value, so that the agentless scan that reported it first cannot change it", async () => {
    const { agent, sweep } = machine();
    const ciId = await sweep({ os: { name: "Debian GNU/Linux", version: "12" } }, { at: world.daysAgo(5) });
    await agent({ os: { name: "Debian GNU/Linux", version: "12" } }, { at: world.daysAgo(4) });
    const { version, name } = await world.get(ciId);
    await sweep({ os: { name: "Embedded OS" }, hostname: "other-name" }, { at: world.daysAgo(3) });
    expect(await world.get(ciId)).toMatchObject({ version, name, attributes: { os: "Debian GNU/Linux 12" } });
  });

  it("lets them be overwritten after 30 days of silence, also by a repeated payload", async () => {
    const { agent, sweep } = machine();
    const said = { os: { name: "New OS" }, os_guess: "New" };
    const ciId = await agent({}, { at: world.daysAgo(29) });
    await sweep(said, { at: world.daysAgo(1) });
    expect((await world.get(ciId)).attributes.os).toBe("Debian GNU/Linux 12");
    world.advanceDays(2);
    await sweep(said);
    expect((await world.get(ciId)).attributes.os).toBe("New OS");
    await agent();
    expect((await world.get(ciId)).attributes.os).toBe("Debian GNU/Linux 12");
  });

  it("keeps their precedence while the agent repeats its payload, without a write", async () => {
    const { agent, sweep } = machine();
    const ciId = await agent({}, { at: world.daysAgo(40) });
    await sweep({ os: { name: "Sweep OS" } }, { at: world.daysAgo(39) });
    await agent({}, { at: world.daysAgo(5) });
    await sweep({ os: { name: "Sweep OS" } }, { at: world.daysAgo(1) });
    await sweep({ os: { name: "Sweep OS", version: "2" } });
    expect((await world.get(ciId)).attributes.os).toBe("Debian GNU/Linux 12");
  });
});

describe("observedServer and an older observation", () => {
  it("overwrites no newer value, fills gaps, and applies in full when observed again", async () => {
    const { agent } = machine();
    const older: Partial<Host> = { os: { name: "Old OS" }, device_type: "tower", disks: [{ name: "old" }] };
    const ciId = await agent({ disks: [{ name: "new" }] }, { at: world.daysAgo(3) });
    await agent(older, { at: world.daysAgo(6) });
    const ci = await world.get(ciId);
    expect(ci.attributes.os).toBe("Debian GNU/Linux 12");
    expect(ci.customFields.device_type).toBe("tower");
    expect((await world.records(ciId, "disks")).map(({ fields }) => fields.name)).toEqual(["new"]);
    await agent(older, { at: world.daysAgo(1) });
    expect((await world.get(ciId)).attributes.os).toBe("Old OS");
    expect((await world.records(ciId, "disks")).map(({ fields }) => fields.name)).toEqual(["old"]);
  });

  it("creates a CI at any age, and does not reactivate a CI that was seen since", async () => {
    const { agent } = machine();
    const ciId = await agent({}, { at: "1999-12-31T23:59:59+02:00" });
    expect((await world.get(ciId)).status).toBe("active");
  });

  it("treats a report as older that precedes the last identical one", async () => {
    const { agent } = machine();
    const ciId = await agent({}, { at: world.daysAgo(9) });
    await agent({}, { at: world.daysAgo(2) });
    await agent({ os: { name: "Between" }, processes: [{ pid: 1, name: "between" }] }, { at: world.daysAgo(5) });
    expect((await world.get(ciId)).attributes.os).toBe("Debian GNU/Linux 12");
  });

  it("treats it as older also when the newer report lacks the value", async () => {
    const { agent } = machine();
    const disks = (name: string) => ({ disks: [{ name }] });
    const ciId = await agent(disks("kept"), { at: world.daysAgo(9) });
    await agent(disks("kept"), { at: world.daysAgo(5) });
    await agent({ open_ports: [1] }, { at: world.daysAgo(2) });
    await agent(disks("late"), { at: world.daysAgo(7) });
    expect((await world.records(ciId, "disks")).map(({ fields }) => fields.name)).toEqual(["kept"]);
    await agent(disks("newer"), { at: world.daysAgo(4) });
    expect((await world.records(ciId, "disks")).map(({ fields }) => fields.name)).toEqual(["newer"]);
  });
});

describe("identifyHosts and an address that is no longer reported", () => {
  it("no longer matches the CI by it; an address that a person wrote still matches", async () => {
    const { agent } = machine();
    const ciId = await agent({ ip_addresses: ["198.51.100.33", "198.51.100.34"] });
    const find = async (ip: string) => (await world.topology.findByIp(world.ctx, ip)).matches[0]?.id;
    expect(await find("198.51.100.33")).toBe(ciId);
    await put(ciId, { attributes: { ip: "198.51.100.99" } });
    await agent({ ip_addresses: ["198.51.100.34"] });
    expect(await find("198.51.100.33")).toBeUndefined();
    expect(await find("198.51.100.34")).toBe(ciId);
    expect(await find("198.51.100.99")).toBe(ciId);
  });
});

describe("processScan for a CI that a person created", () => {
  it("matches it by its identifiers and keeps its type, name and values", async () => {
    const { base, agent } = machine();
    const { id } = await world.ci.createCi(world.ctx, {
      fields: {
        name: `Crown jewel ${base.hostname}`,
        type: "workstation",
        attributes: { serial_number: base.hardware!.serial_number!, os: "unknown yet", location: "Room 1" },
      },
    });
    expect(await agent()).toBe(id);
    const ci = await world.get(id);
    expect(ci).toMatchObject({
      type: "workstation",
      name: `Crown jewel ${base.hostname}`,
      attributes: { os: "unknown yet", location: "Room 1", ip_address: base.ip_address, cpu_cores: 4 },
      customFields: { hostname: base.hostname },
    });
    expect(ci.version).toBe(2);
    expect(await world.topology.findByIp(world.ctx, base.ip_address!)).toMatchObject({ matches: [{ id }] });
  });
});

describe("processScan for a deleted server", () => {
  it("restores it with its relationships, also by the same payload, and records that in its history", async () => {
    const { base, agent } = machine();
    const applications = { installed_applications: [{ name: "kept" }] };
    const ciId = await agent(applications);
    const other = (await world.ci.createCi(world.ctx, { fields: { name: `app ${ciId}`, type: "application" } })).id;
    await world.relationships.create(world.ctx, { fields: { type: "runs_on", sourceCi: other, targetCi: ciId } });
    await world.ci.deleteCi(world.ctx, { id: ciId });
    await expect(world.get(ciId)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    const scan = await world.scan([{ ...base, ...applications }], { scannerId: "agent" });
    expect(scan.results[0]).toMatchObject({ ciId, outcome: "updated" });
    const ci = await world.get(ciId);
    expect(ci.relationships.map(({ graphType }) => graphType).sort()).toEqual(["INSTALLED_ON", "RUNS_ON"]);
    const kinds = world
      .changes()
      .filter(({ subject }) => subject.id === ciId)
      .map(({ kind }) => kind);
    expect(kinds).toEqual(["ci.created", "ci.deleted", "ci.restored"]);
    const told = world
      .changes("relationship.created")
      .filter(({ subject }) => ci.relationships.some(({ id }) => id === subject.id));
    expect(told).toHaveLength(4);
  });
});
