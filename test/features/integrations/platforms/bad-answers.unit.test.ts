import { afterEach, describe, expect, test } from "vitest";
import { PLATFORMS, type Platform } from "../../../../src/features/integrations/index.ts";
import { clientOf, DESKS, platformClients, targetOf, updateOf } from "../../../support/service-desks/clients.ts";
import { DESK_TOKEN, DESK_USER, type Desk, type Fault } from "../../../support/service-desks/desk.ts";

const open: Desk[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((desk) => desk.close()));
});

async function deskOf(platform: Platform): Promise<Desk> {
  const desk = await DESKS[platform]();
  open.push(desk);
  return desk;
}

const PAGE = "<!DOCTYPE html><html><body>Your instance is hibernating</body></html>";
const answer = (status: number, headers: Record<string, string> = {}, body: unknown = PAGE): Fault => ({
  answer: { status, headers, body },
});

interface Case {
  fault: Fault;
  status: number | null;
  retryable: boolean;
  error: RegExp;
  retryAfterMs?: number;
}

const CASES: Record<string, Case> = {
  "a bad request": { fault: answer(400), status: 400, retryable: false, error: /answered 400$/ },
  "a refused credential": { fault: answer(401), status: 401, retryable: false, error: /answered 401$/ },
  "a missing right": { fault: answer(403), status: 403, retryable: false, error: /answered 403$/ },
  "an unknown task": { fault: answer(404), status: 404, retryable: false, error: /answered 404$/ },
  "a time-out of the platform's": { fault: answer(408), status: 408, retryable: true, error: /answered 408$/ },
  "a conflict": { fault: answer(409), status: 409, retryable: true, error: /answered 409$/ },
  "a limit with a wait in seconds": {
    fault: answer(429, { "retry-after": "30" }),
    status: 429,
    retryable: true,
    error: /answered 429$/,
    retryAfterMs: 30_000,
  },
  "a limit with an absurd wait": {
    fault: answer(429, { "retry-after": "9999999999" }),
    status: 429,
    retryable: true,
    error: /answered 429$/,
    retryAfterMs: 86_400_000,
  },
  "a limit with a malformed wait": {
    fault: answer(429, { "retry-after": "soon", "x-ratelimit-reset": "later" }),
    status: 429,
    retryable: true,
    error: /answered 429$/,
  },
  "a limit that ends in some seconds": {
    fault: answer(429, { "x-ratelimit-reset": "12" }),
    status: 429,
    retryable: true,
    error: /answered 429$/,
    retryAfterMs: 12_000,
  },
  "a fault of the platform's": { fault: answer(500), status: 500, retryable: true, error: /answered 500$/ },
  "maintenance with a wait": {
    fault: answer(503, { "retry-after": "120" }),
    status: 503,
    retryable: true,
    error: /answered 503$/,
    retryAfterMs: 120_000,
  },
  "a redirect": {
    fault: answer(307, { location: "https://example.com/" }),
    status: 307,
    retryable: false,
    error: /answered 307: redirects are not followed$/,
  },
  "a huge answer": {
    fault: answer(200, {}, "x".repeat(3 * 1_024 * 1_024)),
    status: 200,
    retryable: false,
    error: /answered with more than 2097152 bytes \(200\)$/,
  },
  "a connection that breaks before": {
    fault: { cut: "before" },
    status: null,
    retryable: true,
    error: /cannot be reached or broke off: \w+$/,
  },
  "a connection that breaks after": {
    fault: { cut: "after" },
    status: null,
    retryable: true,
    error: /cannot be reached or broke off: \w+$/,
  },
  "no answer in time": {
    fault: { delayMs: 60_000 },
    status: null,
    retryable: true,
    error: /did not answer in time$/,
  },
  "an answer that never ends": {
    fault: { trickleMs: 20 },
    status: null,
    retryable: true,
    error: /did not answer in time$/,
  },
};

const clients = platformClients();
const hasty = platformClients({ attemptMs: 400 });

