import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Whether a header holds the secret; takes the same time wherever they differ. */
export function isSecret(header: string | undefined, secret: string): boolean {
  return timingSafeEqual(digest(header ?? ""), digest(secret));
}

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/** Whether a header holds `sha256=<hex>`, the HMAC-SHA-256 (RFC 2104) of the bytes under the secret. */
export function isHmac(header: string | undefined, secret: string, raw: Uint8Array): boolean {
  const [, hex] = SIGNATURE.exec(header ?? "") ?? [];
  if (hex === undefined) return false;
  return timingSafeEqual(Buffer.from(hex, "hex"), createHmac("sha256", secret).update(raw).digest());
}

/** Equally long for texts of any length. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
