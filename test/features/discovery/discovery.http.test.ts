import { existsSync, readFileSync } from "node:fs";
import { deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { createFeatureApp, credential, type FeatureApp } from "../../support/feature-app.ts";
import { expectRefusal, genericCases } from "../../support/http-cases.ts";
import { agentHost, createWorld, type Host, type World } from "./support.ts";

let world: World;
let app: FeatureApp;
let tenant: string;
beforeAll(async () => {
  world = await createWorld();
  const { v1, api } = world.routes.discovery;
  const { inventory } = world.routes;
  app = createFeatureApp({ v1: [...v1, ...inventory.v1], api }, world.postgres);
  tenant = world.ctx.tenantId;
});
afterAll(() => world.close());

const POST_B = "/v1/discovery/scan-data";
const POST_A = "/api/discovery/scan-data";
let number = 3000;
const submission = (hosts: Host[], more: object = {}) => ({
  scan_type: "full",
  scanner_id: "http",
  timestamp: new Date().toISOString(),
  data: { discovered_hosts: hosts },
  ...more,
});
const host = (name: string, more: Partial<Host> = {}) => agentHost(name, ++number, more);

describe("POST /discovery/scan-data, both variants", () => {
  it("refuses bad credentials and input like every route", async () => {
    const options = { credential: credential(tenant), powerless: credential(tenant, []) };
    for (const one of genericCases(app.mounts, options)) {
      const { method, path, headers, body } = one.request;
      expectRefusal(await app.call(method, path, { headers, ...(body !== undefined && { body }) }), one);
    }
  });

  it.each(["discovery.submit", "discovery.execute"] as const)(
    "accepts a submission with %s alone, which permits no reads",
    async (scope) => {
      const headers = credential(tenant, [scope]);
      for (const path of [POST_B, POST_A]) {
        expect((await app.call("POST", path, { headers, body: submission([]) })).status).toBe(202);
      }
      for (const path of ["/v1/discovery/scans", `/v1/discovery/scans/${newId()}`, POST_A]) {
        expect((await app.call("GET", path, { headers })).status).toBe(403);
      }
    },
  );
});

describe("discovery routes, variant B", () => {
  it("accepts a scan, then shows its status, results, records and sightings", async () => {
    const sent = host("http-b", {
      installed_applications: [{ name: "tool", version: "1" }],
      disks: [{ name: "sda", size_gb: 10 }],
    });
    const accepted = await app.call("POST", POST_B, { tenant, body: submission([sent, { hostname: "localhost" }]) });
    expect(accepted.status).toBe(202);
    const { scan_id: id } = accepted.body;
    expect(accepted.body).toEqual({
      scan_id: id,
      status: "running",
      hosts: 2,
      status_url: `/v1/discovery/scans/${id}`,
      message: expect.any(String),
    });
    expect(accepted.headers.get("location")).toBe(`/v1/discovery/scans/${id}`);
    const running = await app.call("GET", `/v1/discovery/scans/${id}`, { tenant });
    expect(running.body).toMatchObject({ id, status: "running", completed_at: null });
    await world.settle();
    const done = await app.call("GET", accepted.body.status_url, { tenant });
    expect(done.body).toEqual({
      id,
      scanner_id: "http",
      scan_type: "full",
      status: "completed",
      hosts: { total: 2, processed: 1, failed: 0, parked: 1 },
      created_at: expect.any(String),
      completed_at: expect.any(String),
      error: null,
      results: [
        {
          hostname: "http-b",
          ip_address: sent.ip_address,
          ci_id: expect.any(String),
          outcome: "created",
          error: null,
          decision: { rule: null, matched: {}, candidates: [], conflicts: [], clone_of: [] },
        },
        {
          hostname: "localhost",
          ip_address: null,
          ci_id: null,
          outcome: "parked",
          error: expect.stringContaining("localhost"),
          decision: { rule: null, matched: {}, candidates: [], conflicts: [], clone_of: [] },
        },
      ],
    });
    const ciId = done.body.results[0].ci_id as string;
    const applications = await app.call("GET", `/v1/cmdb/ci/${ciId}/records/installed-applications`, { tenant });
    expect(applications.body).toMatchObject({ pagination: { page: 1, limit: 20, total: 1, pages: 1 } });
    expect(applications.body.data).toEqual([
      {
        name: "tool",
        version: "1",
        id: expect.any(String),
        ci_id: ciId,
        collected_at: expect.stringMatching(/Z$/),
        software_instance_ci_id: expect.any(String),
      },
    ]);
    const disks = await app.call("GET", `/v1/cmdb/ci/${ciId}/records/disks`, { tenant });
    expect(disks.body.data).toEqual([
      { name: "sda", size_gb: 10, id: expect.any(String), ci_id: ciId, collected_at: expect.any(String) },
    ]);
    for (const kind of ["user-accounts", "network-connections", "network-adapters", "processes"]) {
      const none = await app.call("GET", `/v1/cmdb/ci/${ciId}/records/${kind}`, { tenant });
      expect(none.body).toMatchObject({ data: [], pagination: { total: 0 } });
    }
    expect((await app.call("GET", `/v1/cmdb/ci/${ciId}/records/disk`, { tenant })).status).toBe(404);
    const sightings = await app.call("GET", `/v1/cmdb/ci/${ciId}/sightings`, { tenant });
    expect(sightings.body.data).toEqual([
      {
        scanner_id: "http",
        source_class: "agent",
        scan_id: id,
        first_seen: expect.any(String),
        last_seen: expect.any(String),
      },
    ]);
  });

  it("lists scans newest first, filtered and paged", async () => {
    const scanner = `list-${newId()}`;
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      const body = submission([], { scanner_id: scanner });
      ids.unshift((await app.call("POST", POST_B, { tenant, body })).body.scan_id);
    }
    const list = (query: string) => app.call("GET", `/v1/discovery/scans?scanner_id=${scanner}${query}`, { tenant });
    const all = await list("");
    expect(all.body.data.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(all.body.pagination).toMatchObject({ page: 1, limit: 20, total: 5, pages: 1 });
    expect(all.headers.get("x-total-count")).toBe("5");
    expect(all.body.data[0]).not.toHaveProperty("results");
    expect((await list("&status=completed")).body.data).toEqual([]);
    await world.settle();
    expect((await list("&status=completed")).body.pagination.total).toBe(5);
    const second = await list("&limit=2&page=2");
    expect(second.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2, 4));
    const cursor = encodeURIComponent((await list("&limit=2")).body.pagination.next_cursor);
    expect((await list(`&limit=2&cursor=${cursor}`)).body.data.map(({ id }: { id: string }) => id)).toEqual(
      ids.slice(2, 4),
    );
    const at = all.body.data[2].created_at as string;
    const from = (await list(`&from=${at}`)).body.data.map(({ id }: { id: string }) => id);
    const to = (await list(`&to=${at}`)).body.data.map(({ id }: { id: string }) => id);
    expect(from).toContain(ids[2]);
    expect(to).not.toContain(ids[2]);
    expect([...from, ...to].sort()).toEqual([...ids].sort());
    const oldest = await list("&sort=created_at&order=asc&limit=3");
    expect(oldest.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed().slice(0, 3));
    const rest = await list(`&limit=3&cursor=${encodeURIComponent(oldest.body.pagination.next_cursor)}`);
    expect(rest.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed().slice(3));
    expect((await list("&from=2026-01-01&to=2026-01-02T00:00:00+02:00")).body.data).toEqual([]);
    for (const fault of ["&status=done", "&from=yesterday", "&to=2026-13-01T00:00:00Z", "&sort=hosts"]) {
      expect((await list(fault)).status, fault).toBe(400);
    }
  });

  it("lists records by page and by cursor in both directions, and refuses unknown sort fields", async () => {
    const names = ["sda", "sdb", "sdc", "sdd", "sde"];
    const ciId = await world.scanOne(host("many-disks", { disks: names.map((name) => ({ name })) }));
    const records = (query: string) => app.call("GET", `/v1/cmdb/ci/${ciId}/records/disks${query}`, { tenant });
    const namesOf = ({ body }: Awaited<ReturnType<typeof records>>) =>
      body.data.map((one: { name: string }) => one.name);
    for (const [query, expected] of [
      ["", names],
      ["&sort=position", names],
      ["&order=desc", names.toReversed()],
      ["&sort=position&order=desc", names.toReversed()],
    ] as const) {
      expect(namesOf(await records(`?limit=2&page=2${query}`)), query).toEqual(expected.slice(2, 4));
      const found: string[] = [];
      for (let cursor: string | undefined = ""; cursor !== undefined; ) {
        const page = await records(`?limit=2${cursor && `&cursor=${cursor}`}${cursor ? "" : query}`);
        found.push(...namesOf(page));
        cursor = page.body.pagination.next_cursor;
      }
      expect(found, query).toEqual(expected);
    }
    const next = (await records("?limit=2")).body.pagination.next_cursor;
    for (const fault of ["?sort=bogus", "?sort=name", "?cursor=e30", `?cursor=${next}&sort=position&order=desc`]) {
      expect((await records(fault)).status, fault).toBe(400);
    }
  });

  it("lists sightings by time, with the requested fields only", async () => {
    const seen = host("seen-twice");
    const ciId = await world.scanOne(seen, { scannerId: "earlier", at: world.daysAgo(1) });
    await world.scanOne(seen, { scannerId: "later" });
    const sightings = (query = "") => app.call("GET", `/v1/cmdb/ci/${ciId}/sightings${query}`, { tenant });
    const scanners = async (query: string) =>
      (await sightings(query)).body.data.map((one: { scanner_id: string }) => one.scanner_id);
    for (const query of ["", "?order=desc", "?sort=last_seen&order=desc"]) {
      expect(await scanners(query), query).toEqual(["later", "earlier"]);
    }
    for (const query of ["?sort=last_seen", "?order=asc"]) {
      expect(await scanners(query), query).toEqual(["earlier", "later"]);
    }
    expect((await sightings("?fields=source_class&limit=1")).body.data).toEqual([
      { scanner_id: "later", source_class: "agent" },
    ]);
    expect((await sightings("?sort=bogus")).status).toBe(400);
  });

  it("answers a dry run's decisions and stores nothing", async () => {
    const known = host("dry");
    const ciId = await world.scanOne(known, { scannerId: "http" });
    const before = await world.graphSnapshot();
    const answer = await app.call("POST", `${POST_B}?dry_run=true`, {
      tenant,
      body: submission([{ ...known, open_ports: [1] }, host("dry-new")]),
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      dry_run: true,
      results: [
        { hostname: "dry", ci_id: ciId, outcome: "updated", decision: { rule: 2 } },
        { hostname: "dry-new", ci_id: null, outcome: "created", decision: { rule: null } },
      ],
    });
    expect(world.waiting()).toEqual([]);
    expect(await world.graphSnapshot()).toBe(before);
  });

  it("answers a repeat under the same Idempotency-Key with the same scan", async () => {
    const headers = { ...credential(tenant), "idempotency-key": newId() };
    const body = submission([host("key")]);
    const first = await app.call("POST", POST_B, { headers, body });
    const again = await app.call("POST", POST_B, { headers, body });
    expect(again.status).toBe(202);
    expect(again.body).toEqual(first.body);
    expect((await app.call("POST", POST_B, { headers, body: submission([]) })).status).toBe(422);
    const [{ n }] = (await world.postgres.query<{ n: number }>(
      "select count(*) as n from raw_scan_records where scan_id = $1",
      [first.body.scan_id],
    )) as [{ n: number }];
    expect(n).toBe(1);
  });

  it("answers 404 or empty lists for another tenant's scans and hosts", async () => {
    const other = newId();
    const id = await world.submit([host("mine")]);
    await world.settle();
    const ciId = (await world.verbs.scans.get(world.ctx, id)).results[0]!.ciId;
    for (const path of [
      `/v1/discovery/scans/${id}`,
      `/v1/cmdb/ci/${ciId}/sightings`,
      `/v1/cmdb/ci/${ciId}/records/disks`,
      "/v1/discovery/scans/not-an-id",
    ]) {
      expect((await app.call("GET", path, { tenant: other })).status, path).toBe(404);
    }
    expect((await app.call("GET", "/v1/discovery/scans", { tenant: other })).body.data).toEqual([]);
    expect((await app.call("GET", POST_A, { tenant: other })).body.data).toEqual([]);
  });
});

