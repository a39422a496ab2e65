import type { RequestContext } from "../../../context.ts";
import { AppError, coerceError, isUnavailable } from "../../../errors.ts";
import type { ReportSnapshot } from "../../../model/changes.ts";
import { DAY_MS } from "../../../model/duration.ts";
import { isScope, type Scope } from "../../../model/scopes.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Changes } from "../../../platform/jobs/changes.ts";
import { type Held, hold } from "../../../platform/jobs/hold.ts";
import type { JobCall } from "../../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import { MAX_TRIES } from "../../../platform/jobs/tries.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import type { CurrentRights } from "../../access/index.ts";
import type { DeliveryTracking } from "../../webhooks/index.ts";
import { reportDeliveriesStore } from "../deliveries/report-deliveries.store.ts";
import { DELIVER_REPORTS, GENERATE_REPORT } from "../job-refs.ts";
import type { ParseParameters, RenderedReport, RenderReport, ReportTemplates } from "../report.model.ts";
import { QUESTION_TEMPLATE } from "../templates/question.ts";
import { NOT_GENERATED } from "./parked-reports.ts";
import { downloadPath } from "./paths.ts";
import { reportsStore } from "./reports.store.ts";
import { type FinishedReport, runsStore } from "./runs.store.ts";
import type { ReportTask } from "./stored-report.model.ts";
import { asReader } from "./viewer.ts";
import { ReportLost, writeContent } from "./write-content.ts";

export interface RunReportDeps {
  postgres: Postgres;
  clock: Clock;
  jobs: SendJobs;
  changes: Pick<Changes, "deliver">;
  templates: ReportTemplates;
  parseParameters: ParseParameters;
  render: RenderReport;
  currentRights: CurrentRights;
  tenantName: (tenantId: string) => Promise<string | undefined>;
  /** Days for which a tenant's reports are kept. */
  retentionDays: (tenantId: string) => Promise<number>;
  webhooks: Pick<DeliveryTracking, "subscribers" | "deliveryId">;
  /** How often a run says that it lives, in milliseconds; default 3,000. */
  renewMs?: number;
}

/** The process of each of many runs of the report died. */
class DeadlyReport extends Error {
  override readonly name = "DeadlyReport";
}

/** A report that stores keep from being made for so long is given up. */
const GIVE_UP_MS = DAY_MS;

/**
 * Makes the tenant's report that waits longest, and has the next one made. A run that dies leaves the report due again once
 * its lease has ended; whatever it stored is removed then. The run has the rights that its owner has left.
 */
export type RunReport = (payload: { tenantId: string }, call: JobCall) => Promise<void>;

export function createRunReport(deps: RunReportDeps): RunReport {
  const { postgres } = deps;
  const generate = createGenerate(deps);

  /** Refusals end the report; faults of our own are tried again some times, and stores that are away for a day. */
  const decide = async (task: ReportTask, error: unknown, { signal, log }: JobCall) => {
    if (error instanceof ReportLost) return;
    if (signal.aborted) return runsStore.release(postgres, task, { counted: false });
    const fields = { report: task.id, tenant: task.tenantId, tries: task.tries + 1, error: coerceError(error).message };
    const refusal = refusalOf(error, task, deps.clock.now());
    if (refusal !== undefined) {
      log.warn(fields, "a report could not be generated");
      return fail(deps, task, refusal, 0);
    }
    const isOver = error instanceof DeadlyReport || (!isUnavailable(error) && task.tries + 1 >= MAX_TRIES);
    if (isOver) {
      log.error(fields, `a report could not be generated for ${MAX_TRIES} times; it has failed`);
      return fail(deps, task, "An internal error prevented it", MAX_TRIES);
    }
    log.warn(fields, "a report could not be generated; it is tried again");
    await runsStore.release(postgres, task, { counted: true });
  };

  return async ({ tenantId }, call) => {
    const task = await postgres.transaction(async (tx) => {
      await reportsStore.lockTenant(tx, tenantId);
      return runsStore.claim(tx, tenantId, newId());
    });
    if (!task) return;
    const held = holdReport(deps, task, call.signal);
    try {
      if (task.deaths >= MAX_TRIES) throw new DeadlyReport("its runs ended with their process again and again");
      await generate(task, held);
    } catch (error) {
      await decide(task, held.isLost() ? new ReportLost() : error, call);
    } finally {
      held.end();
    }
    if (await runsStore.hasDue(postgres, tenantId)) await deps.jobs.send(GENERATE_REPORT, { tenantId });
  };
}

interface HeldReport extends Held {
  onRows(written: number): void;
}

/** Says again and again that the run lives and how far it is; its signal ends the run when the report is deleted. */
function holdReport({ postgres, renewMs }: RunReportDeps, task: ReportTask, stop: AbortSignal): HeldReport {
  let rows = 0;
  const renew = () => runsStore.renew(postgres, task, rows);
  return {
    ...hold({ renew, stop, lost: new ReportLost(), renewMs }),
    onRows: (written) => {
      rows = written;
    },
  };
}

