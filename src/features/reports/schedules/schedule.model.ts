import type { Actor } from "../../../context.ts";
import type { DeliveryRequest } from "../deliveries/delivery.model.ts";
import type { ReportFormat } from "../report.model.ts";

export const SCHEDULE_LIMITS = {
  /** Of one owner. */
  schedules: 100,
} as const;

/** What a caller decides of a schedule. */
export interface ScheduleInput {
  name: string;
  cron: string;
  /** IANA name. */
  timeZone: string;
  templateId: string;
  /** As given. */
  parameters: Record<string, unknown>;
  format: ReportFormat;
  delivery: DeliveryRequest;
  enabled: boolean;
}

/** A report that is asked for again and again, on behalf of its owner. */
export interface Schedule extends ScheduleInput {
  id: string;
  tenantId: string;
  ownerId: string;
  createdBy: string;
  /** Who made or last changed it, and with which scopes: its reports have those of them that are left. */
  actor: Actor;
  scopes: string[];
  createdAt: Date;
  updatedAt: Date;
  lastRun: Date | null;
  /** Why its last run asked for no report; null if it did. */
  lastError: string | null;
  /** Null while it is off. */
  nextRun: Date | null;
}
