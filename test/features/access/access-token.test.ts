import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Access } from "../../../src/features/access/index.ts";
import { type Genuine, genuineToken, TOKEN_CORPUS } from "../../support/token-corpus.ts";
import {
  codeOf,
  contextOf,
  type Scratch,
  scratchDatabase,
  signingPair,
  type TestClock,
  testAccess,
  testClock,
  testTenant,
} from "./support.ts";

let scratch: Scratch;
let clock: TestClock;
let access: Access;
let genuine: Genuine;

beforeAll(async () => {
  scratch = await scratchDatabase();
  clock = testClock();
  access = testAccess(scratch.postgres, { clock });
  await access.prepare();
  const { token } = await (await testTenant(access)).login();
  genuine = genuineToken({ token, ...(await signingPair(scratch.postgres)), now: clock.now() });
});
afterAll(async () => {
  await access.stop();
  await scratch.drop();
});

describe("access tokens", () => {
  it("are accepted as they were issued, and as signed by this test with nothing changed", async () => {
    expect((await contextOf(access, genuine.token)).actor.kind).toBe("user");
    expect((await contextOf(access, genuine.signed({}, { jti: "another" }))).actor.kind).toBe("user");
  });

  it.each(Object.keys(TOKEN_CORPUS))("are refused: %s", async (name) => {
    const token = TOKEN_CORPUS[name]!(genuine);
    expect(token).not.toBe(genuine.token);
    expect(await codeOf(contextOf(access, token))).toBe("AUTHENTICATION_REQUIRED");
  });

  it("of an installation with a base address name it as issuer, and no other's are accepted", async () => {
    const config = { keyEnvironment: "test", home: "/nowhere", admin: { email: undefined, password: undefined } };
    const one = testAccess(scratch.postgres, { clock, config: { ...config, baseUrl: "https://one.example.com" } });
    const two = testAccess(scratch.postgres, { clock, config: { ...config, baseUrl: "https://two.example.com" } });
    const { token } = await (await testTenant(one)).login();
    expect(JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()).iss).toBe("https://one.example.com");
    expect(await codeOf(contextOf(one, token))).toBe("no error");
    expect(await codeOf(contextOf(two, token))).toBe("AUTHENTICATION_REQUIRED");
  });
});
