import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { newId } from "../../src/platform/ids.ts";
import { encode, type Json, type KeyPair, keyPair, signed } from "./assertions.ts";

/** Invalid assertions of service accounts, each derived from a valid one. */

export interface AssertionParts {
  accountId: string;
  audience: string;
  /** The account's. */
  own: KeyPair;
  now: Date;
}

export interface AssertionMaker extends AssertionParts {
  foreign: KeyPair;
  elliptic: { privateKey: KeyObject };
  seconds: number;
  payload: Json;
  /** A valid assertion with these members changed; undefined removes one. */
  made(payload?: Json, header?: Json, key?: KeyObject): string;
  hmac(secret: string | Buffer, alg?: string): string;
  unsigned(alg: string, signature?: string): string;
}

export const HEADER = { alg: "RS256", typ: "JWT" };

export function assertionMaker(parts: AssertionParts): AssertionMaker {
  const { accountId, audience, own, now } = parts;
  const seconds = Math.floor(now.getTime() / 1_000);
  const payload = { iss: accountId, sub: accountId, aud: audience, iat: seconds, exp: seconds + 3_600 };
  return {
    ...parts,
    foreign: keyPair(),
    elliptic: generateKeyPairSync("ec", { namedCurve: "P-256" }),
    seconds,
    payload,
    made: (more = {}, header = {}, key = own.privateKey) =>
      signed({ ...HEADER, ...header }, { ...payload, ...more }, key),
    hmac(secret, alg = "HS256") {
      const text = `${encode({ ...HEADER, alg })}.${encode(payload)}`;
      return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
    },
    unsigned: (alg, signature = "") => `${encode({ ...HEADER, alg })}.${encode(payload)}.${signature}`,
  };
}

/** The member before all others, which the later one of the same name is to override, or not. */
function doubled(object: Json, member: string): string {
  return `{${member},${JSON.stringify(object).slice(1)}`;
}

