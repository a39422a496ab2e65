import type { FailureStep } from "../../impact/index.ts";
import {
  type Ahead,
  adjacencyOf,
  type Edge,
  type Found,
  pathTo,
  strongestPaths,
  towardsNeeded,
  towardsNeeding,
} from "../best-paths.ts";
import { isOptional, needWeight } from "../need-weights.ts";

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
const BOUNDS = { high: 0.75, medium: 0.35 } as const;
/** Of a need that several can meet. */
const SHARED = 0.5;

/**
 * Services that this one needs: a component of theirs, or they themselves, stand where its own components lead. CIs that
 * are components of both make no dependency: neither serves the other.
 */
export function findUpstream(facts: DependencyFacts): FoundDependency[] {
  const own = facts.components.get(facts.serviceId) ?? new Set();
  return dependencies(facts, [facts.serviceId], towardsNeeded, (other, components) => [
    other,
    ...[...components].filter((id) => !own.has(id)),
  ]);
}

/** Services that need this one, by the same rule seen from them. */
export function findDownstream(facts: DependencyFacts): FoundDependency[] {
  const own = [...(facts.components.get(facts.serviceId) ?? [])];
  const shared = new Set<string>();
  const alone: DependencyFacts[] = [];
  for (const [other, components] of facts.components) {
    if (other === facts.serviceId || !own.some((id) => components.has(id))) continue;
    shared.add(other);
    alone.push({ ...facts, components: new Map([[other, components]]) });
  }
  const others = new Map([...facts.components].filter(([id]) => !shared.has(id)));
  const itself = (other: string) => [other];
  return [
    ...dependencies({ ...facts, components: others }, [facts.serviceId, ...own], towardsNeeding, itself),
    ...alone.flatMap((one) => {
      const [[, theirs]] = [...one.components] as [[string, ReadonlySet<string>]];
      const starts = [facts.serviceId, ...own.filter((id) => !theirs.has(id))];
      return dependencies(one, starts, towardsNeeding, itself);
    }),
  ];
}

function dependencies(
  { serviceId, steps, components }: DependencyFacts,
  starts: readonly string[],
  ahead: Ahead,
  endsOf: (other: string, components: ReadonlySet<string>) => string[],
): FoundDependency[] {
  const edges = weighted(steps);
  const search = (some: readonly Edge[]) => strongestPaths(adjacencyOf(some, ahead), starts, ahead);
  const required = search(edges.filter(({ step }) => !isOptional(step)));
  const anyWay = search(edges);
  return [...components].flatMap(([other, own]): FoundDependency[] => {
    if (other === serviceId) return [];
    const ends = endsOf(other, own);
    const best = strongest(required, ends);
    const found = best ?? strongest(anyWay, ends);
    if (!found) return [];
    const type = best ? "required" : "optional";
    const path = pathTo(best ? required : anyWay, found.id).map(({ step }) => step);
    return [{ serviceId: other, type, impact: impactOf(found.weight), path }];
  });
}

/** A need that any one of several meets is a lesser one of each. */
function weighted(steps: readonly FailureStep[]): Edge[] {
  const peers = new Map<string, number>();
  const keyOf = (step: FailureStep) => `${step.to} ${step.redundancyGroup}`;
  for (const step of steps) {
    if (step.redundancyGroup !== null) peers.set(keyOf(step), (peers.get(keyOf(step)) ?? 0) + 1);
  }
  return steps.map((step) => {
    const isShared = step.redundancyGroup !== null && peers.get(keyOf(step))! > 1;
    return { step, weight: needWeight(step) * (isShared ? SHARED : 1) };
  });
}

function strongest(found: ReadonlyMap<string, Found>, ends: readonly string[]): (Found & { id: string }) | undefined {
  const reached = ends.flatMap((id) => {
    const one = found.get(id);
    return one?.edge ? [{ ...one, id }] : [];
  });
  return reached.sort((a, b) => b.weight - a.weight || a.distance - b.distance || (a.id < b.id ? -1 : 1))[0];
}

function impactOf(weight: number): DependencyImpact {
  return weight >= BOUNDS.high ? "high" : weight >= BOUNDS.medium ? "medium" : "low";
}
