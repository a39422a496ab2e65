import { type RequestContext, systemContext } from "../../../context.ts";
import { coerceError } from "../../../errors.ts";
import { runBatch } from "../../../platform/batch.ts";
import type { EnrichmentName, EnrichmentNews } from "../../../platform/enrichment.ts";
import { newId } from "../../../platform/ids.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import { type OwedWork, owedWork } from "../../../platform/jobs/owed-work.ts";
import { isOutage, type StoresTakeWrites } from "../../../platform/jobs/stores-take-writes.ts";
import { MAX_TRIES } from "../../../platform/jobs/tries.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { RUN_STEP } from "./job-refs.ts";
import { pipelineWorkStore, type Step, type WorkItem } from "./pipeline-work.store.ts";
import { sendStep } from "./triggers.ts";

/** Returns how many CIs it changed. */
export type StepWork = (ctx: RequestContext, ciIds: readonly string[]) => Promise<number>;

/** False if another process works on the same items: try again later. */
export type StepPreparation = (ctx: RequestContext, ciIds: readonly string[], runId?: string) => Promise<boolean>;

export interface RunStepDeps {
  postgres: Postgres;
  jobs: SendJobs;
  steps: Readonly<Record<Step, StepWork>>;
  /** Runs before a step, without locks. */
  prepare?: Readonly<Partial<Record<Step, StepPreparation>>>;
  /** Whether a scan of the tenant is running; scans have priority. */
  isScanning: (tenantId: string) => Promise<boolean>;
  /** Distinguishes an item that takes too long from an outage. */
  storesTakeWrites: StoresTakeWrites;
  /** Items per batch. */
  batchSize: number;
  /** Shows the work as runs. */
  news: EnrichmentNews;
}

export type RunStep = (
  input: { tenantId: string; step: Step },
  call: { signal: AbortSignal; log: Logger },
) => Promise<void>;

/** A run ends after this time and sends its successor behind the jobs of other tenants. */
const TURN_MS = 1_000;
const BUSY_RETRY_SECONDS = 2;
/** Work waits no longer than this for scans; then it runs beside them. */
export const MAX_SCAN_WAIT_MS = 600_000;

/**
 * Processes the waiting work of one step of a tenant, batch by batch, until none is left; one run per tenant and step
 * across all processes. Work waits up to ten minutes for a running scan of the tenant. A batch whose process died is
 * repeated: every step is idempotent.
 */
export function createRunStep(deps: RunStepDeps): RunStep {
  return async ({ tenantId, step }, { signal, log }) => {
    const counts = noCounts();
    const turn: StepTurn = { step, counts, runId: () => deps.news.runId(tenantId, NAME_OF[step]), log };
    let outcome: Outcome = "more";
    try {
      const until = performance.now() + TURN_MS;
      do {
        signal.throwIfAborted();
        const ctx: RequestContext = { ...systemContext(tenantId, newId()), signal };
        outcome = await runNextBatch(deps, ctx, turn);
      } while (outcome === "more" && performance.now() < until);
    } finally {
      // Once a turn, whatever it did: a write for each item would cost more than much of the work.
      if (counts.done > 0) await deps.news.record(tenantId, NAME_OF[step], { ...counts, more: outcome !== "done" });
    }
    if (outcome === "busy") return sendStep(deps.jobs, tenantId, step, { startAfterSeconds: BUSY_RETRY_SECONDS });
    if (outcome === "more") return sendStep(deps.jobs, tenantId, step, { startAfterSeconds: 0 });
  };
}

/** The enrichment that each step is. */
export const NAME_OF = { link: "software-linking", family: "families", cpe: "cpe" } as const satisfies Record<
  Step,
  EnrichmentName
>;

/** CIs that steps looked at, changed, and failed on. */
export interface StepCounts {
  done: number;
  changed: number;
  failed: number;
}

export const noCounts = (): StepCounts => ({ done: 0, changed: 0, failed: 0 });

interface StepTurn {
  step: Step;
  counts: StepCounts;
  /** The run in which the turn is counted. */
  runId(): Promise<string | undefined>;
  log: Logger;
}

/** A run for each tenant and step with due work. */
export function owedSteps({ postgres }: Pick<RunStepDeps, "postgres">): OwedWork {
  return owedWork(RUN_STEP, () => pipelineWorkStore.dueWork(postgres));
}