describe("discovery routes, variant A", () => {
  it("accepts both spellings, and lists raw records from pending to processed", async () => {
    const mine = newId();
    const { hostname, ip_address } = host("http-a");
    const body = {
      scanType: "full",
      scannerId: "a",
      timestamp: new Date().toISOString(),
      data: {
        discoveredHosts: [
          {
            hostname,
            ipAddress: ip_address,
            installedApplications: [{ name: "tool", installLocation: "/opt", ownKey: 1 }],
          },
          { hostname: "localhost" },
        ],
      },
    };
    const accepted = await app.call("POST", POST_A, { tenant: mine, body });
    expect(accepted.status).toBe(202);
    expect(accepted.body).toEqual({
      success: true,
      data: {
        scanId: expect.any(String),
        status: "running",
        hosts: 2,
        statusUrl: expect.stringContaining(accepted.body.data.scanId),
        message: expect.any(String),
      },
    });
    const list = async (query = "") => (await app.call("GET", `${POST_A}${query}`, { tenant: mine })).body;
    const pending = await list();
    expect(pending).toMatchObject({ success: true, pagination: { total: 2 } });
    expect(pending.data.map(({ status }: { status: string }) => status)).toEqual(["pending", "pending"]);
    await world.settle();
    const done = await list();
    const processed = done.data.find((one: { hostname: string }) => one.hostname === hostname);
    expect(processed).toEqual({
      _id: expect.any(String),
      scanId: accepted.body.data.scanId,
      scannerId: "a",
      hostname,
      ipAddress: ip_address,
      status: "processed",
      ciId: expect.any(String),
      error: null,
      createdAt: expect.stringMatching(/Z$/),
      processedAt: expect.stringMatching(/Z$/),
    });
    const turned = (await list("?sort=createdAt")).data.map((one: { _id: string }) => one._id);
    expect(turned).toEqual(done.data.map((one: { _id: string }) => one._id).toReversed());
    expect((await list("?sort=-hostname")).error.code).toBe("VALIDATION_ERROR");
    expect(done.data.find((one: { hostname: string }) => one.hostname === "localhost")).toMatchObject({
      status: "parked",
      ciId: null,
      error: expect.any(String),
    });
    const records = await app.call("GET", `/v1/cmdb/ci/${processed.ciId}/records/installed-applications`, {
      tenant: mine,
    });
    expect(records.body.data).toMatchObject([{ name: "tool", install_location: "/opt" }]);
    const faulty = { ...body, data: { discoveredHosts: [{ openPorts: ["x"] }] } };
    const refused = await app.call("POST", POST_A, { tenant: mine, body: faulty });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details.field).toBe("data.discoveredHosts.0.openPorts.0");
  });
});