function createGenerate(deps: RunReportDeps) {
  const { postgres, clock } = deps;

  const contextOf = async (task: ReportTask, signal: AbortSignal): Promise<RequestContext> => {
    const { tenantId, actor, requestId } = task;
    const rights = await deps.currentRights(tenantId, actor);
    if (!rights) throw new AppError("PERMISSION_DENIED", "The user or credential that asked for it no longer exists");
    const scopes = new Set(task.scopes.filter(isScope).filter((scope) => rights.has(scope)));
    return { tenantId, actor, scopes, requestId, signal };
  };

  const rendered = async (task: ReportTask, { signal, onRows }: HeldReport): Promise<RenderedReport> => {
    const ctx = await contextOf(task, signal);
    requireLeft(ctx, "reports.create");
    const reader = asReader(ctx);
    const template =
      task.templateId === QUESTION_TEMPLATE
        ? deps.templates.ofQuestion(task.parameters)
        : await deps.templates.find(reader, task.templateId);
    if (!template) throw new AppError("RESOURCE_NOT_FOUND", "Its template no longer exists, or is no longer shared");
    for (const scope of template.scopes) requireLeft(ctx, scope);
    const { parameters } = deps.parseParameters(template, task.parameters);
    const tenant = (await deps.tenantName(task.tenantId)) ?? "";
    const content = await template.build({ ctx: reader, tenant, parameters, now: clock.now(), signal });
    return deps.render(content, task.format, { signal, onRows });
  };

  return async (task: ReportTask, held: HeldReport): Promise<void> => {
    const started = performance.now();
    const report = await rendered(task, held);
    const { sizeBytes, etag } = await writeContent(postgres, task, report.bytes, held.signal);
    const completedAt = clock.now();
    const expiresAt = new Date(completedAt.getTime() + (await deps.retentionDays(task.tenantId)) * DAY_MS);
    const durationMs = Math.round(performance.now() - started);
    const written = { sizeBytes, etag, contentType: report.contentType, rows: report.rows() };
    await complete(deps, task, { ...written, completedAt, expiresAt, durationMs });
  };
}

/** Completes the report, has it delivered, and tells of it: all or nothing. */
async function complete(deps: RunReportDeps, task: ReportTask, done: FinishedReport): Promise<void> {
  await deps.postgres.transaction(async (tx) => {
    if ((await runsStore.storedBytes(tx, task)) !== done.sizeBytes) throw new Error("a part of the report is missing");
    const now = await runsStore.complete(tx, task, done);
    if (!now) throw new ReportLost();
    const change = {
      kind: "report.completed" as const,
      subject: { kind: "report" as const, id: task.id },
      version: 1,
      before: null,
      after: snapshotOf({ ...task, ...now }, done),
      id: `${newId()}:0`,
      actor: task.createdBy,
      requestId: task.requestId,
      at: done.completedAt.toISOString(),
    };
    await deps.changes.deliver("reports", tx, task.tenantId, [change]);
    if (task.deliveryMethod === "webhook") await trackWebhooks(deps, tx, task, change.id, done.completedAt);
    const mails = await reportDeliveriesStore.makeDue(tx, task);
    if (mails > 0)
      await deps.jobs.send(DELIVER_REPORTS, { tenantId: task.tenantId }, { tx, singletonKey: task.tenantId });
  });
}

async function trackWebhooks(
  deps: RunReportDeps,
  tx: Sql,
  task: ReportTask,
  changeId: string,
  at: Date,
): Promise<void> {
  const ids = await deps.webhooks.subscribers(tx, task.tenantId, "report.completed");
  const sent = ids.map((id) => ({ webhookId: id, deliveryId: deps.webhooks.deliveryId(changeId, id), error: null }));
  const none = { webhookId: null, deliveryId: null, error: "no active webhook is registered for report.completed" };
  await reportDeliveriesStore.addWebhooks(tx, task, sent.length > 0 ? sent : [none], at);
}

async function fail({ postgres, clock }: RunReportDeps, task: ReportTask, error: string, tries: number): Promise<void> {
  await postgres.transaction(async (tx) => {
    if (!(await runsStore.fail(tx, task, { error, tries, at: clock.now() }))) return;
    await reportDeliveriesStore.failAll(tx, task, NOT_GENERATED, clock.now());
  });
}

function requireLeft(ctx: RequestContext, scope: Scope): void {
  if (ctx.scopes.has(scope)) return;
  throw new AppError("PERMISSION_DENIED", `Who asked for it no longer has the scope ${scope}`);
}

/** What the owner reads of a report that is refused or given up; undefined where another try may succeed. */
function refusalOf(error: unknown, { createdAt }: ReportTask, now: Date): string | undefined {
  if (error instanceof AppError && error.status < 500) return error.message;
  const isTooOld = now.getTime() - createdAt.getTime() > GIVE_UP_MS;
  return isUnavailable(error) && isTooOld ? "The stores did not give its data within a day" : undefined;
}

function snapshotOf(task: ReportTask, done: FinishedReport): ReportSnapshot {
  return {
    id: task.id,
    name: task.name,
    template_id: task.templateId,
    category: task.category,
    format: task.format,
    status: "completed",
    shared: task.shared,
    created_by: task.createdBy,
    created_at: task.createdAt.toISOString(),
    completed_at: done.completedAt.toISOString(),
    expires_at: done.expiresAt.toISOString(),
    size_bytes: done.sizeBytes,
    rows: done.rows,
    download_url: downloadPath(task.id),
  };
}
