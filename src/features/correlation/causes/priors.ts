import { EVIDENCE } from "./evidence.ts";
import type { Change } from "./failure-graph.ts";
import type { PropagationGraph } from "./propagation.ts";
import { type FirstAlarm, kindOf } from "./signs.ts";

/** The prior of a failure by what happened to the CI: a change shortly before, an alarm of its own. */
export function createPriors(
  firstOf: ReadonlyMap<number, FirstAlarm>,
  changes: readonly Change[],
  { ids }: PropagationGraph,
): (start: number) => { prior: number; change: Change | undefined } {
  const all = [...firstOf.values()];
  const times = all.map(({ at }) => at);
  const recent = recentChanges(changes, Math.min(...times), Math.max(...times));
  const hasSigns = all.some(({ signs }) => signs.some(({ symptom }) => kindOf(symptom) !== undefined));
  return (start) => {
    const change = recent.get(ids[start]!);
    const silent = hasSigns && !firstOf.has(start) ? EVIDENCE.silentCause : 1;
    return { prior: silent * (change ? EVIDENCE.changed : EVIDENCE.unchanged), change };
  };
}

function recentChanges(changes: readonly Change[], first: number, last: number): Map<string, Change> {
  const from = first - EVIDENCE.changeWithinMs;
  const within = changes.filter(({ at }) => at >= from && at <= last).sort((a, b) => a.at - b.at);
  return new Map(within.map((change) => [change.ciId, change]));
}
