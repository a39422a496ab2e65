import { afterEach, expect, test } from "vitest";
import { FIELDS, platformClients, targetOf, updateOf } from "../../../support/service-desks/clients.ts";
import { jsonOf } from "../../../support/service-desks/desk.ts";
import { XURRENT_TASK, type XurrentDesk, xurrentDesk } from "../../../support/service-desks/xurrent.ts";

const open: XurrentDesk[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((desk) => desk.close()));
});

async function desk(fields: string[] = Object.keys(FIELDS), numbers: string[] = []): Promise<XurrentDesk> {
  const one = await xurrentDesk(fields, numbers);
  open.push(one);
  return one;
}

const { xurrent } = platformClients();
const OK = { ok: true, responseStatus: 200 };

test("all fields are written by one mutation to the address as it stands, with the account under both names", async () => {
  const one = await desk();
  expect(await xurrent.write(targetOf("xurrent", one), updateOf("xurrent"))).toEqual(OK);
  expect(Object.fromEntries(one.tasks.get(XURRENT_TASK)!)).toEqual(FIELDS);
  expect(one.requests).toHaveLength(1);
  const [request] = one.requests;
  expect(request).toMatchObject({ method: "POST", url: "/" });
  expect(request!.headers).toMatchObject({ "x-xurrent-account": "wdc", "x-4me-account": "wdc" });
  const input = { clientMutationId: updateOf("xurrent").mutationId, id: XURRENT_TASK };
  expect(jsonOf(request!)).toMatchObject({ query: expect.stringContaining("taskUpdate"), variables: { input } });
});

test("a field goes to the name that it is mapped to, and one that is mapped to null is not written", async () => {
  const one = await desk(["risk", ...Object.keys(FIELDS)]);
  const target = targetOf("xurrent", one, { fieldMap: { ai_risk_score: "risk", ai_insights: null } });
  expect(await xurrent.write(target, updateOf("xurrent"))).toEqual(OK);
  const { ai_risk_score: risk, ai_insights: _, ...others } = FIELDS;
  expect(Object.fromEntries(one.tasks.get(XURRENT_TASK)!)).toEqual({ ...others, risk });
});

test("what is not known leaves the task as it is", async () => {
  const one = await desk();
  one.tasks.get(XURRENT_TASK)!.set("ai_affected_users", 7);
  expect(await xurrent.write(targetOf("xurrent", one), updateOf("xurrent", { ai_affected_users: null }))).toEqual(OK);
  expect(one.tasks.get(XURRENT_TASK)!.get("ai_affected_users")).toBe(7);
});

test("a repeat after a lost answer has the same mutation id and changes nothing a second time", async () => {
  const one = await desk();
  one.misbehave({ cut: "after" });
  const lost = await xurrent.write(targetOf("xurrent", one), updateOf("xurrent"));
  expect(lost).toMatchObject({ ok: false, responseStatus: null, retryable: true });
  expect(await xurrent.write(targetOf("xurrent", one), updateOf("xurrent"))).toEqual(OK);
  expect(one.requests).toHaveLength(2);
  expect(one.applied).toEqual([updateOf("xurrent").mutationId]);
});

test("fields that Xurrent drops in silence are named, and are not tried again", async () => {
  const dropped = ["ai_summary", "ai_insights"];
  const one = await desk(Object.keys(FIELDS).filter((field) => !dropped.includes(field)));
  const outcome = await xurrent.write(targetOf("xurrent", one), updateOf("xurrent"));
  const error = "Xurrent answered 200 but did not take ai_summary, ai_insights";
  expect(outcome).toEqual({ ok: false, responseStatus: 200, error, retryable: false });
});

const answers = {
  "errors at the top": { errors: [{ message: "Query has complexity of 9000" }], data: null },
  "errors in the payload": {
    data: { taskUpdate: { errors: [{ path: "id", message: "Query has complexity of 9000" }], task: { id: "x" } } },
  },
  "errors beside data": {
    data: { taskUpdate: { errors: null, task: {} } },
    errors: [{ path: ["a", 0], message: "Query has complexity of 9000" }],
  },
};

test.each(Object.entries(answers))("%s in an answer 200 are a failure that may pass", async (_, body) => {
  const one = await desk();
  one.misbehave({ answer: { status: 200, headers: { "retry-after": "7" }, body } });
  const outcome = await xurrent.write(targetOf("xurrent", one), updateOf("xurrent"));
  expect(outcome).toMatchObject({ ok: false, responseStatus: 200, retryable: true, retryAfterMs: 7_000 });
  expect(outcome).toMatchObject({ error: expect.stringContaining("Query has complexity of 9000") });
});

test.each([
  {},
  { data: null },
  { data: { taskUpdate: null } },
  { data: { taskUpdate: { errors: [], task: null } } },
  { errors: "no" },
])("an answer 200 without a result is a failure: %j", async (body) => {
  const one = await desk();
  one.misbehave({ answer: { status: 200, body } });
  expect(await xurrent.write(targetOf("xurrent", one), updateOf("xurrent"))).toMatchObject({
    ok: false,
    responseStatus: 200,
  });
});

test("a value of the wrong kind is told with the path that Xurrent gives", async () => {
  const one = await desk(["score"], ["score"]);
  const target = targetOf("xurrent", one, { fieldMap: { ai_risk_level: "score" } });
  const outcome = await xurrent.write(target, updateOf("xurrent"));
  expect(outcome).toMatchObject({ ok: false, error: "Xurrent answered 200: customFields/score: is not a number" });
});

test("the wait is that of the limit which is used up", async () => {
  const one = await desk();
  const inAMinute = String(Math.ceil(Date.now() / 1_000) + 60);
  const later = String(Math.ceil(Date.now() / 1_000) + 3_000);
  const limits = { "x-ratelimit-remaining": "12", "x-ratelimit-reset": later };
  const headers = { ...limits, "x-costlimit-remaining": "0", "x-costlimit-reset": inAMinute };
  one.misbehave({ answer: { status: 429, headers, body: { message: "Too Many Requests" } } });
  const outcome = await xurrent.write(targetOf("xurrent", one), updateOf("xurrent"));
  expect(outcome).toMatchObject({ ok: false, retryable: true, error: "Xurrent answered 429: Too Many Requests" });
  const { retryAfterMs } = outcome as { retryAfterMs: number };
  expect(retryAfterMs).toBeGreaterThan(50_000);
  expect(retryAfterMs).toBeLessThanOrEqual(61_000);
});

test("the test asks who the user is and changes nothing, and tells of another account", async () => {
  const one = await desk();
  expect(await xurrent.test(targetOf("xurrent", one))).toEqual({ ok: true, error: null });
  expect(one.requests.map(({ body }) => body)).toEqual([JSON.stringify({ query: "{ me { id } }" })]);
  const other = await xurrent.test(targetOf("xurrent", one, { account: "other" }));
  expect(other).toEqual({ ok: false, error: "Xurrent answered 200: Account not found or no access to the account." });
  expect(one.applied).toEqual([]);
});

test("an account that would end its header sends nothing", async () => {
  const one = await desk();
  const outcome = await xurrent.write(targetOf("xurrent", one, { account: "wdc\r\nx-evil: 1" }), updateOf("xurrent"));
  expect(outcome).toMatchObject({ ok: false, retryable: false, error: expect.stringContaining("x-xurrent-account") });
  expect(one.requests).toEqual([]);
});
