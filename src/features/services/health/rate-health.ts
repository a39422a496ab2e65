import { compare } from "../../../model/order.ts";
import { type Adjacency, adjacencyOf, type Edge, pathTo, strongestPaths, towardsNeeded } from "../best-paths.ts";
import { needWeight } from "../need-weights.ts";
import { createIsCovered, failingCis } from "./failing.ts";
import {
  type Contributor,
  type HealthFacts,
  type HealthStatus,
  type HealthView,
  LEVELS,
  type Level,
  MAX_CONTRIBUTORS,
  roleKey,
  type Trouble,
} from "./health.model.ts";

/** Share of the score that trouble of each level takes where nothing softens it. */
const LOSS: Readonly<Record<Level, number>> = { critical: 0.6, high: 0.35, medium: 0.15, low: 0.05 };

/** What is left of a failure with each further step from the component that it reaches first. */
const FURTHER = 0.9;

/** Scores from which a service counts as healthy, and as degraded and no worse. */
const BOUNDS = { healthy: 90, degraded: 50 } as const;

export type RateHealth = (serviceId: string) => HealthView;

/**
 * Rates services that have components. Each CI in trouble takes its share of the score, weighted along the strongest path
 * to the service: what is optional, observed or unsure carries less, as do components in a lesser role, and distance. Where
 * a redundant peer does the work, trouble counts one level milder. What maintenance explains is named and takes nothing.
 */
export function createRateHealth(facts: HealthFacts): RateHealth {
  const isCovered = createIsCovered(facts.steps, failingCis(facts));
  const edges = facts.steps.map((step): Edge & { covered: boolean } => {
    const role = facts.roles.get(roleKey(step.to, step.from)) ?? null;
    return { step, weight: needWeight(step, role), covered: isCovered(step) };
  });
  const all = adjacencyOf(edges, towardsNeeded);
  const uncovered = adjacencyOf(
    edges.filter(({ covered }) => !covered),
    towardsNeeded,
  );
  const concerned = reachedByTrouble(facts);
  return (serviceId) => {
    const contributors = contributorsTo(serviceId, facts, { all, uncovered }, concerned);
    const score = Math.round(contributors.reduce((left, { effect }) => left * (1 - effect / 100), 100));
    const shown = contributors.slice(0, MAX_CONTRIBUTORS);
    for (const contributor of shown) contributor.effect = Math.round(contributor.effect);
    return { status: statusOf(score), score, contributors: shown };
  };
}

function statusOf(score: number): HealthStatus {
  return score >= BOUNDS.healthy ? "healthy" : score >= BOUNDS.degraded ? "degraded" : "critical";
}

/** All that stands between any trouble and whoever needs it: a service outside of it has no contributor. */
function reachedByTrouble({ steps, troubles }: HealthFacts): Set<string> {
  const onward = Map.groupBy(steps, ({ from }) => from);
  const reached = new Set(troubles.keys());
  for (const id of reached) for (const { to } of onward.get(id) ?? []) reached.add(to);
  return reached;
}

function contributorsTo(
  serviceId: string,
  { cis, troubles }: HealthFacts,
  { all, uncovered }: { all: Adjacency; uncovered: Adjacency },
  concerned: ReadonlySet<string>,
): Contributor[] {
  if (!concerned.has(serviceId)) return [];
  const search = (adjacency: Adjacency) =>
    strongestPaths(adjacency, [serviceId], towardsNeeded, (id) => concerned.has(id));
  const anyWay = search(all);
  const openWay = search(uncovered);
  const contributors: Contributor[] = [];
  for (const ciId of anyWay.keys()) {
    const trouble = troubles.get(ciId);
    const ci = cis.get(ciId);
    if (!trouble || !ci) continue;
    const full = lossBy(trouble.level, openWay.get(ciId));
    const mild = lossBy(milder(trouble.level), anyWay.get(ciId));
    const covered = full < mild || !openWay.has(ciId);
    const path = pathTo(covered ? anyWay : openWay, ciId).map(({ step }) => step.from);
    const effect = trouble.suppressed ? 0 : 100 * Math.max(full, mild);
    contributors.push({ ...trouble, ciId, ...ci, path: [serviceId, ...path], covered, effect });
  }
  return contributors.sort(greatestEffectFirst);
}

function greatestEffectFirst(a: Contributor, b: Contributor): number {
  return (
    b.effect - a.effect ||
    LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) ||
    a.path.length - b.path.length ||
    compare(a.ciId, b.ciId)
  );
}

function lossBy(level: Level | undefined, found: { weight: number; distance: number } | undefined): number {
  if (level === undefined || !found) return 0;
  return LOSS[level] * found.weight * FURTHER ** Math.max(found.distance - 1, 0);
}

function milder(level: Level): Level | undefined {
  return LEVELS[LEVELS.indexOf(level) + 1];
}

/** The gravest of what a CI has; of equals what is not explained by maintenance. */
export function graver(a: Trouble, b: Trouble): Trouble {
  if (a.suppressed !== b.suppressed) return a.suppressed ? b : a;
  return LEVELS.indexOf(a.level) <= LEVELS.indexOf(b.level) ? a : b;
}
