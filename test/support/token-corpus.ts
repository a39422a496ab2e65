import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { encode, type Json } from "./assertions.ts";

/** Forged access tokens, each derived from a genuine one by a known attack. */

/** A genuine token and the key that signed it. */
export interface GenuineInput {
  token: string;
  privateKey: KeyObject;
  publicPem: string;
  now: Date;
}

/** Input for building the corpus. */
export interface Genuine extends GenuineInput {
  header: Json;
  payload: Json;
  parts: readonly [string, string, string];
  seconds: number;
  foreign: { publicKey: KeyObject; privateKey: KeyObject };
  elliptic: { privateKey: KeyObject };
  /** A token as the service would sign it, with these members changed; undefined removes one. */
  signed(header?: Json, payload?: Json, key?: KeyObject): string;
  /** The same with these texts in place of header and payload. */
  signedTexts(header: string, payload: string): string;
  hmac(header: Json, secret: string | Buffer): string;
}

export function genuineToken(input: GenuineInput): Genuine {
  const parts = input.token.split(".") as [string, string, string];
  const decode = (part: string): Json => JSON.parse(Buffer.from(part, "base64url").toString());
  const [header, payload] = [decode(parts[0]), decode(parts[1])];
  return {
    ...input,
    header,
    payload,
    parts,
    seconds: Math.floor(input.now.getTime() / 1_000),
    foreign: generateKeyPairSync("rsa", { modulusLength: 2048 }),
    elliptic: generateKeyPairSync("ec", { namedCurve: "P-256" }),
    signed: (h = {}, p = {}, key = input.privateKey) =>
      signedText(`${encode({ ...header, ...h })}.${encode({ ...payload, ...p })}`, key),
    signedTexts: (h, p) => signedText(`${encode(h)}.${encode(p)}`, input.privateKey),
    hmac(h, secret) {
      const text = `${encode({ ...header, ...h })}.${encode(payload)}`;
      return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
    },
  };
}

function signedText(text: string, key: KeyObject): string {
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}

/** The member before all others, which the later one of the same name is to override, or not. */
function doubled(object: Json, member: string): string {
  return `{${member},${JSON.stringify(object).slice(1)}`;
}

