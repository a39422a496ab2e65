/** The names of enrichment runs (section 15 of the interface contract). */
export const ENRICHMENT_NAMES = [
  "software-linking",
  "families",
  "cpe",
  "process-mapping",
  "insights",
  "relationships",
  "embeddings",
] as const;
export type EnrichmentName = (typeof ENRICHMENT_NAMES)[number];

/** What a run works on, when not on everything that is due: the CIs or the scan that a caller named. */
export interface EnrichmentScope {
  ciIds?: readonly string[] | undefined;
  scanId?: string | undefined;
  /** Does again what is up to date. */
  force?: boolean | undefined;
}

/** One turn of a run, of about a second. */
export interface EnrichmentTurn {
  tenantId: string;
  runId: string;
  /** How many items the turn takes at most. */
  batchSize: number;
  scope: EnrichmentScope;
  /** What the turn before returned as `next`; undefined for the first turn. */
  after: string | undefined;
  signal: AbortSignal;
}

export interface EnrichmentProgress {
  /** Items that the turn looked at, changed, and could not do. `failed` items are kept by the feature and tried again by its own rules. */
  done: number;
  changed: number;
  failed: number;
  /** Where the next turn goes on; undefined when nothing is left. */
  next: string | undefined;
  /** Why items failed, for the run's `error`: one line without secrets. */
  error?: string | undefined;
}

/**
 * A kind of enrichment that a feature offers. Runs are shown, scheduled and cancelled by the enrichment feature; the work
 * itself stays the feature's, is idempotent, and may be interrupted after any item and repeated.
 */
export interface EnrichmentWork {
  name: EnrichmentName;
  description: string;
  /** Schedule and batch size unless a tenant sets others. */
  defaultCron: string;
  defaultBatchSize: number;
  /** Whether it runs by schedule unless a tenant says otherwise; default true. */
  defaultEnabled?: boolean;
  /** Whether a run can do anything, else why not; for example that no embedding model is configured. */
  unavailable?(): string | undefined;
  /** The number of items that a run with this scope would take now, counted within about a second; for the progress. */
  due(tenantId: string, scope: EnrichmentScope): Promise<number>;
  takeTurn(turn: EnrichmentTurn): Promise<EnrichmentProgress>;
  /** Takes what waits for the feature's own jobs out of their queue; a later run finds it again. For `EnrichmentNews`. */
  dropWaiting?(tenantId: string): Promise<void>;
}

/** What the jobs of a feature did in one turn of about a second. */
export interface FollowedTurn {
  done: number;
  changed: number;
  failed: number;
  /** Whether more is due. */
  more: boolean;
}

/**
 * Shows work that a feature's own jobs do, because data was saved or a person asked for it there. It is counted turn by turn
 * in the open run of its name, which is made where there is none and ends some time after nothing is due.
 */
export interface EnrichmentNews {
  /** The run in which the work counts: for what the model is asked. */
  runId(tenantId: string, name: EnrichmentName, trigger?: "news" | "manual"): Promise<string | undefined>;
  /** Never rejects: work is not held up because it could not be shown. */
  record(tenantId: string, name: EnrichmentName, turn: FollowedTurn, trigger?: "news" | "manual"): Promise<void>;
}

/** Shows nothing. */
export const unseenNews: EnrichmentNews = { runId: async () => undefined, record: async () => {} };