type Outcome = "more" | "done" | "busy";

async function runNextBatch(deps: RunStepDeps, ctx: RequestContext, turn: StepTurn): Promise<Outcome> {
  const { step, counts, log } = turn;
  const prepared = await prepareBatch(deps, ctx, turn);
  if (prepared === "done" || prepared === "busy") return prepared;
  return deps.postgres.transaction(async (tx) => {
    if (!(await pipelineWorkStore.tryLock(tx, ctx.tenantId, step))) return "busy";
    const waiting = await pipelineWorkStore.nextWork(tx, ctx.tenantId, step, deps.batchSize);
    if (waiting.length === 0) return "done";
    if (await waitsForScan(deps, ctx, waiting)) return "busy";
    const items = prepared ? waiting.filter(({ ciId }) => prepared.has(ciId)) : waiting;
    const { changed, failed } = await runStepOn(deps, ctx, step, items, log);
    await pipelineWorkStore.recordFailure(tx, ctx.tenantId, step, [...failed]);
    const done = items.filter(({ ciId }) => !failed.has(ciId));
    await pipelineWorkStore.completeWork(tx, ctx.tenantId, step, done);
    counts.done += items.length;
    counts.changed += changed;
    counts.failed += failed.size;
    return "more";
  });
}

/** Ids of the prepared CIs; undefined if the step has no preparation. */
async function prepareBatch(
  deps: RunStepDeps,
  ctx: RequestContext,
  { step, runId, log }: StepTurn,
): Promise<"done" | "busy" | Set<string> | undefined> {
  const prepare = deps.prepare?.[step];
  if (!prepare) return undefined;
  const waiting = await pipelineWorkStore.nextWork(deps.postgres, ctx.tenantId, step, deps.batchSize);
  if (waiting.length === 0) return "done";
  if (await waitsForScan(deps, ctx, waiting)) return "busy";
  const ids = waiting.map(({ ciId }) => ciId);
  try {
    if (!(await prepare(ctx, ids, await runId()))) return "busy";
  } catch (error) {
    ctx.signal?.throwIfAborted();
    if (await isOutage(error, deps.storesTakeWrites)) throw error;
    // The step itself finds out which item is at fault.
    log.warn({ step, error: coerceError(error).message }, "a batch of the software pipeline could not be prepared");
  }
  return new Set(ids);
}

/** Whether the batch waits for a running scan of the tenant. */
async function waitsForScan(deps: RunStepDeps, ctx: RequestContext, [first]: readonly WorkItem[]): Promise<boolean> {
  const waitedMs = first ? Date.now() - first.since.getTime() : 0;
  return waitedMs < MAX_SCAN_WAIT_MS && (await deps.isScanning(ctx.tenantId));
}

/**
 * Runs the step on the batch; if that fails, on each CI individually. Returns how many CIs it changed and which failed;
 * rejects if a store is away. `tries`: how often a CI has failed so far.
 */
export async function runStepOn(
  { steps, storesTakeWrites }: Pick<RunStepDeps, "steps" | "storesTakeWrites">,
  ctx: RequestContext,
  step: Step,
  items: readonly Pick<WorkItem, "ciId" | "tries">[],
  log: Pick<Logger, "error" | "warn">,
): Promise<{ changed: number; failed: Set<string> }> {
  const failed = new Set<string>();
  let changed = 0;
  const tries = new Map(items.map((item) => [item.ciId, item.tries + 1]));
  const ids = [...tries.keys()];
  if (ids.length === 0) return { changed, failed };
  await runBatch<string, void>(ids, {
    async run(ciIds) {
      ctx.signal?.throwIfAborted();
      changed += await steps[step](ctx, ciIds);
      return [];
    },
    isOutage: (error) => isOutage(error, storesTakeWrites),
    failed(error, ciId) {
      ctx.signal?.throwIfAborted();
      failed.add(ciId);
      const fields = { step, ci: ciId, tries: tries.get(ciId), error: coerceError(error).message };
      if ((tries.get(ciId) ?? 0) >= MAX_TRIES)
        log.error(fields, "a step of the software pipeline fails; tried once a day");
      else log.warn(fields, "a step of the software pipeline failed; it is tried again");
    },
  });
  return { changed, failed };
}
