/** A task of a service desk. Without an integration: of any. */
export interface TaskKey {
  taskNodeId: string;
  integrationId: string | null;
}

/**
 * Days of a planned window, from its beginning, that count as the time in which the change is made. A longer one says when it
 * may be made at some time, and would keep others from ever finding a window.
 */
export const LONGEST_COUNTED_DAYS = 14;

/** Another change with a window. */
export interface PlannedChange {
  analysisId: string;
  taskNodeId: string;
  /** Those of the CIs asked for that it changes. */
  ciIds: string[];
  from: Date;
  /** At most `LONGEST_COUNTED_DAYS` later. */
  to: Date;
}

/** A change whose outcome is known. */
export interface PastChange {
  analysisId: string;
  ciIds: string[];
  /** Types of its CIs, each once. */
  types: string[];
  category: string | null;
  succeeded: boolean;
  incidents: number;
  /** The end of its window, or when its outcome was recorded if that was earlier. */
  at: Date;
}

export interface PlannedInput {
  from: Date;
  to: Date;
  ciIds: readonly string[];
  exceptTask: TaskKey;
}

export interface PastInput {
  ciIds: readonly string[];
  /** Types of CIs that make a change alike. */
  types: readonly string[];
  exceptTask: TaskKey;
  before: Date;
}
