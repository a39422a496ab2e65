import type { Embedder } from "../../platform/ai/index.ts";
import type { EnrichmentProgress, EnrichmentScope, EnrichmentTurn, EnrichmentWork } from "../../platform/enrichment.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { type EmbedCis, NO_COUNTS } from "./embed-cis.ts";
import { type EmbeddingIndex, embeddingsStore } from "./embeddings.store.ts";
import { factsGraph } from "./facts.graph.store.ts";
import type { VectorIndexes } from "./vector-indexes.ts";
import { vectorsGraph } from "./vectors.graph.store.ts";

export interface EmbeddingWorkDeps {
  graph: Graph;
  postgres: Postgres;
  embedder: Embedder;
  indexes: VectorIndexes;
  embedCis: EmbedCis;
}

const DEFAULT_BATCH = 1_000;
const EVERY_TEN_MINUTES = "*/10 * * * *";
const TURN_MS = 1_000;
const NO_EMBEDDING_MODEL = "No embedding model is configured (OPENAI_EMBEDDING_MODEL)";

/**
 * Embedding as a run. Without a scope it does what is owed: first a sweep over all CIs in the order of their ids, once for each
 * model, then the CIs that changed since. A sweep that ends lets the tenant's searches change over to its index, and removes the
 * vectors of the model before it.
 */
export function createEmbeddingWork(deps: EmbeddingWorkDeps): EnrichmentWork {
  const { postgres, embedder, indexes } = deps;
  return {
    name: "embeddings",
    description: "Makes vectors of the texts of CIs that are new or have changed, for search by meaning",
    defaultCron: EVERY_TEN_MINUTES,
    defaultBatchSize: DEFAULT_BATCH,
    unavailable: () => (embedder.isAvailable ? undefined : NO_EMBEDDING_MODEL),
    due: (tenantId, scope) => (embedder.isAvailable ? countDue(deps, tenantId, scope) : Promise.resolve(0)),

    async takeTurn(turn) {
      const { tenantId, runId, signal } = turn;
      if (!embedder.isAvailable) return { ...NO_COUNTS, next: undefined };
      const deadline = performance.now() + TURN_MS;
      if (await indexes.clear(deadline)) return { ...NO_COUNTS, next: turn.after ?? "" };
      const index = await indexes.current({ tenantId, runId }, signal);
      if (!index) return { ...NO_COUNTS, next: turn.after ?? "" };
      await embeddingsStore.beginSweep(postgres, tenantId, index.slot);
      return takePart(deps, turn, index, deadline);
    },
  };
}

async function takePart(
  deps: EmbeddingWorkDeps,
  turn: EnrichmentTurn,
  index: EmbeddingIndex,
  deadline: number,
): Promise<EnrichmentProgress> {
  const { graph, postgres, embedCis } = deps;
  const { tenantId, scope, after = "" } = turn;
  const force = scope.force ?? false;
  // With their marks, which go once the CIs are up to date.
  const marked = async (ids: readonly string[]) => {
    const marks = new Map((await embeddingsStore.marksOf(postgres, tenantId, ids)).map((mark) => [mark.ciId, mark]));
    return ids.map((id) => marks.get(id) ?? id);
  };
  if (scope.ciIds) {
    const ids = [...new Set(scope.ciIds)].sort();
    const read = async (from: string, limit: number) => marked(ids.filter((id) => id > from).slice(0, limit));
    return embedCis(turn, index, { from: after, deadline, force, read });
  }
  const page = (from: string, limit: number) => factsGraph.page(graph, tenantId, from, limit);
  if (force) {
    const read = async (from: string, limit: number) => marked(await page(from, limit));
    return embedCis(turn, index, { from: after, deadline, force, read });
  }
  const sweep = (await embeddingsStore.sweeps(postgres, tenantId, index.model)).find(({ slot }) => slot === index.slot);
  if (!sweep) return { ...NO_COUNTS, next: "" };
  if (!sweep.isComplete) {
    const reached = (to: string) => embeddingsStore.advanceSweep(postgres, tenantId, index.slot, to);
    const part = await embedCis(turn, index, { from: sweep.reached, deadline, force, read: page, reached });
    if (part.next === undefined) await embeddingsStore.completeSweep(postgres, tenantId, index.slot);
    return { ...part, next: "" };
  }
  return takeOwed(deps, turn, index, deadline);
}

/** What is owed after the sweep: vectors of the model before are removed, and changed CIs are embedded. */
async function takeOwed(
  { postgres, indexes, embedCis }: EmbeddingWorkDeps,
  turn: EnrichmentTurn,
  index: EmbeddingIndex,
  deadline: number,
): Promise<EnrichmentProgress> {
  const { tenantId } = turn;
  for (const old of await embeddingsStore.sweeps(postgres, tenantId, index.model)) {
    if (old.slot !== index.slot && (await indexes.leave(tenantId, old.slot, deadline)))
      return { ...NO_COUNTS, next: "" };
  }
  if (await indexes.clear(deadline)) return { ...NO_COUNTS, next: "" };
  const read = (from: string, limit: number) => embeddingsStore.stale(postgres, tenantId, from, limit);
  const part = await embedCis(turn, index, { from: turn.after ?? "", deadline, force: false, read });
  if (part.next !== undefined || part.done === 0) return part;
  // Neighbours of renamed CIs were marked on the way.
  const { due } = await embeddingsStore.countStale(postgres, tenantId);
  return { ...part, next: due > 0 ? "" : undefined };
}

async function countDue({ graph, postgres, embedder }: EmbeddingWorkDeps, tenantId: string, scope: EnrichmentScope) {
  if (scope.ciIds) return new Set(scope.ciIds).size;
  const sweeps = await embeddingsStore.sweeps(postgres, tenantId, embedder.model);
  const sweep = sweeps.find(({ model }) => model === embedder.model);
  if (scope.force || !sweep) return vectorsGraph.countEmbeddable(graph, tenantId);
  const { due } = await embeddingsStore.countStale(postgres, tenantId);
  return due + (sweep.isComplete ? 0 : await vectorsGraph.countEmbeddable(graph, tenantId, sweep.reached));
}
