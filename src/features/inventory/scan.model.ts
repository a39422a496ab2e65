import type { Actor } from "../../context.ts";
import type { SourceClass } from "../ci/index.ts";

export const SCAN_STATUSES = ["running", "completed", "failed"] as const;

export type ScanStatus = (typeof SCAN_STATUSES)[number];

export const OUTCOMES = ["created", "updated", "unchanged", "parked", "failed"] as const;

export type Outcome = (typeof OUTCOMES)[number];

export interface NewScan {
  id: string;
  scannerId: string;
  scanType: string;
  format: string;
  /** ISO 8601. */
  observedAt: string;
  actor: Actor;
  requestId: string;
}

/** A host of a submission, pending; `P` is the type of its payload. */
export interface RawRecord<P extends object = object> {
  id: string;
  position: number;
  payload: P;
  contentHash: string;
  sourceClass: SourceClass;
}

/** A raw record that is still to be processed. */
export interface PendingRecord<P extends object = object> extends RawRecord<P> {
  /** Times that the stores took writes and yet did not process the host in time. */
  tries: number;
}

/** A raw record with the name and address that lists show before the host is identified. */
export interface NewRawRecord extends RawRecord {
  hostname: string | null;
  ipAddress: string | null;
}

/** A decision as a scan's results and a dry run show it. */
export interface PresentedDecision {
  /** 0 to 6; null where no rule applied: a new CI was created, or the host was parked. */
  rule: number | null;
  /** By kind of identifier, the normalised value that agreed. */
  matched: Record<string, string>;
  candidates: { ci_id: string; lost_because: string }[];
  conflicts: string[];
  /** CIs with the same strong identifier that are other machines: a copied image. */
  clone_of: string[];
}

/** A scan as its job reads it. */
export interface RunningScan extends NewScan {
  tenantId: string;
  status: ScanStatus;
}

/** Outcome of one host. */
export interface HostOutcome {
  recordId: string;
  status: "processed" | "failed" | "parked";
  outcome: Outcome;
  ciId: string | null;
  decision: PresentedDecision | null;
  error: string | null;
  /** Kinds of records that it reported. */
  kinds: readonly string[];
}

export interface ScanFilters {
  scannerId?: string | undefined;
  status?: ScanStatus | undefined;
  /** Inclusive, ISO 8601. */
  from?: string | undefined;
  /** Exclusive. */
  to?: string | undefined;
}

/** Position in the order of creation. */
export interface TimeCursor {
  /** ISO 8601 to the microsecond, as Postgres sorts; many entries share the millisecond that callers see. */
  at: string;
  id: string;
}

export interface PageInput {
  limit: number;
  page: number;
  after?: TimeCursor | undefined;
  /** Order of creation; default newest first. */
  order?: "asc" | "desc" | undefined;
}

export interface Page<T> {
  items: T[];
  total: number;
  next: TimeCursor | undefined;
}

export interface ScanView {
  id: string;
  scannerId: string;
  scanType: string;
  status: ScanStatus;
  hosts: { total: number; processed: number; failed: number; parked: number };
  createdAt: string;
  completedAt: string | null;
  error: string | null;
}

export interface HostResult {
  hostname: string | null;
  ipAddress: string | null;
  ciId: string | null;
  outcome: Outcome | null;
  error: string | null;
  decision: PresentedDecision | null;
}

export interface RawRecordView {
  id: string;
  scanId: string;
  scannerId: string;
  hostname: string | null;
  ipAddress: string | null;
  status: "pending" | "processed" | "failed" | "parked";
  ciId: string | null;
  error: string | null;
  createdAt: string;
  processedAt: string | null;
}

/** What a person said about a host that nothing identified. */
export interface ParkedDecision {
  /** The CI that it is; null: dismissed. */
  ciId: string | null;
  by: string;
  at: string;
}

/** A host that nothing identified; of the same report of a scanner the newest. */
export interface ParkedHost {
  id: string;
  scanId: string;
  scannerId: string;
  format: string;
  observedAt: string;
  createdAt: string;
  hostname: string | null;
  ipAddress: string | null;
  /** Why it is parked. */
  reason: string | null;
  payload: object;
  contentHash: string;
  sourceClass: SourceClass;
  timesSeen: number;
  firstSeen: string;
  /** Null while it waits for one. */
  decision: ParkedDecision | null;
}
