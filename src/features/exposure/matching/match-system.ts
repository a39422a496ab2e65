import { parseCpeName } from "../../../model/cpe-name.ts";
import type { Criterion } from "./criterion.ts";
import { both, type Met } from "./doubt.ts";
import { matchVersion } from "./match-version.ts";
import type { PreparedHost } from "./prepare.ts";
import { familyOf, wordsOfSystem } from "./systems.ts";

const WHOLE_FAMILIES = new Set([
  "o:microsoft:windows",
  "o:linux:linux_kernel",
  "o:apple:macos",
  "o:apple:mac_os_x",
  "o:apple:mac_os",
]);

/** Whether a server's operating system meets a criterion on a system (rule 9). */
export function matchSystem(criterion: Criterion, host: PreparedHost): Met {
  if (host.family === null) return "system";
  const [, vendor = "", product = ""] = criterion.key.split(":");
  const words = wordsOfSystem(product);
  const family = familyOf(words) ?? familyOf(wordsOfSystem(vendor)) ?? "other";
  if (family !== host.family) return false;
  if (WHOLE_FAMILIES.has(criterion.key)) return matchSystemVersion(criterion, host);
  return both(matchProduct(words, host), matchSystemVersion(criterion, host));
}

/** A product's words must stand in the system's name; a number that is missing there may be a release within it. */
function matchProduct(words: readonly string[], host: PreparedHost): Met {
  const missing = words.filter((word) => !host.words.includes(word) && word !== host.family);
  if (missing.length === 0) return true;
  const release = words.at(-1)!;
  const isRelease = missing.length === 1 && missing[0] === release && /^\d/.test(release);
  return isRelease && words.slice(0, -1).some((word) => /^\d+$/.test(word)) ? "version_unknown" : false;
}

function matchSystemVersion(criterion: Criterion, host: PreparedHost): Met {
  if (criterion.form === "none") return criterion.update === "*" || criterion.update === "-" ? true : "update";
  if (criterion.form === "exact" && isInName(criterion, host)) return true;
  if (criterion.key === "o:linux:linux_kernel" && criterion.form !== "any") return "version_unknown";
  return matchVersion(criterion, host.system);
}

/** Releases such as R2 stand in a system's name and not in its version. */
function isInName(criterion: Criterion, host: PreparedHost): boolean {
  const release = parseCpeName(criterion.text)?.version;
  return release !== undefined && /^[a-z]/.test(release) && host.words.includes(release);
}
