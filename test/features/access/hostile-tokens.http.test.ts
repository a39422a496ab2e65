import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { ASSERTION_CORPUS, type AssertionMaker, assertionMaker, HEADER } from "../../support/assertion-corpus.ts";
import { GRANT_TYPE, keyPair, signed } from "../../support/assertions.ts";
import { type Genuine, genuineToken, TOKEN_CORPUS } from "../../support/token-corpus.ts";
import { type AccessApp, type Answer, accessApp } from "./access-app.ts";
import { signingPair } from "./support.ts";

const program = keyPair();

let http: AccessApp;
let genuine: Genuine;
let maker: AssertionMaker;
beforeAll(async () => {
  http = await accessApp();
  genuine = genuineToken({ token: http.token, ...(await signingPair(http.postgres)), now: http.clock.now() });
  const body = { name: "program", scopes: ["cmdb.read"], public_key: program.publicPem };
  const account = await http.call("POST", "/v1/auth/service-accounts", { bearer: http.token, body });
  const parts = { accountId: account.body.id, audience: "http://localhost", own: program, now: http.clock.now() };
  maker = assertionMaker(parts);
});
afterAll(() => http.close());

/** All of an answer but what tells one request from another. */
function whole({ status, headers, body }: Answer): unknown {
  const kept = [...headers].filter(([name]) => !/^x-(request-id|ratelimit-)/.test(name));
  return { status, headers: kept, body: JSON.parse(JSON.stringify(body).replaceAll(body.error.request_id, "")) };
}

describe.each(["/v1/discovery/tokens", "/api/discovery/tokens"])("GET %s with an access token", (path) => {
  const ask = (bearer: string) => http.call("GET", path, { bearer });

  it("accepts it as issued, and as signed by the test with only its jti changed", async () => {
    expect((await ask(genuine.token)).status).toBe(200);
    expect((await ask(genuine.signed({}, { jti: newId() }))).status).toBe(200);
  });

  it.each(Object.entries(TOKEN_CORPUS))("answers it like garbage: %s", async (_name, make) => {
    const garbage = await ask("garbage");
    expect(garbage).toMatchObject({ status: 401, body: { error: { code: "AUTHENTICATION_REQUIRED" } } });
    expect(whole(await ask(make(genuine)))).toEqual(whole(garbage));
  });
});

describe("POST /v1/auth/service-account/token", () => {
  const exchange = (assertion: string) =>
    http.call("POST", "/v1/auth/service-account/token", { form: { grant_type: GRANT_TYPE, assertion } });

  it("accepts a correct assertion", async () => {
    expect((await exchange(maker.made())).status).toBe(200);
    expect((await exchange(signed(HEADER, maker.payload, program.privateKey))).status).toBe(200);
  });

  /** What the form itself does not take gets 400, whatever the account. */
  const fits = Object.entries(ASSERTION_CORPUS).filter(([name]) => !["nothing", "a megabyte"].includes(name));

  it.each(fits)("answers it like garbage: %s", async (_name, make) => {
    const garbage = await exchange("garbage");
    expect(garbage).toMatchObject({ status: 401, body: { error: { code: "AUTH_FAILED" } } });
    expect(whole(await exchange(make(maker)))).toEqual(whole(garbage));
  });

  it("answers an assertion of a revoked account like garbage", async () => {
    const body = { name: "gone", scopes: ["cmdb.read"], public_key: program.publicPem };
    const { id } = (await http.call("POST", "/v1/auth/service-accounts", { bearer: http.token, body })).body;
    await http.call("DELETE", `/v1/auth/service-accounts/${id}`, { bearer: http.token });
    const refused = await exchange(maker.made({ iss: id, sub: id }));
    expect(whole(refused)).toEqual(whole(await exchange("garbage")));
  });
});

it("TOKEN_CORPUS and ASSERTION_CORPUS have their required sizes", () => {
  expect(Object.keys(TOKEN_CORPUS).length).toBeGreaterThanOrEqual(60);
  expect(Object.keys(ASSERTION_CORPUS).length).toBeGreaterThanOrEqual(20);
});
