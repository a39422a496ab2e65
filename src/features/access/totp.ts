import { createHmac, timingSafeEqual } from "node:crypto";

/** Time-based one-time passwords (RFC 6238) with what every authenticator app knows: SHA-1, 30 seconds, six digits. */

const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps by which the user's clock may differ, either way (RFC 6238, section 5.2). */
const WINDOW = 1;
/** RFC 4226, section 4, R6: 160 bits. */
export const TOTP_SECRET_BYTES = 20;

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** HOTP (RFC 4226, section 5.3) of the counter, with leading zeros. */
export function hotp(secret: Uint8Array, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac("sha1", secret).update(message).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** Number of the step that the time is in, counted from the epoch. */
export function stepAt(time: Date): number {
  return Math.floor(time.getTime() / STEP_MS);
}

/** The step whose code this is, within one of the present step; every candidate is compared, in constant time each. */
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
  let text = "";
  let [held, bits] = [0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32[(held >>> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + BASE32[(held << (5 - bits)) & 31] : text;
}

/** What an authenticator app reads from a QR code (the key URI format that they share). `secret` in base 32. */
export function otpauthUrl(secret: string, account: string, issuer = "Orrery"): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}`;
  return `otpauth://totp/${label}?${query}&period=${STEP_MS / 1_000}`;
}
