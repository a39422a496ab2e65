import type { CpeEntry, DictionaryReader } from "../../cpe-dictionary/index.ts";
import { type CpeMatch, formatCpeName, parseCpeName } from "../engine/index.ts";

/** A CPE name that came with a program, as a CPE 2.3 formatted string. */
export interface ReportedName {
  name: string;
  /** Undefined for an unspecified version (ANY, NA). */
  version: string | undefined;
}

const UNSPECIFIED = new Set(["*", "-"]);

/** Parses a reported name, a formatted string or a URI. Undefined for a malformed one, and for one without a product. */
export function readReportedName(text: string): ReportedName | undefined {
  const parsed = parseCpeName(text);
  if (!parsed || [parsed.part, parsed.vendor, parsed.product].some((value) => UNSPECIFIED.has(value))) return undefined;
  const low = text.trim().toLowerCase();
  // A formatted string is kept unchanged, because formatting would escape its wildcards.
  const name = low.startsWith("cpe:2.3:") ? low : formatCpeName(parsed);
  return { name, version: UNSPECIFIED.has(parsed.version) ? undefined : parsed.version };
}

/** Looks up reported names in the dictionary, in few statements; replaces a deprecated one by its successor. */
export async function lookUpReported(
  reader: Pick<DictionaryReader, "currentEntries">,
  names: readonly ReportedName[],
): Promise<Map<string, CpeMatch>> {
  const distinctNames = [...new Map(names.map((name) => [name.name, name])).values()];
  const current =
    distinctNames.length === 0 ? new Map() : await reader.currentEntries(distinctNames.map(({ name }) => name));
  return new Map(distinctNames.map((reported) => [reported.name, matchOf(reported, current.get(reported.name))]));
}

function matchOf({ name, version }: ReportedName, entries: readonly CpeEntry[] | undefined): CpeMatch {
  const reasons = ["the name was reported with the program"];
  const listed = entries?.find(({ cpeName }) => cpeName === name);
  const successor = listed ? undefined : (entries?.find((entry) => entry.version === version) ?? entries?.[0]);
  if (!entries) reasons.push("the dictionary lacks it, or what replaces it");
  if (successor) reasons.push(`${name} is deprecated`);
  const known = successor ? !UNSPECIFIED.has(successor.version) : version !== undefined;
  return {
    name: successor?.cpeName ?? name,
    match: known ? "exact" : "product",
    score: 1,
    method: "reported",
    candidates: [],
    reasons,
  };
}
