import { setImmediate } from "node:timers/promises";
import { withArticle } from "../../../../model/article.ts";
import { isMetapackageVersion } from "../../../../model/debian-version.ts";
import { type Identified, identifySoftware } from "../identify.ts";
import type { Knowledge } from "../knowledge/knowledge-index.ts";
import type { CpePair, KnownProduct } from "../knowledge/known-product.ts";
import type { SoftwareName } from "../names/name-forms.ts";
import { foldKey } from "../names/name-keys.ts";
import { normalizeVendor } from "../names/normalize-vendor.ts";
import { type CpeVersion, versionForms } from "../names/normalize-version.ts";
import { mayCarryCpe, type SoftwareKind, softwareKindOf } from "../names/software-kind.ts";
import { PACKAGE_PLATFORMS } from "../platforms.ts";
import { chooseKnown } from "./cpe-choice.ts";
import type { CpeCandidate, CpeQuery, FindCandidates, FindCandidatesAsync } from "./cpe-dictionary.ts";
import { type ProductKey, productKeys } from "./cpe-keys.ts";
import { type CpeMatch, type CpeSubject, matchOf, noMatch } from "./cpe-match.ts";
import { MIN_ACCEPTED_SCORE, type ScoredCandidate, scoreCandidates } from "./cpe-score.ts";
import { scoreByTitle, titleWords } from "./cpe-title-score.ts";
import { versionFormsOf } from "./cpe-version-rules.ts";

export type { CpeMatch, CpeSubject } from "./cpe-match.ts";

/** Programs scored before it yields to the event loop: a few milliseconds. */
const YIELD_EVERY = 64;
const KINDS_WITHOUT_CPE: ReadonlySet<SoftwareKind> = new Set([
  "os_update",
  "packaging",
  "documentation",
  "language_pack",
]);

/** What installs or updates a product: it has a CPE only if it is a product by its own name. */
const KINDS_OF_SERVANTS: ReadonlySet<SoftwareKind> = new Set(["installer", "update_service"]);

type Search = Generator<CpeQuery, CpeMatch, readonly CpeCandidate[]>;

/**
 * CPE names of programs (CPE enrichment in section 1 of the interface specification): version-based search, then vendor
 * plus product keyword, then full name. Returns a name only if vendor, product and kind of software agree.
 */
export function matchCpes(items: readonly SoftwareName[], knowledge: Knowledge, find: FindCandidates): CpeMatch[] {
  return items.map((item) => {
    const search = searchCpe(subjectOf(item, knowledge), knowledge);
    let step = search.next();
    while (!step.done) step = search.next(find([step.value])[0]!);
    return step.value;
  });
}

/**
 * Like `matchCpes`, for prepared programs and an asynchronous dictionary. Sends the queries of all programs as one batch,
 * at most two batches in all. Yields to the event loop regularly.
 */
export async function matchSubjectsAsync(
  subjects: readonly CpeSubject[],
  knowledge: Knowledge,
  find: FindCandidatesAsync,
): Promise<CpeMatch[]> {
  const searches = subjects.map((subject) => searchCpe(subject, knowledge));
  const steps = searches.map((search) => search.next());
  for (;;) {
    const open = steps.flatMap((step, at) => (step.done ? [] : [{ at, query: step.value }]));
    if (open.length === 0) return steps.map((step) => step.value as CpeMatch);
    const answers = await find(open.map(({ query }) => query));
    for (const [index, { at }] of open.entries()) {
      steps[at] = searches[at]!.next(answers[index]!);
      if (index % YIELD_EVERY === YIELD_EVERY - 1) await setImmediate();
    }
  }
}

/** Prepares a program for the search: identification and version forms. */
export function subjectOf(item: SoftwareName, knowledge: Knowledge, identified?: Identified): CpeSubject {
  const known = identified ?? identifySoftware(item, knowledge);
  const { platform, cuts } = known.parsed;
  const named = cuts.filter(({ kind }) => kind === "version").map(({ text }) => text.replace(/^\(|\)$/g, ""));
  const isNamed = (known.product?.cpe ?? []).some(({ vendor, product }) =>
    knowledge.namedVersions.has(`${vendor}:${product}`),
  );
  const fromName =
    (isNamed && named.find((text) => /^\d/.test(text))) || (named.find((text) => /\d[._]\d/.test(text)) ?? "");
  const reported = item.version?.trim() ?? "";
  const isNamesBetter = reported === "" || (isNamed && fromName !== "") || isOtherNumbering(reported, fromName);
  const rawVersion = isNamesBetter ? fromName : reported;
  const isMetapackage = platform === "deb" && isMetapackageVersion(rawVersion);
  const forms = isMetapackage ? [] : versionForms(rawVersion, platform);
  return {
    identified: known,
    rawVersion,
    isMetapackage,
    forms: rawVersion === reported ? forms : [...forms, ...versionForms(reported, platform)],
    versionSchemes: knowledge.versionSchemes,
  };
}

/** Whether a reported version (48.83.62510) is an installer's own numbering: the name's version ("Runtime - 6.0.20") is right. */
function isOtherNumbering(reported: string, fromName: string): boolean {
  const named = /\d+\.\d+\.\d+(?:\.\d+)*/.exec(fromName)?.[0];
  if (named === undefined || !/^\d+(?:\.\d+)+$/.test(reported)) return false;
  // 223.8617 is 2022.3 numbered by branch: the same version, more exactly.
  const [year, minor] = named.split(".").map(Number);
  if (reported.startsWith(`${(year! % 100) * 10 + minor!}.`)) return false;
  return !`${reported}.`.startsWith(`${named}.`) && !`${named}.`.startsWith(`${reported}.`);
}

