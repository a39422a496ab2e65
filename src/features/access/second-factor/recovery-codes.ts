import { randomBytes } from "node:crypto";
import { sha256 } from "../../../platform/secrets.ts";
import { base32 } from "./totp.ts";

/** Number of codes issued when a second factor is confirmed. */
const RECOVERY_CODES = 10;
/** 120 bits: NIST SP 800-63B, section 5.1.2.2, allows a plain hash from 112 bits. */
const BYTES = 15;

const FORM = /^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/i;

/** Whether the text has the form of a recovery code, in upper or lower case; a one-time password never has. */
export function isRecoveryCode(text: string): boolean {
  return FORM.test(text);
}

/** Six groups of four characters: `k5qw-...`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const groups = base32(randomBytes(BYTES)).toLowerCase().match(/.{4}/g) ?? [];
    return groups.join("-");
  });
}

/** The stored hash of a user's code. It includes the user id, so that a hash is valid for one user only. */
export function recoveryCodeHash(userId: string, code: string): Buffer {
  return sha256(`${userId}/${code.toLowerCase()}`);
}
