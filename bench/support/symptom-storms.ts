import { createRandom, type Random } from "./random.ts";
import { ESTATE_SHAPES, type Estate, type EstateEdge } from "./storm-estates.ts";
import { groupBy, type Severity } from "./storms.ts";

/** What is wrong with a CI: it answers slowly, wrongly or not, or is full. */
type Fault = "slow" | "failing" | "full";

/** An alert with what it measured, in the words of some monitoring system. */
export interface MeasuredAlert {
  ciId: string;
  at: number;
  severity: Severity;
  title: string;
  metrics: Record<string, unknown>;
  /** The fault asked about reached this CI: no noise, and no effect of the second fault; absent: not known. No ranking may read it. */
  isReached?: boolean;
  /** The second fault reached this CI, and the one asked about did not; absent: not known. No ranking may read it. */
  isOfSecondFault?: boolean;
}

/** Alerts about one of which somebody asks, with the cause of that one. */
export interface MeasuredStorm {
  estate: Estate;
  cause: string;
  /** Index of the alert that is asked about: the one furthest from the cause. */
  asked: number;
  alerts: MeasuredAlert[];
  /** The cause of a second fault, which has nothing to do with the alert asked about. */
  secondCause?: string | undefined;
}

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 9);

/**
 * So many storms with symptoms and deviations, the shapes of estates in turn; the same for the same seed. All that spreads
 * is drawn anew for each storm. The ranges were set before any model was asked, from what monitoring is known to do: a fault
 * shows at its dependents in the same way in 55 to 95 of 100 cases; the share of a deviation that arrives one step on is
 * 0.4 to 1 of its logarithm, as calls to others dilute it; means of 1 or 5 minutes are compared with a threshold that a
 * fiftieth to a fifth of the healthy CIs near the storm break by a little; a second fault elsewhere stands beside two of
 * five storms; a tenth to a third of the alerts are missing; a fifth say in no way what is wrong.
 */
export function measuredStorms(seed: number, count: number): MeasuredStorm[] {
  const storms: MeasuredStorm[] = [];
  for (let n = 0; n < count; n++) {
    const random = createRandom(seed * 100_003 + n);
    const estate = ESTATE_SHAPES[n % ESTATE_SHAPES.length]!(random);
    let storm: MeasuredStorm | undefined;
    while (!storm) storm = stormIn(estate, random);
    storms.push(storm);
  }
  return storms;
}

/** A CI that a fault reached. */
interface Affected {
  ciId: string;
  at: number;
  fault: Fault;
  /** ln of value/normal of what is measured there. */
  size: number;
  steps: number;
}

function stormIn(estate: Estate, random: Random): MeasuredStorm | undefined {
  const causes = estate.cis.filter(({ type }) => type !== "business_service");
  const ways = { keeps: 0.55 + random.next() * 0.4, dilutes: 0.4 + random.next() * 0.6, samples: random.pick([1, 5]) };
  const cause = random.pick(causes).id;
  const affected = spread(estate, { ciId: cause, at: START, ...faultOf(random), steps: 0 }, ways, random);
  const missing = 0.1 + random.next() * 0.23;
  const shown = affected.filter(({ size }) => size > Math.log(1.3) && !random.chance(missing));
  const asked = shown
    .filter(({ steps }) => steps > 0)
    .sort((a, b) => b.steps - a.steps || (a.ciId < b.ciId ? -1 : 1))[0];
  if (!asked) return undefined;
  const alerting = new Map(shown.map((one) => [one.ciId, one]));
  const reached = new Set(affected.map(({ ciId }) => ciId));
  let secondCause: string | undefined;
  const ofSecond = new Set<Affected>();
  if (random.chance(0.4)) {
    const at = START + (random.next() * 40 - 30) * MINUTE;
    secondCause = random.pick(causes).id;
    const second = spread(estate, { ciId: secondCause, at, ...faultOf(random), steps: 0 }, ways, random);
    for (const one of second) {
      if (reached.has(one.ciId) || random.chance(missing)) continue;
      alerting.set(one.ciId, one);
      ofSecond.add(one);
    }
  }
  for (const one of smallDeviations(estate, reached, random)) if (!alerting.has(one.ciId)) alerting.set(one.ciId, one);
  const all = [...alerting.values()];
  const sample = (at: number) => Math.floor(at / (ways.samples * MINUTE)) * ways.samples * MINUTE;
  const alerts = all.map((one): MeasuredAlert => {
    const isAsked = one === asked;
    const at = isAsked ? one.at + random.next() * MINUTE : sample(one.at + random.next() * MINUTE);
    return {
      ciId: one.ciId,
      at,
      isReached: reached.has(one.ciId),
      isOfSecondFault: ofSecond.has(one),
      severity: isAsked ? "critical" : severityOf(one.size, random),
      ...inWords(one, random),
    };
  });
  return { estate, cause, asked: all.indexOf(asked), alerts, secondCause };
}

