import type { Knowledge } from "../knowledge/knowledge-index.ts";
import { foldKey, wordsOf } from "../names/name-keys.ts";
import { sameMaker } from "../names/same-maker.ts";
import { EXTENSION_PLATFORMS, LIBRARY_PLATFORMS } from "../platforms.ts";
import type { CpeCandidate } from "./cpe-dictionary.ts";
import type { CpeSubject } from "./cpe-match.ts";
import type { ScoredCandidate } from "./cpe-score.ts";
import { targetFit } from "./cpe-targets.ts";

const STOP = new Set([
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

/** The words of a program's name that a title must hold. */
export function titleWords({ identified: { read } }: CpeSubject): string[] {
  const vendorWords = read.vendor === undefined ? [] : wordsOf(read.vendor, 3).slice(0, 1);
  const words = wordsOf(read.generic, 10).filter((word) => !STOP.has(word) && word.length > 1);
  return [...new Set([...words, ...(words.length === 1 ? vendorWords : [])])];
}

/** Scores the answers of a search by full name: the share of words in common, and the maker, who must agree. */
export function scoreByTitle(
  { identified: { read } }: CpeSubject,
  candidates: readonly CpeCandidate[],
  knowledge: Knowledge,
): ScoredCandidate[] {
  // The words of a library's or extension's name are those of many other things.
  if (EXTENSION_PLATFORMS.has(read.platform) || LIBRARY_PLATFORMS.has(read.platform)) return [];
  const scored = candidates
    .filter(({ part, targets }) => part === "a" && targetFit(targets, read.platform) === "open")
    .map((candidate) => {
      const vendorWords = new Set([...wordsOf(candidate.vendor.replace(/_/g, " ")), candidate.vendor]);
      const own = new Set(candidate.words.filter((word) => !STOP.has(word) && !vendorWords.has(word)));
      const names = new Set(wordsOf(read.generic).filter((word) => !STOP.has(word) && !vendorWords.has(word)));
      const common = [...names].filter((word) => own.has(word)).length;
      const union = new Set([...own, ...names]).size;
      const share = union === 0 ? 0 : common / union;
      const vendorKey = foldKey(candidate.vendor);
      const maker =
        read.vendorKey === undefined
          ? foldKey(read.generic).startsWith(vendorKey) && vendorKey.length > 2
          : makerAgrees(read.vendorKey, candidate.vendor, knowledge);
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
  return knowledge.cpeVendors.get(vendorKey)?.includes(vendor) === true || sameMaker(vendorKey, foldKey(vendor));
}
