import type { Graph } from "../../../platform/graph/graph.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { DictionaryReader } from "../../cpe-dictionary/index.ts";
import { pipelineGraph, type UnfinishedRow } from "./pipeline.graph.store.ts";
import { pipelineWorkStore, type Step } from "./pipeline-work.store.ts";

export interface UnfinishedDeps {
  graph: Graph;
  postgres: Postgres;
  dictionary: Pick<DictionaryReader, "change">;
  /** Absent if look-ups at the vulnerability database are off. */
  lookUps?: object | undefined;
}

/**
 * How far a walk over the CIs that lack a step has come: by the time of their creation, then for CPE names over the
 * instances that the dictionary, as it was, did not have.
 */
export type UnfinishedPlace = { at: string; id: string } | { change: number; id: string };

export interface UnfinishedPage {
  ids: string[];
  /** Undefined when nothing is left. */
  next: UnfinishedPlace | undefined;
}

export const BEGINNING: UnfinishedPlace = { at: "", id: "" };
const UNMATCHED: UnfinishedPlace = { change: -1, id: "" };
/** CIs that are read at once: most of them lack nothing. */
const PAGE_SIZE = 1_000;

/** Walks over what a step has not done yet, whoever created it, at most `limit` CIs a page. */
export function createUnfinished({ graph, postgres, dictionary, lookUps }: UnfinishedDeps) {
  const lacking = async (tenantId: string, step: Step, rows: readonly UnfinishedRow[]): Promise<Set<string>> => {
    const ids = rows.filter((row) => needsStep(step, row)).map(({ id }) => id);
    if (step !== "cpe" || ids.length === 0) return new Set(ids);
    const awaiting = await pipelineWorkStore.awaitingLookUps(postgres, tenantId, ids);
    return new Set(ids.filter((id) => !awaiting.has(id)));
  };

  const inGraph = async (
    tenantId: string,
    step: Step,
    after: { at: string; id: string },
    limit: number,
  ): Promise<UnfinishedPage> => {
    const type = step === "family" ? "software" : "software_instance";
    const rows = await pipelineGraph.unfinished(graph, tenantId, type, after, PAGE_SIZE);
    const needed = await lacking(tenantId, step, rows);
    const ids = [...needed].slice(0, limit);
    const isCut = ids.length < needed.size;
    const last = isCut ? rows.find(({ id }) => id === ids.at(-1)) : rows.at(-1);
    if (last && (isCut || rows.length === PAGE_SIZE)) return { ids, next: { at: last.createdAt, id: last.id } };
    return { ids, next: step === "cpe" ? UNMATCHED : undefined };
  };

  return {
    async page(tenantId: string, step: Step, place: UnfinishedPlace, limit: number): Promise<UnfinishedPage> {
      const change = step === "cpe" ? await dictionary.change() : 0;
      if (step === "cpe" && change === 0 && lookUps === undefined) return { ids: [], next: undefined };
      if ("at" in place) return inGraph(tenantId, step, place, limit);
      const found = await pipelineWorkStore.unmatched(postgres, tenantId, change, place, limit);
      return { ids: found.map(({ id }) => id), next: found.length === limit ? found.at(-1) : undefined };
    },

    /** How many CIs the walk would find, as far as they can be counted within `ms` milliseconds; 0 only if there are none. */
    async count(tenantId: string, step: Step, ms: number): Promise<number> {
      const until = performance.now() + ms;
      let [found, place] = [0, BEGINNING as UnfinishedPlace | undefined];
      while (place && "at" in place) {
        const page = await this.page(tenantId, step, place, PAGE_SIZE);
        found += page.ids.length;
        place = page.next;
        if (performance.now() > until) return Math.max(found, 1);
      }
      if (step !== "cpe" || !place) return found;
      return found + (await pipelineWorkStore.countUnmatched(postgres, tenantId, await dictionary.change()));
    },
  };
}

export type Unfinished = ReturnType<typeof createUnfinished>;

function needsStep(step: Step, row: UnfinishedRow): boolean {
  if (step === "family") return row.familyId === null;
  if (step === "link") return row.softwareId === null;
  return row.enrichmentStatus !== "done" && row.enrichmentStatus !== "not_needed";
}
