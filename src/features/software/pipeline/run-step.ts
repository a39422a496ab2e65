import { type RequestContext, systemContext } from "../../../context.ts";
import { AppError, coerceError, isUnavailable } from "../../../errors.ts";
import { runBatch } from "../../../platform/batch.ts";
import type { EnrichmentName, EnrichmentNews } from "../../../platform/enrichment.ts";
import { newId } from "../../../platform/ids.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import { type OwedWork, owedWork } from "../../../platform/jobs/owed-work.ts";
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
  let items: readonly WorkItem[] = [];
  try {
    return await deps.postgres.transaction(async (tx) => {
      if (!(await pipelineWorkStore.tryLock(tx, ctx.tenantId, step))) return "busy";
      const waiting = await pipelineWorkStore.nextWork(tx, ctx.tenantId, step, deps.batchSize);
      if (waiting.length === 0) return "done";
      if (await waitsForScan(deps, ctx, waiting)) return "busy";
      items = prepared ? waiting.filter(({ ciId }) => prepared.has(ciId)) : waiting;
      const ids = items.map(({ ciId }) => ciId);
      const did = await runStepOn(deps.steps[step], ctx, step, ids, log);
      await pipelineWorkStore.completeWork(tx, ctx.tenantId, step, items);
      addCounts(counts, did);
      return "more";
    });
  } catch (error) {
    ctx.signal?.throwIfAborted();
    const ids = items.map(({ ciId }) => ciId);
    if (isUnavailable(error)) await pipelineWorkStore.postponeWork(deps.postgres, ctx.tenantId, step, ids);
    throw error;
  }
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
    if (error instanceof AppError && error.status >= 500) throw error;
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

function addCounts(counts: StepCounts, { done, changed, failed }: StepCounts): void {
  counts.done += done;
  counts.changed += changed;
  counts.failed += failed;
}

/** Runs the step on the batch; if that fails, on each CI individually. A later run finds failed CIs again. */
export async function runStepOn(
  work: StepWork,
  ctx: RequestContext,
  step: Step,
  ids: readonly string[],
  log: Pick<Logger, "error">,
): Promise<StepCounts> {
  const counts = { ...noCounts(), done: ids.length };
  if (ids.length === 0) return counts;
  await runBatch<string, void>([...ids], {
    async run(ciIds) {
      ctx.signal?.throwIfAborted();
      counts.changed += await work(ctx, ciIds);
      return [];
    },
    failed(error, ciId) {
      ctx.signal?.throwIfAborted();
      if (error instanceof AppError && error.status >= 500) throw error;
      counts.failed++;
      log.error({ step, ci: ciId, error: coerceError(error).message }, "a step of the software pipeline failed");
    },
  });
  return counts;
}
