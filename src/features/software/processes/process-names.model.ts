import type { ProcessNames, ProcessType } from "../mappings/mapping.model.ts";

/** How process names were found (rule 12 in section 1 of the interface specification). */
export const FOUND_BY = ["pattern", "discovery", "ai"] as const;
export type FoundBy = (typeof FOUND_BY)[number];
export type ProcessSource = FoundBy | "manual";

/** What a model says of process names counts from here on (rule 12 in section 1 of the interface specification). */
const MIN_AI_CONFIDENCE = 0.7;

/** Process names of a product, and where they come from. */
export interface Finding {
  names: ProcessNames;
  services: string[];
  processType: ProcessType;
  /** 0 to 1. */
  confidence: number;
  source: FoundBy;
}

/** A product whose process names are looked for. */
export interface Product {
  /** Tells it from the others of a batch. */
  key: string;
  name: string;
  vendor: string | null;
  family: string | null;
  /** Further names under which it is installed. */
  instanceNames: readonly string[];
  /** Software CIs that stand for it. */
  softwareIds: readonly string[];
}

export const NO_NAMES: ProcessNames = { windows: [], macos: [], linux: [] };

export function hasNames({ windows, macos, linux }: ProcessNames): boolean {
  return windows.length + macos.length + linux.length > 0;
}

/** Whether a finding may be stored: there is something in it, and a model is sure enough. */
export function mayApply({ names, confidence, source }: Finding): boolean {
  return hasNames(names) && (source !== "ai" || confidence >= MIN_AI_CONFIDENCE);
}
