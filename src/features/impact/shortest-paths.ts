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

/**
 * One shortest path to each member: among equal lengths the one whose ids come first in lexicographic order from a start.
 * Of several relationships between two CIs, the one with the highest confidence counts. By position in `ids`; undefined if
 * a relationship on the path was removed since the search.
 *
 * Every prefix of the first path is itself first, so each level is sorted by the order of its parents.
 */
export function shortestPaths(search: SearchResult): (ImpactPath | undefined)[] {
  const { ids, distances, upstream } = search;
  const paths = new Array<ImpactPath | undefined>(ids.length).fill(undefined);
  const rank = new Uint32Array(ids.length);
  const starts = Math.max(1, distances.lastIndexOf(0) + 1);
  for (let place = 0; place < starts; place++) {
    paths[place] = { path: [ids[place]!], confidence: 1 };
    rank[place] = place;
  }
  /** By position, the last step of its path. */
  const last = new Array<BriefStep | undefined>(ids.length).fill(undefined);
  const parentRank = (place: number) => rank[nearEnd(last[place]!, upstream)]!;
  for (const arriving of stepsByLevel(search)) {
    const reached: number[] = [];
    for (const step of arriving) {
      if (!paths[nearEnd(step, upstream)]) continue;
      const place = farEnd(step, upstream);
      const known = last[place];
      if (!known) reached.push(place);
      if (!known || isBetter(step, known, upstream, rank)) last[place] = step;
    }
    reached.sort((a, b) => parentRank(a) - parentRank(b) || a - b);
    for (let order = 0; order < reached.length; order++) {
      const place = reached[order]!;
      const step = last[place]!;
      const before = paths[nearEnd(step, upstream)]!;
      paths[place] = {
        path: before.path.concat(ids[place]!),
        confidence: before.confidence * stepConfidence(step),
      };
      rank[place] = order;
    }
  }
  return paths;
}

/** Position of the CI that the search was at before it walked the step. */
function nearEnd({ from, to }: BriefStep, upstream: boolean): number {
  return upstream ? to : from;
}

/** Position of the CI that the step led the search to. */
function farEnd({ from, to }: BriefStep, upstream: boolean): number {
  return upstream ? from : to;
}

/** The steps that lead one step further, by the distance at which they arrive, nearest first. */
function stepsByLevel({ distances, steps, upstream }: SearchResult): BriefStep[][] {
  const levels = Array.from({ length: distances.at(-1) ?? 0 }, () => [] as BriefStep[]);
  for (const step of steps) {
    const distance = distances[nearEnd(step, upstream)]!;
    if (distances[farEnd(step, upstream)] === distance + 1) levels[distance]!.push(step);
  }
  return levels;
}

/** Whether a step comes before another to the same CI: by the order of the CIs that they come from, then by confidence. */
function isBetter(step: BriefStep, than: BriefStep, upstream: boolean, rank: Uint32Array): boolean {
  const from = nearEnd(step, upstream);
  const other = nearEnd(than, upstream);
  return from === other ? stepConfidence(step) > stepConfidence(than) : rank[from]! < rank[other]!;
}
