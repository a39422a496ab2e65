import { beforeAll, expect, it } from "vitest";
import { workStore } from "../../../src/features/exposure/state/work.store.ts";
import { testClock } from "../../support/clock.ts";
import { anyOf, cpe, criterion, cvePage, cveRecord, kevCatalogue } from "../../support/cve-records.ts";
import { log } from "../../support/scratch.ts";
import { exposureService } from "./support.ts";

const clock = testClock();
const world = await exposureService({ clock });
const { send, program, server, matchAll, service } = world;

const CVE = "CVE-2024-2001";
let hosts: string[] = [];
let programs: string[] = [];
beforeAll(async () => {
  hosts = [await server(), await server()];
  programs = [await program("a:maker:shopd:1.0", hosts[0]), await program("a:maker:shopd:1.0", hosts[1])];
  await world.importCves(cvePage([cveRecord(CVE, [anyOf(criterion(cpe("a:maker:shopd:1.0")))])]));
  await world.importKev(kevCatalogue([CVE]));
  await matchAll();
});

const decide = (body: object) => send("PUT", `/v1/vulnerabilities/${CVE}/decisions`, body);
const get = async () => (await send("GET", `/v1/vulnerabilities/${CVE}`)).body;
const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString();

it.each([
  [{ all: true, decision: "accepted" }, "reason"],
  [{ all: true, decision: "accepted", reason: " " }, "reason"],
  [{ decision: "accepted", reason: "known" }, "ci_id"],
  [{ all: true, ci_id: "x", decision: "accepted", reason: "known" }, "ci_id"],
  [{ all: false, decision: "accepted", reason: "known" }, "all"],
  [{ ci_id: "nothing", decision: "accepted", reason: "known" }, "ci_id"],
  [{ all: true, decision: "ignored", reason: "known" }, "decision"],
  [{ all: true, decision: "accepted", reason: "known", until: "2001-01-01T00:00:00Z" }, "until"],
  [{ all: true, decision: "accepted", reason: "known", until: "soon" }, "until"],
])("refuses %o", async (body, field) => {
  const answer = await decide(body);
  expect([answer.status, answer.body.error.details[0].field]).toEqual([400, field]);
});

it("accepts one server, then all, until the decision is over", async () => {
  const one = await decide({
    ci_id: hosts[0],
    decision: "mitigated",
    reason: "the port is closed",
    until: inMinutes(2),
  });
  expect(one.status, one.text).toBe(200);
  expect(one.body).toMatchObject({
    cve: CVE,
    ci_id: hosts[0],
    decision: "mitigated",
    reason: "the port is closed",
    in_force: true,
  });
  expect(await get()).toMatchObject({ status: "affected", by_status: { affected: 1, accepted: 1 }, instances: 2 });
  const ofServer = await send("GET", `/v1/cmdb/ci/${hosts[0]}/vulnerabilities`);
  expect(ofServer.body.data).toMatchObject([{ cve: CVE, status: "accepted" }]);
  await decide({ all: true, decision: "accepted", reason: "known", until: inMinutes(1) });
  expect(await get()).toMatchObject({ status: "accepted", by_status: { affected: 0, accepted: 2 } });
  expect((await send("GET", "/v1/vulnerabilities?status=affected")).body.data).toEqual([]);
  expect((await get()).decisions).toMatchObject([{ ci_id: null, reason: "known" }, { ci_id: hosts[0] }]);
  // Over in the middle of matching: what counts is the time of the question.
  clock.advance(60_000);
  await matchAll();
  expect(await get()).toMatchObject({ status: "affected", by_status: { affected: 1, accepted: 1 } });
  clock.advance(60_000);
  expect(await get()).toMatchObject({ status: "affected", by_status: { affected: 2, accepted: 0 } });
});

it("records decisions and their end in the audit log, and tells of them", async () => {
  const end = service.app.exposure.jobs.find(({ ref }) => ref.name === "exposure.decisions")!;
  await end.run({ tenantId: service.tenantId }, { signal: AbortSignal.timeout(10_000), log });
  const audit = await send("GET", `/v1/admin/audit?target=${CVE}&limit=100`);
  const actions = audit.body.data.map(({ action }: { action: string }) => action);
  expect(actions.filter((action: string) => action === "vulnerability.decided")).toHaveLength(2);
  expect(actions.filter((action: string) => action === "vulnerability.decision_over")).toHaveLength(2);
  const told = await service.postgres.query<{ items: { change: string }[] }>(
    "select items from stream_entries where tenant_id = $1 and kind = 'vulnerability'",
    [service.tenantId],
  );
  expect(told.flatMap(({ items }) => items.map(({ change }) => change))).toEqual(
    expect.arrayContaining(["found", "decided", "decision_over"]),
  );
});

it("a decision for a program goes with it, and a false positive counts as accepted", async () => {
  await decide({ ci_id: programs[1], decision: "false_positive", reason: "another build" });
  expect(await get()).toMatchObject({ by_status: { affected: 1, accepted: 1 } });
  const { decisions } = await get();
  expect(decisions[0]).toMatchObject({ ci_id: programs[1], until: null, in_force: true });
});

