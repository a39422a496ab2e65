import { afterEach, expect, test } from "vitest";
import { FIELDS, platformClients, targetOf, updateOf } from "../../../support/service-desks/clients.ts";
import { DESK_USER, jsonOf } from "../../../support/service-desks/desk.ts";
import { SERVICENOW_TASK, type ServiceNowDesk, serviceNowDesk } from "../../../support/service-desks/servicenow.ts";

const open: ServiceNowDesk[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((desk) => desk.close()));
});

const COLUMNS = Object.keys(FIELDS).map((field) => `u_${field}`);

async function desk(columns = COLUMNS, table?: string): Promise<ServiceNowDesk> {
  const one = await serviceNowDesk(columns, table);
  open.push(one);
  return one;
}

const { servicenow } = platformClients();
const OK = { ok: true, responseStatus: 200 };
const write = (
  one: ServiceNowDesk,
  changed: Parameters<typeof targetOf>[2] = {},
  fields: Parameters<typeof updateOf>[1] = {},
) => servicenow.write(targetOf("servicenow", one, changed), updateOf("servicenow", fields));

test("all fields are written to columns with the prefix u_ of the record in the table", async () => {
  const one = await desk();
  expect(await write(one)).toEqual(OK);
  const [request] = one.requests;
  const { pathname, searchParams } = new URL(request!.url, one.base);
  expect({ method: request!.method, pathname }).toEqual({
    method: "PATCH",
    pathname: `/api/now/table/change_task/${SERVICENOW_TASK}`,
  });
  expect(searchParams.get("sysparm_fields")?.split(",")).toEqual(["sys_id", ...COLUMNS]);
  expect(jsonOf(request!)).toEqual(
    Object.fromEntries(Object.entries(FIELDS).map(([name, value]) => [`u_${name}`, value])),
  );
  expect(one.records.get(SERVICENOW_TASK)).toMatchObject({ u_ai_risk_score: "61", u_ai_historical_risk: "0" });
});

test("names of the field map stand as they are, and null is not written", async () => {
  const one = await desk(["risk", ...COLUMNS]);
  expect(await write(one, { fieldMap: { ai_risk_score: "risk", ai_summary: null } })).toEqual(OK);
  const sent = jsonOf(one.requests[0]!)!;
  expect(sent).toMatchObject({ risk: 61 });
  expect(Object.keys(sent)).toHaveLength(19);
  expect(sent).not.toHaveProperty("u_ai_risk_score");
});

test("what is not known leaves the record as it is", async () => {
  const one = await desk();
  one.records.get(SERVICENOW_TASK)!.u_ai_affected_users = "7";
  expect(await write(one, {}, { ai_affected_users: null })).toEqual(OK);
  expect(one.records.get(SERVICENOW_TASK)!.u_ai_affected_users).toBe("7");
});

test("columns that are dropped in silence and texts that are cut are named, and are not tried again", async () => {
  const one = await desk(COLUMNS.filter((name) => name !== "u_ai_risk_level"));
  one.columns.set("u_ai_summary", 40);
  const error =
    "ServiceNow answered 200 but did not take ai_risk_level (u_ai_risk_level) and holds another value, or only a part of it, in ai_summary (u_ai_summary)";
  expect(await write(one)).toEqual({ ok: false, responseStatus: 200, error, retryable: false });
});

test("a column that the user may not write keeps its value, and is named", async () => {
  const one = await desk(COLUMNS.filter((name) => name !== "u_ai_risk_score"));
  one.records.get(SERVICENOW_TASK)!.u_ai_risk_score = "12";
  expect(await write(one)).toMatchObject({
    ok: false,
    retryable: false,
    error: expect.stringContaining("u_ai_risk_score"),
  });
});

test("an entry of the work notes is not compared: the answer has them empty", async () => {
  const one = await desk(COLUMNS);
  expect(await write(one, { fieldMap: { ai_summary: "work_notes" } })).toEqual(OK);
});

test.each([
  [
    "a record that does not exist",
    { table: "change_task" },
    "0".repeat(32),
    404,
    "No Record found: Record doesn't exist or ACL restricts the record retrieval",
  ],
  ["another table", { table: "problem_task" }, SERVICENOW_TASK, 400, "Invalid table problem_task"],
])("%s is told in ServiceNow's words", async (_, changed, taskNodeId, status, words) => {
  const one = await desk();
  const outcome = await servicenow.write(targetOf("servicenow", one, changed), {
    ...updateOf("servicenow"),
    taskNodeId,
  });
  const error = `ServiceNow answered ${status}: ${words}`;
  expect(outcome).toEqual({ ok: false, responseStatus: status, error, retryable: false });
});

test("the wait comes from the end of the limit in seconds since 1970", async () => {
  const one = await desk();
  const headers = { "x-ratelimit-limit": "10", "x-ratelimit-reset": String(Math.ceil(Date.now() / 1_000) + 90) };
  one.misbehave({
    answer: {
      status: 429,
      headers,
      body: { error: { message: "Rate limit exceeded", detail: null }, status: "failure" },
    },
  });
  const outcome = await write(one);
  expect(outcome).toMatchObject({
    ok: false,
    responseStatus: 429,
    retryable: true,
    error: "ServiceNow answered 429: Rate limit exceeded",
  });
  expect((outcome as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(80_000);
});

test("the test reads one record of the table and writes nothing", async () => {
  const one = await desk();
  const target = targetOf("servicenow", one, { credentials: { type: "basic", ...DESK_USER } });
  expect(await servicenow.test(target)).toEqual({ ok: true, error: null });
  expect(one.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "GET /api/now/table/change_task?sysparm_limit=1&sysparm_fields=sys_id",
  ]);
  const wrong = await servicenow.test(
    targetOf("servicenow", one, { credentials: { type: "basic", ...DESK_USER, password: "no" } }),
  );
  expect(wrong).toEqual({
    ok: false,
    error: "ServiceNow answered 401: User Not Authenticated: Required to provide Auth information",
  });
});

test("the path of an address stands before that of the interface", async () => {
  const one = await desk();
  expect(await write(one, { baseUrl: `${one.base}/proxy/now/?x=1#y` })).toMatchObject({
    ok: false,
    responseStatus: 400,
  });
  expect(new URL(one.requests[0]!.url, one.base).pathname).toBe(
    `/proxy/now/api/now/table/change_task/${SERVICENOW_TASK}`,
  );
  expect(one.requests[0]!.url).not.toContain("x=1");
});
