import type { Order } from "./compare-parsed.ts";

/** Semantic Versioning 2.0.0, with an optional `v`: numbers without leading zeros, identifiers, build metadata. */
const SEMANTIC =
  /^v?(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-z-][0-9a-z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-z-][0-9a-z-]*))*))?(?:\+[0-9a-z.-]+)?$/i;
const MAX_LENGTH = 256;

/** The precedence of two semantic versions (section 11 there); null if one of them is none. */
export function compareSemantic(a: string, b: string): Order | null {
  const left = read(a);
  const right = read(b);
  if (left === undefined || right === undefined) return null;
  for (let at = 0; at < 3; at++) {
    const order = compareIntegers(left.numbers[at]!, right.numbers[at]!);
    if (order !== 0) return order;
  }
  if (left.identifiers === undefined || right.identifiers === undefined) {
    if (left.identifiers === right.identifiers) return 0;
    return left.identifiers === undefined ? 1 : -1;
  }
  return compareIdentifiers(left.identifiers, right.identifiers);
}

function read(text: string): { numbers: string[]; identifiers: string[] | undefined } | undefined {
  const match = text.length > MAX_LENGTH ? null : SEMANTIC.exec(text.trim());
  return match ? { numbers: match.slice(1, 4), identifiers: match[4]?.split(".") } : undefined;
}

function compareIdentifiers(a: readonly string[], b: readonly string[]): Order {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const left = a[at]!;
    const right = b[at]!;
    if (left === right) continue;
    const isNumber = /^\d+$/.test(left);
    if (isNumber !== /^\d+$/.test(right)) return isNumber ? -1 : 1;
    return isNumber ? compareIntegers(left, right) : compareText(left, right);
  }
  return compareText(a.length, b.length);
}

/** Digits without leading zeros. */
export function compareIntegers(a: string, b: string): Order {
  return a.length === b.length ? compareText(a, b) : compareText(a.length, b.length);
}

function compareText<T extends string | number>(a: T, b: T): Order {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
