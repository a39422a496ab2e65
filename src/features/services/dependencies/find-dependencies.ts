import { mustGet } from "../../../model/must-get.ts";
import { compare } from "../../../model/order.ts";
import type { FailureStep } from "../../reach/index.ts";
import { dependencyWeight, isOptional } from "../dependency-weights.ts";
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

/** A service found from another, with the path by which it was. */
export interface FoundDependency {
  serviceId: string;
  type: DependencyType;
  impact: DependencyImpact;
  /** Steps from the service asked about to the other one, or to a component of it. */
  path: FailureStep[];
}

/** What dependencies are found in: steps among CIs and services, and the components of every service among them. */
export interface DependencyFacts {
  serviceId: string;
  steps: readonly FailureStep[];
  /** By service, the one asked about included. */
  components: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A share of the need that counts as high, and as medium. */
const IMPACT_THRESHOLDS = { high: 0.75, medium: 0.35 } as const;
/** Of a need that several can meet. */
const SHARED_NEED_FACTOR = 0.5;
/** Components that two services may share and still be told apart in the one search for all of them. */
const MAX_SHARED_COMPONENTS = 16;

/**
 * Services that this one needs: a component of theirs, or they themselves, stand where its own components lead. CIs that
 * are components of both make no dependency: neither serves the other.
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

/** Services that need this one, by the same rule seen from them. */
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
      // It shares more with this one than was looked for at once.
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

/** The largest number of components that another service has in common with this one. */
function largestOverlap({ components, serviceId }: DependencyFacts, own: ReadonlySet<string>): number {
  const others = [...components].filter(([other]) => other !== serviceId);
  return others.reduce((most, [, theirs]) => Math.max(most, [...theirs].filter((id) => own.has(id)).length), 0);
}

interface WeightedPath {
  weight: number;
  path: Edge[];
}
/** The best way between the service asked about and another, by the other's components. */
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

/** A need that any one of several meets is a lesser one of each. */
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
