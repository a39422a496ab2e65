import { mustGet } from "../../../model/must-get.ts";
import type { FailureStep } from "../../reach/index.ts";
import { isOptional } from "../need-weights.ts";
import type { HealthFacts } from "./health.model.ts";

/** What one CI needs any one of several for. */
const groupKey = (step: FailureStep) => `${step.to} ${step.redundancyGroup}`;

/**
 * CIs that do not do their work: in trouble themselves (low does not count, nor does what maintenance explains), or in need
 * of one that fails, where nothing stands in. Spread to a fixed point, so that cycles do not matter.
 */
export function failingCis({ steps, troubles }: Pick<HealthFacts, "steps" | "troubles">): Set<string> {
  const failing = new Set<string>();
  const queue: string[] = [];
  const fail = (id: string) => {
    if (failing.has(id)) return;
    failing.add(id);
    queue.push(id);
  };
  for (const [id, { level, suppressed }] of troubles) if (!suppressed && level !== "low") fail(id);
  const onward = Map.groupBy(steps, ({ from }) => from);
  const groups = Map.groupBy(
    steps.filter(({ redundancyGroup }) => redundancyGroup !== null),
    groupKey,
  );
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const step of onward.get(id) ?? []) {
      if (isOptional(step)) continue;
      const peers = step.redundancyGroup === null ? [] : mustGet(groups, groupKey(step));
      if (peers.every(({ from }) => failing.has(from))) fail(step.to);
    }
  }
  return failing;
}

/** Tells of a step whether another of its redundancy group does its work, so that this one may fail. */
export function createIsCovered(steps: readonly FailureStep[], failing: ReadonlySet<string>) {
  const standing = new Map<string, Set<string>>();
  for (const step of steps) {
    if (step.redundancyGroup === null || failing.has(step.from)) continue;
    const key = groupKey(step);
    const peers = standing.get(key);
    if (peers) peers.add(step.from);
    else standing.set(key, new Set([step.from]));
  }
  return (step: FailureStep): boolean => {
    const peers = step.redundancyGroup === null ? undefined : standing.get(groupKey(step));
    return peers !== undefined && (peers.size > 1 || !peers.has(step.from));
  };
}
