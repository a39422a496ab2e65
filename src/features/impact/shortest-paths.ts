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
  /** The starts, smallest id first, then the members, nearest first and ties by id. */
  ids: readonly string[];
  /** Distance of each of `ids`; that of a start is 0. */
  distances: readonly number[];
  /** Relationships between positions in `ids`. Those that do not lead one step further are ignored. */
  steps: readonly BriefStep[];
  /** Whether the search went against the failures. */
  upstream: boolean;
}

/** Instead of the place of a step, where none is known. */
const NONE = -1;

/**
 * One shortest path to each member: among equal lengths the one whose ids come first in lexicographic order from a start.
 * Of several relationships between two CIs, the one with the highest confidence counts. By position in `ids`; undefined if
 * a relationship on the path was removed since the search.
 *
 * Every prefix of the first path is itself first, so each level is sorted by the order of its parents.
 */
export function shortestPaths(search: SearchResult): (ImpactPath | undefined)[] {
  const { ids, distances, steps, upstream } = search;
  const paths = new Array<ImpactPath | undefined>(ids.length).fill(undefined);
  const rank = new Uint32Array(ids.length);
  const starts = Math.max(1, distances.lastIndexOf(0) + 1);
  for (let place = 0; place < starts; place++) {
    paths[place] = { path: [ids[place]!], confidence: 1 };
    rank[place] = place;
  }
  /** By position, the place in `steps` of the last step of its path. */
  const last = new Int32Array(ids.length).fill(NONE);
  const parentOf = (place: number) => (upstream ? steps[last[place]!]!.to : steps[last[place]!]!.from);
  for (const arriving of stepsByLevel(search)) {
    const reached: number[] = [];
    for (const i of arriving) {
      const step = steps[i]!;
      const from = upstream ? step.to : step.from;
      const to = upstream ? step.from : step.to;
      if (!paths[from]) continue;
      if (last[to] === NONE) reached.push(to);
      if (last[to] === NONE || isBetter(step, from, steps[last[to]!]!, parentOf(to), rank)) last[to] = i;
    }
    reached.sort((a, b) => rank[parentOf(a)]! - rank[parentOf(b)]! || a - b);
    for (let order = 0; order < reached.length; order++) {
      const place = reached[order]!;
      const before = paths[parentOf(place)]!;
      const confidence = before.confidence * stepConfidence(steps[last[place]!]!);
      paths[place] = { path: before.path.concat(ids[place]!), confidence };
      rank[place] = order;
    }
  }
  return paths;
}

/** Places in `steps` of those that lead one step further, by the distance at which they arrive, nearest first. */
function stepsByLevel({ distances, steps, upstream }: SearchResult): number[][] {
  const levels = Array.from({ length: distances.at(-1) ?? 0 }, () => [] as number[]);
  for (let i = 0; i < steps.length; i++) {
    const { from, to } = steps[i]!;
    const distance = distances[upstream ? to : from]!;
    if (distances[upstream ? from : to] === distance + 1) levels[distance]!.push(i);
  }
  return levels;
}

/** Whether a step from one CI comes before another from another: by the order of the CIs, then by confidence. */
function isBetter(step: BriefStep, from: number, other: BriefStep, otherFrom: number, rank: Uint32Array): boolean {
  return from === otherFrom ? stepConfidence(step) > stepConfidence(other) : rank[from]! < rank[otherFrom]!;
}
