import { setTimeout as sleep } from "node:timers/promises";
import { AppError, coerceError, isUnavailable } from "../../errors.ts";
import { DAY_MS } from "../../model/duration.ts";
import { ModelFault } from "../../platform/ai/index.ts";
import type { EnrichmentProgress, EnrichmentWork } from "../../platform/enrichment.ts";
import { newId } from "../../platform/ids.ts";
import { hold } from "../../platform/jobs/hold.ts";
import type { JobCall } from "../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import { MAX_TRIES } from "../../platform/jobs/tries.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { within } from "../../platform/within.ts";
import { TAKE_TURN } from "./job-refs.ts";
import type { RunTask } from "./run.model.ts";
import { runsStore } from "./runs.store.ts";
import { type TakenTurn, turnsStore } from "./turns.store.ts";
import type { Works } from "./works.ts";

export interface TakeTurnDeps {
  postgres: Postgres;
  jobs: SendJobs;
  works: Works;
  /** Longest time of a turn in milliseconds; default TURN_LIMIT_MS. */
  turnLimitMs?: number | undefined;
  /** How often a turn says that it lives, in milliseconds. */
  renewMs?: number | undefined;
}

export type TakeTurn = (payload: { tenantId: string }, call: JobCall) => Promise<void>;

/** A turn takes about a second, and longer where a model answers slowly. */
const TURN_LIMIT_MS = 180_000;
/** A work that is told to end has so long to do so; then its turn is given up. */
const GRACE_MS = 2_000;
const COUNT_MS = 5_000;
/** Another process is at the same items. */
const BUSY_SECONDS = 2;
/** A run that gets nowhere for so long is given up. */
const GIVE_UP_MS = DAY_MS;
const LONGEST_ERROR = 500;

/** The run ended or another process took it over: this turn ends, and what it did counts. */
class RunLost extends Error {
  override readonly name = "RunLost";
}

/** The work has not ended its turn in time. */
class TurnTooLong extends Error {
  override readonly name = "TurnTooLong";
}

/**
 * Takes one turn of a run and sends its successor behind the jobs of other tenants. A turn that died is repeated once its
 * lease has ended: works are idempotent and go on where the last recorded turn ended.
 */
export function createTakeTurn(deps: TakeTurnDeps): TakeTurn {
  const { postgres, works } = deps;

  const advance = async (task: RunTask, { signal, log }: JobCall): Promise<void> => {
    const work = works.find(task.name);
    if (!work) return turnsStore.fail(postgres, task, `This service has no enrichment ${task.name}`);
    const renew = () => turnsStore.renew(postgres, task);
    const held = hold({ renew, stop: signal, lost: new RunLost(), renewMs: deps.renewMs });
    try {
      const turn = await takeTurn(deps, work, task, held.signal);
      await turnsStore.record(postgres, task, turn);
    } catch (error) {
      await decide(deps, task, { error, isLost: held.isLost() }, { signal, log });
    } finally {
      held.end();
    }
  };

  return async ({ tenantId }, call) => {
    const task = await postgres.transaction(async (tx) => {
      await runsStore.lockTenant(tx, tenantId);
      return turnsStore.claim(tx, tenantId, newId());
    });
    if (!task) return;
    await advance(task, call);
    if (await turnsStore.hasDue(postgres, tenantId)) await deps.jobs.send(TAKE_TURN, { tenantId });
  };
}

async function takeTurn(
  { postgres, turnLimitMs = TURN_LIMIT_MS }: TakeTurnDeps,
  work: EnrichmentWork,
  task: RunTask,
  stop: AbortSignal,
): Promise<TakenTurn> {
  const reason = work.unavailable?.();
  if (reason !== undefined) throw new AppError("CONFLICT", `The enrichment cannot run: ${reason}`);
  const { tenantId, id: runId, scope, batchSize } = task;
  if (task.total === null && task.place === null && task.done === 0) {
    const total = await within(COUNT_MS, work.due(tenantId, scope)).catch(() => null);
    await turnsStore.begin(postgres, task, total);
  }
  const limit = new AbortController();
  const signal = AbortSignal.any([stop, limit.signal]);
  const timer = setTimeout(() => limit.abort(new TurnTooLong()), turnLimitMs).unref();
  try {
    const after = task.place ?? undefined;
    const taken = work.takeTurn({ tenantId, runId, batchSize, scope, after, signal });
    return turnOf(task, await untilAborted(taken, signal));
  } finally {
    clearTimeout(timer);
  }
}

/** The outcome of the work; where it does not end although it was told to, the reason for which it was told. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const ended = new AbortController();
  const givenUp = new Promise<never>((_, reject) => {
    const giveUp = () =>
      void sleep(GRACE_MS, undefined, { signal: ended.signal })
        .then(() => reject(signal.reason))
        .catch(() => {});
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true, signal: ended.signal });
  });
  try {
    return await Promise.race([work, givenUp]);
  } finally {
    ended.abort();
  }
}

function turnOf(task: RunTask, { done, changed, failed, next, error }: EnrichmentProgress): TakenTurn {
  for (const [name, value] of Object.entries({ done, changed, failed })) {
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`a turn of ${task.name} reports ${name} ${value}`);
  }
  const isBusy = done === 0 && next !== undefined && next === task.place;
  if (isBusy && Date.now() - task.progressAt.getTime() > GIVE_UP_MS) {
    throw new AppError("CONFLICT", "It got nowhere for a day");
  }
  return {
    done,
    changed,
    failed,
    place: next ?? null,
    error: error === undefined ? null : oneLine(error),
    pauseSeconds: isBusy ? BUSY_SECONDS : 0,
  };
}

/** Refusals end the run, faults are tried again some times; stores that are away and a stop count no try. */
async function decide(
  { postgres }: TakeTurnDeps,
  task: RunTask,
  { error, isLost }: { error: unknown; isLost: boolean },
  { signal, log }: JobCall,
): Promise<void> {
  if (isLost || signal.aborted) return turnsStore.release(postgres, task, { counted: false, error: null });
  const fields = { run: task.id, name: task.name, tenant: task.tenantId, error: coerceError(error).message };
  const isTooOld = Date.now() - task.progressAt.getTime() > GIVE_UP_MS;
  if (isUnavailable(error) && !isTooOld) {
    log.warn(fields, "a turn of an enrichment run waits for a store");
    return turnsStore.release(postgres, task, { counted: false, error: null });
  }
  const isRefusal = error instanceof AppError && error.status < 500;
  if (isRefusal || isTooOld || task.tries + 1 >= MAX_TRIES) {
    log.error({ ...fields, tries: task.tries + 1 }, "an enrichment run failed");
    return turnsStore.fail(postgres, task, publicReason(error));
  }
  log.warn({ ...fields, tries: task.tries + 1 }, "a turn of an enrichment run failed; it is tried again");
  await turnsStore.release(postgres, task, { counted: true, error: publicReason(error) });
}

/** What those who see the run read of a fault; the log has the rest. */
function publicReason(error: unknown): string {
  if (error instanceof TurnTooLong) return "A turn did not end in time";
  if (error instanceof ModelFault) return `The model gave no answer (${error.kind})`;
  if (isUnavailable(error)) return "The stores did not answer for a day";
  if (error instanceof AppError && error.status < 500) return oneLine(error.message);
  return "An internal error; the service's log tells it with the id of the run";
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim().slice(0, LONGEST_ERROR);
}
