import { beforeAll, describe, expect, it } from "vitest";
import { testAccess, testTenant } from "../../support/access.ts";
import { type Genuine, genuineToken, TOKEN_CORPUS } from "../../support/token-corpus.ts";
import { accessSuite } from "./access-suite.ts";
import { codeOf, contextOfToken, signingPair } from "./support.ts";

const { scratch, clock, access } = await accessSuite({ started: 1 });
let genuine: Genuine;

beforeAll(async () => {
  const { token } = await (await testTenant(access)).login();
  genuine = genuineToken({ token, ...(await signingPair(scratch.postgres)), now: clock.now() });
});

describe("AccessTokens.verify", () => {
  it("accepts a token as issued, and as signed by this test with nothing changed", async () => {
    expect((await contextOfToken(access, genuine.token)).actor.kind).toBe("user");
    expect((await contextOfToken(access, genuine.signed({}, { jti: "another" }))).actor.kind).toBe("user");
  });

  it.each(Object.keys(TOKEN_CORPUS))("refuses a token: %s", async (name) => {
    const token = TOKEN_CORPUS[name]!(genuine);
    expect(token).not.toBe(genuine.token);
    expect(await codeOf(contextOfToken(access, token))).toBe("AUTHENTICATION_REQUIRED");
  });

  it("uses the base address as issuer, and accepts no other issuer", async () => {
    const config = { keyEnvironment: "test", home: "/nowhere", admin: { email: undefined, password: undefined } };
    const one = testAccess(scratch.postgres, { clock, config: { ...config, baseUrl: "https://one.example.com" } });
    const two = testAccess(scratch.postgres, { clock, config: { ...config, baseUrl: "https://two.example.com" } });
    const { token } = await (await testTenant(one)).login();
    expect(JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()).iss).toBe("https://one.example.com");
    expect(await codeOf(contextOfToken(one, token))).toBe("no error");
    expect(await codeOf(contextOfToken(two, token))).toBe("AUTHENTICATION_REQUIRED");
  });
});
