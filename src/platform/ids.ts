import { hash, randomFillSync } from "node:crypto";

const pool = Buffer.alloc(16 * 256);
let used = pool.length;
let lastMs = 0;
let sequence = 0;

/**
 * A UUIDv7 (RFC 9562, section 5.7), monotonic within this process: ids of one millisecond sort in creation order
 * (method 1 of section 6.2, a 12-bit counter in rand_a).
 */
export function newId(nowMs: number = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + 16);
  used += 16;
  if (nowMs > lastMs) {
    lastMs = nowMs;
    sequence = ((bytes[6]! << 8) | bytes[7]!) & 0x7ff;
  } else if (++sequence > 0xfff) {
    lastMs += 1;
    sequence = 0;
  }
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes[6] = 0x70 | (sequence >> 8);
  bytes[7] = sequence & 0xff;
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return format(bytes);
}

/**
 * An id derived from its parts alone, so that a repeat after a crash finds what the first try created. UUIDv8
 * (RFC 9562, section 5.8) over SHA-256.
 */
export function derivedId(...parts: string[]): string {
  const digest = hash("sha256", parts.map((part) => `${part.length}:${part}`).join(""), "buffer");
  const bytes = digest.subarray(0, 16);
  bytes[6] = 0x80 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return format(bytes);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether the text has the form of an id of Orrery. Other ids cannot exist; callers get 404. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** The lowest UUIDv7 of a millisecond (Unix time): ids made before it are smaller. */
export function lowestIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** When a UUIDv7 was made, in milliseconds (Unix time). */
export function timeOfId(id: string): number {
  return Number.parseInt(id.replace("-", "").slice(0, 12), 16);
}

function format(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
