import type { VersionSchemeLine } from "./knowledge-schema.ts";
import type { VersionScheme, VersionSchemes } from "./known-product.ts";

/** The schemes of the lines that map versions, by pair. */
export function schemesByPair(lines: readonly VersionSchemeLine[]): VersionSchemes {
  const schemes = new Map<string, VersionScheme[]>();
  for (const line of lines) {
    if ("version" in line) continue;
    const scheme = "builds" in line ? byBuild(line.builds) : rewriting(new RegExp(line.from), line.to);
    for (const pair of line.cpe) schemes.set(pair, [...(schemes.get(pair) ?? []), scheme]);
  }
  return schemes;
}

function rewriting(from: RegExp, to: string): VersionScheme {
  return (version) => (from.test(version) ? version.replace(from, to) : undefined);
}

const BUILD = /^\d{1,9}(?:\.\d{1,9}){2,3}$/;

/**
 * The release by the first build of each ("4.7.2053" is the first of 4.7): the last first build whose leading numbers are
 * those of the version, and whose last number is not above the version's at that place.
 */
function byBuild(builds: Readonly<Record<string, string>>): VersionScheme {
  const firsts = Object.entries(builds).map(([first, release]) => ({ first: numbersOf(first), release }));
  return (version) => {
    if (!BUILD.test(version)) return undefined;
    const numbers = numbersOf(version);
    let found: (typeof firsts)[number] | undefined;
    for (const each of firsts) {
      const last = each.first.length - 1;
      const isOf = each.first.every((number, at) =>
        at < last ? numbers[at] === number : (numbers[at] ?? -1) >= number,
      );
      if (isOf && (found === undefined || each.first[last]! >= found.first.at(-1)!)) found = each;
    }
    return found?.release;
  };
}

function numbersOf(version: string): number[] {
  return version.split(".").map(Number);
}
