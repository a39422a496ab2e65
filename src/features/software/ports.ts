import type { CpeMatch, MappingMatcher, MatchableMapping, SoftwareFamilyName, SoftwareName } from "./engine/index.ts";

/** A program as an inventory reports it, with the CPE name that it may bring along, as reported. */
export interface ProgramName extends SoftwareName {
  cpeName?: string | undefined;
}

/** What a program's name stands for. */
export interface Classified {
  /** Generic name: without version, architecture, locale, edition, packaging. */
  normalizedName: string;
  software: { name: string; vendor: string | null };
  family: SoftwareFamilyName;
  /** The mapping that said so; null where none matched and the built-in knowledge and patterns decided. */
  mappingId: string | null;
}

/** The same with its CPE name. */
export interface Identified extends Classified {
  cpe: CpeMatch;
}

/** All in memory; refreshed within 5 s of a change on every process. */
export interface MappingCatalogue {
  /** The tenant's mappings over the built-in catalogue. */
  matcherOf(tenantId: string): Promise<MappingMatcher<MatchableMapping>>;
  /** Counted together and written later; never in the way of ingestion. */
  noteUsage(tenantId: string, mappingId: string, times: number): void;
  /** Pending mappings for names that none matched; one per tenant and normalised instance name, however often and from wherever. */
  propose(tenantId: string, names: readonly { name: string; vendor: string | null }[]): Promise<void>;
}

export interface SoftwareIdentifier {
  /** In order. Memory only, no store: name -> software, family, mapping. */
  classify(tenantId: string, items: readonly ProgramName[]): Promise<Classified[]>;
  /** In order; with CPE, a constant number of questions to the dictionary per batch. */
  identify(tenantId: string, items: readonly ProgramName[]): Promise<Identified[]>;
}
