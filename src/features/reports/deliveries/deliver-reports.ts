import { coerceError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { JobCall } from "../../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import { isOutage, type StoresTakeWrites } from "../../../platform/jobs/stores-take-writes.ts";
import type { Mailer } from "../../../platform/mail/mail.ts";
import { MailFault } from "../../../platform/mail/mail-fault.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { CurrentRights } from "../../access/index.ts";
import { DELIVER_REPORTS } from "../job-refs.ts";
import { readContent } from "../runs/read-content.ts";
import { reportsStore } from "../runs/reports.store.ts";
import { composeMail, type MailedFile } from "./compose-mail.ts";
import { type DueMail, MAX_MAIL_TRIES } from "./delivery.model.ts";
import { reportDeliveriesStore } from "./report-deliveries.store.ts";

export interface DeliverReportsDeps {
  postgres: Postgres;
  clock: Clock;
  jobs: SendJobs;
  /** Undefined: no mail server is configured. */
  mailer: Mailer | undefined;
  currentRights: CurrentRights;
  tenantName: (tenantId: string) => Promise<string | undefined>;
  baseUrl: string;
  /** Distinguishes a mail that takes too long from an outage. */
  storesTakeWrites: StoresTakeWrites;
}

/** A turn ends after this time, so that tenants alternate. */
const TURN_MS = 1_000;

/**
 * Sends the tenant's due mails for about a second and has the others sent. What happened stands in the table before and
 * after each mail. One is sent twice only where the process died after the server took it and before that was written
 * down, or the connection was lost before the server's answer; both have the same Message-ID.
 */
export function createDeliverReports(deps: DeliverReportsDeps) {
  const { postgres, clock, jobs } = deps;
  /** Mails that the server took while Postgres could not be told so. */
  const accepted = new Set<string>();

  const record = async (mail: DueMail, refusal: string | undefined) => {
    if (refusal === undefined) accepted.add(mail.id);
    const status = refusal === undefined ? "delivered" : "failed";
    await reportDeliveriesStore.end(postgres, mail, status, refusal ?? null, clock.now());
    accepted.delete(mail.id);
  };

  const recordFailure = async (mail: DueMail, error: unknown, { signal, log }: JobCall) => {
    if (signal.aborted || (await isOutage(error, deps.storesTakeWrites))) {
      await reportDeliveriesStore.release(postgres, mail);
      throw error;
    }
    const reason = error instanceof MailFault ? error.message : "internal_error";
    const isOver = (error instanceof MailFault && error.isFinal) || mail.tries >= MAX_MAIL_TRIES;
    const fields = { report: mail.reportId, tries: mail.tries, error: coerceError(error).message };
    log.warn(fields, isOver ? "a report could not be mailed" : "a report could not be mailed; it is tried again");
    if (isOver) await reportDeliveriesStore.end(postgres, mail, "failed", reason, clock.now());
    else await reportDeliveriesStore.putOff(postgres, mail, reason, clock.now());
  };

  const deliver = async (mail: DueMail, call: JobCall) => {
    if (accepted.has(mail.id)) return record(mail, undefined);
    let refusal: string | undefined;
    try {
      refusal = await send(deps, mail, call.signal);
    } catch (error) {
      return recordFailure(mail, error, call);
    }
    await record(mail, refusal);
  };

  return async ({ tenantId }: { tenantId: string }, call: JobCall): Promise<void> => {
    const until = performance.now() + TURN_MS;
    while (performance.now() < until) {
      call.signal.throwIfAborted();
      const mail = await reportDeliveriesStore.claim(postgres, tenantId, clock.now());
      if (!mail) return;
      await deliver(mail, call);
    }
    if (await reportDeliveriesStore.hasDue(postgres, tenantId)) await jobs.send(DELIVER_REPORTS, { tenantId });
  };
}

/** Returns why there is nothing to send any more; undefined when the server took the mail. */
async function send(deps: DeliverReportsDeps, mail: DueMail, signal: AbortSignal): Promise<string | undefined> {
  const { postgres, clock, mailer } = deps;
  if (!mailer) return "no mail server is configured";
  const all = { tenantId: mail.tenantId, ownerId: undefined };
  const report = await reportsStore.find(postgres, all, mail.reportId, clock.now());
  if (report?.status !== "completed") return "the report is no longer kept";
  const content = await reportsStore.content(postgres, report);
  if (!content) return "the report is no longer kept";
  const rights = await deps.currentRights(mail.tenantId, content.actor);
  if (!rights) return "who asked for the report no longer exists";
  const mayExport = rights.has("reports.export") && content.scopes.includes("reports.export");
  const { size, contentType, attempt } = content;
  const hold = { tenantId: report.tenantId, id: report.id, attempt };
  const file: MailedFile = { size, contentType, bytes: () => readContent(postgres, hold, 0, size) };
  const tenant = (await deps.tenantName(mail.tenantId)) ?? "";
  const { baseUrl } = deps;
  await mailer.send(composeMail({ mail, report, tenant, file: mayExport ? file : undefined, baseUrl }), signal);
  return undefined;
}
