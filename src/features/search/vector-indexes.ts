import type { Embedder } from "../../platform/ai/index.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { type EmbeddingIndex, embeddingsStore, SLOTS, type Slot } from "./embeddings.store.ts";
import { vectorsGraph } from "./vectors.graph.store.ts";

/**
 * The vector indexes of the installation. Each model, and each length of its vectors, has an index of its own: vectors of two
 * models cannot be compared. There are two places, so that one index is filled while the other serves; a tenant changes over
 * once its CIs have been embedded anew, and the old index goes with its last tenant.
 */
export interface VectorIndexes {
  /**
   * The index of the configured model, made where there is none; undefined while a place for it is being cleared. Asks the
   * model for one vector the first time. Rejects with ModelFault.
   */
  current(use: { tenantId: string; runId: string }, signal?: AbortSignal): Promise<EmbeddingIndex | undefined>;
  /** The configured model now gives vectors of another length. */
  changeDimensions(dimensions: number): Promise<void>;
  /** Removes vectors that serve nobody, until `deadline` (as `performance.now()`); returns whether any are left. */
  clear(deadline: number): Promise<boolean>;
  /** Removes a tenant's vectors of a model before the current one; returns whether any are left. */
  leave(tenantId: string, slot: Slot, deadline: number): Promise<boolean>;
}

export const EMBEDDING_PURPOSE = "search.embeddings";
const PROBE = "configuration item";
/** The longest vectors that Neo4j indexes. */
const MAX_DIMENSIONS = 4_096;

export function createVectorIndexes(deps: { graph: Graph; postgres: Postgres; embedder: Embedder }): VectorIndexes {
  const { graph, postgres, embedder } = deps;
  const configured = embedder.model ?? "";

  const make = async (dimensions: number): Promise<EmbeddingIndex | undefined> => {
    if (dimensions < 1 || dimensions > MAX_DIMENSIONS) {
      throw new Error(
        `The embedding model gives vectors of ${dimensions} dimensions; at most ${MAX_DIMENSIONS} are indexed`,
      );
    }
    const taken = await embeddingsStore.indexes(postgres);
    const free = SLOTS.find((slot) => !taken.some((index) => index.slot === slot));
    if (free === undefined) {
      // A third model while a second is being filled: what is oldest gives way.
      if (!taken.some(({ clearing }) => clearing)) await embeddingsStore.retireIndex(postgres, taken.at(-1)!.slot);
      return undefined;
    }
    await embeddingsStore.addIndex(postgres, { slot: free, model: configured, dimensions });
    return find();
  };
  const find = async () =>
    (await embeddingsStore.indexes(postgres)).find(({ model, clearing }) => model === configured && !clearing);

  /** What Postgres says of the index holds in the graph too: a restored graph has no vectors. */
  const repair = async ({ slot, dimensions }: EmbeddingIndex): Promise<void> => {
    const existing = await vectorsGraph.dimensionsOf(graph, slot);
    if (existing !== undefined && existing !== dimensions) await vectorsGraph.dropIndex(graph, slot);
    if (existing !== dimensions) await vectorsGraph.createIndex(graph, slot, dimensions);
    if ((await vectorsGraph.total(graph, slot)) === 0) await embeddingsStore.restartSweeps(postgres, slot);
  };

  const clearIndex = async (slot: Slot, deadline: number): Promise<boolean> => {
    // First the index: nodes without one go many times faster.
    await vectorsGraph.dropIndex(graph, slot);
    while (await vectorsGraph.removeBatch(graph, slot)) if (performance.now() > deadline) return true;
    await embeddingsStore.removeIndex(postgres, slot);
    return false;
  };

  return {
    async current({ tenantId, runId }, signal) {
      let index = await find();
      if (!index) {
        const use = { tenantId, purpose: EMBEDDING_PURPOSE, account: { runId } };
        const { vectors } = await embedder.embed([PROBE], use, signal);
        index = await make(vectors[0]?.length ?? 0);
      }
      if (index) await repair(index);
      return index;
    },

    async changeDimensions(dimensions) {
      const index = await find();
      if (index && index.dimensions !== dimensions) await embeddingsStore.retireIndex(postgres, index.slot);
    },

    async clear(deadline) {
      await embeddingsStore.retireUnused(postgres, configured);
      for (const { slot, clearing } of await embeddingsStore.indexes(postgres)) {
        if (clearing && (await clearIndex(slot, deadline))) return true;
      }
      return false;
    },

    async leave(tenantId, slot, deadline) {
      while (await vectorsGraph.removeBatch(graph, slot, tenantId)) if (performance.now() > deadline) return true;
      await embeddingsStore.removeSweep(postgres, tenantId, slot);
      await embeddingsStore.retireUnused(postgres, configured, slot);
      return false;
    },
  };
}
