import { mustGet } from "../../../model/must-get.ts";
import { type FailureStep, isOptional } from "../../reach/index.ts";
import type { HealthFacts } from "./health.model.ts";

/** A redundancy group: the dependent CI and the name of the group. */
const groupKey = (step: FailureStep) => `${step.to} ${step.redundancyGroup}`;

/**
 * CIs that do not work: with a health issue of their own (neither `low` nor suppressed by maintenance), or in need
 * of a failing CI without a working redundant peer. Propagates to a fixed point, so that cycles end.
 */
export function failingCis({ steps, issues }: Pick<HealthFacts, "steps" | "issues">): Set<string> {
  const failing = new Set<string>();
  const queue: string[] = [];
  const fail = (id: string) => {
    if (failing.has(id)) return;
    failing.add(id);
    queue.push(id);
  };
  for (const [id, { severity, suppressed }] of issues) if (!suppressed && severity !== "low") fail(id);
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

/** Returns a test of a step: whether another CI of its redundancy group works, so that this one may fail. */
export function createIsCovered(steps: readonly FailureStep[], failing: ReadonlySet<string>) {
  const workingPeers = new Map<string, Set<string>>();
  for (const step of steps) {
    if (step.redundancyGroup === null || failing.has(step.from)) continue;
    const key = groupKey(step);
    const peers = workingPeers.get(key);
    if (peers) peers.add(step.from);
    else workingPeers.set(key, new Set([step.from]));
  }
  return (step: FailureStep): boolean => {
    const peers = step.redundancyGroup === null ? undefined : workingPeers.get(groupKey(step));
    return peers !== undefined && (peers.size > 1 || !peers.has(step.from));
  };
}
