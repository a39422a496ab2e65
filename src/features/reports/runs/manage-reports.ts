import { ownerOf, type RequestContext, requireScope } from "../../../context.ts";
import { AppError, conflict, notFound } from "../../../errors.ts";
import { isScope } from "../../../model/scopes.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { StoredFile } from "../../../platform/http/file-answer.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { type FoundPage, findTimedPage, type TimedPageInput } from "../../../platform/timed-list.ts";
import { recordAudit } from "../../audit/index.ts";
import type { Delivery, DeliveryTracking } from "../../webhooks/index.ts";
import type { ReportDelivery } from "../deliveries/delivery.model.ts";
import { reportDeliveriesStore, type StoredDelivery } from "../deliveries/report-deliveries.store.ts";
import type { ReportTemplate, ReportTemplates } from "../report.model.ts";
import { fileNameOf } from "./file-name.ts";
import { readContent } from "./read-content.ts";
import { type ReportFilter, reportsStore } from "./reports.store.ts";
import type { StoredReport } from "./stored-report.model.ts";
import { requireOwn, viewerOf } from "./viewer.ts";

export interface ReportStatusView {
  report: StoredReport;
  deliveries: ReportDelivery[];
}

/** Members that are undefined stay. */
export interface ReportChangeInput {
  name?: string | undefined;
  shared?: boolean | undefined;
}

/** Every verb throws 404 for a report that the caller may not see: another's unshared one, unless it administers. */
export interface ManageReports {
  /** Throws 403 without `reports.read`. `createdBy` is `me`, a user's id, or another actor's name. */
  list(ctx: RequestContext, filter: ReportFilter, input: TimedPageInput): Promise<FoundPage<StoredReport>>;
  /** Throws 403 without `reports.read`, 404. */
  get(ctx: RequestContext, id: string): Promise<StoredReport>;
  /** Throws 404. */
  requireVisible(ctx: RequestContext, id: string): Promise<void>;
  /** With its deliveries. Throws as `get`. */
  status(ctx: RequestContext, id: string): Promise<ReportStatusView>;
  /**
   * Throws 403 without `reports.export` or a scope of its data, 404, 409 while it is generating, and 410 once it has
   * expired or failed.
   */
  file(ctx: RequestContext, id: string): Promise<StoredFile>;
  /** Throws 403 without `reports.create` and for another's, 404. */
  change(ctx: RequestContext, id: string, change: ReportChangeInput): Promise<StoredReport>;
  /** Deletes it with its file, also while it is generating. Throws as `change`. */
  remove(ctx: RequestContext, id: string): Promise<void>;
  /** What the caller can have made. Throws 403 without `reports.read`. */
  listTemplates(ctx: RequestContext): Promise<ReportTemplate[]>;
}

export interface ManageReportsDeps {
  postgres: Postgres;
  clock: Clock;
  templates: ReportTemplates;
  webhooks: Pick<DeliveryTracking, "deliveries">;
}

export function createManageReports(deps: ManageReportsDeps): ManageReports {
  const { postgres, clock } = deps;

  const find = async (ctx: RequestContext, id: string, sql: Pick<Postgres, "query"> = postgres) =>
    reportsStore.find(sql, viewerOf(ctx), id, clock.now());
  const visible = async (ctx: RequestContext, id: string) => {
    const report = await find(ctx, id);
    if (!report) throw notFound("report");
    return report;
  };

  return {
    async list(ctx, given, input) {
      requireScope(ctx, "reports.read");
      const [viewer, now] = [viewerOf(ctx), clock.now()];
      const filter = { ...given, createdBy: given.createdBy === "me" ? ownerOf(ctx.actor) : given.createdBy };
      return findTimedPage(input, {
        rows: (window) => reportsStore.page(postgres, viewer, filter, window, now),
        count: () => reportsStore.count(postgres, viewer, filter, now),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      });
    },

    async get(ctx, id) {
      requireScope(ctx, "reports.read");
      return visible(ctx, id);
    },

    async requireVisible(ctx, id) {
      await visible(ctx, id);
    },

    async status(ctx, id) {
      requireScope(ctx, "reports.read");
      const report = await visible(ctx, id);
      const stored = await reportDeliveriesStore.of(postgres, report);
      const ids = stored.flatMap(({ webhookDeliveryId }) => webhookDeliveryId ?? []);
      const sent = ids.length > 0 ? await deps.webhooks.deliveries(postgres, ctx.tenantId, ids) : [];
      return { report, deliveries: stored.map((delivery) => current(delivery, sent)) };
    },

    async file(ctx, id) {
      requireScope(ctx, "reports.export");
      const report = await visible(ctx, id);
      if (report.status === "generating") {
        throw conflict("The report is still being generated", { headers: { "Retry-After": "2" } });
      }
      const content = await reportsStore.content(postgres, report);
      for (const scope of (content?.dataScopes ?? []).filter(isScope)) requireScope(ctx, scope);
      if (report.status !== "completed" || !content) throw gone(report);
      const hold = { tenantId: report.tenantId, id, attempt: content.attempt };
      return {
        name: fileNameOf(report),
        contentType: content.contentType,
        size: content.size,
        etag: content.etag,
        modifiedAt: report.completedAt ?? report.createdAt,
        read: (from, length) => readContent(postgres, hold, from, length),
      };
    },

    async change(ctx, id, change) {
      requireScope(ctx, "reports.create");
      return postgres.transaction(async (tx) => {
        const before = requireOwn(ctx, await find(ctx, id, tx));
        await reportsStore.change(tx, before, change);
        const after = { ...before, name: change.name ?? before.name, shared: change.shared ?? before.shared };
        const record = { target: { kind: "report", id }, before: audited(before), after: audited(after) };
        await recordAudit(tx, ctx, { action: "report.updated", ...record }, clock.now());
        return after;
      });
    },

    async remove(ctx, id) {
      requireScope(ctx, "reports.create");
      await postgres.transaction(async (tx) => {
        const before = requireOwn(ctx, await find(ctx, id, tx));
        await reportsStore.remove(tx, before);
        const target = { kind: "report", id };
        await recordAudit(tx, ctx, { action: "report.deleted", target, before: audited(before) }, clock.now());
      });
    },

    async listTemplates(ctx) {
      requireScope(ctx, "reports.read");
      return deps.templates.list(ctx);
    },
  };
}

/** The delivery as the webhook's own log has it, while that is kept. */
function current({ webhookDeliveryId, ...delivery }: StoredDelivery, sent: readonly Delivery[]): ReportDelivery {
  const own = sent.find(({ id }) => id === webhookDeliveryId);
  if (!own) return delivery;
  const error = own.error === "http_status" ? `http_status ${own.responseStatus}` : own.error;
  return { ...delivery, status: own.status, error, at: own.deliveredAt ?? delivery.at };
}

function gone({ status, error }: StoredReport): AppError {
  const reason = status === "failed" ? `could not be generated: ${error}` : "has expired";
  return new AppError("GONE", `The report ${reason}`);
}

function audited({ name, templateId, format, status, shared }: StoredReport) {
  return { name, template_id: templateId, format, status, shared };
}
