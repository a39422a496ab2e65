import { coerceError } from "../../../errors.ts";
import { allSettled } from "../../../platform/all-settled.ts";
import type { Clock } from "../../../platform/clock.ts";
import { derivedId, newId } from "../../../platform/ids.ts";
import { hold } from "../../../platform/jobs/hold.ts";
import type { JobCall } from "../../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { TaskUpdate, WriteOutcome } from "../../integrations/index.ts";
import { WRITE_BACK } from "../job-refs.ts";
import { nextAttempt } from "./retry-schedule.ts";
import { type HeldWriteBack, writeBacksStore } from "./write-backs.store.ts";

/** Writes fields to a task of an integration. One that is deleted or inactive: not ok, and not to be tried again. */
export interface TaskWriter {
  write(tenantId: string, integrationId: string, update: TaskUpdate): Promise<WriteOutcome>;
}

export interface WriteBackDeps {
  postgres: Postgres;
  clock: Clock;
  jobs: SendJobs;
  writer: TaskWriter;
  /** 0 up to 1. */
  random?: () => number;
  /** How often an attempt says that it lives, in milliseconds; default 3,000. */
  renewMs?: number;
}

/** A turn begins no attempt after this time, so that tenants alternate. */
const TURN_MS = 1_000;
/** Attempts of a tenant at once: more than to one integration, so that a slow one holds up no other. */
const AT_ONCE = 6;
const MAX_ERROR = 1_000;
/** Outcomes that are kept for the time in which they cannot be recorded. */
const MAX_UNRECORDED = 10_000;

/**
 * Writes the tenant's finished analyses to their tasks for about a second, and has the others written. Each attempt is logged
 * before it begins. One is written twice only where the process died, or Postgres was away, after the service desk took it
 * and before that was recorded: both have the same mutation id, by which a platform that knows such ids makes them one.
 */
export function createWriteBack(deps: WriteBackDeps) {
  const { postgres, clock, jobs, random = Math.random } = deps;
  /** Successes that Postgres did not record, by analysis. */
  const unrecorded = new Map<string, WriteOutcome>();

  const record = async (held: HeldWriteBack, began: Date, outcome: WriteOutcome): Promise<void> => {
    const ended = clock.now();
    await postgres.transaction(async (tx) => {
      const error = outcome.ok ? null : outcome.error.slice(0, MAX_ERROR);
      await writeBacksStore.logResult(tx, held, { responseStatus: outcome.responseStatus, error });
      if (outcome.ok) return writeBacksStore.deliver(tx, held, ended);
      const { tries, firstTriedAt: firstBegan } = held;
      const { retryAfterMs } = outcome;
      const due = outcome.retryable
        ? nextAttempt({ tries, began, ended, firstBegan, retryAfterMs }, random())
        : undefined;
      if (!due) return writeBacksStore.fail(tx, held, error ?? "", ended);
      await writeBacksStore.putOff(tx, held, due, ended);
      if (retryAfterMs) await writeBacksStore.holdIntegration(tx, held, due);
    });
  };

  const write = async (held: HeldWriteBack, call: JobCall): Promise<WriteOutcome> => {
    const { tenantId, integrationId, analysisId, taskNodeId, fields } = held;
    const mutationId = derivedId("change-write-back", analysisId);
    try {
      return await deps.writer.write(tenantId, integrationId, { taskNodeId, analysisId, mutationId, fields });
    } catch (error) {
      const message = coerceError(error).message;
      call.log.warn({ analysis: analysisId, error: message }, "an analysis could not be written back");
      return { ok: false, responseStatus: null, error: "the attempt could not be made", retryable: true };
    }
  };

  const attempt = async (held: HeldWriteBack, call: JobCall) => {
    const began = clock.now();
    const renew = () => writeBacksStore.renew(postgres, held);
    const lease = hold({
      renew,
      stop: call.signal,
      lost: new Error("lost"),
      ...(deps.renewMs && { renewMs: deps.renewMs }),
    });
    try {
      const outcome = unrecorded.get(held.analysisId) ?? (await write(held, call));
      if (outcome.ok && unrecorded.size < MAX_UNRECORDED) unrecorded.set(held.analysisId, outcome);
      await record(held, began, outcome);
      unrecorded.delete(held.analysisId);
      const fields = { analysis: held.analysisId, tenant: held.tenantId, attempt: held.number };
      if (!outcome.ok) call.log.warn({ ...fields, error: outcome.error }, "a service desk did not take an analysis");
    } finally {
      lease.end();
    }
  };

  return async ({ tenantId }: { tenantId: string }, call: JobCall): Promise<void> => {
    const end = performance.now() + TURN_MS;
    const work = async () => {
      while (performance.now() < end && !call.signal.aborted) {
        const held = await postgres.transaction((tx) => writeBacksStore.claim(tx, tenantId, newId(), clock.now()));
        if (!held) return;
        await attempt(held, call);
      }
    };
    await allSettled(Array.from({ length: AT_ONCE }, work));
    if (await writeBacksStore.hasDue(postgres, tenantId, clock.now())) await jobs.send(WRITE_BACK, { tenantId });
  };
}
