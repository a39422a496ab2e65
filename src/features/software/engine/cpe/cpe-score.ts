import type { Knowledge } from "../knowledge/knowledge-index.ts";
import { isCommonName } from "../names/common-words.ts";
import type { ParsedName } from "../names/name-forms.ts";
import { foldKey } from "../names/name-keys.ts";
import { isSameMaker } from "../names/same-maker.ts";
import { mayCarryCpe, type SoftwareKind, softwareKindOf } from "../names/software-kind.ts";
import { PACKAGE_PLATFORMS } from "../platforms.ts";
import type { CpeCandidate } from "./cpe-dictionary.ts";
import type { ProductKey } from "./cpe-keys.ts";
import { kindFactor } from "./cpe-kind.ts";

/** A candidate with its score and the reasons for it. */
export interface ScoredCandidate {
  candidate: CpeCandidate;
  /** 0 to 1; accepted from `MIN_ACCEPTED_SCORE` on. */
  score: number;
  /** Closeness of the product's name to the reported one, 0 to 1. */
  weight: number;
  reasons: string[];
}

export const MIN_ACCEPTED_SCORE = 0.72;

/** Distributions package programs of other vendors: a product under their name is rarely the reported one. */
const DISTRIBUTORS = new Set([
  "debian",
  "ubuntu",
  "fedoraproject",
  "centos",
  "suse",
  "opensuse",
  "gentoo",
  "novell",
  "mandriva",
  "mandrakesoft",
  "conectiva",
  "turbolinux",
  "slackware",
  "alpinelinux",
]);

/** Scores candidates of a look-up by key: closeness of the name, vendor, kind of software, deprecation. Sorts best first. */
export function scoreCandidates(
  parsed: ParsedName,
  keys: readonly ProductKey[],
  candidates: readonly CpeCandidate[],
  knowledge: Knowledge,
  kind: SoftwareKind,
): ScoredCandidate[] {
  const usable = candidates.filter((candidate) => candidate.part === "a" && sameKind(candidate, kind));
  const scored = usable.map((candidate) => scoreCandidate(parsed, keys, candidate, usable, knowledge));
  return scored.sort((a, b) => b.score - a.score || b.candidate.entries - a.candidate.entries);
}

/** Whether the kinds agree: a driver or font matches only a product that is one by its name. */
function sameKind({ product }: CpeCandidate, kind: SoftwareKind): boolean {
  const name = product.replace(/_/g, " ");
  return mayCarryCpe(kind) || softwareKindOf(name, name, "other") === kind;
}

function scoreCandidate(
  parsed: ParsedName,
  keys: readonly ProductKey[],
  candidate: CpeCandidate,
  all: readonly CpeCandidate[],
  knowledge: Knowledge,
): ScoredCandidate {
  const productKey = foldKey(candidate.product);
  const vendorKey = foldKey(candidate.vendor);
  const reasons: string[] = [];
  let best = 0;
  let vendorInName = false;
  for (const { key, weight, vendorKey: requiredVendorKey } of keys) {
    if (key !== productKey || (requiredVendorKey !== undefined && requiredVendorKey !== vendorKey)) continue;
    if (weight > best) {
      best = weight;
      vendorInName = requiredVendorKey !== undefined;
    }
  }
  if (best === 0) return { candidate, score: 0, weight: 0, reasons: ["another product"] };
  reasons.push(best === 1 ? "product is the name" : "product is a form of the name");
  const maker = vendorInName ? 1 : makerScore(parsed, candidate, all, knowledge, reasons);
  if (vendorInName) reasons.push("the name begins with its vendor");
  const kind = kindFactor(parsed, candidate, maker, makersOf(parsed), knowledge, reasons);
  const age = candidate.deprecated === candidate.entries && !candidate.replacedBy ? 0.9 : 1;
  return { candidate, score: best * (0.4 + 0.6 * maker) * kind * age, weight: best, reasons };
}

/** Agreement of the vendor: 1 = the reported vendor, 0 = another one. */
function makerScore(
  parsed: ParsedName,
  candidate: CpeCandidate,
  all: readonly CpeCandidate[],
  knowledge: Knowledge,
  reasons: string[],
): number {
  const vendorKey = foldKey(candidate.vendor);
  const productKey = foldKey(candidate.product);
  const scored = (score: number, reason: string): number => {
    reasons.push(reason);
    return score;
  };
  for (const reported of makersOf(parsed)) {
    if (knowledge.cpeVendors.get(reported)?.includes(candidate.vendor)) return scored(1, "vendor is the maker's alias");
    if (isSameMaker(reported, vendorKey)) return scored(1, "vendor is the maker");
  }
  const named = parsed.vendorKey !== undefined;
  const isNamedLikeProduct =
    vendorKey === productKey || vendorKey === `${productKey}project` || vendorKey === `the${productKey}project`;
  const generic = isCommonName(candidate.product) || productKey.length < 3;
  if (isNamedLikeProduct) return scored(generic ? 0.2 : named ? 0.55 : 0.8, "vendor is named like the product");
  if (named && !PACKAGE_PLATFORMS.has(parsed.platform)) {
    const alone = all.filter(({ product }) => foldKey(product) === productKey).length === 1;
    const person = /^\p{Lu}[\p{L}.'-]+ (?:\p{Lu}[\p{L}.'-]* )?\p{Lu}[\p{L}'-]+$/u.test(parsed.vendor ?? "");
    return alone && person && !generic && productKey.length >= 5
      ? scored(0.55, "only product of the name")
      : scored(0, "another maker");
  }
  if (generic) return scored(0.1, "a word of every day, and no maker");
  if (productKey.length >= 4 && vendorKey.includes(productKey)) return scored(0.7, "vendor's name holds the product's");
  if (PACKAGE_PLATFORMS.has(parsed.platform) && knowledge.packagedVendors.has(candidate.vendor))
    return scored(0.7, "distributions carry the vendor's programs");
  const alone = all.filter(({ product }) => foldKey(product) === productKey).length === 1;
  if (DISTRIBUTORS.has(candidate.vendor)) return scored(0.3, "vendor is a distribution");
  return alone && productKey.length >= 4
    ? scored(0.6, "only product of the name")
    : scored(0.2, "one of several vendors");
}

/** Keys of the reported vendor, and of the publisher in an extension's identifier. */
function makersOf(parsed: ParsedName): string[] {
  const makers = parsed.vendorKey === undefined ? [] : [parsed.vendorKey];
  if (parsed.platform === "vscode_extension") {
    const dot = parsed.text.indexOf(".");
    if (dot > 0) makers.push(foldKey(parsed.text.slice(0, dot)));
  }
  return makers;
}
