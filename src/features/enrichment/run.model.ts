import type { EnrichmentName, EnrichmentScope } from "../../platform/enrichment.ts";

export const RUN_TRIGGERS = ["schedule", "manual", "news"] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** queued -> running -> completed or failed; cancelled from either of the first two. */
export const RUN_STATUSES = ["queued", "running", "completed", "failed", "cancelled"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const RUN_LIMITS = {
  batchSize: 1_000,
  /** Runs of one name and tenant that have not ended, each with another scope. */
  open: 20,
  /** CIs that one run can be asked for. */
  ciIds: 1_000,
  /** Least minutes between two times of a schedule. */
  minutesBetween: 5,
} as const;

/** Days for which ended runs are kept. */
export const RUN_DAYS = 90;

/** A run of enrichment as it is shown. */
export interface Run {
  id: string;
  tenantId: string;
  name: EnrichmentName;
  trigger: RunTrigger;
  status: RunStatus;
  scope: EnrichmentScope;
  done: number;
  /** About; null where it is not known. */
  total: number | null;
  changed: number;
  failed: number;
  requestedBy: string;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  error: string | null;
  /** Whether the jobs of a feature do its work, which is only counted here. */
  isFollowed: boolean;
  /** Of the model. */
  tokens: number;
  /** In the currency of the configured price; null where none is configured. */
  cost: number | null;
}

/** What a turn needs of its run. */
export interface RunTask extends Omit<Run, "tokens" | "cost"> {
  batchSize: number;
  place: string | null;
  attempt: string;
  tries: number;
  progressAt: Date;
}

export interface NewRun {
  id: string;
  tenantId: string;
  name: EnrichmentName;
  trigger: RunTrigger;
  scope: EnrichmentScope;
  batchSize: number;
  requestedBy: string;
  createdAt: Date;
}

/** Equal for equal scopes, empty for everything that is due. */
export function scopeKeyOf({ ciIds, scanId, force }: EnrichmentScope): string {
  if (ciIds === undefined && scanId === undefined && !force) return "";
  return JSON.stringify([ciIds ? [...new Set(ciIds)].sort() : null, scanId ?? null, force ?? false]);
}

/** When the enrichment of a name runs by itself in a tenant. */
export interface Schedule {
  name: EnrichmentName;
  description: string;
  cron: string;
  enabled: boolean;
  batchSize: number;
  /** Why a run could do nothing now; null if it could. */
  unavailable: string | null;
  lastRun: Date | null;
  nextRun: Date | null;
  lastError: string | null;
  updatedAt: Date | null;
  updatedBy: string | null;
}

export interface ScheduleChange {
  cron?: string | undefined;
  enabled?: boolean | undefined;
  batchSize?: number | undefined;
}
