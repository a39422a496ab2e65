import type { Actor } from "../../../context.ts";
import type { Scope } from "../../../model/scopes.ts";
import type { DeliveryMethod } from "../deliveries/delivery.model.ts";
import type { ReportCategory, ReportFormat } from "../report.model.ts";

/** generating -> completed or failed; completed -> expired after `retention_days.reports`. */
export const REPORT_STATUSES = ["generating", "completed", "failed", "expired"] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

export const REPORT_LIMITS = {
  name: 255,
  recipients: 50,
  /** Reports of a tenant that are generating or wait for it. */
  unfinished: 200,
} as const;

/** Bytes of a piece of content. */
export const PIECE_BYTES = 256 * 1_024;

/** A report as lists show it. */
export interface StoredReport {
  id: string;
  tenantId: string;
  name: string;
  templateId: string;
  category: ReportCategory;
  format: ReportFormat;
  status: ReportStatus;
  shared: boolean;
  /** The user whose report it is; the actor's name where no user stands behind it. */
  ownerId: string;
  createdBy: string;
  createdAt: Date;
  /** When the run ended, well or not. */
  completedAt: Date | null;
  /** Null until it is completed. */
  expiresAt: Date | null;
  sizeBytes: number | null;
  rowsDone: number;
  /** About, while it is generating; null where it cannot be known. */
  rowsTotal: number | null;
  error: string | null;
  ignoredParameters: string[];
}

/** What a run needs besides. */
export interface ReportTask extends StoredReport {
  parameters: Record<string, unknown>;
  deliveryMethod: DeliveryMethod;
  actor: Actor;
  /** Of the credential by which it was asked for. */
  scopes: string[];
  requestId: string;
  /** Id of the run that holds it. */
  attempt: string;
  tries: number;
  /** Runs that ended without giving the report back. */
  deaths: number;
}

export interface NewReport {
  id: string;
  tenantId: string;
  name: string;
  templateId: string;
  category: ReportCategory;
  format: ReportFormat;
  parameters: Record<string, unknown>;
  ignoredParameters: readonly string[];
  shared: boolean;
  ownerId: string;
  createdBy: string;
  actor: Actor;
  scopes: readonly Scope[];
  dataScopes: readonly Scope[];
  deliveryMethod: DeliveryMethod;
  requestId: string;
  scheduleId: string | null;
  createdAt: Date;
  rowsTotal: number | null;
  estimatedMs: number;
}

/** The content of a completed report. */
export interface ReportContentPlace {
  /** The run whose pieces it consists of. */
  attempt: string;
  size: number;
  contentType: string;
  etag: string;
  dataScopes: string[];
  /** Who asked for it, and with which scopes. */
  actor: Actor;
  scopes: string[];
}

/** Visible to a caller: own and shared ones, and all to an administrator. */
export interface Viewer {
  tenantId: string;
  /** Undefined: sees all. */
  ownerId: string | undefined;
}