function faultOf(random: Random): { fault: Fault; size: number } {
  return {
    fault: random.pick<Fault>(["slow", "slow", "failing", "failing", "full"]),
    size: Math.log(1.7) + random.exponential(0.9),
  };
}

interface Ways {
  keeps: number;
  dilutes: number;
}

function spread(estate: Estate, first: Affected, { keeps, dilutes }: Ways, random: Random): Affected[] {
  const declared = 0.5 + random.next() * 0.45;
  const observed = 0.25 + random.next() * 0.4;
  const delay = (2 + random.next() * 58) * 1_000;
  const carrying = estate.edges.filter(({ real }) => real);
  const from = groupBy(carrying, ({ needed }) => needed);
  const into = groupBy(carrying, ({ dependent }) => dependent);
  const failed = new Map([[first.ciId, first]]);
  const queue = [first];
  for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
    for (const edge of from.get(one.ciId) ?? []) {
      if (failed.has(edge.dependent)) continue;
      const usual = edge.type === "Connected To" ? observed : declared;
      if (!random.chance(isCovered(edge, into, failed) ? usual * 0.15 : usual)) continue;
      const next: Affected = {
        ciId: edge.dependent,
        at: one.at + random.exponential(delay),
        fault: onward(one.fault, keeps, random),
        size: one.size * Math.min(1, dilutes + random.next() * 0.2),
        steps: one.steps + 1,
      };
      failed.set(edge.dependent, next);
      queue.push(next);
    }
  }
  return [...failed.values()];
}

function isCovered(edge: EstateEdge, into: Map<string, EstateEdge[]>, failed: ReadonlyMap<string, unknown>): boolean {
  if (edge.group === null) return false;
  return (into.get(edge.dependent) ?? []).some((other) => other.group === edge.group && !failed.has(other.needed));
}

/** What is full makes its dependents slow or failing; each of these stays what it is, or becomes the other. */
function onward(fault: Fault, keeps: number, random: Random): Fault {
  if (fault === "full") return random.chance(0.6) ? "slow" : "failing";
  if (random.chance(keeps)) return fault;
  return fault === "slow" ? "failing" : "slow";
}

/** Healthy CIs whose values break a threshold by a little, nearly all of them slow. */
function smallDeviations(estate: Estate, reached: ReadonlySet<string>, random: Random): Affected[] {
  const share = 0.02 + random.next() * 0.18;
  const others = estate.cis.filter(({ id, type }) => !reached.has(id) && type !== "business_service");
  const near = new Set(
    estate.edges.flatMap(({ needed, dependent }) =>
      reached.has(needed) || reached.has(dependent) ? [needed, dependent] : [],
    ),
  );
  const noisy = others.filter(({ id }) => random.chance(near.has(id) ? share : share / 5));
  return noisy.map(
    ({ id }): Affected => ({
      ciId: id,
      at: START + (random.next() * 30 - 15) * MINUTE,
      fault: random.chance(0.85) ? "slow" : "failing",
      size: Math.log(1.4) + random.exponential(0.2),
      steps: 0,
    }),
  );
}

function severityOf(size: number, random: Random): Severity {
  if (random.chance(0.15)) return random.pick(["critical", "high", "medium", "low"]);
  return size > Math.log(5) ? "critical" : size > Math.log(2) ? "high" : "medium";
}

const WORDS: Readonly<Record<Fault, readonly string[]>> = {
  slow: [
    "response time too high",
    "latency p99 above threshold",
    "Antwortzeit hoch",
    "slow queries",
    "HighRequestLatency",
  ],
  failing: ["5xx error rate", "availability below objective", "HTTP errors", "Fehlerrate erhöht", "probe failed"],
  full: ["CPU utilization 97 %", "disk almost full", "memory pressure", "connection pool exhausted", "Speicher voll"],
};

/** As some systems say it: with words, measured values under several names, or neither. */
function inWords({ fault, size }: Affected, random: Random): Pick<MeasuredAlert, "title" | "metrics"> {
  const title = random.chance(0.2) ? "Alert fired" : random.pick(WORDS[fault]);
  if (random.chance(0.25)) return { title, metrics: {} };
  const [value, normal] = measured(fault, size, random);
  const name = random.pick(["normal", "normal", "baseline"]);
  return { title, metrics: { value, [name]: normal } };
}

function measured(fault: Fault, size: number, random: Random): [value: number, normal: number] {
  if (fault === "failing") {
    const share = Math.min(100, 2 * Math.exp(size));
    return [100 - share, 100];
  }
  const normal = 0.01 * 10 ** (random.next() * 2);
  return [normal * Math.exp(size), normal];
}
