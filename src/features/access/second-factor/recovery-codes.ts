import { randomBytes } from "node:crypto";
import { sha256 } from "../../../platform/secrets.ts";
import { base32 } from "./totp.ts";

/** So many are given when a second factor is confirmed. */
const RECOVERY_CODES = 10;
/** 120 bits: above the 112 from which NIST SP 800-63B, section 5.1.2.2, lets a plain hash be stored. */
const BYTES = 15;

const FORM = /^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/i;

/** Whether the text has the form of a recovery code, in either case; a one-time password never has. */
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

/** The form in which a user's code is stored. The id in it keeps one user's hash from fitting another's row. */
export function recoveryCodeHash(userId: string, code: string): Buffer {
  return sha256(`${userId}/${code.toLowerCase()}`);
}
