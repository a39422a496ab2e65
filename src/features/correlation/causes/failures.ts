import { mustGet } from "../../../model/must-get.ts";
import { type Failure, positionsIn } from "./likelihood.ts";
import { mostProbablePaths, type PropagationGraph, type PropagationTree, type Step } from "./propagation.ts";
import type { FirstAlarm } from "./signs.ts";

/** A path that is less probable than this explains no alarm. */
const MIN_PATH_PROBABILITY = 0.02;

/** A failure with the CIs whose alarms it explains, each with the probability of the path to it. */
export interface ExplainingFailure extends Failure {
  explains: ReadonlyMap<number, number>;
}

/** A CI with an alarm that a failure reaches. */
interface ExplainedCi {
  at: number;
  /** Of the path to it. */
  probability: number;
  path: Step[];
}

/** The failure of each CI, searched for once. */
export function createFailures(
  propagation: PropagationGraph,
  firstOf: ReadonlyMap<number, FirstAlarm>,
): (start: number) => ExplainingFailure {
  const known = new Map<number, ExplainingFailure>();
  return (start) => {
    const found = known.get(start);
    if (found) return found;
    const tree = mostProbablePaths(propagation, start, (i) => firstOf.has(i));
    const explains = new Map(explainedCis(tree, firstOf).map(({ at, probability }) => [at, probability]));
    const failure = { tree, position: positionsIn(tree, propagation.ids.length), explains };
    known.set(start, failure);
    return failure;
  };
}

/** The CIs with an alarm that the failure reaches probably enough, each with the path to it. */
export function explainedCis({ order, steps }: PropagationTree, seen: ReadonlyMap<number, FirstAlarm>): ExplainedCi[] {
  const paths = new Map<number, { probability: number; path: Step[] }>();
  return order.flatMap((at, i) => {
    const step = steps[i];
    const before = step && mustGet(paths, step.from);
    const way = before
      ? { probability: before.probability * step.probability, path: [...before.path, step] }
      : { probability: 1, path: [] };
    paths.set(at, way);
    return seen.has(at) && way.probability >= MIN_PATH_PROBABILITY ? [{ at, ...way }] : [];
  });
}
