import type { Order } from "./compare-parsed.ts";
import { compareIntegers } from "./semantic-order.ts";

const VERSION = /^(?:(\d+):)?([0-9A-Za-z.+~:-]+)$/;
const MAX_LENGTH = 512;

/**
 * The order of two Debian package versions, as deb-version(7) and `dpkg --compare-versions` define it: epoch, then the maker's
 * version, then the revision behind the last hyphen. Null for text that is no Debian version.
 */
export function compareDebian(a: string, b: string): Order | null {
  const left = read(a);
  const right = read(b);
  if (left === undefined || right === undefined) return null;
  return (
    compareIntegers(left.epoch, right.epoch) ||
    compareParts(left.upstream, right.upstream) ||
    compareParts(left.revision, right.revision)
  );
}

function read(text: string): { epoch: string; upstream: string; revision: string } | undefined {
  const match = text.length > MAX_LENGTH ? null : VERSION.exec(text.trim());
  if (match === null) return undefined;
  const rest = match[2]!;
  const hyphen = rest.lastIndexOf("-");
  const upstream = hyphen === -1 ? rest : rest.slice(0, hyphen);
  if (upstream === "") return undefined;
  return { epoch: withoutZeros(match[1] ?? "0"), upstream, revision: hyphen === -1 ? "" : rest.slice(hyphen + 1) };
}

/** Runs of other signs and runs of digits in turn; a missing number is 0. */
function compareParts(a: string, b: string): Order {
  let left = a;
  let right = b;
  while (left !== "" || right !== "") {
    const signs = [/^\D*/.exec(left)![0], /^\D*/.exec(right)![0]] as const;
    const bySigns = compareSigns(...signs);
    if (bySigns !== 0) return bySigns;
    left = left.slice(signs[0].length);
    right = right.slice(signs[1].length);
    const digits = [/^\d*/.exec(left)![0], /^\d*/.exec(right)![0]] as const;
    const byNumber = compareIntegers(withoutZeros(digits[0]), withoutZeros(digits[1]));
    if (byNumber !== 0) return byNumber;
    left = left.slice(digits[0].length);
    right = right.slice(digits[1].length);
  }
  return 0;
}

function compareSigns(a: string, b: string): Order {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = weightOf(a[at]) - weightOf(b[at]);
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return 0;
}

/** `~` before the end, the end before letters, letters before all other signs. */
function weightOf(sign: string | undefined): number {
  if (sign === undefined) return 0;
  if (sign === "~") return -1;
  return /[A-Za-z]/.test(sign) ? sign.charCodeAt(0) : sign.charCodeAt(0) + 256;
}

export function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, "");
}
