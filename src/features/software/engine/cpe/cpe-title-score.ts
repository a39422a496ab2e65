import type { Knowledge } from "../knowledge/knowledge-index.ts";
import { foldKey, wordsOf } from "../names/name-keys.ts";
import { isSameMaker } from "../names/same-maker.ts";
import { EXTENSION_PLATFORMS, LIBRARY_PLATFORMS } from "../platforms.ts";
import type { CpeCandidate } from "./cpe-dictionary.ts";
import type { CpeSubject } from "./cpe-match.ts";
import type { ScoredCandidate } from "./cpe-score.ts";
import { targetFit } from "./cpe-targets.ts";

const STOP_WORDS = new Set([
  "the",
  "for",
  "and",
  "of",
  "a",
  "an",
  "by",
  "with",
  "to",
  "windows",
  "mac",
  "macos",
  "os",
  "software",
  "project",
  "app",
  "client",
  "free",
  "version",
  "de",
  "la",
]);

/** The words of a program's name to search in titles. */
export function titleWords({ identified: { parsed } }: CpeSubject): string[] {
  const vendorWords = parsed.vendor === undefined ? [] : wordsOf(parsed.vendor, 3).slice(0, 1);
  const words = wordsOf(parsed.generic, 10).filter((word) => !STOP_WORDS.has(word) && word.length > 1);
  return [...new Set([...words, ...(words.length === 1 ? vendorWords : [])])];
}

/** Scores candidates of a search by full name: the share of common words; 0 unless the vendor agrees. Sorts best first. */
export function scoreByTitle(
  { identified: { parsed } }: CpeSubject,
  candidates: readonly CpeCandidate[],
  knowledge: Knowledge,
): ScoredCandidate[] {
  // The words of a library's or extension's name fit much other software.
  if (EXTENSION_PLATFORMS.has(parsed.platform) || LIBRARY_PLATFORMS.has(parsed.platform)) return [];
  const scored = candidates
    .filter(({ part, targets }) => part === "a" && targetFit(targets, parsed.platform) === "open")
    .map((candidate) => {
      const vendorWords = new Set([...wordsOf(candidate.vendor.replace(/_/g, " ")), candidate.vendor]);
      const candidateWords = new Set(candidate.words.filter((word) => !STOP_WORDS.has(word) && !vendorWords.has(word)));
      const nameWords = new Set(
        wordsOf(parsed.generic).filter((word) => !STOP_WORDS.has(word) && !vendorWords.has(word)),
      );
      const common = [...nameWords].filter((word) => candidateWords.has(word)).length;
      const union = new Set([...candidateWords, ...nameWords]).size;
      const share = union === 0 ? 0 : common / union;
      const vendorKey = foldKey(candidate.vendor);
      const maker =
        parsed.vendorKey === undefined
          ? foldKey(parsed.generic).startsWith(vendorKey) && vendorKey.length > 2
          : makerAgrees(parsed.vendorKey, candidate.vendor, knowledge);
      return {
        candidate,
        weight: share,
        score: maker && common >= 2 ? share * 0.95 : 0,
        reasons: [`${common} of ${union} words of the title`, maker ? "maker agrees" : "another maker"],
      };
    });
  return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
}

function makerAgrees(vendorKey: string, vendor: string, knowledge: Knowledge): boolean {
  return knowledge.cpeVendors.get(vendorKey)?.includes(vendor) === true || isSameMaker(vendorKey, foldKey(vendor));
}
