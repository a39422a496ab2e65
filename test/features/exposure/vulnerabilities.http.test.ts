import { beforeAll, expect, it, vi } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { anyOf, cpe, criterion, cvePage, cveRecord, kevCatalogue } from "../../support/cve-records.ts";
import { exposureService } from "./support.ts";

const world = await exposureService();
const { send, make, relate, program, server, matchAll, stranger, service } = world;

const REMOTE = "CVE-2024-1001";
const LOCAL = "CVE-2023-1002";
const before2 = anyOf(criterion(cpe("a:maker:shopd"), { versionEndExcluding: "2.0" }));
const RECORDS = [
  cveRecord(REMOTE, [before2]),
  cveRecord(LOCAL, [anyOf(criterion(cpe("a:maker:tool:1.0")))], {
    published: "2023-02-01T00:00:00.000",
    metrics: { cvssMetricV2: [{ type: "Primary", baseSeverity: "LOW", cvssData: { version: "2.0", baseScore: 2.1 } }] },
  }),
  cveRecord("CVE-2024-1003", [anyOf(criterion(cpe("a:maker:elsewhere")))]),
];

const hosts: string[] = [];
const programs: string[] = [];
let shop = "";
let tool = "";
beforeAll(async () => {
  for (const version of ["1.0", "1.5", "2.1"]) {
    const host = await server({ name: "Debian GNU/Linux", version: "12" }, { open_ports: [443] });
    hosts.push(host);
    programs.push(await program(`a:maker:shopd:${version}`, host, { platform: "other" }));
  }
  tool = await program("a:maker:tool:1.0", hosts[2]);
  shop = await make({ name: `web shop ${newId()}`, type: "business_service", attributes: { criticality: "high" } });
  const front = await make({ name: `front ${newId()}`, type: "application" });
  await relate("part_of", front, shop);
  await relate("depends_on", front, hosts[0]!);
  expect(await world.importCves(cvePage(RECORDS))).toMatchObject({ status: "done", entries: 3, added: 3 });
  await world.importKev(kevCatalogue([REMOTE]));
  await world.importEpss(
    `#model_version:v1,score_date:2024-06-01T00:00:00+0000\ncve,epss,percentile\n${REMOTE},0.9,0.99\n`,
  );
  await matchAll();
});

const list = async (query = "", headers = world.admin) => {
  const answer = await send("GET", `/v1/vulnerabilities${query}`, undefined, headers);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as Record<string, unknown>[];
};
const cves = async (query: string) => (await list(query)).map(({ cve }) => cve);

it("goes from installed programs to the service that depends on them", async () => {
  expect(await list()).toMatchObject([
    {
      cve: REMOTE,
      severity: "critical",
      cvss: { version: "3.1", score: 9.8 },
      kev: { added: "2024-05-01", due: "2024-05-22" },
      status: "affected",
      instances: 2,
      servers: 2,
      services: 1,
      by_status: { affected: 2, possible: 0, accepted: 0, fixed: 0 },
      priority: {
        parts: {
          severity: { value: 9.8, points: 39.2 },
          known_exploited: { value: true, points: 25 },
          prediction: { points: 13.5 },
          reach: { value: 1, points: 3.3 },
          exposure: { value: { listening: true, public: false }, points: 4 },
        },
      },
    },
    { cve: LOCAL, severity: "low", status: "affected", instances: 1, servers: 1, services: 0, kev: null, epss: null },
  ]);
  const { body } = await send("GET", `/v1/vulnerabilities/${REMOTE.toLowerCase()}`);
  expect(body.affected_instances.map(({ id }: { id: string }) => id).sort()).toEqual(programs.slice(0, 2).sort());
  expect(body.affected_servers.map(({ id }: { id: string }) => id).sort()).toEqual(hosts.slice(0, 2).sort());
  expect(body.affected_services).toMatchObject([{ id: shop, criticality: "high" }]);
  expect(body).toMatchObject({
    references: ["https://example.com/advisory"],
    weaknesses: ["CWE-502"],
    truncated: false,
  });
  expect(body.affected_instances[0]).toMatchObject({
    status: "affected",
    version: "1.0",
    criterion: expect.stringContaining("shopd"),
  });
});

