import { createHmac, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Access } from "../../../src/features/access/index.ts";
import { createSecrets } from "../../../src/platform/secrets.ts";
import {
  codeOf,
  contextOf,
  ROOT_SECRET,
  type Scratch,
  scratchDatabase,
  type TestClock,
  testAccess,
  testClock,
  testTenant,
} from "./support.ts";

type Json = Record<string, unknown>;

let scratch: Scratch;
let clock: TestClock;
let access: Access;
let genuine: { token: string; header: Json; payload: Json; signature: string };
let ownKey: KeyObject;
let publicPem: string;
const foreign = generateKeyPairSync("rsa", { modulusLength: 2048 });
const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" });

beforeAll(async () => {
  scratch = await scratchDatabase();
  clock = testClock();
  access = testAccess(scratch.postgres, { clock });
  await access.start();
  const { token } = await (await testTenant(access)).login();
  const [header, payload, signature] = token.split(".") as [string, string, string];
  genuine = { token, header: decode(header), payload: decode(payload), signature };
  const rows = await scratch.postgres.query<{ kid: string; public_key: string; sealed_private_key: string }>(
    "select * from signing_keys",
  );
  const row = rows[0]!;
  ownKey = createPrivateKey(createSecrets(ROOT_SECRET).open("signing-key", row.sealed_private_key, row.kid));
  publicPem = row.public_key;
});
afterAll(async () => {
  await access.stop();
  await scratch.drop();
});

function decode(part: string): Json {
  return JSON.parse(Buffer.from(part, "base64url").toString());
}

function encode(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
}

/** A token as the service would sign it, with these members changed; undefined removes one. */
function signed(header: Json = {}, payload: Json = {}, key: KeyObject = ownKey): string {
  const text = `${encode({ ...genuine.header, ...header })}.${encode({ ...genuine.payload, ...payload })}`;
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}

