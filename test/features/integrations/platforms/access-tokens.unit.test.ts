import { afterEach, expect, test } from "vitest";
import { testClock } from "../../../support/clock.ts";
import { clientOf, DESKS, platformClients, targetOf, updateOf } from "../../../support/service-desks/clients.ts";
import type { Desk } from "../../../support/service-desks/desk.ts";

const open: Desk[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((desk) => desk.close()));
});

/** A desk, and what writes to it with its OAuth client. */
async function withClient(options: Parameters<typeof platformClients>[0] = {}) {
  const desk = await DESKS.xurrent();
  open.push(desk);
  const { xurrent } = platformClients(options);
  const write = (changed: Parameters<typeof targetOf>[2] = {}) =>
    xurrent.write(targetOf("xurrent", desk, { credentials: clientOf(desk), ...changed }), updateOf("xurrent"));
  const tokens = () => desk.requests.map(({ headers }) => headers.authorization);
  return { desk, write, tokens };
}

const OK = { ok: true, responseStatus: 200 };

test("a token is fetched with the client's id and secret in the body, and used until shortly before it expires", async () => {
  const clock = testClock();
  const { desk, write, tokens } = await withClient({ clock });
  expect(await write()).toEqual(OK);
  clock.advance(3_539_000);
  expect(await write()).toEqual(OK);
  expect(desk.oauth.requests).toHaveLength(1);
  const { clientId, clientSecret } = desk.oauth.client;
  const body = `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`;
  expect(desk.oauth.requests).toMatchObject([{ method: "POST", url: "/oauth/token", body }]);
  clock.advance(1_000);
  expect(await write()).toEqual(OK);
  expect(desk.oauth.requests).toHaveLength(2);
  expect(new Set(tokens()).size).toBe(2);
});

test("a token of which no lifetime is told holds for an hour, and a short one without a tenth", async () => {
  const clock = testClock();
  const { desk, write } = await withClient({ clock });
  desk.oauth.expiresIn = null;
  await write();
  clock.advance(3_539_000);
  await write();
  expect(desk.oauth.requests).toHaveLength(1);
  desk.oauth.expiresIn = 10;
  clock.advance(1_000);
  await write();
  clock.advance(8_999);
  await write();
  expect(desk.oauth.requests).toHaveLength(2);
  clock.advance(1);
  await write();
  expect(desk.oauth.requests).toHaveLength(3);
});

test("64 writes at once share one request for a token", async () => {
  const { desk, write } = await withClient();
  desk.oauth.delayMs = 100;
  const outcomes = await Promise.all(Array.from({ length: 64 }, () => write()));
  expect(outcomes).toEqual(Array.from({ length: 64 }, () => OK));
  expect(desk.oauth.requests).toHaveLength(1);
  expect(desk.requests).toHaveLength(64);
});

test("a token that was revoked is replaced within the attempt, once for all writes at that time", async () => {
  const { desk, write } = await withClient();
  await write();
  desk.oauth.revokeAll();
  desk.oauth.delayMs = 100;
  const outcomes = await Promise.all(Array.from({ length: 64 }, () => write()));
  expect(outcomes).toEqual(Array.from({ length: 64 }, () => OK));
  expect(desk.oauth.requests).toHaveLength(2);
});

test("a late refusal of a token that is replaced already does not replace the new one", async () => {
  const { desk, write } = await withClient();
  await write();
  desk.oauth.revokeAll();
  desk.misbehave({ delayMs: 400 });
  const late = write();
  await expect.poll(() => desk.requests.length).toBe(2);
  expect(await write()).toEqual(OK);
  expect(await late).toEqual(OK);
  expect(desk.oauth.requests).toHaveLength(2);
});

test("a new token that is refused too ends the attempt, which may be tried again", async () => {
  const { desk, write } = await withClient();
  const refused = { answer: { status: 401, body: { message: "no" } } };
  desk.misbehave(refused, refused);
  const error = "Xurrent answered 401: no";
  expect(await write()).toEqual({ ok: false, responseStatus: 401, error, retryable: true });
  expect(desk.requests).toHaveLength(2);
  expect(desk.oauth.requests).toHaveLength(2);
  expect(await write()).toEqual(OK);
});

test("other credentials, another integration and another tenant have tokens of their own", async () => {
  const { desk, write } = await withClient();
  await write();
  await write({ id: "0199c000-0000-7000-8000-000000000002" });
  await write({ tenantId: "0199c000-0000-7000-8000-00000000000b" });
  expect(desk.oauth.requests).toHaveLength(3);
  desk.oauth.client = { clientId: "orrery-client", clientSecret: "another-secret" };
  await write();
  expect(desk.oauth.requests).toHaveLength(4);
  expect(desk.oauth.requests.at(-1)!.body).toContain("another-secret");
});

test("a client that is refused is told by its code, without the secret, and is not tried again", async () => {
  const { desk, write } = await withClient();
  const { clientSecret } = desk.oauth.client;
  const words = { error: "invalid_client", error_description: `unknown: ${clientSecret}` };
  desk.oauth.misbehave({ status: 400, body: words });
  const error = "The token endpoint answered 400: invalid_client: unknown: [redacted]";
  expect(await write()).toEqual({ ok: false, responseStatus: null, error, retryable: false });
  expect(desk.requests).toEqual([]);
  expect(await write()).toEqual(OK);
});

test.each([
  [
    "limits",
    { status: 429, headers: { "retry-after": "9" } },
    { retryable: true, retryAfterMs: 9_000 },
    /answered 429/,
  ],
  ["is out of order", { status: 502, body: "<html></html>" }, { retryable: true }, /answered 502$/],
  ["leads elsewhere", { status: 302, headers: { location: "/x" } }, { retryable: false }, /redirects are not followed/],
  ["answers with a page", { status: 200, body: "<html></html>" }, { retryable: false }, /gave no token/],
  [
    "gives a token that ends its header",
    { status: 200, body: { access_token: "a\r\nx: y" } },
    { retryable: false },
    /gave no token/,
  ],
  [
    "gives another type of token",
    { status: 200, body: { access_token: "a", token_type: "mac" } },
    { retryable: false },
    /another type/,
  ],
  ["answers without end", { status: 200, body: "x".repeat(70_000) }, { retryable: false }, /more than 65536 bytes/],
])("a token endpoint that %s", async (_, answer, expected, error) => {
  const { desk, write } = await withClient();
  desk.oauth.misbehave(answer);
  const outcome = await write();
  expect(outcome).toEqual({ ok: false, responseStatus: null, error: expect.stringMatching(error), ...expected });
  expect(desk.requests).toEqual([]);
});

test("a slow token endpoint takes no longer than the attempt, and its token serves the next one", async () => {
  const { desk, write } = await withClient({ attemptMs: 300 });
  desk.oauth.delayMs = 900;
  const error = "The token endpoint did not answer in time";
  expect(await write()).toEqual({ ok: false, responseStatus: null, error, retryable: true });
  await expect.poll(() => write()).toEqual(OK);
  expect(desk.oauth.requests).toHaveLength(1);
});

test("a token that a platform repeats in an error is not told", async () => {
  const { desk, write } = await withClient();
  await write();
  const token = desk.requests[0]!.headers.authorization!.slice("Bearer ".length);
  desk.misbehave({ answer: { status: 500, body: { message: `what is ${token}?` } } });
  expect(await write()).toMatchObject({ ok: false, error: "Xurrent answered 500: what is [redacted]?" });
});
