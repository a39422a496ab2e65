import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { newId } from "../../src/platform/ids.ts";

/** Signed assertions of service accounts, built with node:crypto only: independent of the library. */

export const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:jwt-bearer";

export type Json = Record<string, unknown>;

export interface KeyPair {
  publicPem: string;
  privateKey: KeyObject;
}

export function keyPair(modulusLength = 2_048): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength });
  return { publicPem: publicKey.export({ type: "spki", format: "pem" }).toString(), privateKey };
}

export function encode(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
}

/** An RS256 signature over the two parts, whatever they say. */
export function signed(header: unknown, payload: unknown, privateKey: KeyObject): string {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
}

/** A valid assertion, issued at `now` for an hour, with these claims changed; undefined removes one. */
export function assertionOf(
  accountId: string,
  audience: string,
  { privateKey }: Pick<KeyPair, "privateKey">,
  { now = new Date(), ...claims }: Json & { now?: Date } = {},
): string {
  const iat = Math.floor(now.getTime() / 1_000);
  const payload = { iss: accountId, sub: accountId, aud: audience, iat, exp: iat + 3_600, jti: newId(), ...claims };
  return signed({ alg: "RS256", typ: "JWT" }, payload, privateKey);
}
