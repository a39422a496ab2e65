/** Software identification without any store: names, versions, makers, families, CPE names, processes, mappings. */

export { type CpeName, formatCpeName, formatCpeUri, parseCpeName } from "../../../model/cpe-name.ts";
export { checkPattern, LONGEST_PATTERN } from "./check-pattern.ts";
export type { CpeCandidate, CpeQuery, DictionaryEntry, FindCandidates, FindCandidatesLater } from "./cpe-dictionary.ts";
export { type CpeIndex, type CpeIndexBuilder, createCpeIndexBuilder } from "./cpe-index.ts";
export { type CpePairIndex, createCpePairIndexBuilder, type DictionaryPair } from "./cpe-pair-index.ts";
export { familyNamed, SOFTWARE_FAMILIES, type SoftwareFamilyName } from "./families.ts";
export { type Identification, type Identified, identifySoftware } from "./identify.ts";
export { type IdentifiedProcess, identifyProcess, type ProcessName } from "./identify-process.ts";
export { type KindOfThing, kindOfThing, mayCarryCpe } from "./kind-of-thing.ts";
export { type CpePair, type Knowledge, type KnownProduct, loadKnowledge } from "./knowledge.ts";
export {
  createMappingMatcher,
  type MappingMatch,
  type MappingMatcher,
  type MappingSubject,
  type MatchableMapping,
} from "./mapping-matcher.ts";
export {
  type CpeMatch,
  type CpeMatchCandidate,
  matchCpes,
  matchSubjectsLater,
  subjectOf,
  whyNoCpe,
} from "./match-cpe.ts";
export type { SoftwareName } from "./name-forms.ts";
export { type NormalizedName, normalizeName } from "./normalize-name.ts";
export { type NormalizedVendor, normalizeVendor } from "./normalize-vendor.ts";
export { type CpeVersion, versionForms } from "./normalize-version.ts";
export { PROCESS_PLATFORMS, type ProcessPlatform, SOFTWARE_PLATFORMS, type SoftwarePlatform } from "./platforms.ts";
export { cleanText, foldKey, wordsOf } from "./text.ts";