describe.each(PLATFORMS)("%s", (platform) => {
  test.each(Object.entries(CASES))("%s", async (_, { fault, status, retryable, error, retryAfterMs }) => {
    const desk = await deskOf(platform);
    const isSlow = "delayMs" in fault || "trickleMs" in fault;
    const client = (isSlow ? hasty : clients)[platform];
    desk.misbehave(fault);
    const outcome = await client.write(targetOf(platform, desk), updateOf(platform));
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
    expect(outcome).toEqual({
      ok: false,
      responseStatus: status,
      error: expect.stringMatching(error),
      retryable,
      ...wait,
    });
    desk.misbehave(fault);
    const tested = await client.test(targetOf(platform, desk));
    expect(tested).toEqual({ ok: false, error: expect.stringMatching(error) });
    if (!isSlow) expect(desk.requests).toHaveLength(2);
  });

  test("an address that nothing answers", async () => {
    const desk = await deskOf(platform);
    await desk.close();
    const error = expect.stringMatching(/cannot be reached or broke off: ECONNREFUSED$/);
    const outcome = await clients[platform].write(targetOf(platform, desk), updateOf(platform));
    expect(outcome).toEqual({ ok: false, responseStatus: null, error, retryable: true });
  });

  test("a name that is not found", async () => {
    const resolve = () => Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }));
    const client = platformClients({ resolve })[platform];
    const target = targetOf(platform, await deskOf(platform), { baseUrl: "http://desk.example.com/" });
    const error = expect.stringMatching(/has an address whose name is not found: ENOTFOUND$/);
    const outcome = await client.write(target, updateOf(platform));
    expect(outcome).toEqual({ ok: false, responseStatus: null, error, retryable: true });
    expect(await client.test(target)).toEqual({ ok: false, error });
  });

  test("an address that may not be called", async () => {
    const desk = await deskOf(platform);
    const guarded = platformClients({ allow: [] })[platform];
    const error = expect.stringMatching(/has an address that may not be called$/);
    const outcome = await guarded.write(targetOf(platform, desk), updateOf(platform));
    expect(outcome).toEqual({ ok: false, responseStatus: null, error, retryable: false });
    const byToken = targetOf(platform, desk, { credentials: clientOf(desk) });
    expect(await guarded.test(byToken)).toEqual({
      ok: false,
      error: "The token endpoint has an address that may not be called",
    });
    expect([...desk.requests, ...desk.oauth.requests]).toEqual([]);
  });

  test("what the platform says is told in one line, cut, and without secrets", async () => {
    const desk = await deskOf(platform);
    const { password } = DESK_USER;
    const basic = Buffer.from(`${DESK_USER.username}:${password}`).toString("base64");
    const said = `Bad\n\u0000 \u202e${password} and ${basic}, Bearer ${"abcDEF123".repeat(4)} ${"x y ".repeat(1_000)}`;
    desk.misbehave(
      answer(400, {}, { message: said, error: { message: said }, errors: [{ message: said }], errorMessages: [said] }),
    );
    const target = targetOf(platform, desk, { credentials: { type: "basic", ...DESK_USER } });
    const outcome = await clients[platform].write(target, updateOf(platform));
    const { error } = outcome as { error: string };
    expect(error).toMatch(/answered 400: Bad \[redacted\] and \[redacted\], Bearer \[redacted\] x y x y/);
    expect(error.length).toBeLessThanOrEqual(1_000);
    expect(error).not.toMatch(/[\p{C}\n]/u);
  });

  test("a token is in no error", async () => {
    const desk = await deskOf(platform);
    const inBase64 = [DESK_TOKEN, `Bearer ${DESK_TOKEN}`].map((text) => Buffer.from(text).toString("base64"));
    const said = `the token ${DESK_TOKEN} is not known, ${inBase64.join(" ")} ${encodeURIComponent(DESK_TOKEN)}`;
    desk.misbehave(
      answer(403, {}, { message: said, error: { message: said }, errors: [{ message: said }], errorMessages: [said] }),
    );
    const outcome = await clients[platform].write(targetOf(platform, desk), updateOf(platform));
    expect(JSON.stringify(outcome)).not.toContain(DESK_TOKEN);
    for (const text of inBase64) expect(JSON.stringify(outcome)).not.toContain(text.slice(10, -4));
    expect(outcome).toMatchObject({ error: expect.stringContaining("[redacted] is not known") });
  });

  test("two fields under one name are written to neither", async () => {
    const desk = await deskOf(platform);
    const target = targetOf(platform, desk, { fieldMap: { ai_risk_score: "same", ai_summary: "same" } });
    const error = "The field map names same more than once";
    const outcome = await clients[platform].write(target, updateOf(platform));
    expect(outcome).toEqual({ ok: false, responseStatus: null, error, retryable: false });
    expect(desk.requests).toEqual([]);
  });
});

describe.each(["xurrent", "servicenow"] as const)("%s", (platform) => {
  test.each([PAGE, "", "[]", '"ok"', "{"])(
    "an answer 200 that is no JSON object is a failure that may pass: %j",
    async (body) => {
      const desk = await deskOf(platform);
      desk.misbehave(answer(200, {}, body), answer(200, {}, body));
      const outcome = await clients[platform].write(targetOf(platform, desk), updateOf(platform));
      expect(outcome).toMatchObject({
        ok: false,
        responseStatus: 200,
        retryable: true,
        error: expect.stringMatching(/answered 200: the answer is not JSON/),
      });
      expect(await clients[platform].test(targetOf(platform, desk))).toMatchObject({ ok: false });
    },
  );
});

test("a page that Jira's address answers with 200 is a failure", async () => {
  const desk = await deskOf("jira");
  desk.misbehave(answer(200));
  const outcome = await clients.jira.write(targetOf("jira", desk), updateOf("jira"));
  expect(outcome).toEqual({
    ok: false,
    responseStatus: 200,
    error: "Jira answered 200: the answer is not JSON",
    retryable: true,
  });
});

describe.each(["servicenow", "jira"] as const)("%s", (platform) => {
  test.each([
    "",
    ".",
    "..",
    "../../x",
    "a/b",
    "a%2fb",
    "a?x=1",
    "a#b",
    "a\\b",
    "a b",
    "a\r\nx: y",
    "a;b",
    "ä",
    "a".repeat(129),
  ])("a task id that may change the path is not sent: %j", async (taskNodeId) => {
    const desk = await deskOf(platform);
    const outcome = await clients[platform].write(targetOf(platform, desk), { ...updateOf(platform), taskNodeId });
    const error = "The id of the task is not of letters, digits, - and _ alone";
    expect(outcome).toEqual({ ok: false, responseStatus: null, error, retryable: false });
    expect(desk.requests).toEqual([]);
  });
});

test("a name of a table that may change the path is not sent", async () => {
  const desk = await deskOf("servicenow");
  const target = targetOf("servicenow", desk, { table: "../user" });
  const error = "The name of the table is not of letters, digits, - and _ alone";
  expect(await clients.servicenow.write(target, updateOf("servicenow"))).toMatchObject({
    ok: false,
    retryable: false,
    error,
  });
  expect(await clients.servicenow.test(target)).toEqual({ ok: false, error });
  expect(desk.requests).toEqual([]);
});
