import { timingSafeEqual } from "node:crypto";
import { HOTP, Secret, TOTP } from "otpauth";

/** Time-based one-time passwords (RFC 6238) as every authenticator app supports them: SHA-1, 30 seconds, six digits. */
const FORM = { algorithm: "SHA1", digits: 6 } as const;
const PERIOD_SECONDS = 30;
/** Steps by which the user's clock may differ, either way (RFC 6238, section 5.2). */
const WINDOW = 1;
/** RFC 4226, section 4, R6: 160 bits. */
export const TOTP_SECRET_BYTES = 20;

/** HOTP (RFC 4226, section 5.3) of the counter, with leading zeros. */
export function hotp(secret: Uint8Array, counter: number, digits = FORM.digits as number): string {
  return HOTP.generate({ ...FORM, secret: secretOf(secret), counter, digits });
}

/** Number of the 30-second step of that time, counted from the epoch. */
export function stepAt(time: Date): number {
  return TOTP.counter({ period: PERIOD_SECONDS, timestamp: time.getTime() });
}

/**
 * The step that the code belongs to, at most one from the current step; undefined for a wrong code. Compares every
 * candidate in constant time; the library's `validate` stops at the first match, and throws for a code that is not
 * ASCII.
 */
export function matchingStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const given = Buffer.from(code);
  let match: number | undefined;
  for (let step = stepAt(now) - WINDOW; step <= stepAt(now) + WINDOW; step++) {
    const expected = Buffer.from(hotp(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) match = step;
  }
  return match;
}

/** RFC 4648, section 6, without padding. */
export function base32(bytes: Uint8Array): string {
  return secretOf(bytes).base32;
}

/** The `otpauth:` URI that authenticator apps read from a QR code (key URI format). */
export function otpauthUrl(secret: Uint8Array, account: string, issuer = "Orrery"): string {
  const key = { ...FORM, period: PERIOD_SECONDS, secret: secretOf(secret) };
  return new TOTP({ ...key, issuer, label: account }).toString();
}

function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: new Uint8Array(bytes).buffer });
}