describe("POST /discovery/scan-data formats", () => {
  const nmap = `<?xml version="1.0"?><!DOCTYPE nmaprun><nmaprun scanner="nmap" start="1767225600"><host><status state="up"/><address addr="192.0.2.201" addrtype="ipv4"/><hostnames><hostname name="nmap-host" type="PTR"/></hostnames><ports><port protocol="tcp" portid="22"><state state="open"/></port></ports></host></nmaprun>`;
  const glpi = {
    action: "inventory",
    deviceid: "glpi-host-2026-01-01-00-00-00",
    itemtype: "Computer",
    content: {
      hardware: { name: "glpi-host" },
      bios: { ssn: "GLPI-88112" },
      networks: [{ description: "eth0", ipaddress: "192.0.2.202", mac: "00:1b:21:aa:02:02" }],
      versionclient: "GLPI-Agent_v1.7",
    },
  };
  const glpiXml = `<?xml version="1.0" encoding="UTF-8"?><REQUEST><QUERY>INVENTORY</QUERY><DEVICEID>xml-host-2026-01-01-00-00-00</DEVICEID><CONTENT><HARDWARE><NAME>xml-host</NAME></HARDWARE><BIOS><SSN>XML-77123</SSN></BIOS></CONTENT></REQUEST>`;

  const cyclonedx = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    metadata: { component: { type: "device", name: "bom-host" } },
    components: [{ type: "library", name: "zip", version: "3.0", purl: "pkg:deb/debian/zip@3.0-13?arch=amd64" }],
  };
  const spdx = {
    spdxVersion: "SPDX-2.3",
    name: "spdx-host",
    packages: [{ SPDXID: "SPDXRef-1", name: "zip", versionInfo: "3.0" }],
  };

  it.each([
    ["our own JSON", "application/json", JSON.stringify(submission([agentHost("own-form", 3900)])), "own-form"],
    [
      "our own JSON as octets",
      "application/octet-stream",
      JSON.stringify(submission([agentHost("octets", 3901)])),
      "octets",
    ],
    ["a GLPI inventory in JSON", "application/json", JSON.stringify(glpi), "glpi-host"],
    ["a GLPI inventory in XML", "text/xml", glpiXml, "xml-host"],
    ["an nmap report with its DOCTYPE", "application/xml", nmap, "nmap-host"],
    ["a CycloneDX bill of materials", "application/vnd.cyclonedx+json", JSON.stringify(cyclonedx), "bom-host"],
    ["an SPDX document", "application/spdx+json", JSON.stringify(spdx), "spdx-host"],
  ])("accepts %s plain, gzipped, and as agents compress it, and creates a server", async (_, type, text, name) => {
    for (const [body, sent] of [
      [Buffer.from(text), { "content-type": type }],
      [gzipSync(text), { "content-type": type, "content-encoding": "gzip" }],
      [deflateSync(text), { "content-type": "application/x-compress-zlib" }],
      [gzipSync(text), { "content-type": "application/x-compress-gzip" }],
      [deflateSync(text), { "content-type": "application/x-compress" }],
    ] as const) {
      const plain = sent["content-type"] === type && !("content-encoding" in sent);
      const headers = { ...credential(tenant), ...sent };
      const answer = await app.call("POST", POST_B, { headers, body: Uint8Array.from(body) });
      expect(answer.status, JSON.stringify(answer.body)).toBe(202);
      await world.settle();
      const scan = await app.call("GET", answer.body.status_url, { tenant });
      expect(scan.body).toMatchObject({
        status: "completed",
        results: [{ hostname: name, outcome: plain ? "created" : "unchanged" }],
      });
    }
  });

  const recorded = "../shared/data/inventories/nmap_sweep_24.xml";
  if (!existsSync(recorded)) console.warn(`SKIPPED: ${recorded} is not there`);
  it.skipIf(!existsSync(recorded))("accepts a recorded Nmap sweep", async () => {
    const headers = { ...credential(tenant), "content-type": "application/xml" };
    const answer = await app.call("POST", POST_B, { headers, body: Uint8Array.from(readFileSync(recorded)) });
    expect(answer.body).toMatchObject({ status: "running", hosts: 4 });
    await world.settle();
    const scan = await app.call("GET", answer.body.status_url, { tenant });
    expect(scan.body.hosts).toEqual({ total: 4, processed: 4, failed: 0, parked: 0 });
  });
});