it.each<[string, () => string, () => string[]]>([
  ["severity", () => "?severity=critical,high", () => [REMOTE]],
  ["known exploitation", () => "?kev=true", () => [REMOTE]],
  ["no known exploitation", () => "?kev=false", () => [LOCAL]],
  ["a predicted probability", () => "?epss_min=0.9", () => [REMOTE]],
  ["a higher probability than any", () => "?epss_min=0.91", () => []],
  ["status", () => "?status=accepted,fixed", () => []],
  ["a server", () => `?ci_id=${hosts[2]}`, () => [LOCAL]],
  ["a program", () => `?ci_id=${programs[1]}`, () => [REMOTE]],
  ["a service", () => `?service_id=${shop}`, () => [REMOTE]],
  ["an unknown service", () => `?service_id=${newId()}`, () => []],
  ["words of the summary", () => "?search=flaw%202023-1002", () => [LOCAL]],
  ["signs of patterns", () => "?search=%25", () => []],
  ["the time of publication", () => "?from=2023-02-01&to=2024-01-05T10:00:00Z", () => [LOCAL]],
])("filters by %s", async (_what, query, expected) => {
  expect(await cves(query())).toEqual(expected());
});

it.each(["severity=worst", "kev=perhaps", "epss_min=2", "status=gone", "from=never", "limit=0"])(
  "refuses the malformed filter %s",
  async (query) => {
    expect((await send("GET", `/v1/vulnerabilities?${query}`)).status).toBe(400);
  },
);

it("pages by number and by cursor, and answers any imported CVE", async () => {
  const first = await send("GET", "/v1/vulnerabilities?limit=1");
  expect(first.body.pagination).toMatchObject({ total: 2, pages: 2 });
  const next = await send("GET", `/v1/vulnerabilities?limit=1&cursor=${first.body.pagination.next_cursor}`);
  expect(next.body.data).toMatchObject([{ cve: LOCAL }]);
  const elsewhere = await send("GET", "/v1/vulnerabilities/CVE-2024-1003");
  expect(elsewhere.body).toMatchObject({ status: null, instances: 0, affected_instances: [] });
  expect((await send("GET", "/v1/vulnerabilities/CVE-2024-9999")).status).toBe(404);
  expect((await send("GET", "/v1/vulnerabilities/nonsense")).status).toBe(404);
});

it("shows what a server, a program and a service are exposed to", async () => {
  const ofServer = await send("GET", `/v1/cmdb/ci/${hosts[2]}/vulnerabilities`);
  expect(ofServer.body.data).toMatchObject([{ cve: LOCAL, instances: 1 }]);
  expect((await send("GET", `/v1/cmdb/ci/${tool}/vulnerabilities`)).body.data).toHaveLength(1);
  const { body } = await send("GET", `/v1/services/${shop}/exposure`);
  expect(body).toMatchObject({
    kev: 1,
    affected: 1,
    possible: 0,
    has_data: true,
    by_severity: { critical: 1, low: 0 },
  });
  expect(body.top).toMatchObject([{ cve: REMOTE, instances: 1 }]);
  expect(body.score).toBe(body.top[0].priority.score);
});

it("gives the programs of a server as a bill of materials, with their vulnerabilities", async () => {
  const path = `/v1/cmdb/ci/${hosts[0]}/sbom`;
  const bill = JSON.parse((await send("GET", path)).text);
  expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6" });
  expect(bill.components.map(({ name }: { name: string }) => name)).toContain("program a:maker:shopd:1.0");
  expect(bill.vulnerabilities).toMatchObject([{ id: REMOTE, analysis: { state: "exploitable" } }]);
  expect((await send("GET", path, undefined, stranger)).status).toBe(404);
});

it("hides everything from another tenant", async () => {
  expect(await list("", stranger)).toEqual([]);
  for (const path of [`/v1/cmdb/ci/${hosts[0]}/vulnerabilities`, `/v1/services/${shop}/exposure`]) {
    expect((await send("GET", path, undefined, stranger)).status, path).toBe(404);
  }
  const { body } = await send("GET", `/v1/vulnerabilities/${REMOTE}`, undefined, stranger);
  expect(body).toMatchObject({ status: null, instances: 0, affected_services: [], decisions: [] });
  const decision = { ci_id: hosts[0], decision: "accepted", reason: "ours" };
  const refused = await send("PUT", `/v1/vulnerabilities/${REMOTE}/decisions`, decision, stranger);
  expect([refused.status, refused.body.error.details[0].field]).toEqual([400, "ci_id"]);
});

it("takes away findings with the program or its server, and finds them again", async () => {
  const host = await server();
  const doomed = await program("a:maker:tool:1.0", host);
  await matchAll();
  const count = async () => (await send("GET", `/v1/vulnerabilities/${LOCAL}`)).body.instances;
  expect(await count()).toBe(2);
  await send("DELETE", `/v1/cmdb/ci/${doomed}`);
  await matchAll();
  expect(await count()).toBe(1);
  expect((await send("POST", `/v1/cmdb/ci/${doomed}/restore`)).status).toBe(200);
  await matchAll();
  expect(await count()).toBe(2);
  await send("PUT", `/v1/cmdb/ci/${doomed}`, {
    attributes: { cpe: { name: cpe("a:maker:tool:1.1") }, version: "1.1" },
  });
  await matchAll();
  expect(await count()).toBe(1);
  await send("DELETE", `/v1/cmdb/ci/${doomed}`);
});

