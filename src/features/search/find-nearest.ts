import type { Graph } from "../../platform/graph/graph.ts";
import type { Slot } from "./embeddings.store.ts";
import type { SearchFilters } from "./search.model.ts";
import { type Near, vectorsGraph } from "./vectors.graph.store.ts";

export interface NearestRequest {
  tenantId: string;
  slot: Slot;
  vector: readonly number[];
  filters: SearchFilters;
  limit: number;
}

/**
 * The CIs of a tenant that pass the filters and whose vectors are nearest, best first. The index spans all tenants, so what
 * it gives is exact or repeated until it suffices:
 *
 *   - a tenant, or types, with at most `MOST_COMPARED` vectors are compared one by one;
 *   - else the index is asked for ever more of the nearest, until enough of them belong to the tenant and pass;
 *   - where even `MOST_FETCHED` are too few (a rare status, or another tenant with thousands of equal vectors), every vector of
 *     the tenant that passes is compared.
 *
 * So other tenants have no say in what is found.
 */
export type FindNearest = (request: NearestRequest) => Promise<Near[]>;

/** 1,000 vectors of 1,536 dimensions take about as long as the index for a tenant of a hundredth of it. */
const MOST_COMPARED = 1_000;
const FIRST_FETCHED = 200;
const GROWTH = 8;
const MOST_FETCHED = 25_600;
/** Scored anew by their full vectors, for each one wanted: the index rounds. */
const SCORED_ANEW = 3;
const NO_LIMIT = 1_000_000_000;
/** That a tenant has many vectors need not be seen anew each time; which way is taken changes no result. */
const LARGE_FOR_MS = 60_000;
const MAX_LARGE = 10_000;

export function createFindNearest({ graph }: { graph: Graph }): FindNearest {
  const largeUntil = new Map<string, number>();
  const noteLarge = (key: string) => {
    if (largeUntil.size >= MAX_LARGE) largeUntil.clear();
    largeUntil.set(key, performance.now() + LARGE_FOR_MS);
  };
  return async ({ tenantId, slot, vector, filters, limit }) => {
    const types = filters.types ? [...filters.types] : null;
    const statuses = filters.statuses ? [...filters.statuses] : null;
    const params = { tenantId, vector, types, statuses, limit };
    const key = JSON.stringify([tenantId, slot, types]);
    if ((largeUntil.get(key) ?? 0) < performance.now()) {
      const compared = await vectorsGraph.nearestOfFew(graph, slot, { ...params, most: MOST_COMPARED });
      if (compared.seen <= MOST_COMPARED) return compared.nearest;
      noteLarge(key);
    }
    const total = await vectorsGraph.total(graph, slot);
    for (let k = Math.max(FIRST_FETCHED, limit * SCORED_ANEW); k <= MOST_FETCHED; k *= GROWTH) {
      const found = await vectorsGraph.nearest(graph, slot, { ...params, k, read: limit * SCORED_ANEW });
      if (found.length >= limit || k >= total) return found;
    }
    return (await vectorsGraph.nearestOfFew(graph, slot, { ...params, most: NO_LIMIT })).nearest;
  };
}
