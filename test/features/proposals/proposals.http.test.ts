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

const send = (method: string, path: string, body?: object, headers = admin) =>
  service.call(method, path, { headers, ...(body && { body }) });

async function newCi(name = `host ${newId()}`, attributes: object = {}): Promise<string> {
  const answer = await send("POST", "/v1/cmdb/ci", { name, type: "server", attributes });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

/** An application host and its database, with an observed connection. */
async function pair(connection: object = {}) {
  const [app, db] = [await newCi(), await newCi()];
  const attributes = { port: 5432, protocol: "tcp", source_process: "java", target_process: "postgres", ...connection };
  await send("POST", "/v1/cmdb/relationships", { type: "Connected To", source_ci: app, target_ci: db, attributes });
  return { app, db };
}

async function discover(ciIds: string[], more: object = {}) {
  const answer = await send("POST", "/api/ai/discover-relationships", { ciIds, ...more });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.proposals;
}
const listed = async (ciId: string, includeAi: boolean) =>
  (await send("GET", `/v1/cmdb/relationships?ci_id=${ciId}&type=depends_on&include_ai=${includeAi}`)).body.data;
const affected = async (ciId: string) =>
  (await send("GET", `/v1/cmdb/ci/${ciId}/impact?depth=1`)).body.affected.filter(
    (one: { type: string }) => one.type === "server",
  );

describe("proposed relationships", () => {
  it("come from observed connections, with evidence that names the record, and show only on request", async () => {
    const { app, db } = await pair();
    const [proposal, ...rest] = await discover([app]);
    expect(rest).toEqual([]);
    expect(proposal).toMatchObject({
      type: "depends_on",
      source: { id: app },
      target: { id: db },
      discoveredBy: "ai:evidence",
    });
    expect(proposal.confidence).toBeGreaterThan(0.8);
    const [evidence] = proposal.evidence;
    expect((await send("GET", `/v1/cmdb/relationships/${evidence.id}`)).body.type).toBe("Connected To");
    expect(await listed(app, false)).toEqual([]);
    expect(await listed(app, true)).toMatchObject([{ id: proposal.id }]);
    const own = (await send("GET", `/api/ci/${db}/ai-relationships`)).body;
    expect(own.data).toMatchObject([{ id: proposal.id, status: "proposed", evidence: [{ id: evidence.id }] }]);
  });

  it("are made once, whoever asks at the same time", async () => {
    const { app, db } = await pair();
    await Promise.all(Array.from({ length: 5 }, (_, at) => discover(at % 2 ? [app] : [db])));
    expect(await listed(app, true)).toHaveLength(1);
  });

  it("leave out monitoring, and what is declared already", async () => {
    const noise = await pair({ port: 9100, source_process: "prometheus", target_process: "node_exporter" });
    const { app, db } = await pair();
    await send("POST", "/v1/cmdb/relationships", { type: "uses", source_ci: app, target_ci: db });
    expect(await discover([noise.app, app])).toEqual([]);
  });

  it("count as declared once confirmed, and keep their mark", async () => {
    const db = await newCi(`db-${newId()}`);
    const app = await newCi(undefined, { db_host: (await send("GET", `/v1/cmdb/ci/${db}`)).body.name });
    const [{ id }] = await discover([app]);
    expect(await affected(db)).toEqual([]);
    const answer = await send("POST", "/api/ai-relationships/feedback", { relationshipId: id, verdict: "confirm" });
    expect(answer.body.data).toMatchObject({
      verdict: "confirm",
      relationship: { status: "confirmed", discoveredBy: "ai:evidence" },
    });
    expect(await listed(app, false)).toMatchObject([{ id, discovered_by: "ai:evidence" }]);
    await send("PUT", `/v1/cmdb/relationships/${id}`, { attributes: { criticality: "high" } });
    expect(await listed(app, false)).toHaveLength(1);
    expect(await affected(db)).toMatchObject([{ id: app }]);
    expect(await discover([app])).toEqual([]);
  });

  it("go when rejected, and are not proposed again", async () => {
    const { app } = await pair();
    const [{ id }] = await discover([app]);
    const answer = await send("POST", "/api/ai-relationships/feedback", {
      relationshipId: id,
      verdict: "reject",
      comment: "no",
    });
    expect(answer.body.data.relationship).toBeNull();
    expect(await listed(app, true)).toEqual([]);
    expect(await discover([app])).toEqual([]);
    const again = await send("POST", "/api/ai-relationships/feedback", { relationshipId: id, verdict: "reject" });
    expect(again.status).toBe(404);
  });

  it("end in one state when they are confirmed and rejected at once", async () => {
    const { app } = await pair();
    const [{ id }] = await discover([app]);
    const say = (verdict: string) => send("POST", "/api/ai-relationships/feedback", { relationshipId: id, verdict });
    await Promise.all([say("confirm"), say("reject"), say("confirm"), say("reject")]);
    const [row] = await service.postgres.query<{ verdict: string; done: boolean }>(
      "select verdict, applied_at is not null as done from proposal_verdicts where relationship_id = $1",
      [id],
    );
    expect(row?.done).toBe(true);
    expect(await listed(app, false)).toHaveLength(row?.verdict === "confirm" ? 1 : 0);
    expect(await listed(app, true)).toHaveLength(row?.verdict === "confirm" ? 1 : 0);
  });

  it("keep the confidence that a person set", async () => {
    const { app } = await pair();
    const [{ id }] = await discover([app]);
    const set = await send("PUT", `/api/ai-relationships/${id}/confidence`, { confidence: 0.31 });
    expect(set.body.data.confidence).toBe(0.31);
    const [again] = await discover([app]);
    expect(again).toMatchObject({ id, confidence: 0.31 });
  });

  it("come from a field that names another CI, without what else stands in it", async () => {
    const name = `db-${newId()}`;
    const db = await newCi(name);
    const app = await newCi(undefined, { db_url: `postgres://app:s3cr3t@${name}:5432/shop`, monitoring_host: name });
    const [proposal] = await discover([app]);
    expect(proposal).toMatchObject({ target: { id: db }, evidence: [{ kind: "ci", id: app }] });
    expect(JSON.stringify(proposal)).not.toContain("s3cr3t");
  });

  it("give way to a relationship that somebody declares", async () => {
    const { app, db } = await pair();
    await discover([app]);
    const declared = await send("POST", "/v1/cmdb/relationships", {
      type: "depends_on",
      source_ci: app,
      target_ci: db,
    });
    expect(declared.status).toBe(201);
    expect(await listed(app, true)).toMatchObject([{ id: declared.body.id, discovered_by: null }]);
  });

  it("of another tenant, unknown or declared are not found", async () => {
    const { app, db } = await pair();
    const [{ id }] = await discover([app]);
    const other = await service.loginElsewhere();
    const declared = await send("POST", "/v1/cmdb/relationships", { type: "part_of", source_ci: app, target_ci: db });
    const verdict = (relationshipId: string, headers = admin) =>
      send("POST", "/api/ai-relationships/feedback", { relationshipId, verdict: "reject" }, headers);
    expect((await verdict(id, other)).status).toBe(404);
    expect((await verdict(declared.body.id)).status).toBe(404);
    expect((await verdict(newId())).status).toBe(404);
    expect((await send("PUT", `/api/ai-relationships/${id}/confidence`, { confidence: 1 }, other)).status).toBe(404);
    expect((await send("GET", `/api/ci/${app}/ai-relationships`, undefined, other)).status).toBe(404);
    const strange = await send("POST", "/api/ai-relationships/analyze", { ciIds: [app] }, other);
    expect(strange.status).toBe(404);
  });
});
