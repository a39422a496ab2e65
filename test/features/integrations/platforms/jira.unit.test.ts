import { afterEach, expect, test } from "vitest";
import { DESKS, FIELDS, jiraId, platformClients, targetOf, updateOf } from "../../../support/service-desks/clients.ts";
import { jsonOf } from "../../../support/service-desks/desk.ts";
import { JIRA_TASK, type JiraDesk } from "../../../support/service-desks/jira.ts";

const open: JiraDesk[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((desk) => desk.close()));
});

async function desk(): Promise<JiraDesk> {
  const one = await DESKS.jira();
  open.push(one);
  return one;
}

const { jira } = platformClients();
const OK = { ok: true, responseStatus: 200 };

test("all mapped fields are written in one edit, rich text in the document format", async () => {
  const one = await desk();
  expect(await jira.write(targetOf("jira", one), updateOf("jira"))).toEqual(OK);
  expect(one.requests).toMatchObject([{ method: "PUT", url: `/rest/api/3/issue/${JIRA_TASK}?returnIssue=true` }]);
  const { fields } = jsonOf(one.requests[0]!) as { fields: Record<string, unknown> };
  expect(Object.keys(fields).sort()).toEqual((Object.keys(FIELDS) as (keyof typeof FIELDS)[]).map(jiraId).sort());
  expect(fields[jiraId("ai_risk_score")]).toBe(61);
  expect(one.issues.get(JIRA_TASK)![jiraId("ai_pre_change_rec")]).toEqual({
    type: "doc",
    version: 1,
    content: [
      {
        type: "paragraph",
        content: [
          { type: "text", text: "Take a backup of db01." },
          { type: "hardBreak" },
          { type: "text", text: "Tell the owners of shop." },
        ],
      },
      { type: "paragraph", content: [{ type: "text", text: 'Check the standby: it "must" be in step.' }] },
    ],
  });
});

test("what is not mapped, mapped to null or not known is not written", async () => {
  const one = await desk();
  const fieldMap = {
    ai_risk_score: jiraId("ai_risk_score"),
    ai_insights: null,
    ai_affected_users: jiraId("ai_affected_users"),
  };
  expect(await jira.write(targetOf("jira", one, { fieldMap }), updateOf("jira", { ai_affected_users: null }))).toEqual(
    OK,
  );
  expect(jsonOf(one.requests[0]!)).toEqual({ fields: { [jiraId("ai_risk_score")]: 61 } });
});

test("without a mapped field nothing is sent, and the outcome says why", async () => {
  const one = await desk();
  const outcome = await jira.write(targetOf("jira", one, { fieldMap: { ai_insights: null } }), updateOf("jira"));
  const error = "No field is mapped: there is nothing to write";
  expect(outcome).toEqual({ ok: false, responseStatus: null, error, retryable: false });
  expect(one.requests).toEqual([]);
});

test("a field that is named as rich text by its name here is one too, also a number", async () => {
  const one = await desk();
  one.fields.set("customfield_9", "textarea");
  const target = targetOf("jira", one, { fieldMap: { ai_risk_score: "customfield_9" }, richText: ["ai_risk_score"] });
  expect(await jira.write(target, updateOf("jira"))).toEqual(OK);
  const content = [{ type: "paragraph", content: [{ type: "text", text: "61" }] }];
  expect(one.issues.get(JIRA_TASK)!.customfield_9).toEqual({ type: "doc", version: 1, content });
});

test("a text for a field of one line has one line", async () => {
  const one = await desk();
  one.fields.set("customfield_9", "textfield");
  const target = targetOf("jira", one, { fieldMap: { ai_pre_change_rec: "customfield_9" }, richText: [] });
  expect(await jira.write(target, updateOf("jira"))).toEqual(OK);
  expect(one.issues.get(JIRA_TASK)!.customfield_9).toBe(
    'Take a backup of db01. Tell the owners of shop. Check the standby: it "must" be in step.',
  );
});

