import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { randomBase62, type Secrets } from "../../../platform/secrets.ts";
import type { CurrentKeyRow } from "./signing-keys.store.ts";

const MODULUS_BITS = 2048;
const KID_LENGTH = 16;
const KID = new RegExp(`^[0-9A-Za-z]{${KID_LENGTH}}$`);

/** Generates an RSA key pair and seals its private key. */
export async function makeSigningKey(secrets: Secrets): Promise<CurrentKeyRow> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: MODULUS_BITS,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const kid = randomBase62(KID_LENGTH);
  return { kid, publicKey, sealedPrivateKey: secrets.seal("signing-key", privateKey, kid) };
}

/** Whether the text has the form of our key ids; others are not looked up in the store. */
export function isKid(text: string): boolean {
  return KID.test(text);
}
