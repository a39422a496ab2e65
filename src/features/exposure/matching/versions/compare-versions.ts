import { compareParsed, type Order } from "./compare-parsed.ts";
import { compareDebian } from "./debian-order.ts";
import { toJava } from "./java-version.ts";
import { parseVersion } from "./parse-version.ts";
import { compareRpm } from "./rpm-order.ts";
import { compareSemantic } from "./semantic-order.ts";

/**
 * By whose rules versions are ordered. `maker`: numbers, letters and words as makers use them, which covers dotted numbers, OpenSSL's
 * letters, OpenSSH's patch levels, Windows builds, dates and pre-releases. `java`: the same for Java, where 1.8.0_291 is 8u291.
 * `semantic`, `debian` and `rpm`: the published rules of Semantic Versioning, dpkg and rpm.
 */
export type Scheme = "maker" | "java" | "semantic" | "debian" | "rpm";

/**
 * The order of two versions: -1 if the first comes before the second. Null where they cannot be compared: one is no version
 * (`latest`, a commit), or words meet whose order nobody knows.
 */
export function compareVersions(a: string, b: string, scheme: Scheme): -1 | 0 | 1 | null {
  switch (scheme) {
    case "semantic":
      return compareSemantic(a, b);
    case "debian":
      return compareDebian(a, b);
    case "rpm":
      return compareRpm(a, b);
    default:
      return compareAsMaker(a, b, scheme === "java");
  }
}

function compareAsMaker(a: string, b: string, isJava: boolean): Order | null {
  const left = parseVersion(a);
  const right = parseVersion(b);
  if (left === null || right === null) return null;
  return isJava ? compareParsed(toJava(left), toJava(right)) : compareParsed(left, right);
}
