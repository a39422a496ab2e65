import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, outcomesOf, type World } from "./support.ts";

const FOLDER = "../shared/data/inventories";
const present = existsSync(`${FOLDER}/computer_3.json`);
if (!present) console.warn(`SKIPPED: ${FOLDER} is not there, so no recorded inventory is imported`);

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const file = (name: string) => readFileSync(`${FOLDER}/${name}`);
const importJson = (body: object | Buffer) =>
  world.scanBody("application/json", Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)));
const importXml = (name: string) => world.scanBody("application/xml", file(name));

interface Package {
  name?: string;
  publisher?: string;
  version?: string;
  arch?: string;
  folder?: string;
}
interface Inventory {
  deviceid: string;
  content: { softwares: Package[]; accesslog: { logdate: string } };
}
const inventory = (name: string) => JSON.parse(file(name).toString()) as Inventory;
/** Identity of a package, computed independently of the product. */
const packagesOf = ({ content }: Inventory) =>
  new Set(
    content.softwares.map(({ name, publisher, version, arch, folder }) =>
      [name, publisher, version, arch, folder].map((text) => (text ?? "").trim().toLowerCase()).join("\n"),
    ),
  );

/** Numbers of the tenant's instances by status, and of linked ones. */
async function software() {
  const rows = await world.graph.raw(
    `MATCH (c:SoftwareInstance {tenant: $t}) WHERE c.id IS NOT NULL
     RETURN c.status AS status, count(*) AS n, sum(COUNT { (c)-[:INSTALLED_ON]->() }) AS linked ORDER BY status`,
    { t: world.ctx.tenantId },
  );
  return Object.fromEntries(rows.map((row) => [row.status, [Number(row.n), Number(row.linked)]]));
}

describe.skipIf(!present)("processScan for a laptop's inventories of winter and summer", () => {
  it("creates one server, and installs, removes and reinstalls the exact number of packages", {
    timeout: 240_000,
  }, async () => {
    const [winter, summer] = [inventory("computer_3.json"), inventory("computer_3_updated.json")];
    const [before, after] = [packagesOf(winter), packagesOf(summer)];
    const kept = [...before].filter((one) => after.has(one)).length;
    expect([before.size, after.size, kept]).toEqual([3033, 3184, 2168]);

    const first = await importJson(file("computer_3.json"));
    expect(outcomesOf(first)).toEqual({ created: 1 });
    const ciId = first.results[0]!.ciId!;
    expect(await software()).toEqual({ active: [before.size, before.size] });
    expect(await world.records(ciId, "installed_applications")).toHaveLength(winter.content.softwares.length);
    const server = await world.get(ciId);
    expect(server).toMatchObject({
      type: "server",
      name: "LF014",
      attributes: { serial_number: "8C554721F", manufacturer: "TOSHIBA", model: "PORTEGE Z30-A" },
    });

    const change = world.changes().length;
    expect(outcomesOf(await importJson(file("computer_3.json")))).toEqual({ unchanged: 1 });
    expect(world.changes()).toHaveLength(change);

    const second = await importJson(file("computer_3_updated.json"));
    expect(second.results[0]).toMatchObject({ ciId, outcome: "updated" });
    const gone = before.size - kept;
    const fresh = after.size - kept;
    expect(await software()).toEqual({ active: [after.size, after.size], inactive: [gone, 0] });
    const told = world.changes().slice(change);
    const count = (kind: string) => told.filter((entry) => entry.kind === kind).length;
    expect(count("ci.created")).toBe(fresh);
    expect(count("relationship.created")).toBe(fresh);
    expect(count("relationship.deleted")).toBe(gone);
    expect(
      told.filter(
        ({ kind, after: state }) => kind === "ci.updated" && (state as { status: string }).status === "inactive",
      ),
    ).toHaveLength(gone);

    // The winter's file is now an older observation.
    await importJson(file("computer_3.json"));
    expect(await software()).toEqual({ active: [after.size, after.size], inactive: [gone, 0] });
    // The same packages in autumn are a new observation: removed packages return under their old ids.
    const autumn = structuredClone(winter);
    autumn.content.accesslog.logdate = "2017-10-01 08:00:00";
    const third = await importJson(autumn);
    expect(third.results[0]).toMatchObject({ ciId, outcome: "updated" });
    expect(await software()).toEqual({ active: [before.size, before.size], inactive: [fresh, 0] });
    expect((await world.cis("server")).map(({ id }) => id)).toEqual([ciId]);
  });
});

describe.skipIf(!present)("processScan for other recorded inventories", () => {
  it.each([
    ["windows_pc.xml", 8],
    ["macos_imac.xml", 7],
  ])("creates a server with its programs from %s, and changes nothing the second time", async (name, programs) => {
    const first = await importXml(name);
    expect(outcomesOf(first)).toEqual({ created: 1 });
    const ciId = first.results[0]!.ciId!;
    expect(await world.records(ciId, "installed_applications")).toHaveLength(programs);
    expect((await world.links("INSTALLED_ON")).filter(({ target }) => target === ciId)).toHaveLength(programs);
    const ci = await world.get(ciId);
    expect(ci.name).toBe(first.results[0]!.hostname);
    expect(ci.attributes.os).toEqual(expect.any(String));
    expect(outcomesOf(await importXml(name))).toEqual({ unchanged: 1 });
  });

  it("creates a separate server for computer_1.json", async () => {
    const servers = (await world.cis("server")).length;
    expect(outcomesOf(await importJson(file("computer_1.json")))).toEqual({ created: 1 });
    expect(await world.cis("server")).toHaveLength(servers + 1);
  });
});

describe.skipIf(!present)("processScan for recorded network scans", () => {
  it.each([
    ["nmap_sweep_24.xml", 0],
    // One of its two hosts is the scanner itself, with its loopback address.
    ["nmap_os_guess.xml", 1],
    ["nmap_one_host_full.xml", 0],
  ])("creates a server per host that is up from %s, and nothing the second time", async (name, loopback) => {
    const hosts = file(name)
      .toString()
      .split(/<host[ >]/)
      .slice(1);
    const up = hosts.filter((host) => host.includes('<status state="up"')).length - loopback;
    expect(up).toBeGreaterThan(0);
    const first = await importXml(name);
    expect(first.hosts).toEqual({ total: up + loopback, processed: up, failed: 0, parked: loopback });
    const open = await world.graph.raw(
      "UNWIND $ids AS id MATCH (c:CI {tenant: $t, id: id}) RETURN count(*) AS n, sum(CASE WHEN c.type = 'server' THEN 1 ELSE 0 END) AS servers",
      { t: world.ctx.tenantId, ids: [...new Set(first.results.flatMap(({ ciId }) => ciId ?? []))] },
    );
    expect(Number(open[0]!.servers)).toBe(Number(open[0]!.n));
    const before = await world.graphSnapshot();
    const again = outcomesOf(await importXml(name));
    expect(again).toEqual({ unchanged: up, ...(loopback > 0 && { parked: loopback }) });
    expect(await world.graphSnapshot()).toBe(before);
  });
});
