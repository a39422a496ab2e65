/** Software identification without any store: names, versions, makers, families, CPE names, processes, mappings. */

export { formatCpeName, parseCpeName } from "../../../model/cpe-name.ts";
export { checkPattern } from "./check-pattern.ts";
export type { CpeCandidate, CpeQuery, DictionaryEntry, FindCandidatesLater } from "./cpe-dictionary.ts";
export { type CpeIndex, createCpeIndexBuilder } from "./cpe-index.ts";
export { type CpePairIndex, createCpePairIndexBuilder } from "./cpe-pair-index.ts";
export { familyNamed, SOFTWARE_FAMILIES, type SoftwareFamilyName } from "./families.ts";
export { type Identification, type Identified, identifySoftware } from "./identify.ts";
export { identifyProcess, type ProcessName } from "./identify-process.ts";
export { type KindOfThing, mayCarryCpe } from "./kind-of-thing.ts";
export { type Knowledge, type KnownProduct, loadKnowledge } from "./knowledge.ts";
export {
  createMappingMatcher,
  type MappingMatcher,
  type MatchableMapping,
} from "./mapping-matcher.ts";
export {
  type CpeMatch,
  matchCpes,
  matchSubjectsLater,
  subjectOf,
  whyNoCpe,
} from "./match-cpe.ts";
export type { SoftwareName } from "./name-forms.ts";
export { normalizeName } from "./normalize-name.ts";
export { normalizeVendor } from "./normalize-vendor.ts";
export { PROCESS_PLATFORMS, type ProcessPlatform, SOFTWARE_PLATFORMS, type SoftwarePlatform } from "./platforms.ts";
export { cleanText, foldKey, wordsOf } from "./text.ts";
