import { conflict } from "../../errors.ts";
import type { EnrichmentName, EnrichmentWork } from "../../platform/enrichment.ts";
import type { NamedFeature } from "../../platform/feature.ts";

/** The enrichment that the features of this version offer. */
export interface Works {
  all(): readonly EnrichmentWork[];
  find(name: string): EnrichmentWork | undefined;
  /** Throws 409 where no feature offers it, or where it can do nothing now. */
  requireAvailable(name: EnrichmentName): EnrichmentWork;
}

/** Reads the features when it is asked: those below this one in the order of features count too. */
export function createWorks(features: readonly NamedFeature[]): Works {
  const all = () => features.flatMap(({ feature }) => feature.enrichment ?? []);
  const find = (name: string) => all().find((work) => work.name === name);
  return {
    all,
    find,
    requireAvailable(name) {
      const work = find(name);
      if (!work) throw conflict(`This service has no enrichment ${name}`);
      const reason = work.unavailable?.();
      if (reason !== undefined) throw conflict(`The enrichment ${name} cannot run: ${reason}`);
      return work;
    },
  };
}

/** Throws where two features offer the same name. */
export function checkWorks(works: readonly EnrichmentWork[]): void {
  const names = works.map(({ name }) => name);
  const doubled = names.find((name, at) => names.indexOf(name) !== at);
  if (doubled !== undefined) throw new Error(`two features offer the enrichment ${doubled}`);
}
