import { createRandom, type Random } from "../random.ts";
import { createCauses, isWorkingHour } from "./causes.ts";
import type { Alarm, Change, Truth } from "./change.ts";
import { createReach, type Estate, normal } from "./estate.ts";

export interface Outcome extends Truth {
  change: Change;
  failed: boolean;
  /** What is written down: undefined where nobody says. */
  recorded: { succeeded: boolean; incidents: number } | undefined;
}

export interface History {
  alarms: Alarm[];
  outcomes: Outcome[];
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Monday. */
export const FIRST_DAY = Date.UTC(2026, 0, 5);
const DAYS = 182;
/** Records that lie or are silent. */
const FORGOTTEN = 0.08;
const FAILURE_HUSHED_UP = 0.04;
const WRONGLY_BLAMED = 0.01;

const KINDS: Record<string, readonly Change["kind"][]> = {
  application: ["deployment", "deployment", "deployment", "config", "upgrade", "restart"],
  database: ["patch", "config", "upgrade", "migration", "restart"],
  other: ["patch", "patch", "config", "upgrade", "restart", "migration"],
};
const HOURS = { restart: 0.5, config: 0.75, patch: 1.5, deployment: 1, upgrade: 2.5, migration: 4 } as const;
const SEVERITIES = ["critical", "high", "high", "medium", "medium", "medium", "low", "low"] as const;

/** Half a year of alarms and changes. What becomes of a change follows from the causes, in the order of time. */
export function makeHistory(estate: Estate, seed: number, count: number): History {
  const random = createRandom(seed ^ 0x5bd1e995);
  const alarms = makeAlarms(estate, random);
  const changes = makeChanges(estate, random, count);
  const cause = createCauses(estate);
  const outcomes: Outcome[] = [];
  for (const change of changes) {
    const before = outcomes.filter((each) => each.change.start < change.start);
    const truth = cause(change, { before, others: changes, alarms }, random);
    const failed = truth.isFault && random.chance(truth.visibility);
    outcomes.push({ ...truth, change, failed, recorded: record(failed, random) });
  }
  return { alarms, outcomes };
}

function record(failed: boolean, random: Random): Outcome["recorded"] {
  if (random.chance(FORGOTTEN)) return undefined;
  const said = failed ? !random.chance(FAILURE_HUSHED_UP) : random.chance(WRONGLY_BLAMED);
  if (!said) return { succeeded: true, incidents: 0 };
  const succeeded = random.chance(0.35);
  return { succeeded, incidents: succeeded ? random.int(1, 2) : random.chance(0.5) ? 1 : 0 };
}

/** What breaks easily alarms more often. Grave alarms end within a day, others linger; some nobody closes. */
function makeAlarms({ things }: Estate, random: Random): Alarm[] {
  const alarms: Alarm[] = [];
  for (const [ci, thing] of things.entries()) {
    if (thing.type === "business_service") continue;
    const mean = 70 * DAY * Math.exp(-0.7 * thing.fragility);
    for (let at = random.exponential(mean); at < DAYS * DAY; at += random.exponential(mean)) {
      const severity = random.pick(SEVERITIES);
      const grave = severity === "critical" || severity === "high";
      const from = FIRST_DAY + at;
      const lasts = random.chance(0.08) ? 30 * DAY : random.exponential(grave ? 14 * HOUR : 48 * HOUR);
      alarms.push({ ci, severity, from, to: from + lasts });
    }
  }
  return alarms.sort((a, b) => a.from - b.from);
}

function makeChanges(estate: Estate, random: Random, count: number): Change[] {
  const reach = createReach(estate);
  const changes: Change[] = [];
  for (let i = 0; i < count; i++) {
    const first = pickByChurn(estate, random);
    const { type, team: owner } = estate.things[first]!;
    const sizes = random.next();
    const size = sizes < 0.62 ? 1 : sizes < 0.88 ? random.int(2, 3) : random.int(4, 10);
    const cis = [first, ...companions(estate, reach, random, first, size - 1)];
    const draw = random.next();
    const category = draw < 0.1 ? "emergency" : draw < 0.42 ? "standard" : "normal";
    const kinds = KINDS[type] ?? KINDS.other!;
    const kind = category === "standard" ? random.pick(kinds.slice(0, 3)) : random.pick(kinds);
    const team = random.chance(0.85) ? owner : random.int(0, estate.skills.length - 1);
    const start = startOf(random, category, type);
    const lasts = HOURS[kind] * HOUR * Math.sqrt(cis.length) * Math.exp(0.4 * normal(random));
    const end = start + Math.max(10 * 60_000, Math.round(lasts / 60_000) * 60_000);
    const lead = { emergency: 0.5 * HOUR, standard: random.int(2, 24) * HOUR, normal: random.int(12, 96) * HOUR };
    changes.push({
      ...{ id: `CHG${10_000 + i}`, cis, team, kind, category, start, end },
      priority: priorityOf(random, category),
      asked: start - lead[category],
      told: end + random.int(1, 20) * HOUR,
    });
  }
  return changes.sort((a, b) => a.start - b.start);
}

function pickByChurn({ things }: Estate, random: Random): number {
  const sum = things.reduce((total, { churn }) => total + churn, 0);
  let left = random.next() * sum;
  const found = things.findIndex(({ churn }) => {
    left -= churn;
    return left < 0 && churn > 0;
  });
  return found < 0 ? 0 : found;
}

/** Changed along with it: mostly of the same kind, as when hosts are patched, else what is connected. */
function companions(
  { things }: Estate,
  reach: ReturnType<typeof createReach>,
  random: Random,
  first: number,
  count: number,
): number[] {
  if (count === 0) return [];
  const alike = things.flatMap(({ type }, i) => (type === things[first]!.type && i !== first ? [i] : []));
  const near = [...new Set(reach.neighbours([first]))].filter((i) => i !== first && !reach.isService(i));
  const from = random.chance(0.65) || near.length < count ? alike : near;
  return random.some(from, count);
}

/** Deployments by day, infrastructure by night and at weekends, emergencies at any time. */
function startOf(random: Random, category: Change["category"], type: string): number {
  const day = () => FIRST_DAY + random.int(5, DAYS - 2) * DAY;
  if (category === "emergency") return day() + random.int(0, 95) * (HOUR / 4);
  const byDay = random.chance(type === "application" ? 0.65 : 0.25);
  for (;;) {
    const at = day() + (byDay ? random.int(32, 71) : random.pick([random.int(72, 95), random.int(0, 23)])) * (HOUR / 4);
    if (!byDay || isWorkingHour(at)) return at;
  }
}

/** Urgency, as people give it: it says little of the risk. */
function priorityOf(random: Random, category: Change["category"]): Change["priority"] {
  const draw = random.next();
  if (category === "emergency") return draw < 0.55 ? "critical" : draw < 0.9 ? "high" : "medium";
  if (category === "standard") return draw < 0.05 ? "high" : draw < 0.4 ? "medium" : "low";
  return draw < 0.05 ? "critical" : draw < 0.25 ? "high" : draw < 0.75 ? "medium" : "low";
}