/** Attack of each assertion, and how to build it. */
export const ASSERTION_CORPUS: Readonly<Record<string, (maker: AssertionMaker) => string>> = {
  nothing: () => "",
  "one dot": () => "a.b",
  "five parts": () => "a.b.c.d.e",
  "parts that are no JSON": () => "AAAA.AAAA.AAAA",
  "a payload that is a list": (g) => signed(HEADER, [g.payload], g.own.privateKey),
  "a payload that is null": (g) => signed(HEADER, "null", g.own.privateKey),
  "a megabyte": (g) => g.made({ filler: "x".repeat(1_000_000) }),
  "alg none without a signature": (g) => g.unsigned("none"),
  "alg none with some signature": (g) => g.unsigned("none", "AAAA"),
  "alg None with the genuine signature": (g) => g.unsigned("None", g.made().split(".")[2]),
  "alg absent": (g) => g.made({}, { alg: undefined }),
  "alg as a list": (g) => g.made({}, { alg: ["RS256"] }),
  "HS256 with the public key as secret": (g) => g.hmac(g.own.publicPem),
  "HS256 with the public key's DER as secret": (g) =>
    g.hmac(Buffer.from(g.own.publicPem.replace(/-----[^-]+-----|\s/g, ""), "base64")),
  "HS256 with an empty secret": (g) => g.hmac(""),
  "HMAC under the name RS256": (g) => g.hmac(g.own.publicPem, "RS256"),
  "RS384 in name": (g) => g.made({}, { alg: "RS384" }),
  "RS512, genuinely signed": (g) => {
    const text = `${encode({ ...HEADER, alg: "RS512" })}.${encode(g.payload)}`;
    return `${text}.${sign("sha512", Buffer.from(text), g.own.privateKey).toString("base64url")}`;
  },
  "PS256 in name": (g) => g.made({}, { alg: "PS256" }),
  "ES256 by an elliptic key": (g) => g.made({}, { alg: "ES256" }, g.elliptic.privateKey),
  "another's key": (g) => g.made({}, {}, g.foreign.privateKey),
  "another's key with its jwk": (g) => g.made({}, { jwk: { kty: "RSA" } }, g.foreign.privateKey),
  "jku, genuinely signed": (g) => g.made({}, { jku: "https://example.com/keys" }),
  "x5u, genuinely signed": (g) => g.made({}, { x5u: "https://example.com/cert" }),
  "crit, genuinely signed": (g) => g.made({}, { crit: ["b64"], b64: false }),
  "crit of the unknown, genuinely signed": (g) => g.made({}, { crit: ["x"], x: 1 }),
  "zip, genuinely signed": (g) => g.made({}, { zip: "DEF" }),
  "typ of an access token": (g) => g.made({}, { typ: "at+jwt" }),
  "a changed payload": (g) => {
    const [header, , signature] = g.made().split(".");
    return `${header}.${encode({ ...g.payload, exp: g.seconds + 60 })}.${signature}`;
  },
  "padding behind the signature": (g) => `${g.made()}==`,
  "a blank before it": (g) => ` ${g.made()}`,
  "iss absent": (g) => g.made({ iss: undefined }),
  "sub absent": (g) => g.made({ sub: undefined }),
  "another's iss": (g) => g.made({ iss: newId() }),
  "another's sub": (g) => g.made({ sub: newId() }),
  "another account throughout": (g) => {
    const other = newId();
    return g.made({ iss: other, sub: other });
  },
  "sub as a list": (g) => g.made({ sub: [g.accountId], iss: [g.accountId] }),
  "aud absent": (g) => g.made({ aud: undefined }),
  "aud of another service": (g) => g.made({ aud: "https://example.com" }),
  "aud with a slash": (g) => g.made({ aud: `${g.audience}/` }),
  "aud of the endpoint": (g) => g.made({ aud: `${g.audience}/v1/auth/service-account/token` }),
  "aud in a list": (g) => g.made({ aud: [g.audience] }),
  "aud among others": (g) => g.made({ aud: [g.audience, "https://example.com"] }),
  "iat absent": (g) => g.made({ iat: undefined }),
  "iat as text": (g) => g.made({ iat: String(g.seconds) }),
  "iat 62 s ahead": (g) => g.made({ iat: g.seconds + 62 }),
  "exp absent": (g) => g.made({ exp: undefined }),
  "exp null": (g) => g.made({ exp: null }),
  "exp as text": (g) => g.made({ exp: String(g.seconds + 60) }),
  "exp beyond all numbers": (g) =>
    signed(HEADER, JSON.stringify({ ...g.payload, exp: 1 }).replace('"exp":1', '"exp":1e999'), g.own.privateKey),
  "exp 60 s ago": (g) => g.made({ iat: g.seconds - 600, exp: g.seconds - 60 }),
  "exp an hour and a second after iat": (g) => g.made({ exp: g.seconds + 3_601 }),
  "exp at iat": (g) => g.made({ exp: g.seconds }),
  "exp before iat": (g) => g.made({ iat: g.seconds + 30, exp: g.seconds + 20 }),
  "nbf 62 s ahead": (g) => g.made({ nbf: g.seconds + 62 }),
  "nbf as text": (g) => g.made({ nbf: "now" }),
  "jti empty": (g) => g.made({ jti: "" }),
  "jti null": (g) => g.made({ jti: null }),
  "jti as a number": (g) => g.made({ jti: 1 }),
  "jti of 256 characters": (g) => g.made({ jti: "x".repeat(256) }),
  "exp twice, the later one first": (g) =>
    signed(HEADER, doubled(g.payload, `"exp":${g.seconds + 99_999}`), g.own.privateKey),
  "sub twice": (g) => signed(HEADER, doubled(g.payload, `"sub":"${newId()}"`), g.own.privateKey),
  "aud twice, its name once with an escape": (g) =>
    signed(HEADER, doubled(g.payload, '"\\u0061ud":"https://example.com"'), g.own.privateKey),
  "alg twice": (g) => signed(doubled(HEADER, '"alg":"none"'), g.payload, g.own.privateKey),
};
