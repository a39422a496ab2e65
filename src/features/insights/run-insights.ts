import { systemContext } from "../../context.ts";
import { coerceError, isNotFound } from "../../errors.ts";
import { type Model, ModelFault, type ModelFaultKind } from "../../platform/ai/index.ts";
import type { EnrichmentNews } from "../../platform/enrichment.ts";
import { newId } from "../../platform/ids.ts";
import type { ChangeConsumer } from "../../platform/jobs/changes.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import { type OwedWork, owedWork } from "../../platform/jobs/owed-work.ts";
import { isOutage, type StoresTakeWrites } from "../../platform/jobs/stores-take-writes.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { cisOfScan } from "../inventory/index.ts";
import { type InsightTask, insightTasksStore } from "./insight-tasks.store.ts";
import { MAKE_INSIGHTS } from "./job-refs.ts";
import { type MakeInsight, UnusableAnswer } from "./make-insight.ts";

export interface RunInsightsDeps {
  postgres: Postgres;
  model: Model;
  jobs: SendJobs;
  makeInsight: MakeInsight;
  /** Distinguishes a CI that takes too long from an outage. */
  storesTakeWrites: StoresTakeWrites;
  /** Shows the work as runs. */
  news: EnrichmentNews;
  /** Largest number of CIs queued per scan; default DEFAULT_CIS_PER_SCAN. */
  maxCisPerScan?: number | undefined;
}

const DEFAULT_CIS_PER_SCAN = 200;

/** A run ends after this time and sends its successor behind the jobs of other tenants. */
const TURN_MS = 1_000;
/** CIs of one tenant under way at once, in all processes: fewer than the workers of one, so that others get some. */
const MAX_CIS_AT_ONCE = 2;
/** Longer than processing one CI takes; when it ends, the CI of a process that died is free again. */
export const LEASE_SECONDS = 300;
/** After so many tries a task fails for good, unless a store or the model was unavailable: it then waits. */
const MAX_TRIES = 6;
const MAX_BACKOFF_SECONDS = 3_600;
/** Model faults that the facts cause: retrying with the same facts is pointless. */
const INPUT_FAULTS: ReadonlySet<ModelFaultKind> = new Set(["unreadable", "invalid", "too_large"]);

/** Queues the servers of a completed scan for insights; does nothing without a model. */
export function createInsightTrigger(deps: RunInsightsDeps): ChangeConsumer {
  const { model, maxCisPerScan = DEFAULT_CIS_PER_SCAN } = deps;
  return async (tx, tenantId, changes) => {
    if (!model.isAvailable) return;
    for (const { kind, subject } of changes) {
      if (kind !== "scan.completed") continue;
      const scanned = await cisOfScan(tx, tenantId, subject.id);
      const waiting = await insightTasksStore.addScanned(tx, tenantId, scanned, maxCisPerScan);
      if (waiting > 0) await sendRun(deps, tenantId, tx);
    }
  };
}

function sendRun({ jobs }: Pick<RunInsightsDeps, "jobs">, tenantId: string, tx?: Sql): Promise<void> {
  return jobs.send(MAKE_INSIGHTS, { tenantId }, { singletonKey: tenantId, startAfterSeconds: 1, ...(tx && { tx }) });
}

/** A run for each tenant with due tasks: after a failure, or if a run's successor was lost. */
export function owedInsights({ model, postgres }: Pick<RunInsightsDeps, "model" | "postgres">): OwedWork {
  return owedWork(MAKE_INSIGHTS, async () => {
    if (!model.isAvailable) return [];
    return (await insightTasksStore.dueTenants(postgres)).map((tenantId) => ({ tenantId }));
  });
}

export type RunInsights = (input: { tenantId: string }, call: { signal: AbortSignal; log: Logger }) => Promise<void>;