/** Attack of each token, and how to build it. */
export const TOKEN_CORPUS: Readonly<Record<string, (genuine: Genuine) => string>> = {
  "alg none without signature": (g) => `${encode({ ...g.header, alg: "none" })}.${g.parts[1]}.`,
  "alg none with the genuine signature": (g) => `${encode({ ...g.header, alg: "none" })}.${g.parts[1]}.${g.parts[2]}`,
  "alg NONE": (g) => `${encode({ ...g.header, alg: "NONE" })}.${g.parts[1]}.${g.parts[2]}`,
  "alg empty": (g) => g.signed({ alg: "" }),
  "alg absent": (g) => g.signed({ alg: undefined }),
  "alg rs256 in lower case": (g) => g.signed({ alg: "rs256" }),
  "alg RS384 over a SHA-256 signature": (g) => g.signed({ alg: "RS384" }),
  "alg PS256": (g) => g.signed({ alg: "PS256" }),
  "alg ES256 with an elliptic key": (g) => g.signed({ alg: "ES256" }, {}, g.elliptic.privateKey),
  "alg as a list": (g) => g.signed({ alg: ["RS256"] }),
  "HS256 with the public key as secret": (g) => g.hmac({ alg: "HS256" }, g.publicPem),
  "HS256 with the public key's DER as secret": (g) =>
    g.hmac({ alg: "HS256" }, Buffer.from(g.publicPem.replace(/-----[^-]+-----|\s/g, ""), "base64")),
  "HS256 with an empty secret": (g) => g.hmac({ alg: "HS256" }, ""),
  "HMAC under the name RS256": (g) => g.hmac({}, g.publicPem),
  "another's key under the genuine kid": (g) => g.signed({}, {}, g.foreign.privateKey),
  "another's key with its jwk in the header": (g) =>
    g.signed({ jwk: g.foreign.publicKey.export({ format: "jwk" }) }, {}, g.foreign.privateKey),
  "jku, genuinely signed": (g) => g.signed({ jku: "https://example.com/keys" }),
  "x5u, genuinely signed": (g) => g.signed({ x5u: "https://example.com/cert" }),
  "x5c, genuinely signed": (g) => g.signed({ x5c: ["MIIB"] }),
  "jwk, genuinely signed": (g) => g.signed({ jwk: g.foreign.publicKey.export({ format: "jwk" }) }),
  "crit, genuinely signed": (g) => g.signed({ crit: ["b64"], b64: false }),
  "zip, genuinely signed": (g) => g.signed({ zip: "DEF" }),
  "unknown kid": (g) => g.signed({ kid: "unknown" }),
  "kid absent": (g) => g.signed({ kid: undefined }),
  "kid empty": (g) => g.signed({ kid: "" }),
  "kid as a path": (g) => g.signed({ kid: "../../../../dev/null" }),
  "kid as SQL": (g) => g.signed({ kid: "' or '1'='1" }),
  "kid of a prototype": (g) => g.signed({ kid: "__proto__" }),
  "kid as a number": (g) => g.signed({ kid: 1 }),
  "kid with NUL": (g) => g.signed({ kid: "a\u0000b" }),
  "typ at+jwt": (g) => g.signed({ typ: "at+jwt" }),
  "typ absent": (g) => g.signed({ typ: undefined }),
  "claim typ refresh": (g) => g.signed({}, { typ: "refresh" }),
  "a login's token as a service account's": (g) => g.signed({}, { typ: "service_account" }),
  "a service account's token as a login's": (g) => g.signed({}, { sid: undefined }),
  "a login's token as an OAuth client's": (g) =>
    g.signed({}, { typ: "oauth", client_id: g.payload.sub, grant: g.payload.sid }),
  "an OAuth client's token of a grant that is not there": (g) =>
    g.signed({}, { typ: "oauth", sid: undefined, client_id: g.payload.sub, grant: g.payload.sid }),
  "an OAuth client's token without its client": (g) =>
    g.signed({}, { typ: "oauth", sid: undefined, grant: g.payload.sid }),
  "claim typ absent": (g) => g.signed({}, { typ: undefined }),
  "expired this second": (g) => g.signed({}, { exp: g.seconds }),
  "expired long ago": (g) => g.signed({}, { iat: 0, exp: 1 }),
  "exp absent": (g) => g.signed({}, { exp: undefined }),
  "exp null": (g) => g.signed({}, { exp: null }),
  "exp as text": (g) => g.signed({}, { exp: String(g.seconds + 900) }),
  "exp beyond all numbers": (g) => {
    const payload = JSON.stringify({ ...g.payload, exp: 1 }).replace('"exp":1', '"exp":1e999');
    const text = `${g.parts[0]}.${encode(payload)}`;
    return signedText(text, g.privateKey);
  },
  "issued in the future": (g) => g.signed({}, { iat: g.seconds + 120 }),
  "other issuer": (g) => g.signed({}, { iss: "https://example.com" }),
  "issuer absent": (g) => g.signed({}, { iss: undefined }),
  "other audience": (g) => g.signed({}, { aud: "other" }),
  "audience as a list": (g) => g.signed({}, { aud: ["orrery", "other"] }),
  "sub absent": (g) => g.signed({}, { sub: undefined }),
  "sub as an object": (g) => g.signed({}, { sub: { $ne: null } }),
  "tenant absent": (g) => g.signed({}, { tenant: undefined }),
  "session absent": (g) => g.signed({}, { sid: undefined }),
  "session unknown": (g) => g.signed({}, { sid: "018f0000-0000-7000-8000-000000000000" }),
  "session with NUL": (g) => g.signed({}, { sid: "a\u0000b" }),
  "foreign claim": (g) => g.signed({}, { admin: true }),
  "scopes raised without signing anew": (g) =>
    `${g.parts[0]}.${encode({ ...g.payload, scope: "admin.users" })}.${g.parts[2]}`,
  "tenant changed without signing anew": (g) =>
    `${g.parts[0]}.${encode({ ...g.payload, tenant: "018f0000-0000-7000-8000-000000000000" })}.${g.parts[2]}`,
  "signature cut": (g) => g.token.slice(0, -4),
  "signature empty": (g) => `${g.parts[0]}.${g.parts[1]}.`,
  "signature of zeros": (g) => `${g.parts[0]}.${g.parts[1]}.${Buffer.alloc(256).toString("base64url")}`,
  "signature in another spelling": (g) => {
    // 256 bytes leave four spare bits in the last character, which a lenient decoder ignores.
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = alphabet.indexOf(g.token.at(-1)!);
    return g.token.slice(0, -1) + alphabet[last ^ 1];
  },
  "signature padded": (g) => `${g.token}==`,
  "standard base64 alphabet": (g) => g.token.replace(/[-_]/g, (c) => (c === "-" ? "+" : "/")),
  "fourth part": (g) => `${g.token}.x`,
  "two parts": (g) => `${g.parts[0]}.${g.parts[1]}`,
  "header alone": (g) => g.parts[0],
  dots: () => "..",
  "header not JSON": (g) => `${encode("{")}.${g.parts[1]}.${g.parts[2]}`,
  "header a list": (g) => `${encode([])}.${g.parts[1]}.${g.parts[2]}`,
  "header null": (g) => `${encode("null")}.${g.parts[1]}.${g.parts[2]}`,
  "payload not JSON, genuinely signed": (g) => {
    const text = `${g.parts[0]}.${encode("nothing")}`;
    return signedText(text, g.privateKey);
  },
  "payload null, genuinely signed": (g) => {
    const text = `${g.parts[0]}.${encode("null")}`;
    return signedText(text, g.privateKey);
  },
  "JWE in five parts": () => `${encode({ alg: "RSA-OAEP", enc: "A256GCM" })}.a.b.c.d`,
  "a megabyte": (g) => `${g.parts[0]}.${"A".repeat(1_000_000)}.${g.parts[2]}`,
  "alg nOnE without signature": (g) => `${encode({ ...g.header, alg: "nOnE" })}.${g.parts[1]}.`,
  "alg null": (g) => g.signed({ alg: null }),
  "alg HS512 with the public key as secret": (g) => g.hmac({ alg: "HS512" }, g.publicPem),
  "HS256 with the public key's text without its last line break": (g) =>
    g.hmac({ alg: "HS256" }, g.publicPem.trimEnd()),
  "HS256 with an empty kid and an empty secret": (g) => g.hmac({ alg: "HS256", kid: "" }, ""),
  "unknown kid of the right form": (g) => g.signed({ kid: "AAAAAAAAAAAAAAAA" }),
  "kid as an address": (g) => g.signed({ kid: "https://example.com/key" }, {}, g.foreign.privateKey),
  "kid as a command": (g) => g.signed({ kid: "key|/bin/true" }),
  "kid beyond all lengths": (g) => g.signed({ kid: "A".repeat(4_000) }),
  "kid in another case": (g) => g.signed({ kid: swapCase(String(g.header.kid)) }),
  "x5t, genuinely signed": (g) => g.signed({ x5t: "dGh1bWI" }),
  "crit empty, genuinely signed": (g) => g.signed({ crit: [] }),
  "crit that names exp, genuinely signed": (g) => g.signed({ crit: ["exp"], exp: 1 }),
  "b64 false, genuinely signed": (g) => g.signed({ b64: false }),
  "cty JWT, genuinely signed": (g) => g.signed({ cty: "JWT" }),
  "typ in lower case": (g) => g.signed({ typ: "jwt" }),
  "typ JOSE": (g) => g.signed({ typ: "JOSE" }),
  "typ of an assertion's": (g) => g.signed({ typ: "client-authentication+jwt" }),
  "claim typ as a list": (g) => g.signed({}, { typ: ["access"] }),
  "claim typ id_token": (g) => g.signed({}, { typ: "id_token" }),
  "nbf in the future": (g) => g.signed({}, { nbf: g.seconds + 3_600 }),
  "nbf in the past": (g) => g.signed({}, { nbf: g.seconds - 3_600 }),
  "exp with a fraction": (g) => g.signed({}, { exp: g.seconds + 899.5 }),
  "exp negative": (g) => g.signed({}, { exp: -1 }),
  "exp as a list": (g) => g.signed({}, { exp: [g.seconds + 900] }),
  "iat absent": (g) => g.signed({}, { iat: undefined }),
  "iat as text": (g) => g.signed({}, { iat: String(g.seconds) }),
  "audience as a list of the right one": (g) => g.signed({}, { aud: ["orrery"] }),
  "audience as an object": (g) => g.signed({}, { aud: { 0: "orrery" } }),
  "audience absent": (g) => g.signed({}, { aud: undefined }),
  "audience empty": (g) => g.signed({}, { aud: "" }),
  "issuer as a list": (g) => g.signed({}, { iss: [g.payload.iss] }),
  "issuer with a slash at its end": (g) => g.signed({}, { iss: `${g.payload.iss}/` }),
  "sub as a list": (g) => g.signed({}, { sub: [g.payload.sub] }),
  "sub as a path": (g) => g.signed({}, { sub: "../admin" }),
  "tenant as a list": (g) => g.signed({}, { tenant: [g.payload.tenant] }),
  "tenant with a wildcard": (g) => g.signed({}, { tenant: "%" }),
  "scope as a list": (g) => g.signed({}, { scope: ["admin.users"] }),
  "scope absent": (g) => g.signed({}, { scope: undefined }),
  "jti absent": (g) => g.signed({}, { jti: undefined }),
  "claim __proto__": (g) => g.signedTexts(JSON.stringify(g.header), doubled(g.payload, '"__proto__":{"admin":true}')),
  "exp twice, the past one first": (g) => g.signedTexts(JSON.stringify(g.header), doubled(g.payload, '"exp":1')),
  "tenant twice": (g) =>
    g.signedTexts(JSON.stringify(g.header), doubled(g.payload, '"tenant":"018f0000-0000-7000-8000-000000000000"')),
  "sub twice, the same both times": (g) =>
    g.signedTexts(JSON.stringify(g.header), doubled(g.payload, `"sub":${JSON.stringify(g.payload.sub)}`)),
  "scope twice, its name once with an escape": (g) =>
    g.signedTexts(JSON.stringify(g.header), doubled(g.payload, '"sc\\u006fpe":"admin.users"')),
  "alg twice, none first": (g) => g.signedTexts(doubled(g.header, '"alg":"none"'), JSON.stringify(g.payload)),
  "kid twice": (g) => g.signedTexts(doubled(g.header, '"kid":"AAAAAAAAAAAAAAAA"'), JSON.stringify(g.payload)),
  "header padded": (g) => `${g.parts[0]}=.${g.parts[1]}.${g.parts[2]}`,
  "payload padded": (g) => `${g.parts[0]}.${g.parts[1]}==.${g.parts[2]}`,
  "payload and header in each other's place": (g) => `${g.parts[1]}.${g.parts[0]}.${g.parts[2]}`,
  "signature of the header alone": (g) =>
    `${g.parts[0]}.${g.parts[1]}.${sign("sha256", Buffer.from(g.parts[0]), g.privateKey).toString("base64url")}`,
  "signature by SHA-1": (g) =>
    `${g.parts[0]}.${g.parts[1]}.${sign("sha1", Buffer.from(`${g.parts[0]}.${g.parts[1]}`), g.privateKey).toString("base64url")}`,
  "signature of another genuine token": (g) => {
    const [h, p] = g.signed({}, { jti: "other" }).split(".");
    return `${h}.${p}.${g.parts[2]}`;
  },
  "payload empty": (g) => `${g.parts[0]}..${g.parts[2]}`,
  "payload a list, genuinely signed": (g) => g.signedTexts(JSON.stringify(g.header), "[]"),
  "payload a text, genuinely signed": (g) => g.signedTexts(JSON.stringify(g.header), '"access"'),
  "payload with a byte order mark": (g) =>
    g.signedTexts(JSON.stringify(g.header), `\ufeff${JSON.stringify(g.payload)}`),
  "payload and something behind it": (g) => g.signedTexts(JSON.stringify(g.header), `${JSON.stringify(g.payload)}{}`),
  "payload that nests deeply": (g) => g.signedTexts(JSON.stringify(g.header), "[".repeat(2_000)),
  "JSON serialization in place of the compact one": (g) =>
    encode({ protected: g.parts[0], payload: g.parts[1], signature: g.parts[2] }),
  "the token in a token": (g) => g.signed({ cty: "JWT" }, { token: g.token }),
  "just over the longest": (g) => g.signed({}, { jti: "A".repeat(8_192) }),
  "a megabyte of header": (g) => `${"A".repeat(1_000_000)}.${g.parts[1]}.${g.parts[2]}`,
  "a megabyte of signature": (g) => `${g.parts[0]}.${g.parts[1]}.${"A".repeat(1_000_000)}`,
  "a megabyte of claims, genuinely signed": (g) => g.signed({}, { scope: "cmdb.read ".repeat(100_000) }),
  "a megabyte of dots": () => ".".repeat(1_000_000),
};

function swapCase(text: string): string {
  return [...text].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join("");
}
