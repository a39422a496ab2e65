import type { RequestContext } from "../../context.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import type { CpeMatch, MappingMatcher, SoftwareFamilyName, SoftwareName, ThingKind } from "./engine/index.ts";
import type { CatalogueMapping } from "./mappings/mapping.model.ts";

/** A program as an inventory reports it, with its reported CPE name if any. */
export interface ProgramName extends SoftwareName {
  cpeName?: string | undefined;
}

/** Product, maker and family of a program's name. */
export interface Classified {
  /** Generic name: without version, architecture, locale, edition, packaging. */
  normalizedName: string;
  software: { name: string; vendor: string | null };
  /** Null if nothing says it. */
  family: SoftwareFamilyName | null;
  /** Application, library, driver ... */
  kind: ThingKind;
  /** The mapping that matched; null if none did, and the built-in knowledge and patterns decided. */
  mappingId: string | null;
  /**
   * Product and maker are guessed from the words of the name: neither a mapping nor the built-in knowledge has them.
   */
  isSoftwareGuess?: true;
  /** The family is guessed from the words of the name. */
  isFamilyGuess?: true;
}

/** A name without a matching mapping. */
export interface PendingName {
  /** Id of its pending mapping. */
  id: string;
  name: string;
  vendor: string | null;
}

/** A model's proposal for a name, for a person to review. */
export interface Suggestion {
  /** As installed. */
  name: string;
  vendor: string | null;
  software: { name: string; vendor: string | null };
  /** 0 to 1. */
  confidence: number;
}

/** A classification with its CPE match. */
export interface Identified extends Classified {
  cpe: CpeMatch;
}

/** The mappings, held in memory; every process sees a change within 5 s. */
export interface MappingCatalogue {
  /** The tenant's mappings over the built-in catalogue. */
  matcherOf(tenantId: string): Promise<MappingMatcher<CatalogueMapping>>;
  /** Adds uses, by mapping id; leaves out ids that no mapping has. */
  recordUsage(sql: Sql, tenantId: string, times: ReadonlyMap<string, number>): Promise<void>;
  /**
   * Creates pending mappings for unmatched names; one per tenant and normalised instance name, also across repeats and
   * processes.
   */
  propose(sql: Sql, tenantId: string, names: readonly { name: string; vendor: string | null }[]): Promise<void>;
  /** Up to `limit` untouched pending mappings in the order of their ids, behind the id `after`. */
  pending(tenantId: string, after: string, limit: number): Promise<PendingName[]>;
  /**
   * Writes a model's proposals into the pending mappings of these names (created if absent) and puts them into review.
   * An active mapping by a model that conflicts goes to review. Mappings by people and imports, and verified ones,
   * stay.
   */
  suggest(ctx: RequestContext, suggestions: readonly Suggestion[]): Promise<void>;
}

export interface SoftwareIdentifier {
  /** Software, family and mapping of each name, in the order given. Reads memory only, no store. */
  classify(tenantId: string, items: readonly ProgramName[]): Promise<Classified[]>;
  /** As `classify`, with CPE matches; a constant number of dictionary queries per batch. */
  identify(tenantId: string, items: readonly ProgramName[], signal?: AbortSignal): Promise<Identified[]>;
}
