import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { CHANGE_FIELDS, type ChangeFieldValues, type Platform } from "../../../src/features/integrations/index.ts";
import { PLATFORMS } from "../../../src/features/integrations/integration.model.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createOwedWorkSweeper, type OwedWorkSweeper } from "../../../src/platform/jobs/owed-work.ts";
import { log } from "../../support/scratch.ts";
import { type ServiceApp, serviceApp } from "../../support/service-app.ts";
import { DESKS, jiraId, TASKS } from "../../support/service-desks/clients.ts";
import { DESK_TOKEN, type Desk, jsonOf } from "../../support/service-desks/desk.ts";
import type { GenericDesk } from "../../support/service-desks/generic.ts";
import type { JiraDesk } from "../../support/service-desks/jira.ts";
import type { ServiceNowDesk } from "../../support/service-desks/servicenow.ts";
import type { XurrentDesk } from "../../support/service-desks/xurrent.ts";
import { hmacOf } from "../integrations/support.ts";

const SECRET = "the key of the hmac";
const FIELDS = Object.keys(CHANGE_FIELDS) as (keyof ChangeFieldValues)[];
const TEXTS = FIELDS.filter((field) => CHANGE_FIELDS[field] === "text");

let http: ServiceApp;
let sweeper: OwedWorkSweeper;
let headers: Record<string, string>;
let name: string;
const open: Desk[] = [];
beforeAll(async () => {
  http = await serviceApp({ env: { ORRERY_EGRESS_ALLOW: "127.0.0.1" } });
  const { postgres, jobs, changeRisk } = http.app;
  sweeper = createOwedWorkSweeper({ postgres, jobs, log, pauseMs: 1_000 });
  sweeper.add(changeRisk.owedWork);
  sweeper.start();
  headers = await http.login();
  name = `db ${newId()}`;
  const made = await http.call("POST", "/v1/cmdb/ci", { headers, body: { name, type: "database" } });
  expect(made.status).toBe(201);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((desk) => desk.close()));
});
afterAll(async () => {
  await sweeper?.stop();
  await http?.close();
});

type DeskOf<P extends Platform> = Awaited<ReturnType<(typeof DESKS)[P]>>;

/** A desk of the platform and its integration. */
async function connect<P extends Platform>(platform: P, given: (desk: Desk) => object = () => ({})) {
  const desk = (await DESKS[platform]()) as DeskOf<P>;
  open.push(desk);
  const isJira = platform === "jira";
  const body = {
    ...{ name: `desk ${newId()}`, platform, base_url: desk.base },
    credentials: { type: "bearer", token: DESK_TOKEN },
    inbound: { type: "hmac", header: "X-Hub-Signature", secret: SECRET },
    ...(platform === "xurrent" && { account: "wdc" }),
    ...(isJira && { field_map: Object.fromEntries(FIELDS.map((field) => [field, jiraId(field)])) }),
    ...(isJira && { rich_text: TEXTS.map(jiraId) }),
    ...given(desk),
  };
  const made = await http.call("POST", "/v1/integrations", { headers, body });
  expect(made.status, made.text).toBe(201);
  return { platform, desk, url: new URL(made.body.webhook_url).pathname };
}

/** The service desk reports a change of its task; the id of the analysis. */
async function report({ platform, url }: { platform: Platform; url: string }, note = newId()): Promise<string> {
  const planned = { planned_start: "2030-02-04T22:00:00Z", planned_end: "2030-02-04T23:00:00Z" };
  const change = { ci_name: [name], change_note: [note], change_fields: { category: "normal", ...planned } };
  const body = JSON.stringify({ event: "automation_rule", payload: { task_node_id: TASKS[platform], ...change } });
  const answer = await http.call("POST", url, { body, headers: { "x-hub-signature": hmacOf(SECRET, body) } });
  expect(answer.status, answer.text).toBe(202);
  return answer.body.data.analysisId;
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are asserted on, member by member
async function ended(id: string, status = "delivered"): Promise<any> {
  const read = () => http.call("GET", `/v1/change-analyses/${id}`, { headers });
  const isEnded = async () => expect((await read()).body.write_back).toMatchObject({ status });
  await vi.waitFor(isEnded, { timeout: 60_000, interval: 200 });
  return (await read()).body;
}

/** What stands at the desk's task, by our names and as texts; fields that are not known are left out. */
function standing({ platform, desk }: { platform: Platform; desk: Desk }): Record<string, string> {
  const read: Record<Platform, (field: keyof ChangeFieldValues) => unknown> = {
    xurrent: (field) => (desk as XurrentDesk).tasks.get(TASKS.xurrent)?.get(field),
    servicenow: (field) => (desk as ServiceNowDesk).records.get(TASKS.servicenow)?.[`u_${field}`],
    jira: (field) => plain((desk as JiraDesk).issues.get(TASKS.jira)?.[jiraId(field)]),
    generic: (field) => ((desk as GenericDesk).messages.at(-1)!.fields as Record<string, unknown>)[field],
  };
  const found = FIELDS.map((field) => [field, read[platform](field)] as const);
  return Object.fromEntries(found.flatMap(([field, value]) => (known(value) ? [[field, String(value)]] : [])));
}
const known = (value: unknown) => value !== undefined && value !== null;

/** The texts of a document of Jira, one line each. */
function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { type, text, content = [] } = value as { type: string; text?: string; content?: unknown[] };
  if (type === "hardBreak") return "\n";
  return text ?? content.map(plain).join(type === "doc" ? "\n" : "");
}