/** The reason why the program can have no CPE name; undefined if it may have one. */
export function whyNoCpe({ product, kind }: Identified): string | undefined {
  if (KINDS_WITHOUT_CPE.has(kind) || (KINDS_OF_SERVANTS.has(kind) && !isOfKind(product, kind)))
    return `${withArticle(kind.replaceAll("_", " "))} has no CPE`;
  if (product?.cpe && product.cpe.length === 0) return `${product.name} is known to have no CPE`;
  const isPart = product?.kind === "component" && !product.cpe;
  return isPart ? `${product.name} is a component, which has no CPE of its own` : undefined;
}

/** Whether a product's own name is of a kind. */
function isOfKind(product: KnownProduct | undefined, kind: SoftwareKind): boolean {
  return product !== undefined && softwareKindOf(product.name, product.name, "windows_program") === kind;
}

/** The search as a generator: it yields dictionary queries and receives their candidates. */
function* searchCpe(subject: CpeSubject, knowledge: Knowledge): Search {
  const { product, kind, parsed } = subject.identified;
  const reason = whyNoCpe(subject.identified);
  if (reason !== undefined)
    return isListable(subject.identified) ? yield* searchListed(subject, knowledge, reason) : noMatch(reason);
  if (product?.cpe) {
    const candidates = yield {
      pairs: product.cpe,
      keys: [],
      words: [],
      versions: queriedVersions(subject, product.cpe),
    };
    return chooseKnown(subject, product, candidates);
  }
  const keys = productKeys(parsed);
  const candidates = yield {
    pairs: [],
    keys: [...new Set(keys.map(({ key }) => key))],
    words: [],
    versions: subject.forms,
  };
  const byKey = decideByKey(subject, keys, candidates, knowledge);
  // Package names are exact: a part of one is the name of another package.
  if (byKey.match !== "none" || !mayCarryCpe(kind) || PACKAGE_PLATFORMS.has(parsed.platform)) return byKey;
  const words = titleWords(subject);
  if (words.length < 2) return byKey;
  const titled = yield { pairs: [], keys: [], words, versions: subject.forms };
  const byTitle = scoreByTitle(subject, titled, knowledge);
  return byTitle.length > 0 ? pickBest(subject, byTitle, "full_name") : byKey;
}

/** Whether an application that the knowledge gives no pair may have come into the dictionary since. */
function isListable({ product, kind }: Identified): boolean {
  return product?.kind === "application" && kind === "application";
}

/** Accepts only the program's own name under its vendor's own name: any looser likeness is another product. */
function* searchListed(subject: CpeSubject, knowledge: Knowledge, reason: string): Search {
  const { parsed, product, kind, software } = subject.identified;
  const keys = productKeys(parsed).filter(({ weight }) => weight >= 0.92);
  const found = yield { pairs: [], keys: [...new Set(keys.map(({ key }) => key))], words: [], versions: subject.forms };
  const maker = normalizeVendor(product?.vendor)?.key ?? "";
  const own = found.filter(
    ({ vendor }) => knowledge.cpeVendors.get(maker)?.includes(vendor) || (maker !== "" && foldKey(vendor) === maker),
  );
  const named = { ...parsed, vendor: software.vendor, vendorKey: maker || parsed.vendorKey };
  const match = pickBest(subject, scoreCandidates(named, keys, own, knowledge, kind), "vendor_product");
  return match.match === "none" ? noMatch(reason) : match;
}

function queriedVersions({ rawVersion, forms, versionSchemes }: CpeSubject, pairs: readonly CpePair[]): CpeVersion[] {
  return pairs.flatMap((pair) => versionFormsOf(pair, rawVersion, forms, versionSchemes));
}

/** Decides among candidates with the version first, which breaks ties between vendors; then among all. */
function decideByKey(
  subject: CpeSubject,
  keys: readonly ProductKey[],
  candidates: readonly CpeCandidate[],
  knowledge: Knowledge,
): CpeMatch {
  const scored = scoreCandidates(subject.identified.parsed, keys, candidates, knowledge, subject.identified.kind);
  const withVersion = scored.filter(({ candidate, score }) => score > 0.4 && candidate.versions.length > 0);
  if (withVersion.length > 0) {
    const raised = withVersion.map((candidate) => ({
      ...candidate,
      score: candidate.score + 0.1,
      reasons: [...candidate.reasons, "has the version"],
    }));
    const found = pickBest(subject, raised, "version");
    if (found.match !== "none") return found;
  }
  return pickBest(subject, scored, "vendor_product");
}

/** Picks the best candidate if its score is sufficient and no other has an equal score and closeness. */
function pickBest(subject: CpeSubject, scored: readonly ScoredCandidate[], method: CpeMatch["method"]): CpeMatch {
  const best = scored.find(({ score }) => score >= MIN_ACCEPTED_SCORE);
  if (!best) return noMatch("no product of the dictionary agrees in name, maker and kind", scored);
  const namesake = scored.some(({ weight, score }) => weight === 1 && score > 0.3);
  if (best.weight < 0.95 && namesake) return noMatch("a product of exactly the name has another maker", scored);
  const nearer =
    scored.find(
      ({ score, weight }) => score >= MIN_ACCEPTED_SCORE && weight > best.weight && score >= best.score - 0.1,
    ) ?? best;
  const runnerUp = scored.find((candidate) => candidate !== nearer && candidate.weight >= nearer.weight);
  const isClear =
    !runnerUp || nearer.score - runnerUp.score >= 0.04 || nearer.candidate.entries >= 5 * runnerUp.candidate.entries;
  return isClear ? matchOf(subject, nearer, method, scored) : noMatch("several products agree equally", scored);
}
