import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { claimedAccount, verifyAssertion } from "../../../src/features/access/service-accounts/assertion.ts";
import { publicKey } from "../../../src/features/access/service-accounts/public-key.ts";
import { newId } from "../../../src/platform/ids.ts";
import { ASSERTION_CORPUS, assertionMaker } from "../../support/assertion-corpus.ts";
import { type Json, keyPair } from "../../support/assertions.ts";

const own = keyPair();
const accountId = newId();
const audience = "https://orrery.example.com";
const now = new Date("2026-05-01T12:00:00.250Z");
const seconds = Math.floor(now.getTime() / 1_000);

const maker = assertionMaker({ accountId, audience, own, now });
const { foreign, made } = maker;
const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" });

const verify = (assertion: string) =>
  verifyAssertion(assertion, { accountId, publicKey: own.publicPem, audience, now });

describe("verifyAssertion accepts", () => {
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

  it("an assertion, and returns its jti and when it stops being accepted", async () => {
    expect(await verify(made({ jti: "once" }))).toEqual({
      jti: "once",
      acceptedUntil: new Date((seconds + 3_660) * 1_000),
    });
  });
});

describe("verifyAssertion refuses", () => {
  it.each(Object.entries(ASSERTION_CORPUS))("%s", async (_name, make) => {
    expect(await verify(make(maker))).toBeUndefined();
  });

  it("is refused for that alone", async () => {
    expect(await verify(made())).toBeDefined();
    expect(Object.keys(ASSERTION_CORPUS).length).toBeGreaterThan(20);
  });
});

describe("claimedAccount", () => {
  it("returns issuer and subject when both are the same id", () => {
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

describe("publicKey", () => {
  it("accepts RSA of 2048 bits or more in PEM, and normalises it", () => {
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
  ])("refuses %s", (_name, make) => {
    expect(publicKey.safeParse(make()).success).toBe(false);
  });
});
