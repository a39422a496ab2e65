import type { Random } from "../random.ts";
import type { Alarm, Change, Truth } from "./change.ts";
import { createReach, type Estate, normal } from "./estate.ts";

/**
 * Why changes fail here. A change goes wrong (a fault) by what is done, to what, by whom and beside what else; a fault
 * becomes a failure on record where somebody sees it: at once while it is made, or by what stops. The causes are those
 * that studies of IT changes name: size and kind of the change, emergencies, failures and open problems of the same
 * component, collisions, many dependants, age and complexity, the team and its practice with the thing, the hour.
 * Strengths are odds of 1.3 to 3.3 each, and the base makes a tenth to a fifth of the changes fail. They were set before
 * any figure of the product was seen, and stay.
 */
const STRENGTHS = {
  base: -4.7,
  size: 0.55,
  kind: { restart: -0.8, config: -0.2, patch: -0.3, deployment: 0, upgrade: 0.5, migration: 1 },
  category: { standard: -1, normal: 0, emergency: 1.2 },
  /** For each failure of the same component, fading over weeks; at most two count. */
  recentFailure: 0.9,
  failureNearby: 0.35,
  openGrave: 0.8,
  openMedium: 0.35,
  openGraveNearby: 0.5,
  fragility: 0.7,
  skill: -0.5,
  /** By the logarithm of what depends on it. */
  dependants: 0.25,
  collision: 0.8,
  fridayAfternoon: 0.4,
  changedOften: 0.4,
  unfamiliar: 0.3,
  /** A critical service has its changes tested better. */
  careForCritical: -0.3,
  /** What nobody could have known. */
  unobserved: 0.5,
} as const;

const SEEN_AT_ONCE = 0.45;
const EXPOSURE = { critical: 0.9, high: 0.6, medium: 0.35, low: 0.2 } as const;
const DAY = 86_400_000;

export interface Past {
  /** Changes that have begun before this one, with whether they really failed. */
  before: readonly { change: Change; failed: boolean }[];
  /** Every other change whose plan may meet this one's. */
  others: readonly Change[];
  alarms: readonly Alarm[];
}

export function createCauses(estate: Estate) {
  const reach = createReach(estate);
  return (change: Change, past: Past, random: Random): Truth => {
    const lost = reach.stopped(change.cis);
    const services = lost.filter(reach.isService).map((one) => estate.things[one]!.criticality!);
    const seen = observable(change, past, { reach, services });
    const fragility = Math.max(...change.cis.map((one) => estate.things[one]!.fragility));
    const hidden =
      STRENGTHS.fragility * fragility +
      STRENGTHS.skill * estate.skills[change.team]! +
      STRENGTHS.unobserved * normal(random);
    const shown = visibility(change, services, lost.length);
    return {
      probability: logistic(seen + hidden) * shown,
      // Without what no store holds: hidden causes at their mean.
      observable: logistic(seen) * shown,
      isFault: random.next() < logistic(seen + hidden),
      visibility: shown,
    };
  };
}

function observable(
  change: Change,
  { before, others, alarms }: Past,
  { reach, services }: { reach: ReturnType<typeof createReach>; services: readonly string[] },
): number {
  const own = new Set(change.cis);
  const near = new Set(reach.neighbours(change.cis).filter((one) => !own.has(one)));
  const touches = (cis: readonly number[], set: ReadonlySet<number>) => cis.some((one) => set.has(one));
  const failuresOn = (set: ReadonlySet<number>) => {
    const recent = before.filter((each) => each.failed && touches(each.change.cis, set));
    const fading = recent.map((each) => Math.exp(-(change.start - each.change.start) / (45 * DAY)));
    return Math.min(
      2,
      fading.reduce((sum, each) => sum + each, 0),
    );
  };
  const open = alarms.filter(({ from, to }) => from <= change.start && to > change.start);
  const grave = open.filter(({ severity }) => severity === "critical" || severity === "high");
  const isOn = (list: readonly Alarm[], set: ReadonlySet<number>) => Number(list.some(({ ci }) => set.has(ci)));
  const lately = before.filter(({ change: each }) => change.start - each.start < 14 * DAY && touches(each.cis, own));
  const known = before.some(
    ({ change: each }) => each.team === change.team && change.start - each.start < 90 * DAY && touches(each.cis, own),
  );
  const collides = others.some(
    (each) =>
      each !== change &&
      each.start < change.end &&
      each.end > change.start &&
      (touches(each.cis, own) || touches(each.cis, near)),
  );
  const s = STRENGTHS;
  return (
    s.base +
    s.size * Math.log(change.cis.length) +
    s.kind[change.kind] +
    s.category[change.category] +
    s.recentFailure * failuresOn(own) +
    s.failureNearby * failuresOn(near) +
    (isOn(grave, own) ? s.openGrave : s.openMedium * isOn(open, own)) +
    s.openGraveNearby * isOn(grave, near) +
    s.dependants * Math.log(1 + reach.reached(change.cis).length) +
    s.collision * Number(collides) +
    s.fridayAfternoon * Number(isFridayAfternoon(change.start)) +
    s.changedOften * Number(lately.length >= 2) +
    s.unfamiliar * Number(!known) +
    s.careForCritical * Number(services.includes("critical"))
  );
}

/** How likely a fault is seen: more so where services stop, and while people work. */
function visibility(change: Change, services: readonly string[], lost: number): number {
  const stopped = services.reduce((sum, each) => sum + EXPOSURE[each as keyof typeof EXPOSURE], 0);
  const exposure = (stopped + 0.02 * lost) * (isWorkingHour(change.start) ? 1.3 : 1);
  return 1 - (1 - SEEN_AT_ONCE) * Math.exp(-exposure);
}

export function isWorkingHour(at: number): boolean {
  const date = new Date(at);
  const day = date.getUTCDay();
  return day >= 1 && day <= 5 && date.getUTCHours() >= 8 && date.getUTCHours() < 18;
}

function isFridayAfternoon(at: number): boolean {
  const date = new Date(at);
  return date.getUTCDay() === 5 && date.getUTCHours() >= 13;
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
