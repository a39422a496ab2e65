import type { Clock } from "../../platform/clock.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { DictionaryReader } from "../cpe-dictionary/index.ts";
import { type Knowledge, loadKnowledge } from "./engine/index.ts";
import { createDictionaryPairs } from "./identify/dictionary-pairs.ts";
import { createFindCandidates } from "./identify/find-candidates.ts";
import { createSoftwareIdentifier } from "./identify/identifier.ts";
import { identifyV1Routes } from "./identify/identify.v1.ts";
import { createMappings, type Mappings } from "./mappings/index.ts";
import type { SoftwareIdentifier } from "./ports.ts";

export * from "./engine/index.ts";
export { LARGEST_BATCH } from "./identify/identifier.ts";
export { type Line, presentIdentified, readProcessLine, readProgramLine } from "./identify/identify.wire.ts";
export { builtInMappingId, type CatalogueMapping, type SoftwareMapping } from "./mappings/index.ts";
export type { Classified, Identified, MappingCatalogue, ProgramName, SoftwareIdentifier } from "./ports.ts";

export interface SoftwareDeps {
  postgres: Postgres;
  /** The dictionary of CPE names. */
  dictionary: DictionaryReader;
  clock: Clock;
  log: Logger;
}

export interface Software {
  mappings: Mappings;
  identifier: SoftwareIdentifier;
  routes: { v1: Route[]; api: Route[] };
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Software: what an installed program is, without regard to how a host spells it. */
export function createSoftware({ dictionary, ...deps }: SoftwareDeps): Software {
  const knowledge = createLazyKnowledge();
  const mappings = createMappings({ ...deps, knowledge });
  const pairs = createDictionaryPairs({ reader: dictionary, ...deps });
  const find = createFindCandidates({ reader: dictionary, pairs });
  const identifier = createSoftwareIdentifier({ knowledge, mappings: mappings.catalogue, find, reader: dictionary });
  return {
    mappings,
    identifier,
    routes: { v1: [...mappings.routes.v1, ...identifyV1Routes(identifier)], api: mappings.routes.api },
    start: () => mappings.start(),
    stop: () => mappings.stop(),
  };
}

/** The built-in knowledge, read from its files when it is first asked for, and once. */
export function createLazyKnowledge(): () => Knowledge {
  let knowledge: Knowledge | undefined;
  return () => {
    knowledge ??= loadKnowledge();
    return knowledge;
  };
}
