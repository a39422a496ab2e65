import { mustGet } from "../../../model/must-get.ts";
import { mostProbablePaths, type PropagationGraph } from "./propagation.ts";
import type { FirstAlarm } from "./signs.ts";

/** Candidates whose likelihood is computed. */
const MAX_CANDIDATES = 80;
/** The likeliest of all, which may be further failures beside the one asked about. */
const MAX_LIKELY = 40;
/** Relationships that all searches from alarms may walk in sum, and those from candidates: dense graphs get fewer searches. */
const MAX_WALKED = 300_000;

/**
 * CIs upstream of alarms, in descending order of the summed probabilities of their paths to the alarms: those that may reach one
 * of the CIs asked about, and the likeliest of all.
 */
export function causeCandidates(
  propagation: PropagationGraph,
  alarms: ReadonlyMap<number, FirstAlarm>,
  about?: readonly string[],
): { about: number[]; likely: number[] } {
  const reachProbability = new Map<number, number>();
  const back = {
    ...propagation,
    out: propagation.into.map((steps) => steps.map((step) => ({ ...step, to: step.from }))),
  };
  const upstream = (start: number) => mostProbablePaths(back, start, (i) => alarms.has(i));
  let allowed: Set<number> | undefined;
  if (about) {
    allowed = new Set<number>();
    for (const id of about) {
      const index = propagation.indexOf.get(id);
      if (index !== undefined) for (const i of upstream(index).order) allowed.add(i);
    }
  }
  const budget = searchBudget(propagation);
  for (const index of evenSample([...alarms.keys()], budget)) {
    const { order, steps } = upstream(index);
    const reach = new Map([[index, 1]]);
    order.forEach((at, i) => {
      const step = steps[i];
      // The search walks backwards: the relationship's dependent is the CI it came from.
      const chance = step ? mustGet(reach, mustGet(propagation.indexOf, step.edge.dependent)) * step.probability : 1;
      reach.set(at, chance);
      reachProbability.set(at, (reachProbability.get(at) ?? 0) + chance);
    });
  }
  const all = [...reachProbability].sort(([a, x], [b, y]) => y - x || a - b).map(([index]) => index);
  return {
    about: all.filter((index) => !allowed || allowed.has(index)).slice(0, Math.min(MAX_CANDIDATES, budget)),
    likely: all.slice(0, Math.min(MAX_LIKELY, budget)),
  };
}

/** How many searches may walk every relationship. */
export function searchBudget({ out }: PropagationGraph): number {
  const relationships = out.reduce((sum, steps) => sum + steps.length, 0);
  return Math.max(10, Math.floor(MAX_WALKED / Math.max(1, relationships)));
}

/** At most `most` items, evenly spaced over the list. */
function evenSample(list: readonly number[], most: number): number[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]!);
}
