import { parseFields } from "../../../model/fields.ts";
import { nearestNames } from "../../../model/nearest-names.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { FreeKey } from "../engine.ts";
import { quotedKeys, valueAt } from "./json-path.ts";
import { type Patience, queryGraph } from "./query.graph.store.ts";

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
  patience: Patience,
): Promise<{ key: FreeKey; nearest: string[] }[]> {
  const ofRelationships = keys.filter(({ owner }) => owner === "relationship");
  const ofCis = keys.filter(({ owner }) => owner !== "relationship");
  const known = await Promise.all(ofRelationships.map((key) => isOfRelationships(graph, tenantId, key, patience)));
  const unknown = [
    ...ofRelationships.filter((_, i) => !known[i]),
    ...(await unknownOfCis(graph, tenantId, ofCis, patience)),
  ];
  if (unknown.length === 0) return [];
  const hints = unknown.some(({ owner }) => owner !== "relationship");
  const names = hints ? await queryGraph.keys(graph, tenantId, patience) : [];
  return unknown.map((key) => ({ key, nearest: nearestNames(`${key.object}.${key.key}`, names) }));
}

async function isOfRelationships(graph: Graph, tenantId: string, { key }: FreeKey, patience: Patience) {
  const texts = await queryGraph.relationshipTexts(graph, tenantId, quotedKeys(key), patience);
  return texts.length >= MAX_SAMPLES || holdKey(texts, key);
}

function holdKey(texts: readonly (string | null)[], key: string): boolean {
  return texts.some((text) => text !== null && valueAt(parseFields(text), key) !== undefined);
}

const objectOf = ({ object }: FreeKey) => (object === "custom_fields" ? "custom_fields" : "attributes");

/** From the cheapest look to the dearest: a few CIs, all CIs once for all keys, all CIs for one key. */
async function unknownOfCis(
  graph: Graph,
  tenantId: string,
  keys: readonly FreeKey[],
  patience: Patience,
): Promise<FreeKey[]> {
  if (keys.length === 0) return [];
  const propertyOf = (key: FreeKey) => `${objectOf(key)}.${key.key}`;
  const usual = new Set(await queryGraph.someHaveKeys(graph, tenantId, keys.map(propertyOf), patience));
  const rare = keys.filter((key) => !usual.has(propertyOf(key)));
  if (rare.length === 0) return [];
  const quotedIn = (object: string) =>
    rare.filter((key) => objectOf(key) === object).flatMap(({ key }) => quotedKeys(key));
  const quoted = { attributes: quotedIn("attributes"), customFields: quotedIn("custom_fields") };
  const found = await queryGraph.scanKeys(graph, tenantId, quoted, patience);
  const unknown: FreeKey[] = [];
  for (const each of rare) {
    const isInAttributes = objectOf(each) === "attributes";
    const mayHold = quotedKeys(each.key);
    const texts = found
      .filter(({ inAttributes, inCustomFields }) =>
        (isInAttributes ? inAttributes : inCustomFields).some((key) => mayHold.includes(key)),
      )
      .map(({ attributes, customFields }) => (isInAttributes ? attributes : customFields));
    const isKnown =
      texts.length > 0 && (holdKey(texts, each.key) || (await isSomewhere(graph, tenantId, each, patience)));
    if (!isKnown) unknown.push(each);
  }
  return unknown;
}

async function isSomewhere(graph: Graph, tenantId: string, each: FreeKey, patience: Patience): Promise<boolean> {
  const { key } = each;
  const wanted = { key, quoted: quotedKeys(key) };
  const { known, samples } = await queryGraph.hasKey(graph, tenantId, objectOf(each), wanted, patience);
  return known || samples.length >= MAX_SAMPLES || holdKey(samples, key);
}
