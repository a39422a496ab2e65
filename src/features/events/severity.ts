import type { Severity } from "./event.model.ts";

const WORDS: Readonly<Record<Severity, string>> = {
  critical: "critical crit disaster page fatal emergency emerg p1 down",
  high: "high major error err p2",
  medium: "medium moderate minor average warning warn unknown p3",
  low: "low info information informational notice none debug ok notclassified p4 p5",
};

const SEVERITY_OF = new Map(
  (Object.keys(WORDS) as Severity[]).flatMap((severity) => WORDS[severity].split(" ").map((word) => [word, severity])),
) as ReadonlyMap<string, Severity>;

/** The severity that a source's word stands for, the case of letters, blanks and signs aside; undefined: an unknown word. */
export function severityOfWord(word: string | undefined): Severity | undefined {
  return word === undefined ? undefined : SEVERITY_OF.get(word.toLowerCase().replace(/[^a-z0-9]/g, ""));
}

/** The same, and `medium` where nothing is said, or an unknown word. */
export function severityOf(word: string | undefined): Severity {
  return severityOfWord(word) ?? "medium";
}
