import type { RequestContext } from "../../../context.ts";
import { AppError, coerceError, isUnavailable } from "../../../errors.ts";
import { SCOPES } from "../../../model/scopes.ts";
import type { EnrichmentNews, FollowedTurn } from "../../../platform/enrichment.ts";
import type { SendJobOptions, SendJobs } from "../../../platform/jobs/jobs.ts";
import { type OwedWork, owedWork } from "../../../platform/jobs/owed-work.ts";
import { isOutage, type StoresTakeWrites } from "../../../platform/jobs/stores-take-writes.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { MAP_PROCESSES } from "./job-refs.ts";
import { changedBy } from "./mapping-work.ts";
import { failureOf, type Step, type StepName, stepsOf } from "./run-steps.ts";
import { type Run, runsStore } from "./runs.store.ts";

export interface RunMappingDeps {
  postgres: Postgres;
  jobs: SendJobs;
  steps: Readonly<Record<StepName, Step>>;
  /** Distinguishes a batch that takes too long from an outage. */
  storesTakeWrites: StoresTakeWrites;
  news: EnrichmentNews;
}

export type RunMapping = (input: { tenantId: string }, call: { signal: AbortSignal; log: Logger }) => Promise<void>;

/**
 * Enqueues one job per tenant, delayed by a second, so that what a deduplicated job stands for is committed by then.
 */
export function sendRun(jobs: SendJobs, tenantId: string, options: SendJobOptions = {}): Promise<void> {
  return jobs.send(MAP_PROCESSES, { tenantId }, { singletonKey: tenantId, startAfterSeconds: 1, ...options });
}

/** A job ends after this time and sends its successor behind the jobs of other tenants. */
const TURN_MS = 1_000;
const BUSY_RETRY_SECONDS = 2;
/** Batches in a row that the stores did not do in time though they worked, after which a run fails. */
const MAX_TRIES = 20;

/**
 * Processes a tenant's runs one after the other, batch by batch, in one process at a time. A batch whose process died
 * is repeated: every step is idempotent. A run fails for a fault of its own, and after a batch that the stores do not do in
 * time while they work, the tenant's other runs go first. An outage counts for nothing.
 */
export function createRunMapping(deps: RunMappingDeps): RunMapping {
  return async ({ tenantId }, { signal, log }) => {
    const until = performance.now() + TURN_MS;
    const counts: StepTotals = { done: 0, changed: 0, failed: 0 };
    let outcome: Outcome = "more";
    try {
      do {
        signal.throwIfAborted();
        outcome = await runBatch(deps, tenantId, { signal, log, counts });
      } while (outcome === "more" && performance.now() < until);
    } finally {
      const turn = { ...counts, more: outcome !== "done" };
      if (counts.done > 0) await deps.news.record(tenantId, "process-mapping", turn, "manual");
    }
    if (outcome === "busy") return sendRun(deps.jobs, tenantId, { startAfterSeconds: BUSY_RETRY_SECONDS });
    if (outcome === "more") return sendRun(deps.jobs, tenantId, { startAfterSeconds: 0 });
  };
}

type Outcome = "more" | "done" | "busy";
type StepTotals = Omit<FollowedTurn, "more">;

async function runBatch(
  { postgres, steps, storesTakeWrites }: RunMappingDeps,
  tenantId: string,
  { signal, log, counts }: { signal: AbortSignal; log: Logger; counts: StepTotals },
): Promise<Outcome> {
  let run: Run | undefined;
  try {
    return await postgres.transaction(async (tx) => {
      if (!(await runsStore.tryLock(tx, tenantId))) return "busy";
      run = await runsStore.next(tx, tenantId);
      if (!run) return "done";
      const did = await advance(steps, tx, run, contextOf(run, signal));
      counts.done += did.done;
      counts.changed += did.changed;
      return "more";
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!run) throw error;
    if (await isOutage(error, storesTakeWrites)) throw error;
    // Not in the batch's own transaction: a statement that failed has aborted it.
    const tries = isUnavailable(error) ? await runsStore.putOff(postgres, run) : undefined;
    if (tries !== undefined && tries < MAX_TRIES) throw error;
    log.error({ run: run.id, error: coerceError(error).message }, "a run of process mapping failed");
    await runsStore.fail(postgres, run, reasonOf(error));
    return "more";
  }
}

function reasonOf(error: unknown): string {
  if (isUnavailable(error)) return "the stores could not do its work in time";
  return error instanceof AppError ? error.message : "the run could not go on";
}

/** The run's context: changes are attributed to the actor that started the run, with the scopes of the service. */
function contextOf({ tenantId, actor, requestId }: Run, signal: AbortSignal): RequestContext {
  return { tenantId, actor, scopes: new Set(SCOPES), requestId, signal };
}

/** Returns how many items it processed and changed. */
async function advance(
  steps: RunMappingDeps["steps"],
  tx: Sql,
  run: Run,
  ctx: RequestContext,
): Promise<Pick<StepTotals, "done" | "changed">> {
  const nothing = { done: 0, changed: 0 };
  const names = stepsOf(run);
  if (run.status === "queued") {
    let total = 0;
    for (const name of names) total += await steps[name].total(ctx, run.options);
    await runsStore.begin(tx, run, total);
    return nothing;
  }
  const name = names[run.step];
  if (name === undefined) {
    const failure = failureOf(run.result);
    await (failure === undefined ? runsStore.complete(tx, run) : runsStore.fail(tx, run, failure));
    return nothing;
  }
  const { place, processed, result } = await steps[name].batch(ctx, run.options, run.place ?? undefined, run.result);
  await runsStore.progress(tx, run, {
    step: place === undefined ? run.step + 1 : run.step,
    place,
    done: run.done + processed,
    result: { ...run.result, ...result },
  });
  return { done: processed, changed: Math.max(0, changedBy({ ...run.result, ...result }) - changedBy(run.result)) };
}

/** A job for each tenant with unfinished runs. */
export function owedRuns({ postgres }: Pick<RunMappingDeps, "postgres">): OwedWork {
  return owedWork(MAP_PROCESSES, async () =>
    (await runsStore.tenantsWithUnfinished(postgres)).map((tenantId) => ({ tenantId })),
  );
}
