import type { Ranked } from "./search.model.ts";

/** A CI of a fused ranking. */
export interface Fused extends Ranked {
  isExact: boolean;
}

/** The constant of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). */
const K = 60;
/** What is not named as a whole stays below this. */
const BELOW_EXACT = 0.99;

/**
 * One ranking of several: CIs that the text names come first, in their own order and with score 1; the others by the sum of
 * 1 / (60 + rank) over the rankings that have them, as a share of the greatest possible.
 */
export function fuse(exact: readonly Ranked[], rankings: readonly (readonly Ranked[])[]): Fused[] {
  const best = rankings.length / (K + 1);
  const found = new Map<string, { score: number; matchedOn: Set<string> }>();
  for (const ranking of rankings) {
    for (const [place, { id, matchedOn }] of ranking.entries()) {
      const one = found.get(id) ?? { score: 0, matchedOn: new Set<string>() };
      one.score += 1 / (K + 1 + place);
      for (const field of matchedOn) one.matchedOn.add(field);
      found.set(id, one);
    }
  }
  const first = new Map<string, Fused>();
  for (const { id, matchedOn } of exact) {
    const all = [...(first.get(id)?.matchedOn ?? []), ...matchedOn, ...(found.get(id)?.matchedOn ?? [])];
    first.set(id, { id, score: 1, matchedOn: [...new Set(all)], isExact: true });
  }
  const others = [...found]
    .filter(([id]) => !first.has(id))
    .map(([id, { score, matchedOn }]): Fused => {
      return { id, score: (BELOW_EXACT * score) / best, matchedOn: [...matchedOn], isExact: false };
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1));
  return [...first.values(), ...others];
}
