/** Software: what an installed program is, without regard to how a host spells it. */
import type { Clock } from "../../platform/clock.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { type Knowledge, loadKnowledge } from "./engine/index.ts";
import { createMappings, type Mappings } from "./mappings/index.ts";

export * from "./engine/index.ts";
export { builtInMappingId, type CatalogueMapping, type SoftwareMapping } from "./mappings/index.ts";
export type { MappingCatalogue } from "./ports.ts";

export interface SoftwareDeps {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
}

export interface SoftwareFeature {
  mappings: Mappings;
  routes: { v1: Route[]; api: Route[] };
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Puts the parts of software identification together. The knowledge is read when it is first needed. */
export function createSoftware(deps: SoftwareDeps): SoftwareFeature {
  let read: Knowledge | undefined;
  const knowledge = () => {
    read ??= loadKnowledge();
    return read;
  };
  const mappings = createMappings({ ...deps, knowledge });
  return {
    mappings,
    routes: { v1: mappings.routes.v1, api: mappings.routes.api },
    start: () => mappings.start(),
    stop: () => mappings.stop(),
  };
}
