import { formatCpeName, parseCpeName } from "../../../../model/cpe-name.ts";
import type { Identified } from "../identify.ts";
import type { CpePair, VersionSchemes } from "../knowledge/known-product.ts";
import type { CpeVersion } from "../names/normalize-version.ts";
import type { CpeCandidate } from "./cpe-dictionary.ts";
import type { ScoredCandidate } from "./cpe-score.ts";
import { targetOf } from "./cpe-targets.ts";
import { versionFormsOf } from "./cpe-version-rules.ts";

/** A program to match: its identification and its version. */
export interface CpeSubject {
  identified: Identified;
  /** As reported, or from the name if the report has none; empty for none. */
  rawVersion: string;
  /** Its version counts the packages that it depends on: it is none of the product. */
  isMetapackage: boolean;
  forms: readonly CpeVersion[];
  versionSchemes: VersionSchemes;
}

export interface CpeMatchCandidate {
  /** CPE 2.3 formatted string with any version. */
  name: string;
  /** 0 to 1. */
  score: number;
  reasons: string[];
}

export interface CpeMatch {
  /** CPE 2.3 formatted string; null if no candidate agrees in vendor, product and kind of software. */
  name: string | null;
  /** `exact` with a version, `product` with any version, because the version is unknown. */
  match: "exact" | "product" | "none";
  /** 0 to 1. */
  score: number;
  /** The strategy that found it; `reported` for a name that came with the program; null for none. */
  method: "version" | "vendor_product" | "full_name" | "reported" | null;
  /** Other candidates, best first, at most 5. */
  candidates: CpeMatchCandidate[];
  reasons: string[];
}

const MAX_SHOWN_CANDIDATES = 5;

export function noMatch(reason: string, scored: readonly ScoredCandidate[] = []): CpeMatch {
  return { name: null, match: "none", score: 0, method: null, candidates: shownCandidates(scored), reasons: [reason] };
}

/** The match of a candidate, with the program's version. A deprecated name is replaced by its successor. */
export function matchOf(
  subject: CpeSubject,
  { candidate, score, reasons }: ScoredCandidate,
  method: CpeMatch["method"],
  scored: readonly ScoredCandidate[],
): CpeMatch {
  const why = [...reasons];
  const { pair, part, version, replaced } = resolve(subject, candidate);
  if (replaced) why.push(`${candidate.vendor}:${candidate.product} is deprecated`);
  const platform = subject.identified.parsed.platform;
  const fields = { part, vendor: pair.vendor, product: pair.product, targetSw: targetOf(candidate.targets, platform) };
  if (version) why.push(`version ${version.version}${version.update ? ` ${version.update}` : ""}`);
  else why.push(whyNoVersion(subject));
  const name = formatCpeName({ ...fields, version: version?.version ?? "*", update: version?.update ?? "*" });
  return {
    name,
    match: version ? "exact" : "product",
    score: rounded(score),
    method: method === "version" && candidate.versions.length === 0 ? "vendor_product" : method,
    candidates: shownCandidates(scored),
    reasons: why,
  };
}

function whyNoVersion({ rawVersion, isMetapackage }: CpeSubject): string {
  if (isMetapackage)
    return `a metapackage, which holds nothing of the product: ${rawVersion} is the packager's own numbering`;
  return rawVersion === "" ? "no version is known" : "the version is none";
}

interface Resolved {
  pair: CpePair;
  part: "a" | "o" | "h";
  version: CpeVersion | undefined;
  replaced: boolean;
}

function resolve({ rawVersion, forms, versionSchemes }: CpeSubject, candidate: CpeCandidate): Resolved {
  const versionForms = versionFormsOf(candidate, rawVersion, forms, versionSchemes);
  const listed = versionForms.find((form) => candidate.versions.some((version) => isSame(version, form)));
  const version = listed ?? versionForms[0];
  const successor = candidate.versions.find((version) => listed && isSame(version, listed))?.replacedBy;
  const name = successor === undefined ? undefined : parseCpeName(successor);
  if (name && name.part !== "*" && name.part !== "-") {
    const { part, vendor, product } = name;
    const open = name.version === "*" || name.version === "-";
    const update = name.update === "*" || name.update === "-" ? {} : { update: name.update };
    return {
      pair: { vendor, product },
      part,
      version: open ? version : { version: name.version, ...update },
      replaced: true,
    };
  }
  if (candidate.replacedBy)
    return { pair: candidate.replacedBy, part: candidate.replacedBy.part, version, replaced: true };
  return { pair: candidate, part: candidate.part, version, replaced: false };
}

function isSame(a: CpeVersion, b: CpeVersion): boolean {
  return a.version === b.version && a.update === b.update;
}

function shownCandidates(scored: readonly ScoredCandidate[]): CpeMatchCandidate[] {
  return scored
    .filter(({ score }) => score > 0)
    .slice(0, MAX_SHOWN_CANDIDATES)
    .map(({ candidate: { part, vendor, product }, score, reasons }) => ({
      name: formatCpeName({ part, vendor, product }),
      score: rounded(score),
      reasons,
    }));
}

function rounded(score: number): number {
  return Math.round(Math.min(1, Math.max(0, score)) * 100) / 100;
}
