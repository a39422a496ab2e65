import { createRandom, type Random } from "./random.ts";
import { ESTATE_SHAPES, type Estate, type EstateEdge } from "./storm-estates.ts";

export type Severity = "critical" | "high" | "medium" | "low";

/** An alert as monitoring sends it. */
export interface Alert {
  ciId: string;
  /** Milliseconds, as the machine's clock stamps it. */
  at: number;
  severity: Severity;
  /** Has nothing to do with the storm. For counting only. */
  noise: boolean;
}

/** Alerts of one fault and of others besides, with the truth. */
export interface Storm {
  estate: Estate;
  cause: string;
  alerts: Alert[];
  changes: { ciId: string; at: number }[];
  /** The alert of the cause itself is among those that are missing. */
  causeSilent: boolean;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MISSING = 0.2;
const NOISE = 0.3;
const CLOCK_OFF_MS = 30 * SECOND;
const START = Date.UTC(2026, 0, 5, 9);
/** Fewer alerts of the fault than this are no storm. */
const LEAST = 3;

/**
 * So many storms, the shapes of estates in turn; the same for the same seed. What spreads and how is drawn anew for each
 * storm, from ranges that a model is not told: a fault may take down everything or a part, at once or by and by.
 */
export function generateStorms(seed: number, count: number): Storm[] {
  const storms: Storm[] = [];
  for (let n = 0; n < count; n++) {
    const random = createRandom(seed * 100_003 + n);
    const estate = ESTATE_SHAPES[n % ESTATE_SHAPES.length]!(random);
    let storm: Storm | undefined;
    while (!storm) storm = stormIn(estate, random);
    storms.push(storm);
  }
  return storms;
}

function stormIn(estate: Estate, random: Random): Storm | undefined {
  const causes = estate.cis.filter(({ type }) => type !== "business_service");
  const cause = random.pick(causes).id;
  const failed = spread(estate, cause, random);
  const told = [...failed].filter(([id]) => isTold(estate, id, random));
  const kept = told.filter(() => !random.chance(MISSING));
  if (kept.length < LEAST) return undefined;
  const clocks = new Map<string, number>();
  const stamp = (id: string, at: number): number => {
    const host = estate.cis.find((ci) => ci.id === id)!.host;
    if (!clocks.has(host)) clocks.set(host, (random.next() * 2 - 1) * CLOCK_OFF_MS);
    // Monitoring looks once a minute.
    return Math.round(at + random.next() * MINUTE + clocks.get(host)!);
  };
  const alerts: Alert[] = kept.map(([ciId, at]) => ({
    ciId,
    at: stamp(ciId, at),
    severity: random.pick(["critical", "critical", "high", "high", "medium"]),
    noise: false,
  }));
  const others = estate.cis.filter(({ id, type }) => !failed.has(id) && type !== "business_service");
  for (const { id } of random.some(others, Math.round((kept.length * NOISE) / (1 - NOISE)))) {
    const severity = random.pick(["critical", "high", "medium", "medium", "low"] as const);
    alerts.push({ ciId: id, at: stamp(id, START + (random.next() * 30 - 15) * MINUTE), severity, noise: true });
  }
  const causeSilent = !kept.some(([id]) => id === cause);
  return { estate, cause, alerts, changes: changesOf(estate, cause, failed, random), causeSilent };
}

/** Which CIs fail with the cause, and when. */
function spread(estate: Estate, cause: string, random: Random): Map<string, number> {
  const declared = 0.55 + random.next() * 0.4;
  const observed = 0.3 + random.next() * 0.4;
  const delay = (2 + random.next() * 58) * SECOND;
  const carrying = estate.edges.filter(({ real }) => real);
  const from = groupBy(carrying, ({ needed }) => needed);
  const into = groupBy(carrying, ({ dependent }) => dependent);
  const failed = new Map([[cause, START]]);
  const queue = [cause];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    for (const edge of from.get(id) ?? []) {
      if (failed.has(edge.dependent)) continue;
      const peers = edge.group === null ? [] : (into.get(edge.dependent) ?? []).filter((e) => e.group === edge.group);
      const covered = peers.some(({ needed }) => !failed.has(needed));
      const usual = edge.type === "Connected To" ? observed : declared;
      if (!random.chance(covered ? usual * 0.15 : usual)) continue;
      failed.set(edge.dependent, failed.get(id)! + random.exponential(delay));
      queue.push(edge.dependent);
    }
  }
  return failed;
}

/** Business services are measured, if at all, by what users see. */
function isTold(estate: Estate, id: string, random: Random): boolean {
  return estate.cis.find((ci) => ci.id === id)!.type !== "business_service" || random.chance(0.3);
}

/** The cause was changed in two of five storms; so were others that have nothing to do with it. */
function changesOf(estate: Estate, cause: string, failed: ReadonlyMap<string, number>, random: Random) {
  const changes: Storm["changes"] = [];
  if (random.chance(0.4)) changes.push({ ciId: cause, at: START - random.next() * 45 * MINUTE });
  for (const { id } of estate.cis) {
    if (id !== cause && random.chance(0.02)) changes.push({ ciId: id, at: START - random.next() * 120 * MINUTE });
  }
  // And in one of five, one of those that only suffer.
  const victims = [...failed.keys()].filter((id) => id !== cause);
  if (victims.length > 0 && random.chance(0.2)) {
    changes.push({ ciId: random.pick(victims), at: START - random.next() * 45 * MINUTE });
  }
  return changes;
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** What the CMDB knows of the estate. */
export const knownEdges = (estate: Estate): EstateEdge[] => estate.edges.filter(({ known }) => known);
