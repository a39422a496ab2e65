import { cutGluedMarks } from "./glued-marks.ts";
import { cutBrackets } from "./name-brackets.ts";
import type { Cut, IsKnownName } from "./name-cuts.ts";
import { foldKey } from "./name-keys.ts";
import { cutTokens } from "./name-tokens.ts";
import { splitGluedVersion } from "./version-text.ts";

const FILE_ENDING = /\.(?:app|exe|msi|msix|appx|dmg|pkg|jar|war)$/i;
/** A code name in quotes after the version number. */
const CODENAME = /(?<=\d)\s+(?:"[^"]{2,40}"|'[^ ]{2,40}'|“[^”]{2,40}”|‘[^’]{2,40}’)$/;
/** What network devices tell behind the name of their software: "(C2960-LANBASEK9-M), Version 12.2(55)SE3, RELEASE SOFTWARE (fc1)". */
const BANNER = /(?: \([\w @.-]{2,40}\))?, version \d.{0,120}$/i;
const EDGES = /^[\s,;:|_./–—-]+|[\s,;:|_–—-]+$/g;

/**
 * Generic name of a cleaned entry in a programs list. Linear: it reads the name once for brackets and once for words, and
 * tests on single words read bounded lengths.
 */
export function normalizeProgramName(text: string, isKnown: IsKnownName, cuts: Cut[]): string {
  let name = text;
  const ending = FILE_ENDING.exec(name);
  if (ending && ending.index > 0) {
    cuts.push({ kind: "packaging", text: ending[0] });
    name = name.slice(0, ending.index).trim();
  }
  if (name === "" || isKnownWithDigits(name, isKnown)) return name;
  const banner = BANNER.exec(name.slice(0, 400));
  if (banner) {
    cuts.push({ kind: "version", text: banner[0].trim() });
    // "Example IOS Software, C2960 Software": what follows the comma is the device's image.
    name = name.slice(0, banner.index).split(", ")[0]!;
  }
  name = cutGluedMarks(name, isKnown, cuts);
  if (name.includes("_") && !name.includes(" "))
    name = name
      .replace(/(?<=\d)_(?=\d)/g, ".")
      .replace(/_+/g, " ")
      .trim();
  const codename = CODENAME.exec(name.slice(0, 300));
  if (codename) {
    cuts.push({ kind: "version", text: codename[0].trim() });
    name = name.slice(0, codename.index);
  }
  name = cutBrackets(name, cuts);
  name = tidy(cutTokens(name, isKnown, cuts));
  const from = name.lastIndexOf(" ") + 1;
  const glued = splitGluedVersion(name.slice(from));
  // Behind other words a short stem is rather a standard: "USB3.0".
  if (glued && (from === 0 || glued[0].length >= 5) && !isKnown(foldKey(name))) {
    cuts.push({ kind: "version", text: glued[1] });
    name = name.slice(0, from) + glued[0];
  }
  // The stop of a sentence before the version: "Example is an editor. 4.6.3".
  return tidy(cuts.length > 0 ? name.replace(/(?<=\p{Ll}{4})\.$/u, "") : name);
}

/** Whether the unchanged name is a known product's: then it keeps its numbers. */
function isKnownWithDigits(name: string, isKnown: IsKnownName): boolean {
  return !name.includes("(") && isKnown(foldKey(name));
}

function tidy(name: string): string {
  if (name.length > 1024) return name.trim();
  const trimmed = name.replace(/\s+/g, " ").replace(EDGES, "");
  return trimmed === "" ? name.trim() : trimmed;
}