function hmac(header: Json, secret: string | Buffer): string {
  const text = `${encode({ ...genuine.header, ...header })}.${encode(genuine.payload)}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

const seconds = () => Math.floor(clock.now().getTime() / 1_000);
const parts = () => genuine.token.split(".") as [string, string, string];

/** What each token tries; the text is made when the keys are known. */
const HOSTILE: Record<string, () => string> = {
  "alg none without signature": () => `${encode({ ...genuine.header, alg: "none" })}.${parts()[1]}.`,
  "alg none with the genuine signature": () =>
    `${encode({ ...genuine.header, alg: "none" })}.${parts()[1]}.${parts()[2]}`,
  "alg NONE": () => `${encode({ ...genuine.header, alg: "NONE" })}.${parts()[1]}.${parts()[2]}`,
  "alg empty": () => signed({ alg: "" }),
  "alg absent": () => signed({ alg: undefined }),
  "alg rs256 in lower case": () => signed({ alg: "rs256" }),
  "alg RS384 over a SHA-256 signature": () => signed({ alg: "RS384" }),
  "alg PS256": () => signed({ alg: "PS256" }),
  "alg ES256 with an elliptic key": () => signed({ alg: "ES256" }, {}, elliptic.privateKey),
  "alg as a list": () => signed({ alg: ["RS256"] }),
  "HS256 with the public key as secret": () => hmac({ alg: "HS256" }, publicPem),
  "HS256 with the public key's DER as secret": () =>
    hmac({ alg: "HS256" }, Buffer.from(publicPem.replace(/-----[^-]+-----|\s/g, ""), "base64")),
  "HS256 with an empty secret": () => hmac({ alg: "HS256" }, ""),
  "HMAC under the name RS256": () => hmac({}, publicPem),
  "another's key under the genuine kid": () => signed({}, {}, foreign.privateKey),
  "another's key with its jwk in the header": () =>
    signed({ jwk: foreign.publicKey.export({ format: "jwk" }) }, {}, foreign.privateKey),
  "jku, genuinely signed": () => signed({ jku: "https://example.com/keys" }),
  "x5u, genuinely signed": () => signed({ x5u: "https://example.com/cert" }),
  "x5c, genuinely signed": () => signed({ x5c: ["MIIB"] }),
  "jwk, genuinely signed": () => signed({ jwk: foreign.publicKey.export({ format: "jwk" }) }),
  "crit, genuinely signed": () => signed({ crit: ["b64"], b64: false }),
  "zip, genuinely signed": () => signed({ zip: "DEF" }),
  "unknown kid": () => signed({ kid: "unknown" }),
  "kid absent": () => signed({ kid: undefined }),
  "kid empty": () => signed({ kid: "" }),
  "kid as a path": () => signed({ kid: "../../../../dev/null" }),
  "kid as SQL": () => signed({ kid: "' or '1'='1" }),
  "kid of a prototype": () => signed({ kid: "__proto__" }),
  "kid as a number": () => signed({ kid: 1 }),
  "kid with NUL": () => signed({ kid: "a\u0000b" }),
  "typ at+jwt": () => signed({ typ: "at+jwt" }),
  "typ absent": () => signed({ typ: undefined }),
  "claim typ refresh": () => signed({}, { typ: "refresh" }),
  "a login's token as a service account's": () => signed({}, { typ: "service_account" }),
  "a service account's token as a login's": () => signed({}, { sid: undefined }),
  "a login's token as an OAuth client's": () =>
    signed({}, { typ: "oauth", client_id: genuine.payload.sub, grant: genuine.payload.sid }),
  "an OAuth client's token of a grant that is not there": () =>
    signed({}, { typ: "oauth", sid: undefined, client_id: genuine.payload.sub, grant: genuine.payload.sid }),
  "an OAuth client's token without its client": () =>
    signed({}, { typ: "oauth", sid: undefined, grant: genuine.payload.sid }),
  "claim typ absent": () => signed({}, { typ: undefined }),
  "expired this second": () => signed({}, { exp: seconds() }),
  "expired long ago": () => signed({}, { iat: 0, exp: 1 }),
  "exp absent": () => signed({}, { exp: undefined }),
  "exp null": () => signed({}, { exp: null }),
  "exp as text": () => signed({}, { exp: String(seconds() + 900) }),
  "exp beyond all numbers": () => {
    const payload = JSON.stringify({ ...genuine.payload, exp: 1 }).replace('"exp":1', '"exp":1e999');
    const text = `${parts()[0]}.${encode(payload)}`;
    return `${text}.${sign("sha256", Buffer.from(text), ownKey).toString("base64url")}`;
  },
  "issued in the future": () => signed({}, { iat: seconds() + 120 }),
  "other issuer": () => signed({}, { iss: "https://example.com" }),
  "issuer absent": () => signed({}, { iss: undefined }),
  "other audience": () => signed({}, { aud: "other" }),
  "audience as a list": () => signed({}, { aud: ["orrery", "other"] }),
  "sub absent": () => signed({}, { sub: undefined }),
  "sub as an object": () => signed({}, { sub: { $ne: null } }),
  "tenant absent": () => signed({}, { tenant: undefined }),
  "session absent": () => signed({}, { sid: undefined }),
  "session unknown": () => signed({}, { sid: "018f0000-0000-7000-8000-000000000000" }),
  "session with NUL": () => signed({}, { sid: "a\u0000b" }),
  "foreign claim": () => signed({}, { admin: true }),
  "scopes raised without signing anew": () =>
    `${parts()[0]}.${encode({ ...genuine.payload, scope: "admin.users" })}.${parts()[2]}`,
  "tenant changed without signing anew": () =>
    `${parts()[0]}.${encode({ ...genuine.payload, tenant: "018f0000-0000-7000-8000-000000000000" })}.${parts()[2]}`,
  "signature cut": () => genuine.token.slice(0, -4),
  "signature empty": () => `${parts()[0]}.${parts()[1]}.`,
  "signature of zeros": () => `${parts()[0]}.${parts()[1]}.${Buffer.alloc(256).toString("base64url")}`,
  "signature in another spelling": () => {
    // 256 bytes leave four spare bits in the last character, which a lenient decoder ignores.
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = alphabet.indexOf(genuine.token.at(-1)!);
    return genuine.token.slice(0, -1) + alphabet[last ^ 1];
  },
  "signature padded": () => `${genuine.token}==`,
  "standard base64 alphabet": () => genuine.token.replace(/[-_]/g, (c) => (c === "-" ? "+" : "/")),
  "fourth part": () => `${genuine.token}.x`,
  "two parts": () => `${parts()[0]}.${parts()[1]}`,
  "header alone": () => parts()[0],
  dots: () => "..",
  "header not JSON": () => `${encode("{")}.${parts()[1]}.${parts()[2]}`,
  "header a list": () => `${encode([])}.${parts()[1]}.${parts()[2]}`,
  "header null": () => `${encode("null")}.${parts()[1]}.${parts()[2]}`,
  "payload not JSON, genuinely signed": () => {
    const text = `${parts()[0]}.${encode("nothing")}`;
    return `${text}.${sign("sha256", Buffer.from(text), ownKey).toString("base64url")}`;
  },
  "payload null, genuinely signed": () => {
    const text = `${parts()[0]}.${encode("null")}`;
    return `${text}.${sign("sha256", Buffer.from(text), ownKey).toString("base64url")}`;
  },
  "JWE in five parts": () => `${encode({ alg: "RSA-OAEP", enc: "A256GCM" })}.a.b.c.d`,
  "a megabyte": () => `${parts()[0]}.${"A".repeat(1_000_000)}.${parts()[2]}`,
};

describe("access tokens", () => {
  it("are accepted as they were issued, and as signed by this test with nothing changed", async () => {
    expect((await contextOf(access, genuine.token)).actor.kind).toBe("user");
    expect((await contextOf(access, signed({}, { jti: "another" }))).actor.kind).toBe("user");
  });

  it.each(Object.keys(HOSTILE))("are refused: %s", async (name) => {
    const token = HOSTILE[name]!();
    expect(token).not.toBe(genuine.token);
    expect(await codeOf(contextOf(access, token))).toBe("AUTHENTICATION_REQUIRED");
  });

  it("are verified by whichever key their kid names, also one that another process has just added", async () => {
    const added = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const spki = added.publicKey.export({ type: "spki", format: "pem" });
    const reader = testAccess(scratch.postgres, { clock });
    expect(await codeOf(contextOf(reader, genuine.token))).toBe("no error");
    await scratch.postgres.query(
      `insert into signing_keys (kid, public_key, sealed_private_key, created_at)
       values ('added', $1, 'unused', to_timestamp(0))`,
      [spki],
    );
    const token = signed({ kid: "added" }, { jti: "added" }, added.privateKey);
    await expect.poll(() => codeOf(contextOf(reader, token)), { timeout: 5_000, interval: 250 }).toBe("no error");
    expect(await codeOf(contextOf(reader, signed({ kid: "added" })))).toBe("AUTHENTICATION_REQUIRED");
  });

  it("of an installation with a base address name it as issuer, and no other's are accepted", async () => {
    const config = { keyEnvironment: "test", home: "/nowhere", admin: { email: undefined, password: undefined } };
    const one = testAccess(scratch.postgres, { clock, config: { ...config, baseUrl: "https://one.example.com" } });
    const two = testAccess(scratch.postgres, { clock, config: { ...config, baseUrl: "https://two.example.com" } });
    const { token } = await (await testTenant(one)).login();
    expect(decode(token.split(".")[1]!).iss).toBe("https://one.example.com");
    expect(await codeOf(contextOf(one, token))).toBe("no error");
    expect(await codeOf(contextOf(two, token))).toBe("AUTHENTICATION_REQUIRED");
  });
});
