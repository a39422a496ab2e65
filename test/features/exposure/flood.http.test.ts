import { expect, it } from "vitest";
import { anyOf, cpe, criterion, cvePage, cveRecord, kevCatalogue } from "../../support/cve-records.ts";
import { exposureService } from "./support.ts";

const world = await exposureService();
const { send, program, server, matchAll, service } = world;

const SINGLY_AN_HOUR = 100;
const CVES = 130;
const id = (i: number) => `CVE-2024-${30_000 + i}`;
const of = (product: string) => anyOf(criterion(cpe(`a:maker:${product}`), { versionEndExcluding: "2.0" }));

interface Told {
  cve: string;
  instance: { id: string };
  gathered: { findings: number; vulnerabilities: number; instances: number; servers: number } | null;
}
async function told(): Promise<Told[]> {
  const rows = await service.postgres.query<{ body: string }>(
    "select body from webhook_deliveries where tenant_id = $1 and event = 'vulnerability.found' order by id",
    [service.tenantId],
  );
  return rows.map(({ body }) => (JSON.parse(body) as { data: { vulnerability: Told } }).data.vulnerability);
}
const gathered = async () => (await told()).filter((one) => one.gathered !== null);
const age = (interval: string) =>
  service.postgres.query(
    `with a as (update exposure_told set told_at = told_at - interval '${interval}' where tenant_id = $1)
     update exposure_tenants set gathered_told_at = gathered_told_at - interval '${interval}' where tenant_id = $1`,
    [service.tenantId],
  );

it("a first import tells of the most urgent findings singly, and of all others by one message", async () => {
  await send("POST", "/v1/webhooks", {
    name: "found",
    url: "https://receiver.invalid/",
    events: ["vulnerability.found"],
  });
  const [one, two] = [await server(), await server()];
  const programs = [await program("a:maker:shopd:1.0", one), await program("a:maker:shopd:1.0", two)];
  await world.importKev(kevCatalogue([id(7), id(8)]));
  await world.importCves(cvePage(Array.from({ length: CVES }, (_, i) => cveRecord(id(i), [of("shopd")]))));
  await matchAll();
  const all = await told();
  const singly = all.filter((each) => each.gathered === null);
  expect(singly).toHaveLength(SINGLY_AN_HOUR);
  // What is known to be exploited comes first.
  for (const cve of [id(7), id(8)]) expect(singly.filter((each) => each.cve === cve)).toHaveLength(programs.length);
  expect(all).toHaveLength(SINGLY_AN_HOUR + 1);
  const [rest] = await gathered();
  const findings = 2 * CVES - SINGLY_AN_HOUR;
  expect(rest?.gathered).toMatchObject({ findings, known_exploited: 0, instances: 2, servers: 2 });
  expect(rest?.gathered).toMatchObject({
    vulnerabilities: findings / 2,
    most_urgent: expect.arrayContaining([rest?.cve]),
  });
  expect(singly.map(({ cve, instance }) => `${cve} ${instance.id}`)).not.toContain(`${rest?.cve} ${rest?.instance.id}`);
});

it("what is found soon after waits for the next such message, unless it is gone or accepted by then", async () => {
  const before = (await told()).length;
  const [kept, gone, accepted] = [
    await program("a:maker:shopd:1.1", await server()),
    await program("a:maker:shopd:1.2", await server()),
    await program("a:maker:shopd:1.3", await server()),
  ];
  await matchAll();
  expect(await told()).toHaveLength(before);
  await send("DELETE", `/v1/cmdb/ci/${gone}`);
  for (let i = 0; i < 3; i++) {
    const decision = { ci_id: accepted, decision: "mitigated", reason: "the port is closed" };
    expect((await send("PUT", `/v1/vulnerabilities/${id(i)}/decisions`, decision)).status).toBe(200);
  }
  await age("11 minutes");
  await matchAll();
  const [, second] = await gathered();
  expect(second?.gathered).toMatchObject({ findings: 2 * CVES - 3, vulnerabilities: CVES, instances: 2, servers: 2 });
  expect([kept, accepted]).toContain(second?.instance.id);
  // Nothing of it is told twice.
  await age("2 hours");
  await matchAll();
  expect(await told()).toHaveLength(before + 1);
});

it("an hour later, findings are told of singly again", async () => {
  const before = (await told()).length;
  const fresh = await program("a:maker:blog:1.0", await server());
  await world.importCves(cvePage([cveRecord("CVE-2024-40000", [of("blog")])]));
  await matchAll();
  expect((await told()).slice(before)).toMatchObject([
    { cve: "CVE-2024-40000", instance: { id: fresh }, gathered: null },
  ]);
});
