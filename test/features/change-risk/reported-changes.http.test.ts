import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";
import { GENERIC, hmacOf } from "../integrations/support.ts";

let http: ServiceApp;
let headers: Record<string, string>;
beforeAll(async () => {
  http = await sharedServiceApp();
  headers = await http.login();
});
afterAll(() => http?.close());

const secret = "the key of the hmac";
async function connect(as = headers) {
  const inbound = { type: "hmac", header: "X-Hub-Signature", secret };
  const made = await http.call("POST", "/v1/integrations", { headers: as, body: { ...GENERIC, inbound } });
  expect(made.status, made.text).toBe(201);
  return made.body as { id: string; webhook_url: string };
}
const send = ({ webhook_url: url }: { webhook_url: string }, body: string) =>
  http.call("POST", new URL(url).pathname, { body, headers: { "x-hub-signature": hmacOf(secret, body) } });
const analysesOf = async (ciId: string, as = headers) =>
  (await http.call("GET", `/v1/change-analyses?ci_id=${ciId}`, { headers: as })).body.data as { id: string }[];
async function newCi(name: string, as = headers): Promise<string> {
  return (await http.call("POST", "/v1/cmdb/ci", { headers: as, body: { name, type: "server" } })).body.id;
}

it("a change that is reported 64 times at once, and again later, is one analysis", async () => {
  const desk = await connect();
  const name = `web ${newId()}`;
  const ciId = await newCi(name);
  const payload = { task_node_id: newId(), ci_name: [name], change_fields: { priority: "high", category: "standard" } };
  const body = JSON.stringify({ event: "automation_rule", payload });
  const answers = await Promise.all(Array.from({ length: 64 }, () => send(desk, body)));
  for (const answer of answers) {
    expect(answer.status, answer.text).toBe(202);
    expect(answer.body.data).toEqual({ analysisId: answers[0]?.body.data.analysisId, status: "queued" });
  }
  const { task_node_id, ...others } = payload;
  const replayed = await send(desk, JSON.stringify({ payload: { ...others, task_node_id }, event: "again" }));
  expect(replayed.body.data.analysisId).toBe(answers[0]?.body.data.analysisId);
  expect((await analysesOf(ciId)).map(({ id }) => id)).toEqual([answers[0]?.body.data.analysisId]);
  const other = await send(desk, JSON.stringify({ payload: { ...payload, task_node_id: newId() } }));
  expect(other.body.data.analysisId).not.toBe(answers[0]?.body.data.analysisId);
});

it("a change names CIs of its integration's tenant alone", async () => {
  const elsewhere = await http.loginElsewhere();
  const [theirs, name] = [await connect(elsewhere), `web ${newId()}`];
  const mine = await newCi(name);
  const payload = { task_node_id: newId(), ci_name: [name], ci_id: [mine] };
  const answer = await send(theirs, JSON.stringify({ payload }));
  expect(answer.status).toBe(202);
  const id = answer.body.data.analysisId;
  const analysis = await http.call("GET", `/v1/change-analyses/${id}`, { headers: elsewhere });
  expect(analysis.body).toMatchObject({ trigger: "webhook", integration_id: theirs.id, cis: [] });
  expect(analysis.body.unknown_cis.sort()).toEqual([mine, name].sort());
  expect((await http.call("GET", `/v1/change-analyses/${id}`, { headers })).status).toBe(404);
  expect(await analysesOf(mine)).toEqual([]);
});

it("a change without a task or without any CI is refused, every fault named", async () => {
  const desk = await connect();
  const faultsOf = async (payload: object) => {
    const answer = await send(desk, JSON.stringify({ payload }));
    expect(answer.status).toBe(400);
    return answer.body.error.violations.map(({ field }: { field: string }) => field);
  };
  expect(await faultsOf({ ci_name: ["web01"] })).toEqual(["payload.task_node_id"]);
  expect(await faultsOf({ task_node_id: "t" })).toEqual(["payload.ci_id"]);
  expect(await faultsOf({ task_node_id: "t", ci_id: [], ci_name: [] })).toEqual(["payload.ci_id"]);
  expect(await faultsOf({ change_note: [] })).toEqual(["payload.task_node_id", "payload.ci_id"]);
});
