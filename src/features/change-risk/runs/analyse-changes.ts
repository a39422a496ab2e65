import { systemContext } from "../../../context.ts";
import { AppError, coerceError } from "../../../errors.ts";
import { allSettled } from "../../../platform/all-settled.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import { newId } from "../../../platform/ids.ts";
import { hold } from "../../../platform/jobs/hold.ts";
import type { JobCall } from "../../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import { isOutage, type StoresTakeWrites } from "../../../platform/jobs/stores-take-writes.ts";
import { MAX_TRIES } from "../../../platform/jobs/tries.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { AssessChange } from "../assess/index.ts";
import type { Change } from "../change-analysis.model.ts";
import { findCis } from "../find-cis.ts";
import { ANALYSE_CHANGES, WRITE_BACK } from "../job-refs.ts";
import { readPayload } from "../read-payload.ts";
import { writeBacksStore } from "../write-back/write-backs.store.ts";
import { type AnalysisTask, runsStore } from "./runs.store.ts";

export interface AnalyseChangesDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  jobs: SendJobs;
  storesTakeWrites: StoresTakeWrites;
  assessChange: AssessChange;
  /** How often a run says that it lives, in milliseconds; default 3,000. */
  renewMs?: number;
}

/** A turn ends after this time, so that tenants alternate. */
const TURN_MS = 1_000;
/** Analyses of a tenant at once: most of their time they wait for a store or a model. */
const AT_ONCE = 4;
const INTERNAL_ERROR = "An internal error prevented it";

class AnalysisLost extends Error {
  override readonly name = "AnalysisLost";
}

/** Analyses the tenant's changes for about a second, oldest first, then sends a job for the others. */
export function createAnalyseChanges(deps: AnalyseChangesDeps) {
  const { postgres, clock, jobs } = deps;

  const decide = async (task: AnalysisTask, error: unknown, { signal, log }: JobCall) => {
    const now = clock.now();
    if (signal.aborted || (await isOutage(error, deps.storesTakeWrites))) {
      await runsStore.release(postgres, task, { counted: false }, now);
      throw error;
    }
    const tries = task.tries + 1;
    const fields = { analysis: task.id, tenant: task.tenantId, tries, error: coerceError(error).message };
    if (error instanceof AppError && error.status < 500) {
      log.warn(fields, "a change could not be analysed");
      return runsStore.fail(postgres, task, error.message, 0, now);
    }
    if (tries >= MAX_TRIES) {
      log.error(fields, `a change could not be analysed for ${MAX_TRIES} times; its analysis has failed`);
      return runsStore.fail(postgres, task, INTERNAL_ERROR, MAX_TRIES, now);
    }
    log.warn(fields, "a change could not be analysed; it is tried again");
    await runsStore.release(postgres, task, { counted: true }, now);
  };

  const analyse = async (task: AnalysisTask, call: JobCall) => {
    const lost = new AnalysisLost();
    const renew = () => runsStore.renew(postgres, task);
    const held = hold({ renew, stop: call.signal, lost, ...(deps.renewMs && { renewMs: deps.renewMs }) });
    try {
      if (task.tries >= MAX_TRIES) throw new Error("its runs ended with their process again and again");
      await complete(deps, task, held.signal);
    } catch (error) {
      if (!held.isLost()) await decide(task, error, call);
    } finally {
      held.end();
    }
  };

  return async ({ tenantId }: { tenantId: string }, call: JobCall): Promise<void> => {
    const end = performance.now() + TURN_MS;
    const work = async () => {
      do {
        const task = await runsStore.claim(postgres, tenantId, newId(), clock.now());
        if (!task) return;
        await analyse(task, call);
      } while (performance.now() < end && !call.signal.aborted);
    };
    await allSettled(Array.from({ length: AT_ONCE }, work));
    if (await runsStore.hasDue(postgres, tenantId, clock.now())) await jobs.send(ANALYSE_CHANGES, { tenantId });
  };
}

/** Completes the analysis and queues its write-back: both or neither. Does nothing once another run has taken the analysis, or the tenant is gone. */
async function complete(deps: AnalyseChangesDeps, task: AnalysisTask, signal: AbortSignal): Promise<void> {
  const { postgres, clock, jobs } = deps;
  const { id, tenantId, integrationId, taskNodeId, createdAt } = task;
  const { change, current } = await readChange(deps.graph, task);
  const ctx = { ...systemContext(tenantId, id), signal };
  const assessment = await deps.assessChange(ctx, change, { analysisId: id, taskIntegrationId: integrationId });
  signal.throwIfAborted();
  await postgres.transaction(async (tx) => {
    const at = clock.now();
    if (!(await runsStore.complete(tx, current, assessment, at))) return;
    if (integrationId === null) return;
    const made = { analysisId: id, tenantId, integrationId, taskNodeId, requestedAt: createdAt };
    await writeBacksStore.queue(tx, made, at);
    await jobs.send(WRITE_BACK, { tenantId }, { tx, singletonKey: tenantId });
  });
}

/** The change; CIs that were deleted since the request are among its unknown ones. */
async function readChange(graph: Graph, task: AnalysisTask): Promise<{ change: Change; current: AnalysisTask }> {
  const { ciIds: _, ciNames: __, contentHash: ___, ...read } = readPayload(task.payload);
  const ids = task.cis.map(({ id }) => id);
  const { cis, unknown } = await findCis(graph, task.tenantId, { ids, names: [] });
  const gone = new Set(unknown);
  const lost = task.cis.filter(({ id }) => gone.has(id)).map(({ name }) => name);
  const current = { ...task, cis, unknownCis: [...task.unknownCis, ...lost] };
  return { change: { ...read, ciIds: cis.map(({ id }) => id), unknownCis: current.unknownCis }, current };
}
