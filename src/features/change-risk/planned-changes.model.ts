/** A task of a service desk. Without an integration: of any. */
export interface TaskKey {
  taskNodeId: string;
  integrationId: string | null;
}

/** Another change with a window. */
export interface PlannedChange {
  analysisId: string;
  taskNodeId: string;
  /** Those of the CIs asked for that it changes. */
  ciIds: string[];
  from: Date;
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
  category: string | null;
  exceptTask: TaskKey;
  before: Date;
}
