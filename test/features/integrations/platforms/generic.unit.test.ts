import { afterEach, expect, test } from "vitest";
import { FIELDS, platformClients, TASKS, targetOf, updateOf } from "../../../support/service-desks/clients.ts";
import { type GenericDesk, genericDesk } from "../../../support/service-desks/generic.ts";

const open: GenericDesk[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((desk) => desk.close()));
});

async function desk(): Promise<GenericDesk> {
  const one = await genericDesk();
  open.push(one);
  return one;
}

const { generic } = platformClients();
const OK = { ok: true, responseStatus: 202 };

test("the message goes to the exact address, its query with it, and holds what is not known as null", async () => {
  const one = await desk();
  expect(await generic.write(targetOf("generic", one), updateOf("generic", { ai_affected_users: null }))).toEqual(OK);
  expect(one.requests).toMatchObject([{ method: "POST", url: "/hooks/change?tenant=7" }]);
  expect(one.messages).toEqual([
    {
      analysis_id: updateOf("generic").analysisId,
      task_node_id: TASKS.generic,
      fields: { ...FIELDS, ai_affected_users: null },
    },
  ]);
});

test("fields have the names of the field map, and those mapped to null are left out", async () => {
  const one = await desk();
  const target = targetOf("generic", one, { fieldMap: { ai_risk_score: "risk", ai_summary: null } });
  expect(await generic.write(target, updateOf("generic"))).toEqual(OK);
  const { ai_risk_score: risk, ai_summary: _, ...others } = FIELDS;
  expect(one.messages[0]!.fields).toEqual({ ...others, risk });
});

test("a repeat after a lost answer can be told from a new message", async () => {
  const one = await desk();
  one.misbehave({ cut: "after" });
  expect(await generic.write(targetOf("generic", one), updateOf("generic"))).toMatchObject({
    ok: false,
    retryable: true,
  });
  expect(await generic.write(targetOf("generic", one), updateOf("generic"))).toEqual(OK);
  expect(one.requests).toHaveLength(2);
  expect(one.messages).toHaveLength(1);
});

test("what stands in the answer of a receiver does not count", async () => {
  const one = await desk();
  one.misbehave({ answer: { status: 200, body: "<p>thanks</p>" } }, { answer: { status: 204 } });
  expect(await generic.write(targetOf("generic", one), updateOf("generic"))).toEqual({ ok: true, responseStatus: 200 });
  expect(await generic.write(targetOf("generic", one), updateOf("generic"))).toEqual({ ok: true, responseStatus: 204 });
});

test.each([204, 200, 405, 501])("the test sends no message, and takes an answer %i for a receiver", async (status) => {
  const one = await desk();
  one.misbehave({ answer: { status } });
  expect(await generic.test(targetOf("generic", one))).toEqual({ ok: true, error: null });
  expect(one.requests.map(({ method }) => method)).toEqual(["OPTIONS"]);
  expect(one.messages).toEqual([]);
});

test.each([401, 403, 404, 500])("the test tells of an answer %i", async (status) => {
  const one = await desk();
  one.misbehave({ answer: { status, body: { message: "go away" } } });
  expect(await generic.test(targetOf("generic", one))).toEqual({
    ok: false,
    error: `The receiver answered ${status}: go away`,
  });
});
