import type { Border, Criterion } from "./criterion.ts";
import { both, type Met } from "./doubt.ts";
import { compareOwn, compareParsed, isSameOwn, isSameParsed } from "./versions/compare-parsed.ts";
import { toJava } from "./versions/java-version.ts";
import { parseVersion } from "./versions/parse-version.ts";
import { hasUpdate, isPreRelease, type MatchableVersion, type ParsedVersion } from "./versions/parsed-version.ts";

/** What a program's version is known to be. */
export interface InstalledVersion {
  /** Null for an unknown version and for text that is none. */
  readonly version: MatchableVersion;
  /** Lower-case text that is no version, such as `jakarta`; undefined otherwise. */
  readonly codename: string | undefined;
  /** Of the CPE name: `*` for none named. */
  readonly update: string;
  /** The version is Java's of the time of updates. */
  readonly isJava: boolean;
}

/**
 * Whether a version meets a criterion's version, update and range (rules 3 to 6).
 * `isJava`: the record speaks of this product in Java's versions.
 */
export function matchVersion(criterion: Criterion, installed: InstalledVersion, isJava = false): Met {
  if (criterion.form === "none") return "version_none";
  const { version } = installed;
  if (criterion.form === "any") return matchUpdate(criterion.update, version);
  if (criterion.codename !== undefined) return matchCodename(criterion, installed);
  if (version === null) return "version_unknown";
  const read = isJava || installed.isJava ? toJava : asWritten;
  return criterion.form === "exact" ? matchExact(criterion, read(version), read) : matchRange(criterion, version, read);
}

type Reading = (version: ParsedVersion) => ParsedVersion;

function asWritten(version: ParsedVersion): ParsedVersion {
  return version;
}

/** A name such as `jakarta` is itself, and is not a version with a number; two different names have no order. */
function matchCodename({ codename, update }: Criterion, installed: InstalledVersion): Met {
  if (installed.version !== null) return false;
  if (installed.codename !== codename) return "version_unknown";
  if (update === "*" || update === installed.update) return true;
  return update === "-" && installed.update === "*";
}

function matchExact({ version, update }: Criterion, installed: ParsedVersion, read: Reading): Met {
  if (version === null) return "version_order";
  const named = read(version);
  const takesUpdates = update === "*" && !hasUpdate(named);
  const isSame = takesUpdates ? isSameOwn(installed, named) : isSameParsed(installed, named);
  if (installed.prefix === named.prefix) return isSame;
  return isSame || installed.prefix !== "" ? "version_order" : false;
}

/** The update that a range or a criterion of every version names beside its borders. */
function matchUpdate(named: string, version: MatchableVersion): Met {
  if (named === "*") return true;
  const updates = version?.qualifiers.slice(version.own) ?? [];
  if (named === "-") return updates.length === 0 ? true : "update";
  if (updates.length === 0 || version === null) return "update";
  const wanted = parseVersion("0", named);
  return wanted !== null && isSameParsed({ ...version, numbers: [], qualifiers: updates }, wanted);
}

function matchRange({ start, end, update }: Criterion, version: ParsedVersion, read: Reading): Met {
  const installed = read(version);
  const above = start === undefined || isInside(installed, start, 1, read);
  if (above === false) return false;
  const inside = both(above, end === undefined || isInside(installed, end, -1, read));
  return both(inside, matchUpdate(update, version));
}

/** Whether a version lies on the inner side of a border: above it (1) or below it (-1). */
function isInside(version: ParsedVersion, border: Border, side: 1 | -1, read: Reading): Met {
  if (border.version === null) return "version_order";
  const limit = read(border.version);
  const whole = hasUpdate(limit);
  const order = whole ? compareParsed(version, limit) : compareOwn(version, limit);
  if (order === null) return "version_order";
  if (order !== 0) return order === side;
  return !whole && isPreRelease(version) ? "pre_release" : border.inclusive;
}
