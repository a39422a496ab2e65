import { type RequestContext, requireScope } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import {
  type HostResult,
  hasScanned,
  type Page,
  type PageInput,
  type RawRecordView,
  rawRecordPage,
  type ScanFilters,
  type ScanView,
  scanPage,
  scanWithResults,
} from "../../inventory/index.ts";

export interface ScanReads {
  list(ctx: RequestContext, filters: ScanFilters, page: PageInput): Promise<Page<ScanView>>;
  /** Throws 404. */
  get(ctx: RequestContext, id: string): Promise<ScanView & { results: HostResult[] }>;
  rawRecords(ctx: RequestContext, page: PageInput): Promise<Page<RawRecordView>>;
  /** Whether a scan or a sighting of that scanner is stored; sightings outlive their scans. */
  hasScanned(ctx: RequestContext, scannerId: string): Promise<boolean>;
}

/** Reads of scans, of their hosts' outcomes, and of raw records. */
export function createScanReads({ postgres }: { postgres: Postgres }): ScanReads {
  return {
    async list(ctx, filters, page) {
      requireScope(ctx, "discovery.read");
      return scanPage(postgres, ctx.tenantId, filters, page);
    },

    async get(ctx, id) {
      requireScope(ctx, "discovery.read");
      const scan = await scanWithResults(postgres, ctx.tenantId, id);
      if (!scan) throw notFound("scan");
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
