import type { Embedder } from "../../platform/ai/index.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { RecordAiQuery } from "../ai-usage/index.ts";
import { markChangedCis } from "./consume-changes.ts";
import { createEmbedCis } from "./embed-cis.ts";
import { createEmbedQuery } from "./embed-query.ts";
import { createEmbedTexts } from "./embed-texts.ts";
import { createGetEmbeddingStatus } from "./embedding-status.ts";
import { createEmbeddingWork } from "./embedding-work.ts";
import { embeddingsStore, SLOTS } from "./embeddings.store.ts";
import { createFindNearest } from "./find-nearest.ts";
import { createFindRelated } from "./find-related.ts";
import { type SearchVerbs, searchApiRoutes } from "./search.api.ts";
import { createSearchCis } from "./search-cis.ts";
import { createVectorIndexes } from "./vector-indexes.ts";
import { vectorsGraph } from "./vectors.graph.store.ts";

export type { EmbeddingStatus, GetEmbeddingStatus } from "./embedding-status.ts";
export type { RelatedAnswer } from "./find-related.ts";
export type { SearchVerbs } from "./search.api.ts";
export type { FoundCi, SearchFilters } from "./search.model.ts";
export type { SearchAnswer } from "./search-cis.ts";

export interface SearchDeps {
  graph: Graph;
  postgres: Postgres;
  log: Logger;
  embedder: Embedder;
  recordAiQuery: RecordAiQuery;
}

export interface Search extends Feature {
  verbs: SearchVerbs;
  routes: { api: Route[] };
}

/** Search by meaning and words, and the vectors that it needs. */
export function createSearch(deps: SearchDeps): Search {
  const { graph, postgres } = deps;
  const indexes = createVectorIndexes(deps);
  const findNearest = createFindNearest(deps);
  const embedCis = createEmbedCis({ ...deps, indexes, embedTexts: createEmbedTexts(deps) });
  const verbs = {
    searchCis: createSearchCis({ ...deps, findNearest, embedQuery: createEmbedQuery(deps) }),
    findRelated: createFindRelated({ ...deps, findNearest }),
    getEmbeddingStatus: createGetEmbeddingStatus(deps),
  };
  return {
    verbs,
    routes: { api: searchApiRoutes(verbs) },
    enrichment: [createEmbeddingWork({ ...deps, indexes, embedCis })],
    consumers: { graph: markChangedCis },
    async onCisPurged(tenantId, ciIds) {
      for (const slot of SLOTS) await vectorsGraph.remove(graph, tenantId, slot, ciIds);
      await embeddingsStore.removeMarks(postgres, tenantId, ciIds);
    },
  };
}
