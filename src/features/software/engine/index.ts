/** Software identification in memory: names, versions, makers, families, CPE names, processes, mappings. */

export { formatCpeName, parseCpeName } from "../../../model/cpe-name.ts";
export type { CpeCandidate, CpeQuery, DictionaryEntry, FindCandidatesAsync } from "./cpe/cpe-dictionary.ts";
export { type CpeIndex, createCpeIndexBuilder } from "./cpe/cpe-index.ts";
export { type CpePairIndex, createCpePairIndexBuilder } from "./cpe/cpe-pair-index.ts";
export {
  type CpeMatch,
  matchCpes,
  matchSubjectsAsync,
  subjectOf,
  whyNoCpe,
} from "./cpe/match-cpe.ts";
export { type Identification, type Identified, identifySoftware } from "./identify.ts";
export { familyByName, SOFTWARE_FAMILIES, type SoftwareFamilyName } from "./knowledge/families.ts";
export { type Knowledge, type KnownProduct, loadKnowledge } from "./knowledge/knowledge.ts";
export type { SoftwareName } from "./names/name-forms.ts";
export { cleanText, foldKey, wordsOf } from "./names/name-keys.ts";
export { normalizeName } from "./names/normalize-name.ts";
export { normalizeVendor } from "./names/normalize-vendor.ts";
export { mayCarryCpe, type SoftwareKind } from "./names/software-kind.ts";
export { THING_KINDS, type ThingKind } from "./names/thing-kind.ts";
export { checkPattern } from "./patterns/check-pattern.ts";
export {
  createMappingMatcher,
  loadMappingMatcher,
  type MappingMatcher,
  type MatchableMapping,
} from "./patterns/mapping-matcher.ts";
export { createSlices } from "./patterns/slices.ts";
export { PROCESS_PLATFORMS, type ProcessPlatform, SOFTWARE_PLATFORMS, type SoftwarePlatform } from "./platforms.ts";
export { identifyProcess, type ProcessName } from "./processes/identify-process.ts";
