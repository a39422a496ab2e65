import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";

let service: ServiceApp;
let admin: Record<string, string>;
beforeAll(async () => {
  service = await sharedServiceApp();
  admin = await service.login();
});
afterAll(() => service?.close());

const send = (method: string, path: string, body?: object) =>
  service.call(method, path, { headers: admin, ...(body && { body }) });
const work = () => service.app.proposals.enrichment[0];

async function newCi(name = `host ${newId()}`, attributes: object = {}): Promise<string> {
  const answer = await send("POST", "/v1/cmdb/ci", { name, type: "server", attributes });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

/** A CI with a field that names its database: what the rules propose. */
async function pair() {
  const name = `db-${newId()}`;
  const db = await newCi(name);
  return { app: await newCi(undefined, { db_host: name }), db };
}
const proposedOf = async (ciId: string) =>
  (await send("GET", `/v1/cmdb/relationships?ci_id=${ciId}&type=depends_on&include_ai=true`)).body.data;
const turn = (own: { scope: object; after?: string; batchSize?: number; signal?: AbortSignal }) =>
  work().takeTurn({
    tenantId: service.tenantId,
    runId: newId(),
    batchSize: 100,
    after: undefined,
    signal: new AbortController().signal,
    ...own,
  });

let hosts = 20;
/** Two hosts as one scan sees them, the first connected to the database on the second. */
function seen(port = 5432) {
  const [app, db] = [hosts++, hosts++].map((at) => ({
    hostname: `host-${newId()}`,
    ip_address: `198.51.100.${at}`,
    os: { name: "Debian" },
  }));
  const socket = { protocol: "tcp", local_address: db!.ip_address, local_port: port };
  const listens = { ...socket, state: "LISTEN", process_name: "postgres" };
  const opens = { protocol: "tcp", local_address: app!.ip_address, local_port: 41_000, state: "ESTABLISHED" };
  const calls = { ...opens, remote_address: db!.ip_address, remote_port: port, process_name: "java" };
  return [
    { ...app, network_connections: [calls] },
    { ...db, network_connections: [listens] },
  ];
}

/** Sends a scan and waits for it; the CIs in the order of the hosts. */
async function scan(discovered_hosts: object[], timestamp = new Date()) {
  const body = {
    scan_type: "full",
    scanner_id: "scanner-1",
    timestamp: timestamp.toISOString(),
    data: { discovered_hosts },
  };
  const sent = await send("POST", "/v1/discovery/scan-data", body);
  const read = async () => (await send("GET", `/v1/discovery/scans/${sent.body.scan_id}`)).body;
  await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe("completed");
  const { results } = await read();
  return { id: sent.body.scan_id as string, cis: results.map((one: { ci_id: string }) => one.ci_id) as string[] };
}

describe("runs that propose relationships", () => {
  it("take the CIs that changed, once, and those of a later change again", async () => {
    const { app, db } = await pair();
    await service.changesDelivered();
    expect(await work().due(service.tenantId, {})).toBeGreaterThanOrEqual(2);
    expect(await turn({ scope: {} })).toMatchObject({ failed: 0, next: undefined });
    expect(await proposedOf(app)).toMatchObject([{ target: { id: db }, discovered_by: "ai:evidence" }]);
    expect(await work().due(service.tenantId, {})).toBe(0);
    expect(await turn({ scope: {} })).toMatchObject({ done: 0, changed: 0 });
    await send("PUT", `/v1/cmdb/ci/${app}`, { attributes: { db_host: "elsewhere" } });
    await service.changesDelivered();
    expect(await work().due(service.tenantId, {})).toBe(1);
  });

  it("take named CIs in pages, whether they changed or not", async () => {
    const pairs = [await pair(), await pair(), await pair()];
    const ciIds = pairs.map(({ app }) => app);
    const first = await turn({ scope: { ciIds }, batchSize: 2 });
    expect(first).toMatchObject({ done: 2, changed: 2, next: [...ciIds].sort()[1] });
    expect(await turn({ scope: { ciIds }, batchSize: 2, after: first.next! })).toMatchObject({
      done: 1,
      next: undefined,
    });
    for (const { app } of pairs) expect(await proposedOf(app)).toHaveLength(1);
    expect(await turn({ scope: { ciIds } })).toMatchObject({ done: 3, changed: 0 });
  });

  it("take every CI again where they are forced", async () => {
    const { app } = await pair();
    await service.changesDelivered();
    await turn({ scope: {} });
    const total = await work().due(service.tenantId, { force: true });
    expect(total).toBeGreaterThanOrEqual(2);
    await send("DELETE", `/v1/cmdb/relationships/${(await proposedOf(app))[0].id}`);
    let done = 0;
    let next: string | undefined;
    do {
      const progress = await turn({ scope: { force: true }, batchSize: 3, ...(next !== undefined && { after: next }) });
      done += progress.done;
      next = progress.next;
    } while (next !== undefined);
    expect(done).toBe(total);
    expect(await proposedOf(app)).toHaveLength(1);
  });

  it("stop where they are cancelled", async () => {
    const { app } = await pair();
    await expect(turn({ scope: { ciIds: [app] }, signal: AbortSignal.abort() })).rejects.toThrow();
    expect(await proposedOf(app)).toEqual([]);
  });

  it("take the CIs of one scan, and leave what was rejected after the next scan too", async () => {
    const found = seen();
    const first = await scan(found);
    const scope = { scanId: first.id };
    expect(await work().due(service.tenantId, scope)).toBe(2);
    await service.changesDelivered();
    expect(await turn({ scope })).toMatchObject({ done: 2, changed: 1, failed: 0 });
    const [proposal] = await proposedOf(first.cis[0]!);
    expect(proposal).toMatchObject({ target: { id: first.cis[1] } });
    await send("POST", "/api/ai-relationships/feedback", { relationshipId: proposal.id, verdict: "reject" });
    const again = await scan(found, new Date(Date.now() + 7_200_000));
    expect(again.cis).toEqual(first.cis);
    expect(await turn({ scope: { scanId: again.id } })).toMatchObject({ done: 2, changed: 0 });
    expect(await proposedOf(first.cis[0]!)).toEqual([]);
  }, 90_000);
});

describe("a verdict that the graph did not follow", () => {
  it.each(["confirm", "reject"] as const)("is owed until its job follows it: %s", async (verdict) => {
    const { app, db } = await pair();
    await send("POST", "/api/ai/discover-relationships", { ciIds: [app] });
    const [{ id }] = await proposedOf(app);
    const { tenantId, postgres } = service;
    await postgres.query(
      `insert into proposal_verdicts (tenant_id, relationship_id, source_id, target_id, type, verdict, actor, at)
       values ($1, $2, $3, $4, 'depends_on', $5, 'user', now() - interval '1 hour')`,
      [tenantId, id, app, db, verdict],
    );
    const { owedWork, jobs } = service.app.proposals;
    const owed = async () => (await owedWork![0]!.find()).filter((one) => JSON.stringify(one).includes(id));
    expect(await owed()).toEqual([{ tenantId, relationshipId: id }]);
    const call = { signal: new AbortController().signal } as never;
    for (let times = 0; times < 2; times++) await jobs![0]!.run({ tenantId, relationshipId: id }, call);
    expect(await owed()).toEqual([]);
    const declared = (await send("GET", `/v1/cmdb/relationships?ci_id=${app}&type=depends_on`)).body.data;
    expect(declared).toHaveLength(verdict === "confirm" ? 1 : 0);
    expect(await proposedOf(app)).toHaveLength(verdict === "confirm" ? 1 : 0);
  });
});

describe("a purged CI", () => {
  it.each(["source", "target"] as const)("takes what was said of its relationships with it: %s", async (end) => {
    const { app, db } = await pair();
    const kept = await pair();
    for (const one of [app, kept.app]) await send("POST", "/api/ai/discover-relationships", { ciIds: [one] });
    for (const one of [app, kept.app]) {
      const [{ id: relationshipId }] = await proposedOf(one);
      await send("POST", "/api/ai-relationships/feedback", { relationshipId, verdict: "reject" });
    }
    await service.changesDelivered();
    const gone = end === "source" ? app : db;
    await service.app.proposals.onCisPurged!(service.tenantId, [gone]);
    const verdicts = await service.postgres.query<{ source: string }>(
      "select source_id as source from proposal_verdicts where source_id = any($1::text[])",
      [[app, kept.app]],
    );
    expect(verdicts).toEqual([{ source: kept.app }]);
    const left = await service.postgres.query<{ ci: string }>(
      "select ci_id as ci from proposal_work where ci_id = any($1)",
      [[gone, kept.app]],
    );
    expect(left).toEqual([{ ci: kept.app }]);
  });
});
