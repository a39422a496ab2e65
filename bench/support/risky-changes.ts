import type { Random } from "./random.ts";
import { type RiskyCi, type RiskyEstate, stoppedWith } from "./risky-estates.ts";

export interface Trouble {
  ciId: string;
  severity: "critical" | "high" | "medium" | "low";
}

/** A generated change with what was known before it, and what became of it. */
export interface RiskyChange {
  id: string;
  ciIds: string[];
  category: "normal" | "standard" | "emergency";
  priority: "low" | "medium" | "high" | "critical";
  /** Open when it was made. */
  events: Trouble[];
  incidents: Trouble[];
  /** Hidden: how probable the failure was. */
  probability: number;
  failed: boolean;
  succeeded: boolean;
  incidentsAfter: number;
}

const PRIORITIES = ["low", "medium", "high", "critical"] as const;
/** How soon somebody notices that a service is down and reports an incident: critical ones are watched day and night. */
const NOTICED = { critical: 0.95, high: 0.75, medium: 0.3, low: 0.05 } as const;
/** The share of outages that is noticed where the change works and stops its CIs only briefly. */
const BRIEFLY = 0.5;
/** The share of outcomes that is recorded wrongly. */
const MISTAKEN = 0.02;

/**
 * Changes of one estate in the order of time. A change goes wrong by the fragility of what it touches, by trouble that is
 * going on there, by haste, and by how much it touches at once; it causes incidents where it stops something that people
 * notice. Nothing of how the product weighs such causes is used.
 */
export function makeRiskyChanges(estate: RiskyEstate, random: Random, count: number): RiskyChange[] {
  const changeable = estate.cis.filter(({ type }) => type !== "business_service");
  const byId = new Map(estate.cis.map((ci) => [ci.id, ci]));
  return Array.from({ length: count }, (_, i) => {
    const ciIds = pickCis(estate, changeable, random);
    const touched = ciIds.map((id) => byId.get(id)!);
    const category = random.chance(0.12) ? "emergency" : random.chance(0.3) ? "standard" : "normal";
    const incidents = touched
      .filter(({ fragility }) => random.chance(0.04 + 0.4 * fragility * (category === "emergency" ? 1.5 : 1)))
      .map(({ id }): Trouble => ({ ciId: id, severity: random.pick(["critical", "high", "medium"]) }));
    const noise = random
      .some(changeable, random.int(0, 4))
      .map(({ id }): Trouble => ({ ciId: id, severity: random.pick(["medium", "low", "low"]) }));
    const events = [...incidents, ...noise];
    const stopped = stoppedWith(estate, ciIds);
    const wrong = goesWrong(touched, category, incidents.length);
    const noticed = noticedAmong(stopped, byId);
    const succeeds = !random.chance(wrong);
    const seen = random.chance(noticed * (succeeds ? BRIEFLY : 1));
    const isMistaken = random.chance(MISTAKEN);
    const failed = (!succeeds || seen) !== isMistaken;
    const probability = MISTAKEN + (1 - 2 * MISTAKEN) * (1 - (1 - wrong) * (1 - BRIEFLY * noticed));
    return {
      ...{ id: `change-${i}`, ciIds, category, events, incidents, probability, failed },
      priority: priorityOf(category, noticed, random),
      succeeded: failed ? succeeds && seen : true,
      incidentsAfter: failed && seen ? random.int(1, 2) : 0,
    };
  });
}

/** One CI, a tier, or several CIs of one role, as changes roll out. */
function pickCis(estate: RiskyEstate, changeable: readonly RiskyCi[], random: Random): string[] {
  if (random.chance(0.25)) return random.pick(estate.tiers).ids;
  if (random.chance(0.15)) return random.some(changeable, random.int(2, 6)).map(({ id }) => id);
  return [random.pick(changeable).id];
}

function goesWrong(touched: readonly RiskyCi[], category: RiskyChange["category"], incidents: number): number {
  const fragile = Math.max(...touched.map(({ fragility }) => fragility));
  const haste = category === "emergency" ? 3 : category === "standard" ? -1 : 0;
  const strength = -7 + 8 * fragile + haste + 4 * Math.min(2, incidents) + 0.3 * (touched.length - 1);
  return 1 / (1 + Math.exp(-strength));
}

function noticedAmong(stopped: ReadonlySet<string>, byId: ReadonlyMap<string, RiskyCi>): number {
  let unnoticed = 1;
  for (const id of stopped) {
    const { criticality } = byId.get(id)!;
    unnoticed *= 1 - (criticality ? NOTICED[criticality] : 0.02);
  }
  return 1 - unnoticed;
}

/** What whoever asks for the change writes: a third of it what seems to be at stake, the rest habit. */
function priorityOf(category: RiskyChange["category"], noticed: number, random: Random): RiskyChange["priority"] {
  if (category === "emergency") return random.chance(0.6) ? "critical" : "high";
  const felt = 0.35 * noticed + 0.65 * random.next();
  return PRIORITIES[Math.min(3, Math.floor(felt * 4))]!;
}
