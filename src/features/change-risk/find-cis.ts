import { nameKey } from "../../model/identifiers.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { type NamedCi, namedCisGraph } from "./named-cis.graph.store.ts";

export interface FoundCis {
  /** Each once, in the order in which they were named. */
  cis: NamedCi[];
  /** Ids and names that mean no CI, and names that mean several, as they were given. */
  unknown: string[];
}

/** References of one statement. */
const PORTION = 1_000;

/** Finds the CIs of these ids and names. Names compare without case. */
export async function findCis(
  graph: Graph,
  tenantId: string,
  { ids, names }: { ids: readonly string[]; names: readonly string[] },
): Promise<FoundCis> {
  const keys = [...new Set(names.map(nameKey))];
  const byId = new Map<string, NamedCi>();
  const byName = new Map<string, NamedCi[]>();
  const wanted = [...new Set(ids)];
  for (let at = 0; at < Math.max(wanted.length, keys.length); at += PORTION) {
    const portion = { ids: wanted.slice(at, at + PORTION), nameKeys: keys.slice(at, at + PORTION) };
    for (const { nameKey: key, ...ci } of await namedCisGraph.find(graph, tenantId, portion)) {
      if (key === null) byId.set(ci.id, ci);
      else byName.set(key, [...(byName.get(key) ?? []), ci]);
    }
  }
  const found = new Map<string, NamedCi>();
  const unknown = new Set<string>();
  const add = (reference: string, ci: NamedCi | undefined) => {
    if (ci) found.set(ci.id, ci);
    else unknown.add(reference);
  };
  for (const id of ids) add(id, byId.get(id));
  for (const name of names) {
    const [first, second] = byName.get(nameKey(name)) ?? [];
    add(name, second ? undefined : first);
  }
  return { cis: [...found.values()], unknown: [...unknown] };
}
