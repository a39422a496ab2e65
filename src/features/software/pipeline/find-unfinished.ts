import type { Graph } from "../../../platform/graph/graph.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { DictionaryReader } from "../../cpe-dictionary/index.ts";
import { FIND_UNFINISHED } from "./job-refs.ts";
import { pipelineGraph, type UnfinishedRow } from "./pipeline.graph.store.ts";
import { pipelineWorkStore, STEPS, type Step } from "./pipeline-work.store.ts";

export interface FindUnfinishedDeps {
  graph: Graph;
  postgres: Postgres;
  jobs: SendJobs;
  dictionary: Pick<DictionaryReader, "change">;
  /** Absent if look-ups at the vulnerability database are off. */
  lookUps?: object | undefined;
  /** Asks the model about pending mappings. */
  askPending(tenantId: string, signal: AbortSignal): Promise<void>;
}

const PAGE_SIZE = 1_000;
/** Unmatched instances queued per call after the dictionary changed. */
const MAX_RETRIED = 10_000;

/** Enqueues FIND_UNFINISHED for every tenant. */
export async function sendFindUnfinished(deps: Pick<FindUnfinishedDeps, "postgres" | "jobs">): Promise<void> {
  for (const tenantId of await pipelineWorkStore.tenantIds(deps.postgres))
    await deps.jobs.send(FIND_UNFINISHED, { tenantId });
}

/**
 * Queues work for a tenant's instances without software or CPE name and for software without family, whoever created
 * them.
 */
export async function findUnfinished(deps: FindUnfinishedDeps, tenantId: string, signal: AbortSignal): Promise<void> {
  const change = await deps.dictionary.change();
  const canSearch = change > 0 || deps.lookUps !== undefined;
  for (const type of ["software_instance", "software"]) await addWorkOfType(deps, tenantId, type, canSearch, signal);
  if (change > 0) {
    await pipelineWorkStore.addWork(
      deps.postgres,
      tenantId,
      "cpe",
      await pipelineWorkStore.unmatched(deps.postgres, tenantId, change, MAX_RETRIED),
    );
  }
  await deps.askPending(tenantId, signal);
}

async function addWorkOfType(
  { graph, postgres }: FindUnfinishedDeps,
  tenantId: string,
  type: string,
  canSearch: boolean,
  signal: AbortSignal,
): Promise<void> {
  for (let after = { at: "", id: "" }; ; ) {
    signal.throwIfAborted();
    const rows = await pipelineGraph.unfinished(graph, tenantId, type, after, PAGE_SIZE);
    for (const step of STEPS) {
      const lacking = rows.filter((row) => needsStep(type, step, row, canSearch)).map(({ id }) => id);
      const awaitingLookUp =
        step === "cpe" ? await pipelineWorkStore.awaitingLookUps(postgres, tenantId, lacking) : new Set();
      await pipelineWorkStore.addWork(
        postgres,
        tenantId,
        step,
        lacking.filter((id) => !awaitingLookUp.has(id)),
      );
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = { at: last.createdAt, id: last.id };
  }
}

function needsStep(type: string, step: Step, row: UnfinishedRow, canSearch: boolean): boolean {
  if (type === "software") return step === "family" && row.familyId === null;
  if (step === "link") return row.softwareId === null;
  const isOpen = row.enrichmentStatus !== "done" && row.enrichmentStatus !== "not_needed";
  return step === "cpe" && canSearch && isOpen;
}
