import { mustGet } from "../../../model/must-get.ts";
import { compare } from "../../../model/order.ts";
import { type FailureStep, isOptional } from "../../reach/index.ts";
import { dependencyWeight } from "../dependency-weights.ts";
import {
  adjacencyOf,
  type BestPath,
  type Edge,
  pathFromSameStart,
  pathTo,
  strongestFromEach,
  strongestPaths,
  towardsDependencies,
  towardsDependents,
} from "../strongest-paths.ts";

export type DependencyType = "required" | "optional";
export const IMPACTS = ["high", "medium", "low"] as const;
export type DependencyImpact = (typeof IMPACTS)[number];

/** A dependency between two services, with its path. */
export interface FoundDependency {
  serviceId: string;
  type: DependencyType;
  impact: DependencyImpact;
  /** Steps from the service of the request to the other service, or to a component of it. */
  path: FailureStep[];
}

/** Input of the search: steps among CIs and services, and the components of every service among them. */
export interface DependencyFacts {
  serviceId: string;
  steps: readonly FailureStep[];
  /** By service id, including the service of the request. */
  components: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Lowest path weight of high and of medium impact. */
const IMPACT_THRESHOLDS = { high: 0.75, medium: 0.35 } as const;
/** Factor for a step whose redundancy group has several members. */
const SHARED_NEED_FACTOR = 0.5;
/** Most shared components that the one search for all services distinguishes; beyond it a service is searched alone. */
const MAX_SHARED_COMPONENTS = 16;

/**
 * Services that this one depends on: its dependencies contain the service or a component of it. A CI that is a component of
 * both makes no dependency: neither serves the other.
 */
export function findUpstream(facts: DependencyFacts): FoundDependency[] {
  const own = ownComponents(facts);
  return dependencies(facts, (edges) => {
    const found = strongestPaths(adjacencyOf(edges, towardsDependencies), [facts.serviceId], towardsDependencies);
    return (other, theirs) => {
      const last = strongest(found, [other, ...[...theirs].filter((id) => !own.has(id))]);
      return last && { weight: last.weight, path: pathTo(found, last.id) };
    };
  });
}

/** Services that depend on this one, by the same rule from their side. */
export function findDownstream(facts: DependencyFacts): FoundDependency[] {
  const own = ownComponents(facts);
  const starts = [facts.serviceId, ...own];
  const maxPaths = Math.min(largestOverlap(facts, own), MAX_SHARED_COMPONENTS) + 1;
  return dependencies(facts, (edges) => {
    const adjacency = adjacencyOf(edges, towardsDependents);
    const found = strongestFromEach(adjacency, starts, towardsDependents, { most: maxPaths });
    return (other, theirs) => {
      const known = found.get(other) ?? [];
      const last = known.find(({ start, edge }) => edge && !theirs.has(start));
      if (last) return { weight: last.weight, path: pathFromSameStart(found, last) };
      if (known.length < maxPaths) return undefined;
      // It shares more components than the common search distinguishes: search again without them.
      const apart = strongestPaths(
        adjacency,
        starts.filter((id) => !theirs.has(id)),
        towardsDependents,
      );
      const end = apart.get(other);
      return end?.edge && { weight: end.weight, path: pathTo(apart, other) };
    };
  });
}

function ownComponents({ components, serviceId }: DependencyFacts): ReadonlySet<string> {
  return components.get(serviceId) ?? new Set();
}

/** Most components that any other service shares with this one. */
function largestOverlap({ components, serviceId }: DependencyFacts, own: ReadonlySet<string>): number {
  const others = [...components].filter(([other]) => other !== serviceId);
  return others.reduce((most, [, theirs]) => Math.max(most, [...theirs].filter((id) => own.has(id)).length), 0);
}

interface WeightedPath {
  weight: number;
  path: Edge[];
}
/** Finds the strongest path between the service of the request and another one with these components. */
type FindPath = (other: string, components: ReadonlySet<string>) => WeightedPath | undefined;

function dependencies(
  { serviceId, steps, components }: DependencyFacts,
  searchIn: (edges: readonly Edge[]) => FindPath,
): FoundDependency[] {
  const edges = weightedEdges(steps);
  const required = searchIn(edges.filter(({ step }) => !isOptional(step)));
  const anyPath = searchIn(edges);
  return [...components].flatMap(([other, theirs]): FoundDependency[] => {
    if (other === serviceId) return [];
    const best = required(other, theirs);
    const found = best ?? anyPath(other, theirs);
    if (!found) return [];
    const path = found.path.map(({ step }) => step);
    return [{ serviceId: other, type: best ? "required" : "optional", impact: impactOf(found.weight), path }];
  });
}

/** Edges with weights; a step within a redundancy group of several members weighs less. */
function weightedEdges(steps: readonly FailureStep[]): Edge[] {
  const peers = new Map<string, number>();
  const keyOf = (step: FailureStep) => `${step.to} ${step.redundancyGroup}`;
  for (const step of steps) {
    if (step.redundancyGroup !== null) peers.set(keyOf(step), (peers.get(keyOf(step)) ?? 0) + 1);
  }
  return steps.map((step) => {
    const isShared = step.redundancyGroup !== null && mustGet(peers, keyOf(step)) > 1;
    return { step, weight: dependencyWeight(step) * (isShared ? SHARED_NEED_FACTOR : 1) };
  });
}

function strongest(
  found: ReadonlyMap<string, BestPath>,
  ends: readonly string[],
): (BestPath & { id: string }) | undefined {
  const reached = ends.flatMap((id) => {
    const path = found.get(id);
    return path?.edge ? [{ ...path, id }] : [];
  });
  return reached.sort((a, b) => b.weight - a.weight || a.distance - b.distance || compare(a.id, b.id))[0];
}

function impactOf(weight: number): DependencyImpact {
  return weight >= IMPACT_THRESHOLDS.high ? "high" : weight >= IMPACT_THRESHOLDS.medium ? "medium" : "low";
}
