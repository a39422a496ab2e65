import { type RequestContext, requireScope } from "../../context.ts";
import type { Embedder } from "../../platform/ai/index.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { embeddingsStore } from "./embeddings.store.ts";
import { vectorsGraph } from "./vectors.graph.store.ts";

export interface EmbeddingStatus {
  isAvailable: boolean;
  /** CIs that can have a vector: all but instances of software. */
  total: number;
  /** Of these, with a vector of the configured model. */
  embedded: number;
  /** Changed since, or refused by the model. */
  stale: number;
  /** Without a vector of the configured model. */
  pending: number;
  model: string | null;
  dimensions: number | null;
  /** The model whose vectors answer searches; another than `model` while those of a new model are made. */
  servingModel: string | null;
}

export type GetEmbeddingStatus = (ctx: RequestContext) => Promise<EmbeddingStatus>;

/** How many CIs of the tenant have vectors. Throws 403 without `cmdb.read` and `ai.use`. */
export function createGetEmbeddingStatus(deps: {
  graph: Graph;
  postgres: Postgres;
  embedder: Embedder;
}): GetEmbeddingStatus {
  const { graph, postgres, embedder } = deps;
  return async (ctx) => {
    requireScope(ctx, "ai.use");
    requireScope(ctx, "cmdb.read");
    const { tenantId } = ctx;
    const sweeps = await embeddingsStore.sweeps(postgres, tenantId, embedder.model);
    const own = sweeps.find(({ model }) => model === embedder.model);
    const [counts, stale] = await Promise.all([
      vectorsGraph.countEmbedded(graph, tenantId, own?.slot ?? "a"),
      embeddingsStore.countStale(postgres, tenantId),
    ]);
    const embedded = own && embedder.isAvailable ? counts.embedded : 0;
    return {
      isAvailable: embedder.isAvailable,
      total: counts.total,
      embedded,
      stale: stale.due + stale.failed,
      pending: counts.total - embedded,
      model: embedder.isAvailable ? embedder.model : null,
      dimensions: own?.dimensions ?? null,
      servingModel: embedder.isAvailable ? (sweeps[0]?.model ?? null) : null,
    };
  };
}
