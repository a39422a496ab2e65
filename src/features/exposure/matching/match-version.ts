import type { Border, Criterion } from "./criterion.ts";
import type { Met } from "./doubt.ts";
import { compareOwn, compareParsed, isSameOwn, isSameParsed } from "./versions/compare-parsed.ts";
import { hasUpdate, isPreRelease, type MatchableVersion, type ParsedVersion } from "./versions/parsed-version.ts";

/** Whether a version meets a criterion's version, update and range (rules 3 to 6). */
export function matchVersion(criterion: Criterion, version: MatchableVersion): Met {
  switch (criterion.form) {
    case "none":
      return "version_none";
    case "any":
      return isNamed(criterion.update) ? "edition" : true;
    case "exact":
      return version === null ? "version_unknown" : matchExact(criterion, version);
    case "range":
      return version === null ? "version_unknown" : matchRange(criterion, version);
  }
}

function isNamed(value: string): boolean {
  return value !== "*" && value !== "-";
}

function matchExact({ version: named, update }: Criterion, version: ParsedVersion): Met {
  if (named === null) return "version_order";
  const takesUpdates = update === "*" && !hasUpdate(named);
  const isSame = takesUpdates ? isSameOwn(version, named) : isSameParsed(version, named);
  return isSame && version.prefix !== named.prefix ? "version_order" : isSame;
}

function matchRange({ start, end }: Criterion, version: ParsedVersion): Met {
  const above = start === undefined || isInside(version, start, 1);
  if (above === false) return false;
  const below = end === undefined || isInside(version, end, -1);
  return below === true ? above : below;
}

/** Whether a version lies on the inner side of a border: above it (1) or below it (-1). */
function isInside(version: ParsedVersion, border: Border, side: 1 | -1): Met {
  if (border.version === null) return "version_order";
  const whole = hasUpdate(border.version);
  const order = whole ? compareParsed(version, border.version) : compareOwn(version, border.version);
  if (order === null) return "version_order";
  if (order !== 0) return order === side;
  return !whole && isPreRelease(version) ? "pre_release" : border.inclusive;
}
