import { actorName, ownerOf, type RequestContext, requireScope } from "../../../context.ts";
import { AppError, conflict, invalid, isUnavailable, notFound, type Violation } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import type { DeliveryTracking } from "../../webhooks/index.ts";
import type { DeliveryRequest } from "../deliveries/delivery.model.ts";
import { reportDeliveriesStore } from "../deliveries/report-deliveries.store.ts";
import { GENERATE_REPORT } from "../job-refs.ts";
import type {
  ParsedParameters,
  ParseParameters,
  ReportFormat,
  ReportTemplate,
  ReportTemplates,
} from "../report.model.ts";
import { estimatedMs } from "./estimate.ts";
import { reportsStore } from "./reports.store.ts";
import { RUNS_OF_A_TENANT } from "./runs.store.ts";
import { type NewReport, REPORT_LIMITS, type StoredReport } from "./stored-report.model.ts";
import { asReader } from "./viewer.ts";

export interface ReportRequest {
  templateId: string;
  /** A question in words, from which the template is made; its form stands in the parameters. */
  isQuestion?: boolean | undefined;
  parameters: Record<string, unknown> | undefined;
  format: ReportFormat;
  delivery: DeliveryRequest;
  /** Default: the template's name. */
  name?: string | undefined;
  shared?: boolean | undefined;
  scheduleId?: string | undefined;
}

export interface RequestedReport {
  id: string;
  status: StoredReport["status"];
  estimatedCompletion: Date;
}

/** What a report is made of, found fit for it. */
export interface CheckedRequest extends ParsedParameters {
  template: ReportTemplate;
}

export interface RequestReport {
  /**
   * Throws 404 for an unknown template, 403 where a scope of its data is missing, and 400 with every fault of format,
   * parameters and delivery.
   */
  check(ctx: RequestContext, request: ReportRequest): Promise<CheckedRequest>;
  /**
   * Stores the report as generating and has it made. Throws as `check`, 403 without `reports.create`, and 409 while too
   * many of the tenant's reports wait.
   *
   * @param id the same for every try of one request
   */
  request(ctx: RequestContext, request: ReportRequest, id?: string): Promise<RequestedReport>;
}

export interface RequestReportDeps {
  postgres: Postgres;
  clock: Clock;
  jobs: SendJobs;
  templates: ReportTemplates;
  parseParameters: ParseParameters;
  webhooks: Pick<DeliveryTracking, "subscribers">;
  /** Whether mails can be sent. */
  sendsMail: boolean;
}

export function createRequestReport(deps: RequestReportDeps): RequestReport {
  const { postgres, clock } = deps;

  const check: RequestReport["check"] = async (ctx, request) => {
    requireScope(ctx, "reports.create");
    const template = request.isQuestion
      ? deps.templates.ofQuestion(request.parameters ?? {})
      : await deps.templates.find(asReader(ctx), request.templateId);
    if (!template) throw notFound("report template", "template_id");
    for (const scope of template.scopes) requireScope(ctx, scope);
    const violations: Violation[] = [];
    if (!template.formats.includes(request.format)) {
      const reason = `the template ${template.id} has no ${request.format}; it has ${template.formats.join(", ")}`;
      violations.push({ field: "format", reason });
    }
    const parsed = await faultsOf(violations, async () => {
      const found = deps.parseParameters(template, request.parameters);
      await template.check?.(asReader(ctx), found.parameters);
      return found;
    });
    violations.push(...(await deliveryFaults(deps, ctx, request.delivery)));
    if (violations.length > 0 || !parsed) throw invalid(violations);
    return { template, ...parsed };
  };

  const estimate = async (ctx: RequestContext, { template, parameters }: CheckedRequest, format: ReportFormat) => {
    const rows = await rowsOf(asReader(ctx), template, { parameters, now: clock.now() });
    return { rows, ms: estimatedMs(rows, await reportsStore.pastRuns(postgres, ctx.tenantId, format)) };
  };

  return {
    check,

    async request(ctx, request, id = newId()) {
      const checked = await check(ctx, request);
      const { rows, ms } = await estimate(ctx, checked, request.format);
      const report = newReport(ctx, request, checked, { id, rows, ms, at: clock.now() });
      return postgres.transaction(async (tx) => {
        await reportsStore.lockTenant(tx, ctx.tenantId);
        const ahead = await reportsStore.unfinished(tx, ctx.tenantId);
        if (ahead.count >= REPORT_LIMITS.unfinished) {
          throw conflict(`${REPORT_LIMITS.unfinished} reports are being generated: wait for one to end`);
        }
        if (await reportsStore.insert(tx, report)) await settle(deps, tx, ctx, report, request);
        // Those that wait are worked off a few at a time.
        const estimatedCompletion = new Date(clock.now().getTime() + ms + Math.round(ahead.ms / RUNS_OF_A_TENANT));
        return { id, status: "generating" as const, estimatedCompletion };
      });
    },
  };
}

