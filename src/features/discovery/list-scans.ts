import { type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { PresentedDecision } from "./identity/index.ts";
import { hasScanned, rawRecordPage, scanPage, scanWithResults } from "./scan-reads.store.ts";
import type { Outcome, ScanStatus } from "./scans.store.ts";

export interface ScanFilters {
  scannerId?: string | undefined;
  status?: ScanStatus | undefined;
  /** Inclusive, ISO 8601. */
  from?: string | undefined;
  /** Exclusive. */
  to?: string | undefined;
}

/** Place in the order of creation. */
export interface TimeBound {
  /** ISO 8601 to the microsecond, as Postgres orders: what is shown is to the millisecond, and many fall into one. */
  at: string;
  id: string;
}

export interface PageInput {
  limit: number;
  page: number;
  after?: TimeBound | undefined;
  /** Of their creation; default newest first. */
  order?: "asc" | "desc" | undefined;
}

export interface Page<T> {
  items: T[];
  total: number;
  next: TimeBound | undefined;
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

export interface ScanReads {
  list(ctx: RequestContext, filters: ScanFilters, page: PageInput): Promise<Page<ScanView>>;
  /** Throws 404. */
  get(ctx: RequestContext, id: string): Promise<ScanView & { results: HostResult[] }>;
  rawRecords(ctx: RequestContext, page: PageInput): Promise<Page<RawRecordView>>;
  /** Whether a scan of that scanner is kept, or a CI that it saw: sightings outlive the scans that they are of. */
  hasScanned(ctx: RequestContext, scannerId: string): Promise<boolean>;
}

/** Scans, what became of their hosts, and the raw records. */
export function createScanReads({ postgres }: { postgres: Postgres }): ScanReads {
  return {
    async list(ctx, filters, page) {
      requireScope(ctx, "discovery.read");
      return scanPage(postgres, ctx.tenantId, filters, page);
    },

    async get(ctx, id) {
      requireScope(ctx, "discovery.read");
      const scan = await scanWithResults(postgres, ctx.tenantId, id);
      if (!scan) throw notFound("Scan");
      return scan;
    },

    async rawRecords(ctx, page) {
      requireScope(ctx, "discovery.read");
      return rawRecordPage(postgres, ctx.tenantId, page);
    },

    async hasScanned(ctx, scannerId) {
      requireScope(ctx, "discovery.read");
      return hasScanned(postgres, ctx.tenantId, scannerId);
    },
  };
}
