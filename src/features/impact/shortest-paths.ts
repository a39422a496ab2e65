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
  const { ids, distances } = search;
  const paths = new Array<ImpactPath | undefined>(ids.length).fill(undefined);
  const rank = new Uint32Array(ids.length);
  const starts = Math.max(1, distances.lastIndexOf(0) + 1);
  for (let place = 0; place < starts; place++) {
    paths[place] = { path: [ids[place]!], confidence: 1 };
    rank[place] = place;
  }
  for (const arriving of stepsByLevel(search)) {
    const best = new Map<number, Walked>();
    for (const step of arriving) {
      const known = best.get(step.to);
      if (paths[step.from] && (!known || isBetter(step, known, rank))) best.set(step.to, step);
    }
    const reached = [...best.values()].sort((a, b) => rank[a.from]! - rank[b.from]! || a.to - b.to);
    for (const [order, { from, to, confidence }] of reached.entries()) {
      const before = paths[from]!;
      paths[to] = { path: [...before.path, ids[to]!], confidence: before.confidence * confidence };
      rank[to] = order;
    }
  }
  return paths;
}

/** A step as the search walked it. */
interface Walked {
  from: number;
  to: number;
  confidence: number;
}

/** The steps that lead one step further, by the distance at which they arrive, nearest first. */
function stepsByLevel({ distances, steps, upstream }: SearchResult): Walked[][] {
  const levels = Array.from({ length: distances.at(-1) ?? 0 }, () => [] as Walked[]);
  for (const step of steps) {
    const [from, to] = upstream ? [step.to, step.from] : [step.from, step.to];
    const distance = distances[from]!;
    if (distances[to] === distance + 1) levels[distance]!.push({ from, to, confidence: stepConfidence(step) });
  }
  return levels;
}

function isBetter(step: Walked, than: Walked, rank: Uint32Array): boolean {
  return rank[step.from]! < rank[than.from]! || (step.from === than.from && step.confidence > than.confidence);
}