/** What else a new report needs, in its transaction. */
async function settle(
  { jobs }: RequestReportDeps,
  tx: Sql,
  ctx: RequestContext,
  report: NewReport,
  { delivery }: ReportRequest,
): Promise<void> {
  const { id, tenantId, createdAt } = report;
  if (delivery.method === "email") await reportDeliveriesStore.addMails(tx, report, delivery.recipients, createdAt);
  const target = { kind: "report", id };
  await recordAudit(tx, ctx, { action: "report.requested", target, after: audited(report, delivery) }, createdAt);
  await jobs.send(GENERATE_REPORT, { tenantId }, { tx, singletonKey: tenantId });
}

function audited({ name, templateId, format, shared }: NewReport, delivery: DeliveryRequest) {
  return { name, template_id: templateId, format, shared, delivery };
}

/** The rows to write; undefined where the template cannot tell, or a store is too slow to be asked now. */
async function rowsOf(
  ctx: RequestContext,
  template: ReportTemplate,
  run: Pick<Parameters<NonNullable<ReportTemplate["estimateRows"]>>[0], "parameters" | "now">,
): Promise<number | undefined> {
  try {
    return await template.estimateRows?.({ ctx, ...run });
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

async function deliveryFaults(
  { webhooks, postgres, sendsMail }: RequestReportDeps,
  ctx: RequestContext,
  { method, recipients }: DeliveryRequest,
): Promise<Violation[]> {
  if (method !== "email") {
    const faults =
      recipients.length > 0 ? [{ field: "delivery.recipients", reason: "are only for the method email" }] : [];
    if (method === "none") return faults;
    const active = await webhooks.subscribers(postgres, ctx.tenantId, "report.completed");
    if (active.length > 0) return faults;
    const reason = "no active webhook is registered for report.completed";
    return [...faults, { field: "delivery.method", reason }];
  }
  const faults: Violation[] = [];
  if (!sendsMail)
    faults.push({ field: "delivery.method", reason: "no mail server is configured: set ORRERY_SMTP_URL" });
  if (recipients.length === 0) faults.push({ field: "delivery.recipients", reason: "must name at least one address" });
  return faults;
}

/** The result, or undefined with the violations added. */
async function faultsOf<T>(violations: Violation[], work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.violations.length === 0) throw error;
    violations.push(...error.violations);
    return undefined;
  }
}

function newReport(
  ctx: RequestContext,
  request: ReportRequest,
  { template, parameters, ignored }: CheckedRequest,
  { id, rows, ms, at }: { id: string; rows: number | undefined; ms: number; at: Date },
): NewReport {
  return {
    id,
    tenantId: ctx.tenantId,
    name: request.name ?? template.name,
    templateId: template.id,
    category: template.category,
    format: request.format,
    parameters,
    ignoredParameters: ignored,
    shared: request.shared ?? false,
    ownerId: ownerOf(ctx.actor),
    createdBy: actorName(ctx.actor),
    actor: ctx.actor,
    scopes: [...ctx.scopes],
    dataScopes: template.scopes,
    deliveryMethod: request.delivery.method,
    requestId: ctx.requestId,
    scheduleId: request.scheduleId ?? null,
    createdAt: at,
    rowsTotal: rows ?? null,
    estimatedMs: ms,
  };
}
