import { systemContext } from "../../context.ts";
import { AppError, coerceError } from "../../errors.ts";
import { type Model, ModelFault, type ModelFaultKind } from "../../platform/ai/index.ts";
import { newId } from "../../platform/ids.ts";
import type { ChangeConsumer } from "../../platform/jobs/changes.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { cisOfScan } from "../inventory/index.ts";
import { MAKE_INSIGHTS } from "./job-refs.ts";
import { type MakeInsight, NoInsight } from "./make-insight.ts";
import { type InsightWork, insightWork } from "./work.store.ts";

export interface RunInsightsDeps {
  postgres: Postgres;
  model: Model;
  jobs: SendJobs;
  makeInsight: MakeInsight;
  /** CIs of one scan that are asked about; default MOST_PER_SCAN. */
  mostPerScan?: number | undefined;
}

const MOST_PER_SCAN = 200;

/** After this long a run gives way to those of other tenants, and another goes on. */
const MAX_RUN_MS = 30_000;
/** Longer than a question and what follows it; a CI whose process died is free then. */
const LEASE_SECONDS = 300;
const MOST_TRIES = 6;
const LONGEST_WAIT_SECONDS = 3_600;
/** What these facts bring about, and others would not. */
const OF_THE_FACTS: ReadonlySet<ModelFaultKind> = new Set(["unreadable", "invalid", "too_large"]);

/** A completed scan brings its servers up for insights; without a model nothing waits. */
export function createInsightTrigger(deps: RunInsightsDeps): ChangeConsumer {
  const { model, mostPerScan = MOST_PER_SCAN } = deps;
  return async (tx, tenantId, changes) => {
    if (!model.isAvailable) return;
    for (const { kind, subject } of changes) {
      if (kind !== "scan.completed") continue;
      const scanned = await cisOfScan(tx, tenantId, subject.id);
      const waiting = await insightWork.addScanned(tx, tenantId, scanned, mostPerScan);
      if (waiting > 0) await send(deps, tenantId, tx);
    }
  };
}

function send({ jobs }: Pick<RunInsightsDeps, "jobs">, tenantId: string, tx?: Sql): Promise<void> {
  return jobs.send(MAKE_INSIGHTS, { tenantId }, { singletonKey: tenantId, startAfterSeconds: 1, ...(tx && { tx }) });
}

/** Sends a run for whatever is due: after a failure, or where a run's own successor was lost. */
export async function wakeInsights(deps: RunInsightsDeps): Promise<void> {
  if (!deps.model.isAvailable) return;
  for (const tenantId of await insightWork.dueTenants(deps.postgres)) await send(deps, tenantId);
}

export type RunInsights = (input: { tenantId: string }, call: { signal: AbortSignal; log: Logger }) => Promise<void>;

/** One CI after the other, each by one process; what a run leaves when it dies another takes up. */
export function createRunInsights(deps: RunInsightsDeps): RunInsights {
  return async ({ tenantId }, { signal, log }) => {
    if (!deps.model.isAvailable) return;
    const until = performance.now() + MAX_RUN_MS;
    for (;;) {
      signal.throwIfAborted();
      const item = await insightWork.take(deps.postgres, tenantId, LEASE_SECONDS);
      if (!item) return;
      const isModelThere = await work(deps, tenantId, item, signal, log);
      if (!isModelThere) return;
      if (performance.now() >= until) return send(deps, tenantId);
    }
  };
}

/** False where the model service gave no answer: others will fare no better now. */
async function work(
  deps: RunInsightsDeps,
  tenantId: string,
  item: InsightWork,
  signal: AbortSignal,
  log: Logger,
): Promise<boolean> {
  const { postgres, makeInsight } = deps;
  const ctx = { ...systemContext(tenantId, newId()), signal };
  let hash: string | undefined;
  try {
    const input = await makeInsight.input(ctx, item.ciId);
    ({ hash } = input);
    if (input.type === "server" && hash !== item.refusedHash) await makeInsight.record(ctx, item.ciId, input);
    if (hash === item.refusedHash) await insightWork.refuse(postgres, tenantId, item, hash);
    else await insightWork.end(postgres, tenantId, item);
    return true;
  } catch (error) {
    if (signal.aborted) {
      await insightWork.postpone(postgres, tenantId, item.ciId, 0);
      signal.throwIfAborted();
    }
    if (error instanceof AppError && error.code === "RESOURCE_NOT_FOUND") {
      await insightWork.end(postgres, tenantId, item);
      return true;
    }
    return failed(deps, tenantId, item, hash, error, log);
  }
}

async function failed(
  { postgres }: RunInsightsDeps,
  tenantId: string,
  item: InsightWork,
  hash: string | undefined,
  error: unknown,
  log: Logger,
): Promise<boolean> {
  const isModel = error instanceof ModelFault;
  log.warn({ ci: item.ciId, error: coerceError(error).message, tries: item.tries }, "no insights of a server");
  const isAtALoss = error instanceof NoInsight || (isModel && OF_THE_FACTS.has(error.kind));
  if (isAtALoss && hash !== undefined) {
    await insightWork.refuse(postgres, tenantId, item, hash);
    return true;
  }
  if (item.tries + 1 >= MOST_TRIES) await insightWork.end(postgres, tenantId, item);
  else {
    const seconds = Math.min(60 * 2 ** item.tries, LONGEST_WAIT_SECONDS);
    await insightWork.postpone(postgres, tenantId, item.ciId, seconds);
  }
  return !isModel;
}
