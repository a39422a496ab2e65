import { parseFields } from "../../../model/fields.ts";
import { nearestNames } from "../../../model/nearest-names.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { FreeKey } from "../engine.ts";
import { quotedKeys, valueAt } from "./json-path.ts";
import { queryGraph } from "./query.graph.store.ts";

/** As many texts as a search returns at most: then more may hold the key. */
const MAX_SAMPLES = 100;

/**
 * Which keys no CI, or no relationship, of the tenant has, with the nearest that exist. The graph itself is asked: what was
 * written a moment ago counts, nothing has to be kept in step, and no tenant can see another's keys.
 */
export async function findUnknownKeys(
  graph: Graph,
  tenantId: string,
  keys: readonly FreeKey[],
): Promise<{ key: FreeKey; nearest: string[] }[]> {
  const known = await Promise.all(keys.map((key) => isKnown(graph, tenantId, key)));
  const unknown = keys.filter((_, i) => !known[i]);
  if (unknown.length === 0) return [];
  const ofCis = unknown.some(({ owner }) => owner !== "relationship") ? await queryGraph.keys(graph, tenantId) : [];
  return unknown.map((key) => ({ key, nearest: nearestNames(`${key.object}.${key.key}`, ofCis) }));
}

async function isKnown(graph: Graph, tenantId: string, { owner, object, key }: FreeKey): Promise<boolean> {
  const quoted = quotedKeys(key);
  if (owner === "relationship") {
    const texts = await queryGraph.relationshipTexts(graph, tenantId, quoted);
    return texts.length >= MAX_SAMPLES || texts.some((text) => valueAt(parseFields(text), key) !== undefined);
  }
  const name = object === "custom_fields" ? "custom_fields" : "attributes";
  const { known, samples } = await queryGraph.hasKey(graph, tenantId, name, { key, quoted });
  if (known || samples.length >= MAX_SAMPLES) return true;
  return samples.some((text) => valueAt(parseFields(text), key) !== undefined);
}
