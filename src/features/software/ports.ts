import type { MappingMatcher } from "./engine/index.ts";
import type { CatalogueMapping } from "./mappings/mapping.model.ts";

/** All in memory; refreshed within 5 s of a change on every process. */
export interface MappingCatalogue {
  /** The tenant's mappings over the built-in catalogue. */
  matcherOf(tenantId: string): Promise<MappingMatcher<CatalogueMapping>>;
  /** Counted together and written later; never in the way of ingestion. */
  noteUsage(tenantId: string, mappingId: string, times: number): void;
  /** Pending mappings for names that none matched; one per tenant and normalised instance name, however often and from wherever. */
  propose(tenantId: string, names: readonly { name: string; vendor: string | null }[]): Promise<void>;
}
