import type { Clock } from "../../../platform/clock.ts";
import type { Route } from "../../../platform/http/route.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { DictionaryReader } from "../../cpe-dictionary/index.ts";
import { type Knowledge, loadKnowledge } from "../engine/index.ts";
import { createMappings, type Mappings, type MappingsDeps } from "../mappings/index.ts";
import type { SoftwareIdentifier } from "../ports.ts";
import { createDictionaryPairs } from "./dictionary-pairs.ts";
import { createFindCandidates } from "./find-candidates.ts";
import { createSoftwareIdentifier } from "./identifier.ts";
import { identifyV1Routes } from "./identify.v1.ts";

export interface IdentificationDeps {
  postgres: Postgres;
  /** The dictionary of CPE names. */
  dictionary: DictionaryReader;
  clock: Clock;
  log: Logger;
  /** Default: the built-in knowledge, read from its files on first use. */
  knowledge?: (() => Knowledge) | undefined;
}

type Deps = IdentificationDeps & Pick<MappingsDeps, "sendReapply">;

export interface Identification {
  knowledge: () => Knowledge;
  mappings: Mappings;
  identifier: SoftwareIdentifier;
  /** After it, searches see this change of the dictionary, or a later one. */
  catchUp(change: number): Promise<void>;
  routes: { v1: Route[]; api: Route[] };
  prepare(): Promise<void>;
  stop(): Promise<void>;
}

/** Identification of installed programs by the tenant's mappings, the built-in knowledge and the dictionary. */
export function createIdentification({ dictionary, ...rest }: Deps): Identification {
  const knowledge = rest.knowledge ?? createLazyKnowledge();
  const deps = { ...rest, knowledge };
  const mappings = createMappings(deps);
  const pairs = createDictionaryPairs({ reader: dictionary, ...deps });
  const find = createFindCandidates({ reader: dictionary, pairs });
  const identifier = createSoftwareIdentifier({ knowledge, mappings: mappings.catalogue, find, reader: dictionary });
  return {
    knowledge,
    mappings,
    identifier,
    catchUp: pairs.catchUp,
    routes: { v1: [...mappings.routes.v1, ...identifyV1Routes(identifier)], api: mappings.routes.api },
    prepare: () => mappings.start(),
    stop: () => mappings.stop(),
  };
}

/** Returns the built-in knowledge, read from its files once, on first use. */
export function createLazyKnowledge(): () => Knowledge {
  let knowledge: Knowledge | undefined;
  return () => {
    knowledge ??= loadKnowledge();
    return knowledge;
  };
}
