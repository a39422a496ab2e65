import { type RequestContext, systemContext } from "../../../context.ts";
import { coerceError } from "../../../errors.ts";
import { runBatch } from "../../../platform/batch.ts";
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

export type StepWork = (ctx: RequestContext, ciIds: readonly string[]) => Promise<void>;

/** False if another process works on the same items: try again later. */
export type StepPreparation = (ctx: RequestContext, ciIds: readonly string[]) => Promise<boolean>;

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
}

export type RunStep = (
  input: { tenantId: string; step: Step },
  call: { signal: AbortSignal; log: Logger },
) => Promise<void>;

/** A run ends after this time and sends its successor behind the jobs of other tenants. */
const TURN_MS = 1_000;
const BUSY_RETRY_SECONDS = 2;
/** Work waits no longer than this for scans; then it runs beside them. */
const MAX_SCAN_WAIT_MS = 600_000;

/**
 * Processes the waiting work of one step of a tenant, batch by batch, until none is left; one run per tenant and step
 * across all processes. Work waits up to ten minutes for a running scan of the tenant. A batch whose process died is
 * repeated: every step is idempotent.
 */
export function createRunStep(deps: RunStepDeps): RunStep {
  return async ({ tenantId, step }, { signal, log }) => {
    const until = performance.now() + TURN_MS;
    for (;;) {
      signal.throwIfAborted();
      const ctx: RequestContext = { ...systemContext(tenantId, newId()), signal };
      const outcome = await runNextBatch(deps, ctx, step, log);
      if (outcome === "done") return;
      if (outcome === "busy") return sendStep(deps.jobs, tenantId, step, { startAfterSeconds: BUSY_RETRY_SECONDS });
      if (performance.now() >= until) return sendStep(deps.jobs, tenantId, step, { startAfterSeconds: 0 });
    }
  };
}

/** A run for each tenant and step with due work. */
export function owedSteps({ postgres }: Pick<RunStepDeps, "postgres">): OwedWork {
  return owedWork(RUN_STEP, () => pipelineWorkStore.dueWork(postgres));
}

type Outcome = "more" | "done" | "busy";

async function runNextBatch(deps: RunStepDeps, ctx: RequestContext, step: Step, log: Logger): Promise<Outcome> {
  const prepared = await prepareBatch(deps, ctx, step, log);
  if (prepared === "done" || prepared === "busy") return prepared;
  return deps.postgres.transaction(async (tx) => {
    if (!(await pipelineWorkStore.tryLock(tx, ctx.tenantId, step))) return "busy";
    const waiting = await pipelineWorkStore.nextWork(tx, ctx.tenantId, step, deps.batchSize);
    if (waiting.length === 0) return "done";
    if (await waitsForScan(deps, ctx, waiting)) return "busy";
    const items = prepared ? waiting.filter(({ ciId }) => prepared.has(ciId)) : waiting;
    const failed = await runStepOn(deps, ctx, step, items, log);
    await pipelineWorkStore.recordFailure(tx, ctx.tenantId, step, [...failed]);
    const done = items.filter(({ ciId }) => !failed.has(ciId));
    await pipelineWorkStore.completeWork(tx, ctx.tenantId, step, done);
    return "more";
  });
}

/** Ids of the prepared CIs; undefined if the step has no preparation. */
async function prepareBatch(
  deps: RunStepDeps,
  ctx: RequestContext,
  step: Step,
  log: Logger,
): Promise<"done" | "busy" | Set<string> | undefined> {
  const prepare = deps.prepare?.[step];
  if (!prepare) return undefined;
  const waiting = await pipelineWorkStore.nextWork(deps.postgres, ctx.tenantId, step, deps.batchSize);
  if (waiting.length === 0) return "done";
  if (await waitsForScan(deps, ctx, waiting)) return "busy";
  const ids = waiting.map(({ ciId }) => ciId);
  try {
    if (!(await prepare(ctx, ids))) return "busy";
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

/** Runs the step on the batch; if that fails, on each CI individually. Returns the CIs that failed; rejects if a store is away. */
async function runStepOn(
  { steps, storesTakeWrites }: RunStepDeps,
  ctx: RequestContext,
  step: Step,
  items: readonly WorkItem[],
  log: Logger,
): Promise<Set<string>> {
  const failed = new Set<string>();
  const tries = new Map(items.map((item) => [item.ciId, item.tries + 1]));
  const ids = [...tries.keys()];
  if (ids.length === 0) return failed;
  await runBatch<string, void>(ids, {
    async run(ciIds) {
      ctx.signal?.throwIfAborted();
      await steps[step](ctx, ciIds);
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
  return failed;
}
