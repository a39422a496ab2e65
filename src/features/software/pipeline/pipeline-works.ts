import { systemContext } from "../../../context.ts";
import { coerceError } from "../../../errors.ts";
import type { EnrichmentProgress, EnrichmentTurn, EnrichmentWork } from "../../../platform/enrichment.ts";
import { newId } from "../../../platform/ids.ts";
import { isOutage } from "../../../platform/jobs/stores-take-writes.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { pipelineWorkStore, type Step } from "./pipeline-work.store.ts";
import { MAX_SCAN_WAIT_MS, NAME_OF, noCounts, type RunStepDeps, runStepOn, type StepCounts } from "./run-step.ts";
import { BEGINNING, type Unfinished, type UnfinishedPlace } from "./unfinished.ts";

export interface PipelineWorksDeps
  extends Pick<RunStepDeps, "steps" | "prepare" | "isScanning" | "storesTakeWrites" | "batchSize"> {
  postgres: Postgres;
  log: Logger;
  unfinished: Unfinished;
  /** Asks the model about mappings that wait for a decision. */
  askPending(tenantId: string, signal: AbortSignal, runId: string): Promise<void>;
}

const TURN_MS = 1_000;
const COUNT_MS = 1_000;

const OFFERED = {
  link: { description: "Links installed software to its product", defaultCron: "17 * * * *" },
  family: { description: "Assigns products to the families of software", defaultCron: "22 * * * *" },
  cpe: { description: "Finds CPE names of installed software", defaultCron: "27 * * * *" },
} as const;

/** Where a run goes on, and since when it has waited for a scan. */
type Place = UnfinishedPlace & { waitingSince?: number };

/**
 * The steps of the pipeline as runs over everything that lacks them, whoever created it and whatever the triggers missed.
 * What is saved meanwhile is done by the triggers' own jobs.
 */
export function pipelineWorks(deps: PipelineWorksDeps): EnrichmentWork[] {
  return (Object.keys(OFFERED) as Step[]).map((step) => ({
    name: NAME_OF[step],
    ...OFFERED[step],
    defaultBatchSize: 200,
    due: async (tenantId, { ciIds }) => ciIds?.length ?? deps.unfinished.count(tenantId, step, COUNT_MS),
    takeTurn: (turn) => takeTurn(deps, step, turn),
    dropWaiting: (tenantId) => pipelineWorkStore.dropWork(deps.postgres, tenantId, step),
  }));
}

async function takeTurn(deps: PipelineWorksDeps, step: Step, turn: EnrichmentTurn): Promise<EnrichmentProgress> {
  const { tenantId, batchSize } = turn;
  const until = performance.now() + TURN_MS;
  const counts = noCounts();
  let place: Place | undefined = turn.after === undefined ? BEGINNING : (JSON.parse(turn.after) as Place);
  const waits = await waitsForScan(deps, tenantId, place);
  if (waits) return { ...counts, next: JSON.stringify(waits) };
  while (place && counts.done < batchSize && performance.now() < until && !turn.signal.aborted) {
    const limit = Math.min(deps.batchSize, batchSize - counts.done);
    const page = await nextPage(deps, step, turn, place, limit);
    const did = page.ids.length === 0 ? noCounts() : await runBatch(deps, step, turn, page.ids);
    // Another process is at the same step of the tenant: the next turn repeats the page.
    if (!did) break;
    for (const key of ["done", "changed", "failed"] as const) counts[key] += did[key];
    place = page.next;
  }
  if (!place && step === "link") await deps.askPending(tenantId, turn.signal, turn.runId);
  const error = counts.failed > 0 ? "Some could not be done; the service's log names them" : undefined;
  return { ...counts, next: place && JSON.stringify(place), error };
}

async function nextPage(
  { unfinished }: PipelineWorksDeps,
  step: Step,
  turn: EnrichmentTurn,
  place: Place,
  limit: number,
) {
  const { ciIds } = turn.scope;
  if (!ciIds) return unfinished.page(turn.tenantId, step, place, limit);
  const from = "change" in place ? place.change : 0;
  const ids = ciIds.slice(from, from + limit);
  return { ids, next: from + limit < ciIds.length ? { change: from + limit, id: "" } : undefined };
}

/** The place with the time since when the run waits; undefined where it need not wait. */
async function waitsForScan(
  { isScanning }: PipelineWorksDeps,
  tenantId: string,
  place: Place,
): Promise<Place | undefined> {
  const waitingSince = place.waitingSince ?? Date.now();
  if (Date.now() - waitingSince >= MAX_SCAN_WAIT_MS || !(await isScanning(tenantId))) return undefined;
  return { ...place, waitingSince };
}

/** What a batch did; undefined while another process is at the step. */
async function runBatch(
  deps: PipelineWorksDeps,
  step: Step,
  { tenantId, runId, signal }: EnrichmentTurn,
  ids: readonly string[],
): Promise<StepCounts | undefined> {
  const ctx = { ...systemContext(tenantId, newId()), signal };
  try {
    if (!((await deps.prepare?.[step]?.(ctx, ids, runId)) ?? true)) return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (await isOutage(error, deps.storesTakeWrites)) throw error;
    // The step itself finds out which item is at fault.
    deps.log.warn({ step, error: coerceError(error).message }, "a batch of an enrichment run could not be prepared");
  }
  return deps.postgres.transaction(async (tx) => {
    if (!(await pipelineWorkStore.tryLock(tx, tenantId, step))) return undefined;
    const items = ids.map((ciId) => ({ ciId, tries: 0 }));
    const { changed, failed } = await runStepOn(deps, ctx, step, items, deps.log);
    return { done: ids.length, changed, failed: failed.size };
  });
}
