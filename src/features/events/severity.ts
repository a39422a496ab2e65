import type { Severity } from "./event.model.ts";

const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  critical: "critical crit disaster page fatal emergency emerg p1 down",
  high: "high major error err p2",
  medium: "medium moderate minor average warning warn unknown p3",
  low: "low info information informational notice none debug ok notclassified p4 p5",
};

const SEVERITY_OF = new Map(
  (Object.keys(SEVERITY_WORDS) as Severity[]).flatMap((severity) =>
    SEVERITY_WORDS[severity].split(" ").map((word) => [word, severity]),
  ),
) as ReadonlyMap<string, Severity>;

/** The severity that a source's word means, compared without case, blanks and signs; undefined for an unknown word. */
export function severityOfWord(word: string | undefined): Severity | undefined {
  return word === undefined ? undefined : SEVERITY_OF.get(word.toLowerCase().replace(/[^a-z0-9]/g, ""));
}

/** As `severityOfWord`, but `medium` for a missing or unknown word. */
export function severityOf(word: string | undefined): Severity {
  return severityOfWord(word) ?? "medium";
}
