import type { RequestContext } from "../../../context.ts";
import { AppError, coerceError } from "../../../errors.ts";
import { SCOPES } from "../../../model/scopes.ts";
import type { SendJobOptions, SendJobs } from "../../../platform/jobs/jobs.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { MAP_PROCESSES } from "./job-refs.ts";
import { type Step, type StepName, stepsOf } from "./run-steps.ts";
import { type Run, runsStore } from "./runs.store.ts";

export interface RunMappingDeps {
  postgres: Postgres;
  jobs: SendJobs;
  steps: Readonly<Record<StepName, Step>>;
}

export type RunMapping = (input: { tenantId: string }, call: { signal: AbortSignal; log: Logger }) => Promise<void>;

/**
 * Enqueues one job per tenant, delayed by a second, so that what a deduplicated job stands for is committed by then.
 */
export function sendRun(jobs: SendJobs, tenantId: string, options: SendJobOptions = {}): Promise<void> {
  return jobs.send(MAP_PROCESSES, { tenantId }, { singletonKey: tenantId, startAfterSeconds: 1, ...options });
}

/** A job ends after this time and enqueues its successor, so that other tenants get their turn. */
const MAX_JOB_MS = 20_000;
const BUSY_RETRY_SECONDS = 2;
/** A run without progress for longer has lost its process, and every retry failed. */
const STALLED_MINUTES = 30;

/**
 * Processes a tenant's runs one after the other, batch by batch, in one process at a time. A batch whose process died
 * is repeated: every step is idempotent.
 */
export function createRunMapping(deps: RunMappingDeps): RunMapping {
  return async ({ tenantId }, { signal, log }) => {
    const until = performance.now() + MAX_JOB_MS;
    for (;;) {
      signal.throwIfAborted();
      const outcome = await deps.postgres.transaction((tx) => runBatch(deps, tx, tenantId, signal, log));
      if (outcome === "done") return;
      if (outcome === "busy") return sendRun(deps.jobs, tenantId, { startAfterSeconds: BUSY_RETRY_SECONDS });
      if (performance.now() >= until) return sendRun(deps.jobs, tenantId);
    }
  };
}

async function runBatch(
  { steps }: RunMappingDeps,
  tx: Sql,
  tenantId: string,
  signal: AbortSignal,
  log: Logger,
): Promise<"more" | "done" | "busy"> {
  if (!(await runsStore.tryLock(tx, tenantId))) return "busy";
  const run = await runsStore.next(tx, tenantId);
  if (!run) return "done";
  try {
    await advance(steps, tx, run, contextOf(run, signal));
  } catch (error) {
    signal.throwIfAborted();
    // A store that is unavailable comes back: the run waits for it.
    if (error instanceof AppError && error.status >= 500) throw error;
    log.error({ run: run.id, error: coerceError(error).message }, "a run of process mapping failed");
    await runsStore.fail(tx, run, error instanceof AppError ? error.message : "the run could not go on");
  }
  return "more";
}

/** The run's context: changes are attributed to the actor that started the run, with the scopes of the service. */
function contextOf({ tenantId, actor, requestId }: Run, signal: AbortSignal): RequestContext {
  return { tenantId, actor, scopes: new Set(SCOPES), requestId, signal };
}

async function advance(steps: RunMappingDeps["steps"], tx: Sql, run: Run, ctx: RequestContext): Promise<void> {
  const names = stepsOf(run);
  if (run.status === "queued") {
    let total = 0;
    for (const name of names) total += await steps[name].total(ctx, run.options);
    return runsStore.begin(tx, run, total);
  }
  const name = names[run.step];
  if (name === undefined) return runsStore.complete(tx, run);
  const { place, processed, result } = await steps[name].batch(ctx, run.options, run.place ?? undefined, run.result);
  await runsStore.progress(tx, run, {
    step: place === undefined ? run.step + 1 : run.step,
    place,
    done: run.done + processed,
    result: { ...run.result, ...result },
  });
}

/** Enqueues a job for every tenant with unfinished runs; replaces lost jobs. Fails stalled runs. */
export async function wakeRuns({ postgres, jobs }: Pick<RunMappingDeps, "postgres" | "jobs">, log: Logger) {
  const stalled = await runsStore.failStalled(postgres, STALLED_MINUTES);
  if (stalled.length > 0) log.warn({ runs: stalled }, "runs of process mapping without progress were failed");
  for (const tenantId of await runsStore.tenantsWithUnfinished(postgres)) await sendRun(jobs, tenantId);
}