const shownTexts = (fields: ChangeFieldValues) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => (known(value) ? [[field, String(value)]] : [])),
  );

/** Requests that are to change something. */
const writes = ({ requests }: Desk) => requests.filter(({ method }) => ["POST", "PUT", "PATCH"].includes(method));

describe.each(PLATFORMS)(
  "a change that %s reports",
  (platform) => {
    it("is analysed and written to its task, every field as the analysis shows it", async () => {
      const desk = await connect(platform);
      const analysis = await ended(await report(desk));
      expect(analysis).toMatchObject({ status: "completed", trigger: "webhook", platform, cis: [{ name }] });
      expect(Object.keys(analysis.fields).sort()).toEqual([...FIELDS].sort());
      expect(standing(desk)).toEqual(shownTexts(analysis.fields));
      expect(writes(desk.desk)).toHaveLength(1);
      expect(analysis.write_back.attempts).toEqual([
        { at: expect.any(String), response_status: expect.any(Number), error: null },
      ]);
    });

    it("is written once where the answer was cut after the desk had taken it", async () => {
      const desk = await connect(platform);
      desk.desk.misbehave({ cut: "after" });
      const analysis = await ended(await report(desk));
      const { attempts } = analysis.write_back;
      expect(attempts).toHaveLength(2);
      expect(attempts[0]).toMatchObject({ response_status: null, error: expect.any(String) });
      const pause = Date.parse(attempts[1].at) - Date.parse(attempts[0].at);
      expect(pause).toBeGreaterThanOrEqual(3_000);
      expect(writes(desk.desk)).toHaveLength(2);
      // By the mutation id, or since the same is put in the same place.
      if (platform === "xurrent") expect((desk.desk as XurrentDesk).applied).toHaveLength(1);
      if (platform === "generic") expect((desk.desk as GenericDesk).messages).toHaveLength(1);
      expect(standing(desk)).toEqual(shownTexts(analysis.fields));
    });

    it("is written with a new token where the old one was revoked in between", async () => {
      const client = ({ tokenUrl, oauth }: Desk) => ({
        credentials: {
          ...{ type: "client_credentials", token_url: tokenUrl },
          ...{ client_id: oauth.client.clientId, client_secret: oauth.client.clientSecret },
        },
      });
      const desk = await connect(platform, client);
      await ended(await report(desk));
      desk.desk.oauth.revokeAll();
      const analysis = await ended(await report(desk));
      expect(analysis.write_back.attempts).toMatchObject([{ error: null }]);
      expect(desk.desk.oauth.requests).toHaveLength(2);
      expect(standing(desk)).toEqual(shownTexts(analysis.fields));
    });

    it("is written once by a desk that is slow, which holds up no other", async () => {
      const [slow, other] = [await connect(platform), await connect(platform)];
      slow.desk.misbehave({ delayMs: 6_000 });
      const id = await report(slow);
      await vi.waitFor(() => expect(slow.desk.requests).toHaveLength(1), { timeout: 30_000, interval: 50 });
      await ended(await report(other));
      const waiting = await http.call("GET", `/v1/change-analyses/${id}`, { headers });
      expect(waiting.body.write_back.status).toBe("pending");
      expect((await ended(id)).write_back.attempts).toHaveLength(1);
      expect(writes(slow.desk)).toHaveLength(1);
    });
  },
  120_000,
);

describe("an answer 200 that is none", () => {
  it("of Xurrent is a failed attempt, and the next one has the same mutation id", async () => {
    const desk = await connect("xurrent");
    const errors = [{ path: "id", message: "The task is locked" }];
    const body = { data: { taskUpdate: { clientMutationId: null, errors, task: null } } };
    desk.desk.misbehave({ answer: { status: 200, body } });
    const analysis = await ended(await report(desk));
    expect(analysis.write_back.attempts).toMatchObject([
      { response_status: 200, error: expect.stringContaining("The task is locked") },
      { response_status: 200, error: null },
    ]);
    const ids = writes(desk.desk).map((request) => {
      const { input } = jsonOf(request)!.variables as { input: { clientMutationId: string } };
      return input.clientMutationId;
    });
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it("of ServiceNow that drops a column in silence has failed, until the column is there and the change comes again", async () => {
    const desk = await connect("servicenow");
    desk.desk.columns.delete("u_ai_summary");
    const note = newId();
    const id = await report(desk, note);
    const failed = await ended(id, "failed");
    expect(failed.write_back.error).toContain("u_ai_summary");
    expect(failed.write_back.attempts).toHaveLength(1);
    desk.desk.columns.set("u_ai_summary", 4_000);
    expect(await report(desk, note)).toBe(id);
    const analysis = await ended(id);
    expect(standing(desk)).toEqual(shownTexts(analysis.fields));
  });
});