/** Processes a tenant's CIs one after the other, each in one process. Another run continues what a dead one left. */
export function createRunInsights(deps: RunInsightsDeps): RunInsights {
  return async ({ tenantId }, { signal, log }) => {
    if (!deps.model.isAvailable) return;
    const until = performance.now() + TURN_MS;
    const counts = { done: 0, changed: 0, failed: 0 };
    let more = true;
    try {
      while (performance.now() < until) {
        signal.throwIfAborted();
        const task = await insightTasksStore.lease(deps.postgres, tenantId, LEASE_SECONDS, MAX_CIS_AT_ONCE);
        more = task !== undefined;
        if (!task) return;
        const runId = await deps.news.runId(tenantId, "insights");
        const { changed, failed, fault } = await processCi(deps, { tenantId, runId, signal, log }, task);
        counts.done++;
        counts.changed += Number(changed);
        counts.failed += Number(failed);
        if (fault) return;
      }
    } finally {
      if (counts.done > 0) await deps.news.record(tenantId, "insights", { ...counts, more });
    }
    return sendRun(deps, tenantId);
  };
}

export interface InsightTurn {
  tenantId: string;
  /** To which the model's answers are accounted. */
  runId: string | undefined;
  signal: AbortSignal;
  log: Logger;
}

/** What became of one CI. */
export interface CiOutcome {
  changed: boolean;
  failed: boolean;
  /** The model service gave no answer: other CIs would fail now too. */
  fault?: ModelFault;
}

type ProcessDeps = Pick<RunInsightsDeps, "postgres" | "makeInsight" | "storesTakeWrites">;

/** Makes the insights of a CI whose task this process has leased. */
export async function processCi(
  deps: ProcessDeps,
  { tenantId, runId, signal, log }: InsightTurn,
  task: InsightTask,
): Promise<CiOutcome> {
  const { postgres, makeInsight } = deps;
  const ctx = { ...systemContext(tenantId, newId()), signal };
  let hash: string | undefined;
  try {
    const input = await makeInsight.collectInput(ctx, task.ciId);
    ({ hash } = input);
    const isAsked = input.type === "server" && hash !== task.refusedHash;
    if (isAsked) await makeInsight.findOrMake(ctx, task.ciId, input, { account: { runId } });
    if (hash === task.refusedHash) await insightTasksStore.recordUnusable(postgres, tenantId, task, hash);
    else await insightTasksStore.complete(postgres, tenantId, task);
    return { changed: isAsked, failed: false };
  } catch (error) {
    if (signal.aborted) {
      await insightTasksStore.postpone(postgres, tenantId, task.ciId, 0);
      signal.throwIfAborted();
    }
    if (isNotFound(error)) {
      await insightTasksStore.complete(postgres, tenantId, task);
      return { changed: false, failed: false };
    }
    return recordFailure(deps, tenantId, task, hash, error, log);
  }
}

async function recordFailure(
  { postgres, storesTakeWrites }: ProcessDeps,
  tenantId: string,
  task: InsightTask,
  hash: string | undefined,
  error: unknown,
  log: Logger,
): Promise<CiOutcome> {
  const isModelFault = error instanceof ModelFault;
  const { message } = coerceError(error);
  log.warn({ ci: task.ciId, error: message, tries: task.tries }, "making insights of a server failed");
  const isCausedByInput = error instanceof UnusableAnswer || (isModelFault && INPUT_FAULTS.has(error.kind));
  if (isCausedByInput && hash !== undefined) {
    await insightTasksStore.recordUnusable(postgres, tenantId, task, hash);
    return { changed: false, failed: true };
  }
  if (task.tries + 1 >= MAX_TRIES && !isModelFault && !(await isOutage(error, storesTakeWrites))) {
    log.error(
      { ci: task.ciId, error: message },
      "insights of a server failed too often; no further try until a scan changes it",
    );
    await insightTasksStore.recordFailure(postgres, tenantId, task, message);
  } else {
    const seconds = Math.min(60 * 2 ** task.tries, MAX_BACKOFF_SECONDS);
    await insightTasksStore.postpone(postgres, tenantId, task.ciId, seconds);
  }
  return { changed: false, failed: true, ...(isModelFault && { fault: error }) };
}
