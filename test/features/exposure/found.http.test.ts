import { expect, it } from "vitest";
import { anyOf, cpe, criterion, cvePage, cveRecord, kevCatalogue } from "../../support/cve-records.ts";
import { exposureService } from "./support.ts";

const world = await exposureService();
const { send, program, server, matchAll, service } = world;

const low = { cvssMetricV31: [{ type: "Primary", cvssData: { version: "3.1", baseScore: 3, baseSeverity: "LOW" } }] };
const shopd = anyOf(criterion(cpe("a:maker:shopd"), { versionEndExcluding: "2.0" }));

interface Told {
  webhook_id: string;
  data: { vulnerability: { cve: string; instance: { id: string }; server: { id: string }; kev: object | null } };
}
async function told(): Promise<Told[]> {
  const rows = await service.postgres.query<{ body: string }>(
    "select body from webhook_deliveries where tenant_id = $1 and event = 'vulnerability.found'",
    [service.tenantId],
  );
  return rows.map(({ body }) => JSON.parse(body) as Told);
}
const pairs = async () =>
  (await told()).map(({ data }) => `${data.vulnerability.cve} ${data.vulnerability.instance.id}`).sort();

it("tells a webhook once of each affected instance of a critical or exploited CVE", async () => {
  const hook = await send("POST", "/v1/webhooks", {
    name: "found",
    url: "https://receiver.invalid/",
    events: ["vulnerability.found"],
  });
  expect(hook.status, hook.text).toBe(201);
  const host = await server();
  const first = await program("a:maker:shopd:1.0", host);
  const fixed = await program("a:maker:shopd:2.0", host);
  await world.importCves(
    cvePage([cveRecord("CVE-2024-3001", [shopd]), cveRecord("CVE-2024-3002", [shopd], { metrics: low })]),
  );
  await matchAll();
  expect(await pairs()).toEqual([`CVE-2024-3001 ${first}`]);
  expect((await told())[0]).toMatchObject({
    webhook_id: hook.body.id,
    data: { vulnerability: { severity: "critical", status: "affected", server: { id: host }, kev: null } },
  });

  // A new program of a known profile, and a CVE that is now exploited.
  const second = await program("a:maker:shopd:1.0", await server());
  await matchAll();
  await world.importKev(kevCatalogue(["CVE-2024-3002", "CVE-2024-3099"]));
  await matchAll();
  const all = [
    `CVE-2024-3001 ${first}`,
    `CVE-2024-3001 ${second}`,
    `CVE-2024-3002 ${first}`,
    `CVE-2024-3002 ${second}`,
  ].sort();
  expect(await pairs()).toEqual(all);

  // Nothing is told twice: not of a changed record, a changed program or a restored one.
  await world.importCves(
    cvePage([cveRecord("CVE-2024-3001", [shopd], { lastModified: "2024-05-01T00:00:00.000", references: [] })]),
  );
  await send("PUT", `/v1/cmdb/ci/${first}`, {
    attributes: { version: "1.1", cpe: { name: cpe("a:maker:shopd:1.1") } },
  });
  await send("DELETE", `/v1/cmdb/ci/${second}`);
  await matchAll();
  await send("POST", `/v1/cmdb/ci/${second}/restore`);
  await matchAll();
  expect(await pairs()).toEqual(all);
  expect(all.join()).not.toContain(fixed);
});

it("does not tell of what a decision accepts", async () => {
  await program("a:maker:blog:1.0", await server());
  await world.importCves(cvePage([cveRecord("CVE-2024-3010", [])]));
  const body = { all: true, decision: "accepted", reason: "it is switched off" };
  expect((await send("PUT", "/v1/vulnerabilities/CVE-2024-3010/decisions", body)).status).toBe(200);
  const vulnerable = anyOf(criterion(cpe("a:maker:blog:1.0")));
  await world.importCves(
    cvePage([cveRecord("CVE-2024-3010", [vulnerable], { lastModified: "2024-05-01T00:00:00.000" })]),
  );
  await matchAll();
  expect((await send("GET", "/v1/vulnerabilities/CVE-2024-3010")).body).toMatchObject({
    status: "accepted",
    instances: 1,
  });
  expect((await pairs()).filter((pair) => pair.startsWith("CVE-2024-3010"))).toEqual([]);
});
