import { type RequestContext, systemContext } from "../../../context.ts";
import type { EnrichmentProgress, EnrichmentTurn, EnrichmentWork } from "../../../platform/enrichment.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { type RunResult, type Step, type StepBatch, type StepName, stepsOf } from "./run-steps.ts";
import { runsStore } from "./runs.store.ts";

export interface MappingWorkDeps {
  postgres: Postgres;
  /** The steps, which account what they ask the model to the run. */
  stepsFor(runId: string): Readonly<Record<StepName, Step>>;
}

const TURN_MS = 1_000;
/** All steps, over everything. */
const WHOLE = { mode: "all", options: {} } as const;
const CANCELLED = "the run was cancelled";

/** Where a run goes on: the step, the place in it, and what the steps found so far. */
interface Place {
  step: number;
  place?: unknown;
  result: RunResult;
}

/**
 * Process mapping as a run over everything. It takes turns with the runs of the feature's own routes, one batch at a time in
 * one process.
 */
export function mappingWork(deps: MappingWorkDeps): EnrichmentWork {
  const names = stepsOf(WHOLE);
  return {
    name: "process-mapping",
    description: "Finds which processes belong to which software, and the applications of relationships",
    defaultCron: "43 3 * * 0",
    // People start it: it changes mappings.
    defaultEnabled: false,
    defaultBatchSize: 100,
    async due(tenantId) {
      const steps = deps.stepsFor("");
      let total = 0;
      for (const name of names) total += await steps[name].total(systemContext(tenantId, ""), WHOLE.options);
      return total;
    },
    takeTurn: (turn) => takeTurn(deps, names, turn),
    dropWaiting: (tenantId) => runsStore.failUnfinished(deps.postgres, tenantId, CANCELLED),
  };
}

async function takeTurn(
  deps: MappingWorkDeps,
  names: readonly StepName[],
  turn: EnrichmentTurn,
): Promise<EnrichmentProgress> {
  const ctx: RequestContext = { ...systemContext(turn.tenantId, turn.runId), signal: turn.signal };
  const steps = deps.stepsFor(turn.runId);
  const until = performance.now() + TURN_MS;
  let at: Place = turn.after === undefined ? { step: 0, result: {} } : (JSON.parse(turn.after) as Place);
  const before = changedBy(at.result);
  let done = 0;
  while (at.step < names.length && done < turn.batchSize && performance.now() < until && !turn.signal.aborted) {
    const batch = await batchOf(deps.postgres, ctx, steps[names[at.step]!], at);
    // A run of the feature's own routes is at it: the next turn repeats the batch.
    if (!batch) break;
    done += batch.processed;
    const result = { ...at.result, ...batch.result };
    at = batch.place === undefined ? { step: at.step + 1, result } : { step: at.step, place: batch.place, result };
  }
  const next = at.step < names.length ? JSON.stringify(at) : undefined;
  const error = next === undefined ? unansweredIn(at.result) : undefined;
  return { done, changed: Math.max(0, changedBy(at.result) - before), failed: 0, next, error };
}

function batchOf(
  postgres: Postgres,
  ctx: RequestContext,
  step: Step,
  { place, result }: Place,
): Promise<StepBatch | undefined> {
  return postgres.transaction(async (tx) => {
    if (!(await runsStore.tryLock(tx, ctx.tenantId))) return undefined;
    return step.batch(ctx, WHOLE.options, place, result);
  });
}

/** Mappings and products that got process names, relationships that got applications, and repairs. */
export function changedBy({ enrich, identify, apply, fixRelationships }: RunResult): number {
  const counted = [numberIn(enrich, "enriched"), numberIn(identify, "enriched"), numberIn(apply, "updated")];
  const { left: _left, ...fixes } = (fixRelationships ?? {}) as Record<string, unknown>;
  const repairs = Object.values(fixes);
  return [...counted, ...repairs].reduce<number>((sum, value) => sum + (typeof value === "number" ? value : 0), 0);
}

function numberIn(counts: unknown, key: string): number {
  const value = (counts as Record<string, unknown> | undefined)?.[key];
  return typeof value === "number" ? value : 0;
}

function unansweredIn({ enrich }: RunResult): string | undefined {
  const unanswered = numberIn(enrich, "unanswered");
  return unanswered > 0 ? `The model gave no answer about ${unanswered} products` : undefined;
}
