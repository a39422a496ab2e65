import { compare } from "../../../model/order.ts";
import { dependencyWeight } from "../dependency-weights.ts";
import {
  type Adjacency,
  adjacencyOf,
  type Edge,
  pathTo,
  strongestPaths,
  towardsDependencies,
} from "../strongest-paths.ts";
import { createIsCovered, failingCis } from "./failing.ts";
import {
  type Contributor,
  type HealthFacts,
  type HealthIssue,
  type HealthStatus,
  type HealthView,
  MAX_CONTRIBUTORS,
  roleKey,
  SEVERITIES,
  type Severity,
} from "./health.model.ts";

/** Share of the score that an issue of each severity takes at full weight. */
const SCORE_LOSS: Readonly<Record<Severity, number>> = { critical: 0.6, high: 0.35, medium: 0.15, low: 0.05 };

/** Factor for each step beyond the first component on the path. */
const DISTANCE_DECAY = 0.9;

/** Lowest score of each status; below `degraded` a service is critical. */
const MIN_SCORES = { healthy: 90, degraded: 50 } as const;

export type RateHealth = (serviceId: string) => HealthView;

/**
 * Rates services that have components. Each CI with a health issue takes its share of the score, weighted along the strongest path
 * to the service: optional, observed and uncertain relationships, lesser roles of components and distance lower the weight. Where
 * a redundant peer works, an issue counts one level milder. Issues suppressed by maintenance are listed and take nothing.
 */
export function createRateHealth(facts: HealthFacts): RateHealth {
  const isCovered = createIsCovered(facts.steps, failingCis(facts));
  const edges = facts.steps.map((step): Edge & { covered: boolean } => {
    const role = facts.roles.get(roleKey(step.to, step.from)) ?? null;
    return { step, weight: dependencyWeight(step, role), covered: isCovered(step) };
  });
  const all = adjacencyOf(edges, towardsDependencies);
  const uncovered = adjacencyOf(
    edges.filter(({ covered }) => !covered),
    towardsDependencies,
  );
  const affected = affectedByIssues(facts);
  return (serviceId) => {
    const contributors = contributorsTo(serviceId, facts, { all, uncovered }, affected);
    const score = Math.round(contributors.reduce((left, { effect }) => left * (1 - effect / 100), 100));
    const shown = contributors.slice(0, MAX_CONTRIBUTORS);
    for (const contributor of shown) contributor.effect = Math.round(contributor.effect);
    return { status: statusOf(score), score, contributors: shown };
  };
}

function statusOf(score: number): HealthStatus {
  return score >= MIN_SCORES.healthy ? "healthy" : score >= MIN_SCORES.degraded ? "degraded" : "critical";
}

/** CIs that an issue reaches along dependencies: a service outside of this set has no contributor. */
function affectedByIssues({ steps, issues }: HealthFacts): Set<string> {
  const onward = Map.groupBy(steps, ({ from }) => from);
  const reached = new Set(issues.keys());
  for (const id of reached) for (const { to } of onward.get(id) ?? []) reached.add(to);
  return reached;
}

function contributorsTo(
  serviceId: string,
  { cis, issues }: HealthFacts,
  { all, uncovered }: { all: Adjacency; uncovered: Adjacency },
  affected: ReadonlySet<string>,
): Contributor[] {
  if (!affected.has(serviceId)) return [];
  const search = (adjacency: Adjacency) =>
    strongestPaths(adjacency, [serviceId], towardsDependencies, (id) => affected.has(id));
  const allPaths = search(all);
  const uncoveredPaths = search(uncovered);
  const contributors: Contributor[] = [];
  for (const ciId of allPaths.keys()) {
    const issue = issues.get(ciId);
    const ci = cis.get(ciId);
    if (!issue || !ci) continue;
    const fullLoss = lossOf(issue.severity, uncoveredPaths.get(ciId));
    const mildLoss = lossOf(nextMilder(issue.severity), allPaths.get(ciId));
    const covered = fullLoss < mildLoss || !uncoveredPaths.has(ciId);
    const path = pathTo(covered ? allPaths : uncoveredPaths, ciId).map(({ step }) => step.from);
    const effect = issue.suppressed ? 0 : 100 * Math.max(fullLoss, mildLoss);
    contributors.push({ ...issue, ciId, ...ci, path: [serviceId, ...path], covered, effect });
  }
  return contributors.sort(greatestEffectFirst);
}

function greatestEffectFirst(a: Contributor, b: Contributor): number {
  return (
    b.effect - a.effect ||
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    a.path.length - b.path.length ||
    compare(a.ciId, b.ciId)
  );
}

function lossOf(severity: Severity | undefined, found: { weight: number; distance: number } | undefined): number {
  if (severity === undefined || !found) return 0;
  return SCORE_LOSS[severity] * found.weight * DISTANCE_DECAY ** Math.max(found.distance - 1, 0);
}

function nextMilder(severity: Severity): Severity | undefined {
  return SEVERITIES[SEVERITIES.indexOf(severity) + 1];
}

/** The more severe of two issues of a CI; an issue that is not suppressed comes before one that is. */
export function moreSevere(a: HealthIssue, b: HealthIssue): HealthIssue {
  if (a.suppressed !== b.suppressed) return a.suppressed ? b : a;
  return SEVERITIES.indexOf(a.severity) <= SEVERITIES.indexOf(b.severity) ? a : b;
}