test("an answer 204 without the issue is a success", async () => {
  const one = await desk();
  one.returnsIssues = false;
  expect(await jira.write(targetOf("jira", one), updateOf("jira"))).toEqual({ ok: true, responseStatus: 204 });
});

test("faults of fields are told by their ids, and are not tried again", async () => {
  const one = await desk();
  one.fields.delete(jiraId("ai_summary"));
  const target = targetOf("jira", one, { richText: [] });
  const outcome = await jira.write(target, updateOf("jira"));
  expect(outcome).toMatchObject({ ok: false, responseStatus: 400, retryable: false });
  const { error } = outcome as { error: string };
  expect(error).toMatch(/^Jira answered 400: /);
  expect(error).toContain(`${jiraId("ai_risk_level")}: Operation value must be an Atlassian Document`);
});

test("a field that Jira keeps otherwise is named", async () => {
  const one = await desk();
  const fields = { [jiraId("ai_risk_score")]: 61, [jiraId("ai_risk_level")]: { type: "doc", version: 1, content: [] } };
  one.misbehave({ answer: { status: 200, body: { id: "1", key: JIRA_TASK, fields } } });
  const fieldMap = { ai_risk_score: jiraId("ai_risk_score"), ai_risk_level: jiraId("ai_risk_level") };
  const outcome = await jira.write(targetOf("jira", one, { fieldMap }), updateOf("jira"));
  const error = `Jira answered 200 but did not take ai_risk_level (${jiraId("ai_risk_level")})`;
  expect(outcome).toEqual({ ok: false, responseStatus: 200, error, retryable: false });
});

test("an issue that does not exist is told in Jira's words, and an edit at the same time is tried again", async () => {
  const one = await desk();
  const gone = await jira.write(targetOf("jira", one), { ...updateOf("jira"), taskNodeId: "CHG-1" });
  const error = "Jira answered 404: Issue does not exist or you do not have permission to see it.";
  expect(gone).toEqual({ ok: false, responseStatus: 404, error, retryable: false });
  one.misbehave({ answer: { status: 409, body: { errorMessages: ["Conflict"], errors: {} } } });
  expect(await jira.write(targetOf("jira", one), updateOf("jira"))).toMatchObject({
    responseStatus: 409,
    retryable: true,
  });
});

test("the wait comes from the end of the limit in ISO 8601 where Retry-After is absent", async () => {
  const one = await desk();
  const end = new Date(Date.now() + 180_000).toISOString().replace(/:\d\d\.\d{3}Z$/, "Z");
  one.misbehave({ answer: { status: 429, headers: { "x-ratelimit-reset": end } } });
  const outcome = await jira.write(targetOf("jira", one), updateOf("jira"));
  expect(outcome).toMatchObject({ ok: false, retryable: true });
  const { retryAfterMs } = outcome as { retryAfterMs: number };
  expect(retryAfterMs).toBeGreaterThan(100_000);
  expect(retryAfterMs).toBeLessThanOrEqual(180_000);
});

test("the test asks who the user is and writes nothing", async () => {
  const one = await desk();
  expect(await jira.test(targetOf("jira", one))).toEqual({ ok: true, error: null });
  expect(one.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /rest/api/3/myself"]);
  const anonymous = await jira.test(targetOf("jira", one, { credentials: { type: "none" } }));
  expect(anonymous).toEqual({
    ok: false,
    error: "Jira answered 401: Client must be authenticated to access this resource.",
  });
  expect(one.requests.at(-1)!.headers.authorization).toBeUndefined();
});

test("no error names the person whose credentials are used", async () => {
  const one = await desk();
  const credentials = { type: "basic", username: "agent@example.com", password: "wrong-one" } as const;
  one.misbehave({ answer: { status: 403, body: { errorMessages: ["agent@example.com may not edit this issue"] } } });
  const outcome = await jira.write(targetOf("jira", one, { credentials }), updateOf("jira"));
  expect(outcome).toMatchObject({ ok: false, error: "Jira answered 403: [redacted] may not edit this issue" });
});
