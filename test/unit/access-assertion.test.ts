import { createHmac, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { claimedAccount, verifyAssertion } from "../../src/features/access/assertion.ts";
import { publicKey } from "../../src/features/access/public-key.ts";
import { newId } from "../../src/platform/ids.ts";
import { encode, type Json, keyPair, signed } from "../support/assertions.ts";

const own = keyPair();
const foreign = keyPair();
const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" });
const accountId = newId();
const audience = "https://orrery.example.com";
const now = new Date("2026-05-01T12:00:00.250Z");
const seconds = Math.floor(now.getTime() / 1_000);

const HEADER = { alg: "RS256", typ: "JWT" };
const PAYLOAD = { iss: accountId, sub: accountId, aud: audience, iat: seconds, exp: seconds + 3_600 };

function made(payload: Json = {}, header: Json = {}, key = own.privateKey): string {
  return signed({ ...HEADER, ...header }, { ...PAYLOAD, ...payload }, key);
}

function hmac(secret: string | Buffer, alg = "HS256"): string {
  const text = `${encode({ ...HEADER, alg })}.${encode(PAYLOAD)}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

function unsigned(alg: string, signature = ""): string {
  return `${encode({ ...HEADER, alg })}.${encode(PAYLOAD)}.${signature}`;
}

const verify = (assertion: string) =>
  verifyAssertion(assertion, { accountId, publicKey: own.publicPem, audience, now });

describe("an assertion that holds", () => {
  it.each<[string, Json, Json?]>([
    ["as the specification has it", {}],
    ["with a key id", {}, { kid: "any" }],
    ["without typ", {}, { typ: undefined }],
    ["of a short life", { exp: seconds + 1 }],
    ["from a clock 60 s ahead", { iat: seconds + 60, exp: seconds + 3_660 }],
    ["that expired 59 s ago", { iat: seconds - 600, exp: seconds - 59 }],
    ["with a past nbf", { nbf: seconds - 10 }],
    ["with nbf within the skew", { nbf: seconds + 60 }],
    ["with fractions of seconds", { iat: seconds + 0.5, exp: seconds + 60.25 }],
    ["with claims of others", { scope: "cmdb.read", name: "x" }],
  ])("%s", async (_name, payload, header = {}) => {
    expect(await verify(made(payload, header))).toMatchObject({ jti: undefined });
  });

  it("tells its jti, and until when it would be accepted", async () => {
    expect(await verify(made({ jti: "once" }))).toEqual({
      jti: "once",
      acceptedUntil: new Date((seconds + 3_660) * 1_000),
    });
  });
});

/** What each assertion tries. */
const HOSTILE: Record<string, () => string> = {
  nothing: () => "",
  "one dot": () => "a.b",
  "five parts": () => "a.b.c.d.e",
  "parts that are no JSON": () => "AAAA.AAAA.AAAA",
  "a payload that is a list": () => signed(HEADER, [PAYLOAD], own.privateKey),
  "a payload that is null": () => signed(HEADER, "null", own.privateKey),
  "a megabyte": () => made({ filler: "x".repeat(1_000_000) }),
  "alg none without a signature": () => unsigned("none"),
  "alg none with some signature": () => unsigned("none", "AAAA"),
  "alg None with the genuine signature": () => unsigned("None", made().split(".")[2]),
  "alg absent": () => made({}, { alg: undefined }),
  "alg as a list": () => made({}, { alg: ["RS256"] }),
  "HS256 with the public key as secret": () => hmac(own.publicPem),
  "HS256 with the public key's DER as secret": () =>
    hmac(Buffer.from(own.publicPem.replace(/-----[^-]+-----|\s/g, ""), "base64")),
  "HS256 with an empty secret": () => hmac(""),
  "HMAC under the name RS256": () => hmac(own.publicPem, "RS256"),
  "RS384 in name": () => made({}, { alg: "RS384" }),
  "RS512, genuinely signed": () => {
    const text = `${encode({ ...HEADER, alg: "RS512" })}.${encode(PAYLOAD)}`;
    return `${text}.${sign("sha512", Buffer.from(text), own.privateKey).toString("base64url")}`;
  },
  "PS256 in name": () => made({}, { alg: "PS256" }),
  "ES256 by an elliptic key": () => made({}, { alg: "ES256" }, elliptic.privateKey),
  "another's key": () => made({}, {}, foreign.privateKey),
  "another's key with its jwk": () => made({}, { jwk: { kty: "RSA" } }, foreign.privateKey),
  "jku, genuinely signed": () => made({}, { jku: "https://example.com/keys" }),
  "x5u, genuinely signed": () => made({}, { x5u: "https://example.com/cert" }),
  "crit, genuinely signed": () => made({}, { crit: ["b64"], b64: false }),
  "crit of the unknown, genuinely signed": () => made({}, { crit: ["x"], x: 1 }),
  "zip, genuinely signed": () => made({}, { zip: "DEF" }),
  "typ of an access token": () => made({}, { typ: "at+jwt" }),
  "a changed payload": () => {
    const [header, , signature] = made().split(".");
    return `${header}.${encode({ ...PAYLOAD, exp: seconds + 60 })}.${signature}`;
  },
  "padding behind the signature": () => `${made()}==`,
  "a blank before it": () => ` ${made()}`,
  "iss absent": () => made({ iss: undefined }),
  "sub absent": () => made({ sub: undefined }),
  "another's iss": () => made({ iss: newId() }),
  "another's sub": () => made({ sub: newId() }),
  "another account throughout": () => {
    const other = newId();
    return made({ iss: other, sub: other });
  },
  "sub as a list": () => made({ sub: [accountId], iss: [accountId] }),
  "aud absent": () => made({ aud: undefined }),
  "aud of another service": () => made({ aud: "https://example.com" }),
  "aud with a slash": () => made({ aud: `${audience}/` }),
  "aud of the endpoint": () => made({ aud: `${audience}/v1/auth/service-account/token` }),
  "aud in a list": () => made({ aud: [audience] }),
  "aud among others": () => made({ aud: [audience, "https://example.com"] }),
  "iat absent": () => made({ iat: undefined }),
  "iat as text": () => made({ iat: String(seconds) }),
  "iat 62 s ahead": () => made({ iat: seconds + 62 }),
  "exp absent": () => made({ exp: undefined }),
  "exp null": () => made({ exp: null }),
  "exp as text": () => made({ exp: String(seconds + 60) }),
  "exp beyond all numbers": () =>
    signed(HEADER, JSON.stringify({ ...PAYLOAD, exp: 1 }).replace('"exp":1', '"exp":1e999'), own.privateKey),
  "exp 60 s ago": () => made({ iat: seconds - 600, exp: seconds - 60 }),
  "exp an hour and a second after iat": () => made({ exp: seconds + 3_601 }),
  "exp at iat": () => made({ exp: seconds }),
  "exp before iat": () => made({ iat: seconds + 30, exp: seconds + 20 }),
  "nbf 62 s ahead": () => made({ nbf: seconds + 62 }),
  "nbf as text": () => made({ nbf: "now" }),
  "jti empty": () => made({ jti: "" }),
  "jti null": () => made({ jti: null }),
  "jti as a number": () => made({ jti: 1 }),
  "jti of 256 characters": () => made({ jti: "x".repeat(256) }),
};

describe("an assertion that is refused", () => {
  it.each(Object.entries(HOSTILE))("%s", async (_name, make) => {
    expect(await verify(make())).toBeUndefined();
  });

  it("is refused for that alone", async () => {
    expect(await verify(made())).toBeDefined();
    expect(Object.keys(HOSTILE).length).toBeGreaterThan(20);
  });
});

describe("the account that an assertion names", () => {
  it("is its issuer and subject, where both are one id", () => {
    expect(claimedAccount(made())).toBe(accountId);
    expect(claimedAccount(made({ iss: newId() }))).toBeUndefined();
    expect(claimedAccount(made({ iss: "x", sub: "x" }))).toBeUndefined();
    expect(claimedAccount("x")).toBeUndefined();
  });
});

const jwk = (bits: number, e: string) => {
  const modulus = Buffer.alloc(bits / 8, 0xff).toString("base64url");
  return pemOf({ key: { kty: "RSA", n: modulus, e }, format: "jwk" });
};
function pemOf(input: Parameters<typeof createPublicKey>[0]): string {
  return createPublicKey(input).export({ type: "spki", format: "pem" }).toString();
}
const spki = (key: { export(options: { type: "spki"; format: "pem" }): string | Buffer }) =>
  key.export({ type: "spki", format: "pem" }).toString();

describe("a public key", () => {
  it("is RSA of 2048 bits or more, in PEM, and kept in one form", () => {
    expect(publicKey.parse(own.publicPem)).toBe(own.publicPem);
    expect(publicKey.parse(`\n${own.publicPem.replaceAll("\n", "\r\n")}\n`)).toBe(own.publicPem);
    const pkcs1 = createPublicKey(own.publicPem).export({ type: "pkcs1", format: "pem" }).toString();
    expect(publicKey.parse(pkcs1)).toBe(own.publicPem);
    expect(publicKey.safeParse(jwk(4_096, "AQAB")).success).toBe(true);
  });

  it.each<[string, () => unknown]>([
    ["nothing", () => ""],
    ["a number", () => 1],
    ["some text", () => "ssh-rsa AAAAB3NzaC1yc2E"],
    ["an RSA key of 1024 bits", () => keyPair(1_024).publicPem],
    ["an RSA key of 2040 bits", () => jwk(2_040, "AQAB")],
    ["an RSA key of 16384 bits", () => jwk(16_384, "AQAB")],
    ["the exponent 1", () => jwk(2_048, "AQ")],
    ["an even exponent", () => jwk(2_048, "AQAA")],
    ["an exponent of 40 bits", () => jwk(2_048, "AQAAAAE")],
    ["an elliptic key", () => spki(elliptic.publicKey)],
    ["an Ed25519 key", () => spki(generateKeyPairSync("ed25519").publicKey)],
    ["an RSA key for PSS alone", () => spki(generateKeyPairSync("rsa-pss", { modulusLength: 2_048 }).publicKey)],
    ["a private key", () => own.privateKey.export({ type: "pkcs8", format: "pem" })],
    ["two keys", () => own.publicPem + foreign.publicPem],
    ["a key cut short", () => own.publicPem.replace(/\n[^\n]+\n-----END/, "\n-----END")],
    ["a key without its frame", () => own.publicPem.replace(/-----[^-]+-----/g, "")],
    ["text around it", () => `key: ${own.publicPem}`],
  ])("is not %s", (_name, make) => {
    expect(publicKey.safeParse(make()).success).toBe(false);
  });
});
