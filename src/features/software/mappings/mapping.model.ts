import { searchTerms } from "../../../model/search-text.ts";
import { foldKey, type MatchableMapping, normalizeName, type SoftwareFamilyName } from "../engine/index.ts";

/** Section 2 of the interface specification. */
export const MAPPING_STATUSES = ["active", "pending", "review"] as const;
export const MAPPING_SOURCES = ["manual", "ai", "import", "system", "pending"] as const;
export const PROCESS_TYPES = ["application", "service", "library"] as const;

/** Who or what found the process names of a mapping: `pattern` is the built-in knowledge. */
export const PROCESS_SOURCES = ["manual", "pattern", "discovery", "ai"] as const;

export type ProcessSource = (typeof PROCESS_SOURCES)[number];
export type MappingStatus = (typeof MAPPING_STATUSES)[number];
export type MappingSource = (typeof MAPPING_SOURCES)[number];
export type ProcessType = (typeof PROCESS_TYPES)[number];

export interface ProcessNames {
  windows: string[];
  macos: string[];
  linux: string[];
}

/** The part of a mapping that people and files write. */
export interface MappingContent {
  /** Name of the installed application; empty if the mapping has only patterns. */
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
  /** As recorded, see `processSourceOf`; null if nobody has changed the process names since the mapping was made. */
  processSource: ProcessSource | null;
  usageCount: number;
  lastVerified: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** Increases by one with every change of the content; 0 for built-in mappings. */
  version: number;
}

/** An active mapping with the members that matching and its callers need. */
export interface CatalogueMapping extends MatchableMapping {
  software: MappingContent["software"];
  family: SoftwareFamilyName | null;
  processNames: ProcessNames;
  windowsServices: readonly string[];
  processType: ProcessType;
}

/** Characters; a longer key would not fit an index. Matching reads no further either. */
export const MAX_INSTANCE_NAME_LENGTH = 512;
const MAX_NORMALIZED_KEY_LENGTH = 400;

const STATUS_TRANSITIONS: Readonly<Record<MappingStatus, readonly MappingStatus[]>> = {
  pending: ["review", "active"],
  review: ["active", "pending"],
  active: ["review"],
};

/** Whether a mapping may change from one status to the other; keeping the status is allowed. */
export function mayChangeStatus(from: MappingStatus, to: MappingStatus): boolean {
  return from === to || STATUS_TRANSITIONS[from].includes(to);
}

/** Comparison key of an instance name: without regard to case. */
export function nameKeyOf(instanceName: string): string {
  return instanceName.trim().toLowerCase();
}

/** The generic form of an instance name; empty for an empty one. */
export function normalizedNameOf(instanceName: string, isKnownName?: (key: string) => boolean): string {
  return instanceName === "" ? "" : normalizeName(instanceName, "other", isKnownName).name;
}

/**
 * Comparison key of a normalised name, short enough for an index; for a name without letters and digits the name
 * itself.
 */
export function normalizedKeyOf(normalizedName: string): string {
  const key = foldKey(normalizedName) || nameKeyOf(normalizedName);
  return key.slice(0, MAX_NORMALIZED_KEY_LENGTH).toWellFormed();
}

/** The words that `search` is matched against, joined by blanks. */
export function searchTextOf({ instanceName, software, patterns }: MappingContent): string {
  return searchTerms([instanceName, software.name, software.vendor ?? "", ...patterns].join(" ")).join(" ");
}

/** The content as the audit log records it; also used to detect changes. */
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

/** Whether both have the same content. */
export function sameContent(a: MappingContent, b: MappingContent): boolean {
  const contentText = ({ source: _, ...content }: Record<string, unknown>) => JSON.stringify(content);
  return contentText(auditedMapping(a)) === contentText(auditedMapping(b));
}

/** Converts an active mapping for the matcher; an active mapping never has the source `pending`. */
export function toMatchable(mapping: SoftwareMapping): CatalogueMapping {
  const { id, instanceName, normalizedName, software, patterns, source, confidence, usageCount } = mapping;
  const { family, processNames, windowsServices, processType } = mapping;
  return {
    id,
    instanceName,
    normalizedName,
    vendor: software.vendor ?? undefined,
    softwareName: software.name,
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

/** Who or what found the process names; null while there are none and no person has removed them. */
export function processSourceOf(
  mapping: Pick<SoftwareMapping, "processNames" | "processSource" | "source">,
): ProcessSource | null {
  const { windows, macos, linux } = mapping.processNames;
  if (mapping.processSource !== null || windows.length + macos.length + linux.length === 0)
    return mapping.processSource;
  return mapping.source === "ai" ? "ai" : mapping.source === "system" ? "pattern" : "manual";
}
