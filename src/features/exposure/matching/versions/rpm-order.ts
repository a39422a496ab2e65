import type { Order } from "./compare-parsed.ts";
import { withoutZeros } from "./debian-order.ts";
import { compareIntegers } from "./semantic-order.ts";

const VERSION = /^(?:(\d+):)?([!-,.-~]+)(?:-([!-~]+))?$/;
const SEGMENT = /~|\^|\d+|[A-Za-z]+/g;
const MAX_LENGTH = 512;

/**
 * The order of two RPM package versions `[epoch:]version[-release]`, as rpm's own comparison (rpmvercmp) defines it. A release counts
 * where both have one. Null for text that is no such version.
 */
export function compareRpm(a: string, b: string): Order | null {
  const left = read(a);
  const right = read(b);
  if (left === undefined || right === undefined) return null;
  const order = compareIntegers(left.epoch, right.epoch) || compareSegments(left.version, right.version);
  if (order !== 0 || left.release === undefined || right.release === undefined) return order;
  return compareSegments(left.release, right.release);
}

function read(text: string): { epoch: string; version: string; release: string | undefined } | undefined {
  const match = text.length > MAX_LENGTH ? null : VERSION.exec(text.trim());
  return match ? { epoch: withoutZeros(match[1] ?? "0"), version: match[2]!, release: match[3] } : undefined;
}

/** Runs of digits and of letters; other signs only part them. */
function compareSegments(a: string, b: string): Order {
  const left = a.match(SEGMENT) ?? [];
  const right = b.match(SEGMENT) ?? [];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const order = compareSegment(left[at], right[at]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareSegment(a: string | undefined, b: string | undefined): Order {
  if (a === b) return 0;
  const byKind = weightOf(a) - weightOf(b);
  if (byKind !== 0) return byKind < 0 ? -1 : 1;
  if (weightOf(a) === NUMBER) return compareIntegers(withoutZeros(a!), withoutZeros(b!));
  return a! < b! ? -1 : 1;
}

const NUMBER = 3;

/** `~` before the end, the end before `^`, `^` before letters, letters before numbers. */
function weightOf(segment: string | undefined): number {
  if (segment === undefined) return 0;
  if (segment === "~") return -1;
  if (segment === "^") return 1;
  return /^\d/.test(segment) ? NUMBER : 2;
}
