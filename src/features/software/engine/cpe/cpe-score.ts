import type { Knowledge } from "../knowledge/knowledge-index.ts";
import { isEveryday } from "../names/everyday-words.ts";
import { type KindOfThing, kindOfThing, mayCarryCpe } from "../names/kind-of-thing.ts";
import type { ReadName } from "../names/name-forms.ts";
import { foldKey } from "../names/name-keys.ts";
import { sameMaker } from "../names/same-maker.ts";
import { PACKAGE_PLATFORMS } from "../platforms.ts";
import type { CpeCandidate } from "./cpe-dictionary.ts";
import type { ProductKey } from "./cpe-keys.ts";
import { kindFactor } from "./cpe-kind.ts";

/** A candidate with how well it fits, and why. */
export interface ScoredCandidate {
  candidate: CpeCandidate;
  /** 0 to 1; from `ACCEPTED` on it is taken. */
  score: number;
  /** How near the product's name is to the one reported, 0 to 1. */
  weight: number;
  reasons: string[];
}

export const ACCEPTED = 0.72;

/** They carry others' programs: a product under their name is rarely the one meant. */
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

/** Scores candidates of a look-up by key: product nearness, maker, kind of thing, age. Foreign things score 0. */
export function scoreCandidates(
  read: ReadName,
  keys: readonly ProductKey[],
  candidates: readonly CpeCandidate[],
  knowledge: Knowledge,
  kind: KindOfThing,
): ScoredCandidate[] {
  const usable = candidates.filter((candidate) => candidate.part === "a" && sameKind(candidate, kind));
  const scored = usable.map((candidate) => scoreOne(read, keys, candidate, usable, knowledge));
  return scored.sort((a, b) => b.score - a.score || b.candidate.entries - a.candidate.entries);
}

/** A driver or a font is matched only by a product that is one by its name. */
function sameKind({ product }: CpeCandidate, kind: KindOfThing): boolean {
  const name = product.replace(/_/g, " ");
  return mayCarryCpe(kind) || kindOfThing(name, name, "other") === kind;
}

function scoreOne(
  read: ReadName,
  keys: readonly ProductKey[],
  candidate: CpeCandidate,
  all: readonly CpeCandidate[],
  knowledge: Knowledge,
): ScoredCandidate {
  const productKey = foldKey(candidate.product);
  const vendorKey = foldKey(candidate.vendor);
  const reasons: string[] = [];
  let best = 0;
  let split = false;
  for (const { key, weight, vendorKey: wanted } of keys) {
    if (key !== productKey || (wanted !== undefined && wanted !== vendorKey)) continue;
    if (weight > best) {
      best = weight;
      split = wanted !== undefined;
    }
  }
  if (best === 0) return { candidate, score: 0, weight: 0, reasons: ["another product"] };
  reasons.push(best === 1 ? "product is the name" : "product is a form of the name");
  const maker = split ? 1 : makerScore(read, candidate, all, knowledge, reasons);
  if (split) reasons.push("the name begins with its vendor");
  const kind = kindFactor(read, candidate, maker, makersOf(read), knowledge, reasons);
  const age = candidate.deprecated === candidate.entries && !candidate.replacedBy ? 0.9 : 1;
  return { candidate, score: best * (0.4 + 0.6 * maker) * kind * age, weight: best, reasons };
}

/** How well the vendor agrees: 1 = the reported maker, 0 = somebody else. */
function makerScore(
  read: ReadName,
  candidate: CpeCandidate,
  all: readonly CpeCandidate[],
  knowledge: Knowledge,
  reasons: string[],
): number {
  const vendorKey = foldKey(candidate.vendor);
  const productKey = foldKey(candidate.product);
  const say = (score: number, reason: string): number => {
    reasons.push(reason);
    return score;
  };
  for (const reported of makersOf(read)) {
    if (knowledge.cpeVendors.get(reported)?.includes(candidate.vendor)) return say(1, "vendor is the maker's alias");
    if (sameMaker(reported, vendorKey)) return say(1, "vendor is the maker");
  }
  const named = read.vendorKey !== undefined;
  const self =
    vendorKey === productKey || vendorKey === `${productKey}project` || vendorKey === `the${productKey}project`;
  const generic = isEveryday(candidate.product) || productKey.length < 3;
  if (self) return say(generic ? 0.2 : named ? 0.55 : 0.8, "vendor is named like the product");
  if (named && !PACKAGE_PLATFORMS.has(read.platform)) {
    const alone = all.filter((one) => foldKey(one.product) === productKey).length === 1;
    const person = /^\p{Lu}[\p{L}.'-]+ (?:\p{Lu}[\p{L}.'-]* )?\p{Lu}[\p{L}'-]+$/u.test(read.vendor ?? "");
    return alone && person && !generic && productKey.length >= 5
      ? say(0.55, "only product of the name")
      : say(0, "another maker");
  }
  if (generic) return say(0.1, "a word of every day, and no maker");
  if (productKey.length >= 4 && vendorKey.includes(productKey)) return say(0.7, "vendor's name holds the product's");
  if (PACKAGE_PLATFORMS.has(read.platform) && knowledge.packagedVendors.has(candidate.vendor))
    return say(0.7, "distributions carry the vendor's programs");
  const alone = all.filter((one) => foldKey(one.product) === productKey).length === 1;
  if (DISTRIBUTORS.has(candidate.vendor)) return say(0.3, "vendor is a distribution");
  return alone && productKey.length >= 4 ? say(0.6, "only product of the name") : say(0.2, "one of several vendors");
}

/** The reported maker, and the publisher in an extension's identifier. */
function makersOf(read: ReadName): string[] {
  const makers = read.vendorKey === undefined ? [] : [read.vendorKey];
  if (read.platform === "vscode_extension") {
    const dot = read.text.indexOf(".");
    if (dot > 0) makers.push(foldKey(read.text.slice(0, dot)));
  }
  return makers;
}
