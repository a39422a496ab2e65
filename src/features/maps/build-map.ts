import { compare } from "../../model/order.ts";
import { type FailureStep, isOptional } from "../reach/index.ts";
import { type BriefCi, type HealthIssue, type HealthStatus, SERVICE_TYPE } from "../services/index.ts";
import type { DependencyMap, MapHealth, MapLink, MapNode } from "./map.model.ts";

/** Input of a map. */
export interface MapFacts {
  subjectId: string;
  title: string;
  /** Steps from the subject by CI id: negative for dependents. */
  layers: ReadonlyMap<string, number>;
  cis: ReadonlyMap<string, BriefCi>;
  /** Failure steps among the CIs. */
  steps: readonly FailureStep[];
  /** Role of a component, by relationship id. */
  roles: ReadonlyMap<string, string | null>;
  issues: ReadonlyMap<string, HealthIssue>;
  serviceHealth: ReadonlyMap<string, HealthStatus>;
  isTruncated: boolean;
}

/** Builds the map. Relationships between the same two CIs become one link that names them all. */
export function buildMap(facts: MapFacts): DependencyMap {
  const nodes: MapNode[] = [];
  const placeOf = new Map<string, number>();
  for (const [id, layer] of facts.layers) {
    const ci = facts.cis.get(id);
    if (!ci) continue;
    const isSubject = id === facts.subjectId;
    const { name, type } = ci;
    placeOf.set(id, nodes.push({ key: id, name, type, health: healthOf(ci, facts), layer, isSubject, count: 1 }) - 1);
  }
  const links = linksOf(facts, placeOf);
  return { title: facts.title, nodes, links, linksLeftOut: 0, isTruncated: facts.isTruncated };
}

/** Health of a CI on a map: of a service as rated, else of its status and its most severe event. */
export function healthOf(
  { id, type, status }: Pick<BriefCi, "id" | "type" | "status">,
  { issues, serviceHealth }: Pick<MapFacts, "issues" | "serviceHealth">,
): MapHealth {
  if (status !== "active") return status;
  if (type === SERVICE_TYPE) return serviceHealth.get(id) ?? "unknown";
  const issue = issues.get(id);
  if (!issue) return "healthy";
  if (issue.suppressed) return "maintenance";
  return issue.severity === "critical" ? "critical" : issue.severity === "low" ? "healthy" : "degraded";
}

function linksOf({ steps, roles }: MapFacts, placeOf: ReadonlyMap<string, number>): MapLink[] {
  const ends = (step: FailureStep): [number, number] | undefined => {
    const [dependent, dependency] = [placeOf.get(step.to), placeOf.get(step.from)];
    return dependent === undefined || dependency === undefined || dependent === dependency
      ? undefined
      : [dependent, dependency];
  };
  const between = new Map<string, FailureStep[]>();
  for (const step of steps) {
    const places = ends(step);
    if (!places) continue;
    const key = places.toSorted((a, b) => a - b).join(" ");
    const same = between.get(key);
    if (same) same.push(step);
    else between.set(key, [step]);
  }
  return [...between.values()].map((same) => linkOf(same, ends, roles));
}

/** `from` is the dependent: layouts put it further left. */
function linkOf(
  steps: readonly FailureStep[],
  ends: (step: FailureStep) => [number, number] | undefined,
  roles: MapFacts["roles"],
): MapLink {
  const sorted = [...steps].sort((a, b) => compare(a.type, b.type) || compare(a.id, b.id));
  const [from, to] = ends(sorted[0]!)!;
  const labels = new Set<string>();
  const targets = new Set<number>();
  for (const step of sorted) {
    const role = roles.get(step.id);
    labels.add(role ? `${step.type}: ${role}` : step.type);
    const [dependent, dependency] = ends(step)!;
    targets.add(step.graphType === "PART_OF" ? dependent : dependency);
  }
  const arrow = targets.size > 1 ? "both" : targets.has(to) ? "to" : "from";
  const isWeak = sorted.every((step) => step.observed || isOptional(step));
  return { from, to, label: [...labels].join(", "), arrow, isWeak };
}
