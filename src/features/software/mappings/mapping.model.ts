import { searchTerms } from "../../../model/search-text.ts";
import { foldKey, type MatchableMapping, normalizeName, type SoftwareFamilyName } from "../engine/index.ts";

/** Section 2 of the interface specification. */
export const MAPPING_STATUSES = ["active", "pending", "review"] as const;
export const MAPPING_SOURCES = ["manual", "ai", "import", "system", "pending"] as const;
export const PROCESS_TYPES = ["application", "service", "library"] as const;

export type MappingStatus = (typeof MAPPING_STATUSES)[number];
export type MappingSource = (typeof MAPPING_SOURCES)[number];
export type ProcessType = (typeof PROCESS_TYPES)[number];

export interface ProcessNames {
  windows: string[];
  macos: string[];
  linux: string[];
}

/** What people and files say of a mapping. */
export interface MappingContent {
  /** Name of the installed application; empty where only patterns say what it is for. */
  instanceName: string;
  /** Regular expressions that have passed `checkPattern`. */
  patterns: string[];
  software: { name: string; vendor: string | null };
  family: SoftwareFamilyName | null;
  processNames: ProcessNames;
  windowsServices: string[];
  processType: ProcessType;
  status: MappingStatus;
  /** 0 to 100. */
  confidence: number;
  notes: string | null;
}

export interface SoftwareMapping extends MappingContent {
  id: string;
  normalizedName: string;
  source: MappingSource;
  usageCount: number;
  lastVerified: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** Grows by one with every change that somebody made; 0 of the built-in ones. */
  version: number;
}

/** An active mapping as matching and what follows from it need it. */
export interface CatalogueMapping extends MatchableMapping {
  software: MappingContent["software"];
  family: SoftwareFamilyName | null;
  processNames: ProcessNames;
  windowsServices: readonly string[];
  processType: ProcessType;
}

/** Longest name, so that its key fits an index; matching reads no further either. */
export const MAX_INSTANCE_NAME_LENGTH = 512;
const MAX_NORMALIZED_KEY_LENGTH = 400;

const STATUS_TRANSITIONS: Readonly<Record<MappingStatus, readonly MappingStatus[]>> = {
  pending: ["review", "active"],
  review: ["active", "pending"],
  active: ["review"],
};

/** Whether a mapping may go from one status to the other; staying is no move. */
export function mayChangeStatus(from: MappingStatus, to: MappingStatus): boolean {
  return from === to || STATUS_TRANSITIONS[from].includes(to);
}

/** Equal for names that are one without regard to case. */
export function nameKeyOf(instanceName: string): string {
  return instanceName.trim().toLowerCase();
}

/** The generic form of an instance name; empty of an empty one. */
export function normalizedNameOf(instanceName: string, isKnownName?: (key: string) => boolean): string {
  return instanceName === "" ? "" : normalizeName(instanceName, "other", isKnownName).name;
}

/** Comparing key of a normalised name, short enough for an index; of a name of signs alone the name itself. */
export function normalizedKeyOf(normalizedName: string): string {
  const key = foldKey(normalizedName) || nameKeyOf(normalizedName);
  return key.slice(0, MAX_NORMALIZED_KEY_LENGTH).toWellFormed();
}

/** The words that `search` is compared with, joined by blanks. */
export function searchTextOf({ instanceName, software, patterns }: MappingContent): string {
  return searchTerms([instanceName, software.name, software.vendor ?? "", ...patterns].join(" ")).join(" ");
}

/** What the audit log keeps, and what tells whether anything changed. */
export function auditedMapping(mapping: MappingContent & { source?: MappingSource }): Record<string, unknown> {
  return {
    instance_name: mapping.instanceName,
    instance_patterns: mapping.patterns,
    software: mapping.software,
    family: mapping.family,
    process_names: mapping.processNames,
    windows_services: mapping.windowsServices,
    process_type: mapping.processType,
    status: mapping.status,
    confidence: mapping.confidence,
    notes: mapping.notes,
    ...(mapping.source && { source: mapping.source }),
  };
}

/** Whether both say the same. */
export function sameContent(a: MappingContent, b: MappingContent): boolean {
  const contentText = ({ source: _, ...content }: Record<string, unknown>) => JSON.stringify(content);
  return contentText(auditedMapping(a)) === contentText(auditedMapping(b));
}

/** As the matcher takes it. Only active ones belong there, and none of those is `pending` by source. */
export function toMatchable(mapping: SoftwareMapping): CatalogueMapping {
  const { id, instanceName, normalizedName, software, patterns, source, confidence, usageCount } = mapping;
  const { family, processNames, windowsServices, processType } = mapping;
  return {
    id,
    instanceName,
    normalizedName,
    vendor: software.vendor ?? undefined,
    patterns,
    source: source === "pending" ? "manual" : source,
    confidence,
    usageCount,
    createdAt: mapping.createdAt.toISOString(),
    software,
    family,
    processNames,
    windowsServices,
    processType,
  };
}

/** The version as an entity tag. */
export function mappingTag({ version }: Pick<SoftwareMapping, "version">): string {
  return `"${version}"`;
}
