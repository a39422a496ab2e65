import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** The purpose of a derived key. Keys of different purposes are independent: none opens another's text. */
export type SecretPurpose = "signing-key" | "webhook-secret" | "totp-secret" | "integration-token";

/** Encryption at rest under the installation's root secret. */
export interface Secrets {
  /** Id of the current root secret, which reveals nothing of it; the second part of every text that it sealed. */
  readonly rootId: string;
  /**
   * Encrypts with AES-256-GCM under the purpose's key of the current root. `binding` names the row of the text, so that
   * the text cannot be opened in another row. Returns `v1.<key id>.<nonce>.<text and tag>`, base64url.
   */
  seal(purpose: SecretPurpose, plaintext: string, binding: string): string;
  /** Decrypts. Throws SealError if the text was altered, has another binding, or its root secret is unknown. */
  open(purpose: SecretPurpose, sealed: string, binding: string): string;
  /** HMAC-SHA-256 of the text under the current root, for texts that an attacker could guess; 32 bytes. */
  fingerprint(purpose: FingerprintPurpose, text: string): Buffer;
}

/** The purpose of a fingerprint. Fingerprints of different purposes cannot be compared. */
export type FingerprintPurpose = "login-attempt" | "idempotency" | "refresh-token";

/** A sealed text that cannot be opened. The message names the cause and nothing of the text. */
export class SealError extends Error {
  override readonly name = "SealError";
}

const VERSION = "v1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals with the current root; opens texts of the current and previous roots. Roots have high entropy (at least 32
 * characters), so HKDF (RFC 5869) suffices and no slow derivation is needed.
 */
export function createSecrets(root: string, previousRoots: readonly string[] = []): Secrets {
  const roots = new Map([root, ...previousRoots].map((each) => [keyId(each), each] as const));
  const current = keyId(root);
  const keys = new Map<string, Buffer>();

  const keyFor = (id: string, purpose: SecretPurpose): Buffer => {
    const known = keys.get(`${id}/${purpose}`);
    if (known) return known;
    const secret = roots.get(id);
    if (secret === undefined) throw new SealError("sealed under another root secret");
    const key = derive(secret, `seal/${purpose}`, 32);
    keys.set(`${id}/${purpose}`, key);
    return key;
  };

  const fingerprintKeys = new Map<FingerprintPurpose, Buffer>();
  const fingerprintKey = (purpose: FingerprintPurpose): Buffer => {
    const key = fingerprintKeys.get(purpose) ?? derive(root, `fingerprint/${purpose}`, 32);
    fingerprintKeys.set(purpose, key);
    return key;
  };

  return {
    rootId: current,
    fingerprint: (purpose, text) => createHmac("sha256", fingerprintKey(purpose)).update(text, "utf8").digest(),

    seal(purpose, plaintext, binding) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", keyFor(current, purpose), nonce);
      cipher.setAAD(Buffer.from(`${VERSION}/${purpose}/${binding}`));
      const sealed = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return [VERSION, current, nonce.toString("base64url"), sealed.toString("base64url")].join(".");
    },

    open(purpose, text, binding) {
      const [version, id, nonceText, sealedText, ...rest] = text.split(".");
      const nonce = Buffer.from(nonceText ?? "", "base64url");
      const sealed = Buffer.from(sealedText ?? "", "base64url");
      const wellFormed = version === VERSION && id !== undefined && rest.length === 0;
      if (!wellFormed || nonce.length !== NONCE_BYTES || sealed.length < TAG_BYTES) {
        throw new SealError("not a sealed text");
      }
      const decipher = createDecipheriv("aes-256-gcm", keyFor(id, purpose), nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(`${VERSION}/${purpose}/${binding}`));
      decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
      try {
        const body = sealed.subarray(0, sealed.length - TAG_BYTES);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
      } catch (error) {
        throw new SealError("altered, or sealed for another place", { cause: error });
      }
    },
  };
}

/** SHA-256, under which secrets of high entropy are stored and looked up. */
export function sha256(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Random characters of `[0-9A-Za-z]`, each equally likely (5.95 bits each). */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length + 8)) {
      // 248 = 4 * 62: the bytes above would make the first characters more likely.
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

/** A number from 0 to 2^53 in base 62, padded with zeros on the left to the width. */
export function base62(value: number, width: number): string {
  let text = "";
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = BASE62[rest % 62] + text;
  return text.padStart(width, "0");
}

/** The last `length` digits, in base 62, of the number that the bytes are. */
export function base62OfBytes(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (; text.length < length; rest /= 62n) text = BASE62[Number(rest % 62n)] + text;
  return text;
}

/** An id of the root that reveals nothing of it. */
function keyId(root: string): string {
  return derive(root, "key id", 6).toString("base64url");
}

function derive(root: string, info: string, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", root, "orrery", info, length));
}
