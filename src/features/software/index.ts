import type { Clock } from "../../platform/clock.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Logger } from "../../platform/log.ts";
import type { DictionaryReader } from "../cpe-dictionary/index.ts";
import { type Knowledge, loadKnowledge } from "./engine/index.ts";
import { createDictionaryPairs } from "./identify/dictionary-pairs.ts";
import { createFindCandidates } from "./identify/find-candidates.ts";
import { createSoftwareIdentifier } from "./identify/identifier.ts";
import { identifyV1Routes } from "./identify/identify.v1.ts";
import { createKnowledgeAlone } from "./identify/knowledge-alone.ts";
import type { MappingCatalogue, SoftwareIdentifier } from "./ports.ts";

export * from "./engine/index.ts";
export { LARGEST_BATCH } from "./identify/identifier.ts";
export { type Line, presentIdentified, readProcessLine, readProgramLine } from "./identify/identify.wire.ts";
export type {
  ActiveMapping,
  Classified,
  Identified,
  MappingCatalogue,
  ProgramName,
  SoftwareIdentifier,
} from "./ports.ts";

export interface SoftwareDeps {
  /** The dictionary of CPE names. */
  dictionary: DictionaryReader;
  /** By default there are none, and the built-in knowledge decides alone. */
  mappings?: MappingCatalogue;
  clock: Clock;
  log: Logger;
}

export interface Software {
  identifier: SoftwareIdentifier;
  routes: { v1: Route[]; api: Route[] };
}

/** Software: what an installed program is, without regard to how a host spells it. */
export function createSoftware({ dictionary, mappings = createKnowledgeAlone(), clock, log }: SoftwareDeps): Software {
  const knowledge = createLazyKnowledge();
  const pairs = createDictionaryPairs({ reader: dictionary, clock, log });
  const find = createFindCandidates({ reader: dictionary, pairs });
  const identifier = createSoftwareIdentifier({ knowledge, mappings, find, reader: dictionary });
  return { identifier, routes: { v1: identifyV1Routes(identifier), api: [] } };
}

/** The built-in knowledge, read from its files when it is first asked for, and once. */
export function createLazyKnowledge(): () => Knowledge {
  let knowledge: Knowledge | undefined;
  return () => {
    knowledge ??= loadKnowledge();
    return knowledge;
  };
}
