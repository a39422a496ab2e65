import type { CopiedFile } from "../../../platform/nvd-copy/index.ts";

/** What a file holds: CVE records, the catalogue of exploited vulnerabilities, exploit predictions, or a maker's statements. */
export type FeedKind = "cve" | "kev" | "epss" | "vendor";

/** The result of importing one file. */
export interface ImportedFeed extends CopiedFile {
  kind: FeedKind;
}

export interface FeedStatus {
  cves: number;
  rejected: number;
  products: number;
  kev: number;
  epss: number;
  vendorStatements: number;
  /** Increases whenever CVEs change. */
  change: number;
  importedAt: Date | null;
  refreshedAt: Date | null;
  /** All changes at the source up to this time are imported. */
  syncedTo: Date | null;
  /** When the catalogue and the predictions were published. */
  kevAsOf: Date | null;
  epssAsOf: Date | null;
  /** A refresh that is running, or was interrupted and will continue. */
  refresh: { from: Date; to: Date; fetched: number; total: number | null } | null;
  /** The latest first. `interrupted`: no progress for two minutes. */
  imports: (Omit<ImportedFeed, "status"> & { status: string; startedAt: Date; updatedAt: Date })[];
}
