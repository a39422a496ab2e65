import type { ExplainingFailure } from "./failures.ts";
import { likelihood } from "./likelihood.ts";
import type { PropagationGraph } from "./propagation.ts";
import type { FirstAlarm } from "./signs.ts";

/** How many further failures are tried, beginning with the ones that explain most. */
export const MAX_TRIED = 8;
/** How many of them may be under way at once. */
const MAX_AT_ONCE = 3;
/** The prior of a further failure, unconnected with the first, among the alarms of one time. */
export const FURTHER_FAULT_PRIOR = 0.02;

/**
 * What further failures add to one of them: ln of the likelihood ratio of the alarms that the first does not explain, by up to
 * three others that explain them best, each against noise. So many alarms of an unconnected failure, which nothing but noise
 * could explain otherwise, do not speak for a far CI that would explain them along with the event asked about.
 *
 * @returns by the CIs whose alarms the first failure explains: at least 0
 */
export function createOtherFaults(
  propagation: PropagationGraph,
  alarms: ReadonlyMap<number, FirstAlarm>,
  failures: readonly ExplainingFailure[],
): (explained: Iterable<number>) => number {
  const nothing: ReadonlySet<number> = new Set();
  const likeliest = failures
    .map((failure) => ({ failure, ln: likelihood(propagation, failure, alarms, { extent: 1, explained: nothing }) }))
    .sort((a, b) => b.ln - a.ln || a.failure.tree.order[0]! - b.failure.tree.order[0]!)
    .slice(0, MAX_TRIED)
    .map(({ failure }) => ({ failure, lns: new Map<string, number>() }));
  /** Depends on those alarms only that both explain. */
  const added = ({ failure, lns }: (typeof likeliest)[number], explained: ReadonlySet<number>): number => {
    const key = [...failure.explains.keys()].filter((at) => explained.has(at)).join(" ");
    const ln = lns.get(key) ?? likelihood(propagation, failure, alarms, { extent: 1, explained });
    lns.set(key, ln);
    return ln + Math.log(FURTHER_FAULT_PRIOR);
  };
  return (first) => {
    const explained = new Set(first);
    let sum = 0;
    for (let n = 0; n < MAX_AT_ONCE; n++) {
      const [best] = likeliest.map((one) => ({ one, ln: added(one, explained) })).sort((a, b) => b.ln - a.ln);
      if (!best || best.ln <= 0) break;
      sum += best.ln;
      for (const at of best.one.failure.explains.keys()) explained.add(at);
    }
    return sum;
  };
}
