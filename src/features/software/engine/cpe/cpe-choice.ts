import type { CpePair, KnownProduct, ProductPair } from "../knowledge/known-product.ts";
import type { ParsedName } from "../names/name-forms.ts";
import { foldKey } from "../names/name-keys.ts";
import type { CpeCandidate } from "./cpe-dictionary.ts";
import { type CpeMatch, type CpeSubject, matchOf } from "./cpe-match.ts";
import type { ScoredCandidate } from "./cpe-score.ts";

/**
 * Chooses the CPE name of a known product among its pairs: the one that the dictionary lists with the program's version,
 * else the one with the reported name, else the first one that is in the dictionary and not deprecated.
 */
export function chooseKnown(subject: CpeSubject, product: KnownProduct, candidates: readonly CpeCandidate[]): CpeMatch {
  const pairs = ofGeneration(product.cpe ?? [], subject);
  const scored = pairs.map((pair, at) => scoredPair(subject, product, pair, at, candidates));
  const listed = scored.filter(({ candidate }) => candidate.entries > 0);
  const current = listed.filter(({ candidate }) => candidate.deprecated < candidate.entries);
  const own = foldKey(pairs[0]?.product ?? "");
  // "gitlab_runner" of gitlab only repeats the vendor before the current name: no other name of the product.
  const repeatsMaker = ({ vendor, product }: CpePair) => foldKey(product) === foldKey(vendor) + own;
  const namesake = current.find(({ candidate }) => isNamesake(subject, candidate.product) && !repeatsMaker(candidate));
  const first = namesake ?? current[0] ?? listed[0] ?? scored[0]!;
  // Another pair with the version is evidence only if the dictionary lists versions of the first pair at all.
  const eligible = first.candidate.entries > 1 ? current : [first];
  const withVersion = eligible.find(({ candidate }) =>
    candidate.versions.some(({ replacedBy }) => replacedBy === undefined),
  );
  const best = withVersion ?? first;
  return matchOf(subject, best, withVersion ? "version" : "vendor_product", scored);
}

/**
 * The pairs that hold versions with the program's first number, which the version or else the name tells: Adobe Reader 9 and
 * Adobe Reader XI are not Acrobat Reader DC. All if neither tells it.
 */
function ofGeneration(
  pairs: readonly ProductPair[],
  { forms, identified: { parsed } }: CpeSubject,
): readonly ProductPair[] {
  const inVersion = Number.parseInt(forms[0]?.version ?? "", 10);
  const major = Number.isNaN(inVersion) ? majorInName(parsed) : inVersion;
  if (Number.isNaN(major) || pairs.every(({ lastMajor }) => lastMajor === undefined)) return pairs;
  const former = pairs.filter(({ lastMajor }) => lastMajor !== undefined && major <= lastMajor);
  const nearest = Math.min(...former.map(({ lastMajor }) => lastMajor!));
  if (former.length > 0) return former.filter(({ lastMajor }) => lastMajor === nearest);
  const current = pairs.filter(({ lastMajor }) => lastMajor === undefined);
  return current.length > 0 ? current : pairs;
}

const ROMAN = ["VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV"];

/** The number that was cut from a name, or the one that it writes in Roman numerals from VI on; NaN without one. */
function majorInName({ text, cuts }: ParsedName): number {
  const cut = cuts.find(({ kind, text }) => kind === "version" && /^\d/.test(text));
  if (cut) return Number.parseInt(cut.text, 10);
  const roman = ROMAN.findIndex((numeral) => text.slice(0, 200).split(" ").slice(1).includes(numeral));
  return roman === -1 ? Number.NaN : roman + 6;
}

/** Whether the reported name of several words spells out the pair's product, a former name of it for example. */
function isNamesake({ identified: { parsed } }: CpeSubject, product: string): boolean {
  const key = foldKey(product);
  return parsed.forms.some((form) => form.key === key && form.text.trim().includes(" "));
}

function scoredPair(
  subject: CpeSubject,
  product: KnownProduct,
  pair: CpePair,
  at: number,
  candidates: readonly CpeCandidate[],
): ScoredCandidate {
  const same = candidates.filter(({ vendor, product: name }) => vendor === pair.vendor && name === pair.product);
  const candidate = same.find(({ part }) => part === product.part) ?? same[0];
  const reasons = [`known product ${product.name}`];
  if (!candidate) reasons.push("not in the dictionary");
  const base = subject.identified.confidence - at * 0.02;
  return {
    candidate: candidate ?? unlisted(pair, product),
    weight: 1,
    score: candidate ? base : base - 0.05,
    reasons,
  };
}

function unlisted(pair: CpePair, { part }: KnownProduct): CpeCandidate {
  return { ...pair, part, targets: [], entries: 0, deprecated: 0, words: [], versions: [] };
}
