import type { RequestContext } from "../../context.ts";
import type { CpeMatch, MappingMatcher, SoftwareFamilyName, SoftwareName } from "./engine/index.ts";
import type { CatalogueMapping } from "./mappings/mapping.model.ts";

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
  /** Nothing but the words of the name spoke for product and maker: neither a mapping nor the built-in knowledge. */
  isSoftwareGuess?: true;
  /** The same of the family. */
  isFamilyGuess?: true;
}

/** A name that none of the mappings matched. */
export interface PendingName {
  /** Of its mapping. */
  id: string;
  name: string;
  vendor: string | null;
}

/** What a model takes a name for, to be reviewed by a person. */
export interface Suggestion {
  /** As installed. */
  name: string;
  vendor: string | null;
  software: { name: string; vendor: string | null };
  /** 0 to 1. */
  confidence: number;
}

/** The same with its CPE name. */
export interface Identified extends Classified {
  cpe: CpeMatch;
}

/** All in memory; refreshed within 5 s of a change on every process. */
export interface MappingCatalogue {
  /** The tenant's mappings over the built-in catalogue. */
  matcherOf(tenantId: string): Promise<MappingMatcher<CatalogueMapping>>;
  /** Counted together and written later; never in the way of ingestion. */
  recordUsage(tenantId: string, mappingId: string, times: number): void;
  /** Pending mappings for names that none matched; one per tenant and normalised instance name, however often and from wherever. */
  propose(tenantId: string, names: readonly { name: string; vendor: string | null }[]): Promise<void>;
  /** A page of the pending mappings that nobody has said anything of, by id, from the one behind that id on. */
  pending(tenantId: string, after: string, limit: number): Promise<PendingName[]>;
  /**
   * Puts what a model says into the pending mappings of these names, made where absent, for review. An active mapping by
   * a model that says otherwise goes to review; what people and imports said stays, and what a person has verified.
   */
  suggest(ctx: RequestContext, suggestions: readonly Suggestion[]): Promise<void>;
}

export interface SoftwareIdentifier {
  /** In order. Memory only, no store: name -> software, family, mapping. */
  classify(tenantId: string, items: readonly ProgramName[]): Promise<Classified[]>;
  /** In order; with CPE, a constant number of questions to the dictionary per batch. */
  identify(tenantId: string, items: readonly ProgramName[], signal?: AbortSignal): Promise<Identified[]>;
}
