import { compare } from "../../model/order.ts";
import { stepConfidence } from "../reach/index.ts";
import type { BriefStep } from "./impact.graph.store.ts";

/** Path to an affected CI. */
export interface ImpactPath {
  /** Ids of CIs, a start first and the CI itself last. */
  path: string[];
  /** 0 to 1. */
  confidence: number;
}

export interface SearchResult {
  /** The starts, smallest id first, then the members, nearest first. */
  ids: readonly string[];
  /** Distance of each of `ids`; that of a start is 0. */
  distances: readonly number[];
  /** Relationships from a member to one that is one step further, as positions in `ids`. Others are ignored. */
  steps: readonly { from: number; to: number; confidence: number }[];
}

/** Steps in the direction of the search, with their effective confidence. */
export function walkedSteps(steps: readonly BriefStep[], upstream: boolean): SearchResult["steps"][number][] {
  return steps.map((step) => {
    const confidence = stepConfidence(step);
    return upstream ? { from: step.to, to: step.from, confidence } : { from: step.from, to: step.to, confidence };
  });
}

/**
 * One shortest path to each member: among equal lengths the one whose ids come first in lexicographic order from a start.
 * Of several relationships between two CIs, the one with the highest confidence counts. By position in `ids`; undefined if
 * a relationship on the path was removed since the search.
 *
 * Every prefix of the first path is itself first, so each level is sorted by the order of its parents.
 */
export function shortestPaths({ ids, distances, steps }: SearchResult): (ImpactPath | undefined)[] {
  const paths = new Array<ImpactPath | undefined>(ids.length).fill(undefined);
  const rank = new Array<number>(ids.length).fill(0);
  const starts = Math.max(1, distances.lastIndexOf(0) + 1);
  for (let place = 0; place < starts; place++) {
    paths[place] = { path: [ids[place]!], confidence: 1 };
    rank[place] = place;
  }
  const onward = steps.filter(({ from, to }) => distances[to]! - distances[from]! === 1);
  const arriving = Map.groupBy(onward, ({ to }) => to);
  const places = ids.map((_, place) => place).slice(starts);
  const levels = Map.groupBy(places, (place) => distances[place]!);
  for (const [, level] of [...levels].sort(([a], [b]) => a - b)) {
    const reached: { place: number; parent: number }[] = [];
    for (const place of level) {
      const best = bestOf(arriving.get(place) ?? [], paths, rank);
      if (!best) continue;
      const before = paths[best.from]!;
      paths[place] = { path: [...before.path, ids[place]!], confidence: before.confidence * best.confidence };
      reached.push({ place, parent: best.from });
    }
    reached.sort((a, b) => rank[a.parent]! - rank[b.parent]! || compare(ids[a.place]!, ids[b.place]!));
    for (const [order, { place }] of reached.entries()) rank[place] = order;
  }
  return paths;
}

type Step = SearchResult["steps"][number];

function bestOf(steps: Step[], paths: (ImpactPath | undefined)[], rank: number[]): Step | undefined {
  let best: Step | undefined;
  for (const step of steps) {
    if (paths[step.from] === undefined) continue;
    const better = best && (rank[step.from]! - rank[best.from]! || best.confidence - step.confidence);
    if (better === undefined || better < 0) best = step;
  }
  return best;
}
