import type { ProcessNames, ProcessSource, ProcessType } from "../mappings/mapping.model.ts";

/** How process names were found (rule 12 in section 1 of the interface specification). */
export const FOUND_BY = ["pattern", "discovery", "ai"] as const;
export type FoundBy = (typeof FOUND_BY)[number];
export type { ProcessSource };

/** Lowest confidence at which a model's process names count (rule 12 in section 1 of the interface specification). */
const MIN_AI_CONFIDENCE = 0.7;

/** Installed names of a product that a search for its process names tries. */
export const MAX_INSTANCE_NAMES = 5;

/** Process names found for a product, with their source. */
export interface Finding {
  names: ProcessNames;
  services: string[];
  processType: ProcessType;
  /** 0 to 1. */
  confidence: number;
  source: FoundBy;
}

/** What a search for process names found. */
export interface FoundNames {
  /** By product key. Products without any are absent; a model's finding may have too low a confidence to apply. */
  byKey: ReadonlyMap<string, Finding>;
  /** Keys of the products that the model was asked about. */
  asked: ReadonlySet<string>;
  /** Keys of those about which it gave no answer, because it failed. */
  unanswered: ReadonlySet<string>;
}

/** A product whose process names are searched. */
export interface Product {
  /** Unique within a batch. */
  key: string;
  name: string;
  vendor: string | null;
  family: string | null;
  /** Other names under which it is installed. */
  instanceNames: readonly string[];
  /** Ids of its Software CIs. */
  softwareIds: readonly string[];
}

export const NO_NAMES: ProcessNames = { windows: [], macos: [], linux: [] };

export function hasNames({ windows, macos, linux }: ProcessNames): boolean {
  return windows.length + macos.length + linux.length > 0;
}

/** Whether a finding may be stored: it has names, and a model's confidence is high enough. */
export function mayApply({ names, confidence, source }: Finding): boolean {
  return hasNames(names) && (source !== "ai" || confidence >= MIN_AI_CONFIDENCE);
}
