import { mustGet } from "../../../model/must-get.ts";
import { compare } from "../../../model/order.ts";
import type { Severity } from "../../events/index.ts";
import { searchBudget } from "./cause-candidates.ts";
import type { Alarm } from "./failure-graph.ts";
import { type PropagationGraph, propagationGraph } from "./propagation.ts";
import { type CauseInput, type RankedCause, rankCausesIn } from "./rank-causes.ts";
import { kindOf } from "./signs.ts";

/** How bad an alarm is by its severity, each step twice the one below. */
const BADNESS: Readonly<Record<Severity, number>> = { critical: 8, high: 4, medium: 2, low: 1 };
/** The size of a deviation that is not known: a little more than twice the normal value. */
const UNKNOWN_SIZE = 0.8;

/** Weight of the posterior for all alarms alike, against 1 for that of the one alarm that shows the failure best. */
const ALL_ALIKE = 0.25;

/**
 * The causes of all alarms of an incident. Where they say what is wrong, the cause of the alarm that shows the failure best
 * weighs most: small deviations of neighbours then count as noise or as further faults, as for one event. The rest of the weight
 * has the cause of all alarms alike, as that alarm may be noise itself. Where no alarm says what is wrong, all count alike. Pure;
 * returns the best first, with the sum of both posteriors by weight.
 */
export function rankIncidentCauses({
  graph,
  ...known
}: Pick<CauseInput, "graph" | "alarms" | "changes">): RankedCause[] {
  const propagation = propagationGraph(graph);
  const alike = rankCausesIn(propagation, known);
  const shown = mostTelling(known.alarms, propagation);
  if (!shown) return alike;
  const asked = rankCausesIn(propagation, { ...known, about: [shown.ciId], askedEvent: shown.eventId });
  const causes = new Map([...alike, ...asked].map((cause) => [cause.ciId, { ...cause, probability: 0 }]));
  const whole = 1 + ALL_ALIKE;
  for (const { ciId, probability } of asked) mustGet(causes, ciId).probability += probability / whole;
  for (const { ciId, probability } of alike) mustGet(causes, ciId).probability += (probability * ALL_ALIKE) / whole;
  return [...causes.values()].sort((a, b) => b.probability - a.probability || compare(a.ciId, b.ciId));
}

/**
 * The worst alarm on the CI that depends on most others with alarms: effects gather at the end of a failure's way, and noise
 * has few alarms upstream. Its severity, its deviation and the number of these CIs are multiplied.
 *
 * @returns undefined where no alarm says what is wrong, or none has another upstream
 */
function mostTelling(alarms: readonly Alarm[], propagation: PropagationGraph): Alarm | undefined {
  if (!alarms.some(({ symptom }) => kindOf(symptom) !== undefined)) return undefined;
  const bad = (alarm: Alarm) => BADNESS[alarm.severity] * (alarm.size ?? UNKNOWN_SIZE);
  const worst = new Map<number, Alarm>();
  for (const alarm of alarms.toSorted((a, b) => bad(b) - bad(a) || a.at - b.at)) {
    const index = propagation.indexOf.get(alarm.ciId);
    if (index !== undefined && !worst.has(index)) worst.set(index, alarm);
  }
  let best: { alarm: Alarm; weight: number } | undefined;
  for (const [index, alarm] of [...worst].slice(0, searchBudget(propagation))) {
    const weight = bad(alarm) * alarmingUpstream(propagation, index, worst);
    if (weight > (best?.weight ?? 0)) best = { alarm, weight };
  }
  return best?.alarm;
}

/** How many other CIs with an alarm this one depends on, over any number of steps. */
function alarmingUpstream({ into }: PropagationGraph, start: number, alarming: ReadonlyMap<number, Alarm>): number {
  const reached = new Set([start]);
  // A set is walked in the order of insertion, what is added on the way included.
  for (const at of reached) for (const { from } of into[at]!) reached.add(from);
  return [...reached].filter((at) => at !== start && alarming.has(at)).length;
}
