import type { RequestContext } from "../../../context.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { keyBetween, LONGEST_NAME } from "../reader/phrase.ts";
import { tokensOf } from "../reader/tokens.ts";
import type { KnownField, NamedCi, ValueKind, Vocabulary } from "../reader/vocabulary.model.ts";
import { vocabularyGraph } from "./vocabulary.graph.store.ts";
import { vocabularyStore } from "./vocabulary.store.ts";

/** Runs of words of one question that are looked up. */
const MOST_CANDIDATES = 1_000;

const NOTHING: Vocabulary = { cis: new Map(), values: new Map(), beginnings: new Map(), fields: [], types: [] };

export type LoadVocabulary = (ctx: RequestContext, question: string) => Promise<Vocabulary>;

/**
 * What the words of a question may mean in the tenant's data: one indexed look-up in each store, whatever the number of CIs.
 * Empty for a caller that may not read CIs: neither names nor values may be told by what is understood.
 */
export function createLoadVocabulary({ graph, postgres }: { graph: Graph; postgres: Postgres }): LoadVocabulary {
  return async ({ tenantId, scopes }, question) => {
    const candidates = candidatesOf(question);
    const [values, fields, cis] = await Promise.all([
      vocabularyStore.find(postgres, tenantId, candidates),
      vocabularyStore.fields(postgres, tenantId),
      scopes.has("cmdb.read") ? vocabularyGraph.named(graph, tenantId, candidates) : [],
    ]);
    const isEvent = ({ path }: { path: string }) => path.startsWith("event.");
    const mayTell = (value: { path: string }) => scopes.has(isEvent(value) ? "events.read" : "cmdb.read");
    return {
      ...NOTHING,
      values: byKey(values.exact.filter(mayTell)),
      beginnings: byKey(values.longer.filter(mayTell)),
      ...(scopes.has("cmdb.read") && {
        cis: byKey(cis.map(({ nameKey, ...ci }): NamedCi & { key: string } => ({ ...ci, key: nameKey }))),
        fields: fields.filter(({ path }) => path !== "type").map(knownField),
        types: fields.find(({ path }) => path === "type")?.types ?? [],
      }),
    };
  };
}

/** Every run of up to eight tokens that may be a name or a value, the short ones of a long question first. */
function candidatesOf(question: string): string[] {
  const tokens = tokensOf(question);
  const found = new Set<string>();
  for (let length = 1; length <= LONGEST_NAME; length++) {
    for (let from = 0; from + length <= tokens.length; from++) {
      const key = keyBetween(question, tokens, from, from + length);
      if (key && found.size < MOST_CANDIDATES) found.add(key);
    }
  }
  return [...found];
}

function knownField({ path, types, kinds }: { path: string; types: string[]; kinds: string[] }): KnownField {
  return {
    path,
    types: types.filter((type) => type !== ""),
    kinds: kinds.filter((kind): kind is ValueKind => kind !== "full"),
    isFull: kinds.includes("full"),
  };
}

function byKey<T extends { key: string }>(found: readonly T[]): Map<string, Omit<T, "key">[]> {
  const map = new Map<string, Omit<T, "key">[]>();
  for (const { key, ...rest } of found) map.set(key, [...(map.get(key) ?? []), rest]);
  return map;
}
