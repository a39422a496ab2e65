import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { DictionaryReader } from "../cpe-dictionary/index.ts";
import { identifySoftware, type Knowledge, loadKnowledge, mayCarryCpe } from "./engine/index.ts";
import { createDictionaryCandidates } from "./pipeline/dictionary-candidates.ts";
import { createEngineIdentifier } from "./pipeline/engine-identifier.ts";
import { createPipeline, type Pipeline } from "./pipeline/index.ts";
import type { MappingCatalogue, SoftwareIdentifier } from "./ports.ts";

export interface SoftwareDeps {
  graph: Graph;
  postgres: Postgres;
  outbox: Outbox;
  clock: Clock;
  log: Logger;
  /** Asked for when first used: the queue is made of the jobs that this feature defines. */
  jobs: () => Jobs;
  dictionary: DictionaryReader;
  /** Default: the built-in knowledge alone, over the dictionary. */
  identifier?: SoftwareIdentifier;
  catalogue?: MappingCatalogue;
  /** Whether a scan of the tenant is under way, which goes first; default: never. */
  isScanning?: (tenantId: string) => Promise<boolean>;
  /** Items per batch of the pipeline's jobs; default 10. */
  batchSize?: number | undefined;
}

export interface Software extends Pipeline {
  /** Reads the built-in knowledge, which takes a second, before anybody waits for it. */
  warmUp(): void;
}

/** Software identification: the pipeline in and after scans (section 1 of the interface specification). */
export function createSoftware(deps: SoftwareDeps): Software {
  let loaded: Knowledge | undefined;
  const knowledge = (): Knowledge => {
    loaded ??= loadKnowledge();
    return loaded;
  };
  const identifier =
    deps.identifier ?? createEngineIdentifier({ knowledge, find: createDictionaryCandidates(deps.dictionary) });
  const pipeline = createPipeline({
    ...deps,
    identifier,
    mayHaveCpe: (program) => mayCarryCpe(identifySoftware(program, knowledge()).kind),
  });
  return {
    ...pipeline,
    warmUp() {
      knowledge();
    },
  };
}
