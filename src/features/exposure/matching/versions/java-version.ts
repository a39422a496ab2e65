import { type Num, type ParsedVersion, POST_RANK, type Qualifier } from "./parsed-version.ts";

/** Java's first version is 1.2, and 1.8 is also called 8; 9 and later carry plain numbers. */
const FIRST = 2;
const LAST = 8;
/** Installers write 8u291 as 8.0.2910.x. */
const INSTALLER_FACTOR = 10;

/**
 * Whether text can only be a Java version of the time of updates: `1.8.0_291`, `8u291`, or 1.8.0 with an update of its own.
 * A short `1.8` counts with an update of two digits only: other makers write 1.8 update 1.
 */
export function isJavaForm(version: string, update = ""): boolean {
  const text = version.trim().toLowerCase();
  if (/^1\.[2-8]\.\d_\d+/.test(text) || /^[5-8]u\d+/.test(text)) return true;
  return /^1\.[2-8]\.\d$/.test(text)
    ? /^u(?:pdate)?_?\d+$/.test(update)
    : /^1\.[2-8] u(?:pdate)?_?\d{2,}$/.test(`${text} ${update}`);
}

/** A Java version in its one form, 8 with update 291: rule 3 makes 1.8.0_291, 8u291, 8.0.291 and 1.8.0 with update 291 one. */
export function toJava(version: ParsedVersion): ParsedVersion {
  if (version.prefix !== "") return version;
  const [first = 0, second = 0] = version.numbers;
  const numbers = first === 1 && second >= FIRST && second <= LAST ? version.numbers.slice(1) : version.numbers;
  const major = numbers[0] ?? 0;
  if (major < FIRST || major > LAST) return version;
  const [, minor = 0, patch = 0] = numbers;
  const written = version.qualifiers.find(({ word }) => word === "update");
  const numbersOfUpdate: readonly Num[] = patch === 0 ? (written?.numbers ?? []) : [updateOf(numbers)];
  const base: Num[] = minor === 0 ? [major] : [major, minor];
  const others = version.qualifiers.filter(
    (each) => each !== written && !isBuild(each, patch !== 0 || written !== undefined),
  );
  const update: Qualifier[] =
    numbersOfUpdate.length === 0 ? [] : [{ rank: POST_RANK, word: "update", numbers: numbersOfUpdate }];
  return { prefix: "", numbers: base, qualifiers: [...update, ...others], own: 0 };
}

/** The `b10` of `1.8.0_291-b10` is a build and no beta. */
function isBuild({ word }: Qualifier, hasUpdate: boolean): boolean {
  return hasUpdate && word === "beta";
}

function updateOf([, , patch = 0, build = 0]: readonly Num[]): Num {
  const isInstallers = typeof patch === "number" && build !== 0 && patch >= 100 && patch % INSTALLER_FACTOR === 0;
  return isInstallers ? patch / INSTALLER_FACTOR : patch;
}