it("matches a changed CVE with programs that were there before, and withdraws a rejected one", async () => {
  const id = "CVE-2024-1010";
  const record = (configurations: unknown, members: object) => cveRecord(id, configurations, { ...members });
  const status = async () => (await send("GET", `/v1/vulnerabilities/${id}`)).body.status;
  await world.importCves(cvePage([record([before2], { lastModified: "2024-04-01T00:00:00.000" })]));
  await matchAll();
  expect(await status()).toBe("affected");
  // An older state of the record changes nothing.
  await world.importCves(cvePage([record([], { lastModified: "2024-03-01T00:00:00.000" })]));
  await matchAll();
  expect(await status()).toBe("affected");
  await world.importCves(
    cvePage([record([before2], { lastModified: "2024-05-01T00:00:00.000", vulnStatus: "Rejected" })]),
  );
  await matchAll();
  expect(await status()).toBeNull();
  expect(await cves(`?search=${id}`)).toEqual([]);
});

it("judges what a program runs on, and what is beside it", async () => {
  const [windows, beside] = ["CVE-2024-1020", "CVE-2024-1021"];
  const and = (...nodes: ReturnType<typeof criterion>[]) => ({
    operator: "AND",
    nodes: nodes.map((one) => ({ operator: "OR", negate: false, cpeMatch: [one] })),
  });
  const agent = criterion(cpe("a:maker:agent"), { versionEndExcluding: "3" });
  await world.importCves(
    cvePage([
      cveRecord(windows, [and(agent, criterion(cpe("o:microsoft:windows:-"), { vulnerable: false }))]),
      cveRecord(beside, [and(agent, criterion(cpe("a:maker:engine"), { vulnerable: false }))]),
    ]),
  );
  const onWindows = await server({ name: "Microsoft Windows Server 2019", version: "10.0.17763" });
  const onLinux = await server({ name: "Debian GNU/Linux", version: "12" });
  await program("a:maker:agent:2.0", onWindows);
  await program("a:maker:agent:2.0", onLinux);
  await matchAll();
  const servers = async (cve: string) =>
    (await send("GET", `/v1/vulnerabilities/${cve}`)).body.affected_servers.map(({ id }: { id: string }) => id);
  expect(await servers(windows)).toEqual([onWindows]);
  expect(await servers(beside)).toEqual([]);
  const engine = await program("a:maker:engine:1", onLinux);
  await matchAll();
  expect(await servers(beside)).toEqual([onLinux]);
  await send("DELETE", `/v1/cmdb/ci/${engine}`);
  await matchAll();
  expect(await servers(beside)).toEqual([]);
  await send("PUT", `/v1/cmdb/ci/${onLinux}`, { custom_fields: { os: { name: "Windows 11" } } });
  await matchAll();
  expect((await servers(windows)).sort()).toEqual([onWindows, onLinux].sort());
});

it("counts what is found in the report on exposure", async () => {
  const asked = await send("POST", "/v1/reports/generate", { template_id: "vulnerability_exposure", format: "json" });
  expect(asked.status, asked.text).toBe(202);
  const path = `/v1/reports/${asked.body.report_id}`;
  await vi.waitFor(async () => expect((await send("GET", `${path}/status`)).body.status).toBe("completed"), {
    timeout: 30_000,
    interval: 100,
  });
  const report = await send("GET", `${path}/download`);
  const cpes = JSON.stringify(report.body);
  expect(cpes).not.toContain("no vulnerability data is loaded");
  const [figure] = (report.body.figures as { key: string; value: number }[]).filter(({ key }) => key === "cves");
  const { total } = (await send("GET", "/v1/vulnerabilities?status=affected,possible,accepted")).body.pagination;
  expect(figure?.value).toBe(total);
});

it("needs the scopes of the inventory", async () => {
  const reader = await service.loginWith("cmdb.read");
  const other = await service.loginWith("events.read");
  const decision = { all: true, decision: "accepted", reason: "known" };
  expect((await send("GET", "/v1/vulnerabilities", undefined, other)).status).toBe(403);
  expect((await send("GET", "/v1/vulnerabilities", undefined, reader)).status).toBe(200);
  expect((await send("PUT", `/v1/vulnerabilities/${LOCAL}/decisions`, decision, reader)).status).toBe(403);
});
