import { compareParsed, type Order } from "./compare-parsed.ts";
import { parseVersion } from "./parse-version.ts";

/** By whose rules versions are ordered: `maker` = numbers, then words as makers use them. */
export type Scheme = "maker";

/** The order of two versions; null where they cannot be compared. */
export function compareVersions(a: string, b: string, _scheme: Scheme): Order | null {
  const left = parseVersion(a);
  const right = parseVersion(b);
  return left && right && compareParsed(left, right);
}