it("takes a decision back, so that what was found counts again", async () => {
  await decide({ all: true, decision: "accepted", reason: "known" });
  await decide({ ci_id: hosts[0], decision: "mitigated", reason: "the port is closed" });
  const withdraw = (query: string, headers?: typeof world.admin) =>
    send("DELETE", `/v1/vulnerabilities/${CVE}/decisions${query}`, undefined, headers);
  for (const query of ["", `?all=true&ci_id=${hosts[0]}`, "?all=false"]) {
    const refused = await withdraw(query);
    expect([refused.status, refused.body.error.details[0].field.startsWith("query.")], query).toEqual([400, true]);
  }
  expect((await withdraw("?all=true", await service.loginWith("cmdb.read"))).status).toBe(403);
  expect((await withdraw("?all=true", world.stranger)).status).toBe(404);
  expect((await withdraw(`?ci_id=${hosts[1]}`)).status).toBe(404);
  expect(await get()).toMatchObject({ status: "accepted" });
  expect((await withdraw("?all=true")).status).toBe(200);
  // That of a server, and that of a program, still hold.
  expect(await get()).toMatchObject({ status: "accepted", by_status: { affected: 0, accepted: 2 } });
  expect((await withdraw(`?ci_id=${hosts[0]}`)).status).toBe(200);
  expect(await get()).toMatchObject({ status: "affected", by_status: { affected: 1, accepted: 1 } });
  expect((await withdraw(`?ci_id=${hosts[0]}`)).status).toBe(404);
  const audit = await send("GET", `/v1/admin/audit?target=${CVE}&limit=100`);
  const [taken] = audit.body.data.filter(
    ({ action }: { action: string }) => action === "vulnerability.decision_withdrawn",
  );
  expect(taken.before).toMatchObject({ ci_id: hosts[0], decision: "mitigated", reason: "the port is closed" });
  const told = await service.postgres.query<{ items: { change: string }[] }>(
    "select items from stream_entries where tenant_id = $1 and kind = 'vulnerability'",
    [service.tenantId],
  );
  expect(told.flatMap(({ items }) => items.map(({ change }) => change))).toContain("decision_withdrawn");
});

it.each([
  ["is over", "CVE-2024-2002", "blog"],
  ["ends while matching runs", "CVE-2024-2003", "wiki"],
  ["is withdrawn", "CVE-2024-2004", "mail"],
  ["is withdrawn while matching runs", "CVE-2024-2005", "chat"],
])("tells, once, of what was found while a decision held when that %s", async (what, id, product) => {
  const end = service.app.exposure.jobs.find(({ ref }) => ref.name === "exposure.decisions")!;
  const isWithdrawn = what.startsWith("is withdrawn");
  const endDecision = async () => {
    if (!isWithdrawn) return end.run({ tenantId: service.tenantId }, { signal: AbortSignal.timeout(60_000), log });
    expect((await send("DELETE", `/v1/vulnerabilities/${id}/decisions?all=true`)).status).toBe(200);
  };
  const told = async () => {
    const sent = await service.postgres.query<{ items: { change: string; id: string }[] }>(
      "select items from stream_entries where tenant_id = $1 and kind = 'vulnerability'",
      [service.tenantId],
    );
    return sent.flatMap(({ items }) => items).filter((item) => item.id === id && item.change === "found").length;
  };
  await world.importCves(cvePage([cveRecord(id, [])]));
  const body = { all: true, decision: "accepted", reason: "known", until: inMinutes(1) };
  expect((await send("PUT", `/v1/vulnerabilities/${id}/decisions`, body)).status).toBe(200);
  await program(`a:maker:${product}:1.0`, hosts[0]);
  const vulnerable = (day: number) =>
    world.importCves(
      cvePage([
        cveRecord(id, [anyOf(criterion(cpe(`a:maker:${product}:1.0`)))], {
          lastModified: `2024-05-0${day}T00:00:00.000`,
        }),
      ]),
    );
  await vulnerable(1);
  await matchAll();
  expect(await told()).toBe(0);
  if (!isWithdrawn) clock.advance(60_000);
  if (!what.endsWith("while matching runs")) await endDecision();
  else {
    await vulnerable(2);
    await Promise.all([endDecision(), matchAll()]);
  }
  expect(await told()).toBe(1);
});

it("withdraws nothing, and says when to try again, while a step of matching keeps the lock", async () => {
  expect((await decide({ ci_id: hosts[1], decision: "accepted", reason: "known" })).status).toBe(200);
  await service.postgres.transaction(async (tx) => {
    await workStore.lock(tx, service.tenantId);
    const refused = await send("DELETE", `/v1/vulnerabilities/${CVE}/decisions?ci_id=${hosts[1]}`);
    expect([refused.status, refused.headers.has("retry-after")]).toEqual([503, true]);
  });
  expect((await get()).decisions).toContainEqual(expect.objectContaining({ ci_id: hosts[1], in_force: true }));
  expect((await send("DELETE", `/v1/vulnerabilities/${CVE}/decisions?ci_id=${hosts[1]}`)).status).toBe(200);
});

it("leaves another tenant alone: neither sees the other's decisions, nor are they counted", async () => {
  const asStranger = (method: string, path: string, body?: unknown) => send(method, path, body, world.stranger);
  const attributes = { cpe: { name: cpe("a:maker:shopd:1.0") }, version: "1.0", enrichment_status: "done" };
  const made = await asStranger("POST", "/v1/cmdb/ci", { name: "shopd", type: "software_instance", attributes });
  expect(made.status, made.text).toBe(201);
  await matchAll(service.otherTenantId);
  await decide({ all: true, decision: "accepted", reason: "ours alone" });
  expect(await get()).toMatchObject({ status: "accepted" });
  const theirs = await asStranger("GET", `/v1/vulnerabilities/${CVE}`);
  expect(theirs.body).toMatchObject({ status: "affected", instances: 1, by_status: { accepted: 0 }, decisions: [] });
  expect(theirs.text).not.toContain("ours alone");
  const listed = await asStranger("GET", "/v1/vulnerabilities?status=affected");
  expect(listed.body.data).toMatchObject([{ cve: CVE, status: "affected" }]);
  const ofCi = await asStranger("GET", `/v1/cmdb/ci/${made.body.id}/sbom`);
  expect(ofCi.text).not.toContain("ours alone");
});
