import { mustGet } from "../../../model/must-get.ts";
import type { FailureCi, FailureEdge, FailureGraph } from "./failure-graph.ts";

/**
 * Probabilities of failure propagation and of its detection. They were tuned on generated alert storms whose seeds differ
 * from the reported ones, see `bench/root-cause.ts`.
 */
export const PROPAGATION = {
  /** That a failure crosses a declared relationship, and one that only a scan observed. */
  declared: 0.8,
  observed: 0.4,
  /** Factors for an optional relationship, and for one with a redundant provider. */
  optional: 0.4,
  redundant: 0.25,
  /** That a failing CI raises an alarm; lower for types that are rarely monitored. */
  detection: 0.7,
  rarelyMonitored: 0.3,
} as const;

/** CI types on which monitoring rarely raises an alarm. */
const RARELY_MONITORED: ReadonlySet<string> = new Set([
  "business_service",
  "software",
  "software_instance",
  "software_family",
]);

/** Longest path that is followed, and the largest cost, -ln of the path's probability. */
const MAX_STEPS = 8;
const MAX_COST = 7.5;

export function detectionOf(ci: Pick<FailureCi, "type">): number {
  return RARELY_MONITORED.has(ci.type) ? PROPAGATION.rarelyMonitored : PROPAGATION.detection;
}

/** The probability that a failure of `needed` crosses this relationship. */
function transmissionProbability(edge: FailureEdge, hasPeers: boolean): number {
  const kind = edge.observed ? PROPAGATION.observed : PROPAGATION.declared;
  return kind * (edge.optional ? PROPAGATION.optional : 1) * (hasPeers ? PROPAGATION.redundant : 1);
}

/** A relationship that a failure may cross, between CIs by index. */
export interface Step {
  from: number;
  to: number;
  /** That the failure crosses it. */
  probability: number;
  edge: FailureEdge;
}

/** The failure graph with integer indexes in place of ids, which makes hundreds of searches cheap. */
export interface PropagationGraph {
  ids: readonly string[];
  indexOf: ReadonlyMap<string, number>;
  cis: readonly FailureCi[];
  /** By CI: the steps that leave it, and those that enter it. */
  out: readonly (readonly Step[])[];
  into: readonly (readonly Step[])[];
}

/** Indexes the graph; of parallel relationships between two CIs only the most probable one is kept. */
export function propagationGraph(graph: FailureGraph): PropagationGraph {
  const ids = [...graph.cis.keys()].sort();
  const indexOf = new Map(ids.map((id, i) => [id, i]));
  const out: Step[][] = ids.map(() => []);
  const into: Step[][] = ids.map(() => []);
  const peers = new Map<string, number>();
  for (const edge of graph.edges) {
    if (edge.group !== null) peers.set(groupKey(edge), (peers.get(groupKey(edge)) ?? 0) + 1);
  }
  for (const edge of mostProbable(graph.edges, peers)) {
    const [from, to] = [indexOf.get(edge.edge.needed), indexOf.get(edge.edge.dependent)];
    if (from === undefined || to === undefined || from === to) continue;
    const step = { from, to, probability: edge.probability, edge: edge.edge };
    out[from]!.push(step);
    into[to]!.push(step);
  }
  return { ids, indexOf, cis: ids.map((id) => mustGet(graph.cis, id)), out, into };
}

/** Of several relationships between two CIs the one that a failure crosses most probably. */
function mostProbable(edges: readonly FailureEdge[], peers: ReadonlyMap<string, number>) {
  const best = new Map<string, { edge: FailureEdge; probability: number }>();
  for (const edge of edges) {
    const probability = transmissionProbability(edge, edge.group !== null && (peers.get(groupKey(edge)) ?? 0) > 1);
    const key = `${edge.needed} ${edge.dependent}`;
    const known = best.get(key);
    if (!known || known.probability < probability) best.set(key, { edge, probability });
  }
  return best.values();
}

const groupKey = ({ dependent, group }: FailureEdge): string => `${dependent} ${group}`;

/** The most probable path from one failing CI to each CI that it may reach. */
export interface PropagationTree {
  /** CIs in the order in which they are reached, the failing one first. */
  order: readonly number[];
  /** By position in `order`: the last step of the path; undefined for the first. */
  steps: readonly (Step | undefined)[];
}

/**
 * The most probable path from the failing CI to each CI that it may reach (Dijkstra over -ln of probabilities). A CI on
 * the path without an alarm makes the path less probable, because its alarm must have been missed.
 *
 * @param alarms whether the CI with that index has an alarm
 */
export function mostProbablePaths(
  spread: PropagationGraph,
  start: number,
  alarms: (index: number) => boolean,
): PropagationTree {
  const order: number[] = [];
  const steps: (Step | undefined)[] = [];
  const done = new Uint8Array(spread.ids.length);
  const cheapest = new Float64Array(spread.ids.length).fill(MAX_COST + Number.EPSILON * 8);
  const heap = createHeap();
  heap.push({ cost: 0, depth: 0, at: start, step: undefined });
  for (let next = heap.pop(); next; next = heap.pop()) {
    const { cost, depth, at, step } = next;
    if (done[at] === 1) continue;
    done[at] = 1;
    order.push(at);
    steps.push(step);
    if (depth === MAX_STEPS) continue;
    const silenceCost = at === start || alarms(at) ? 0 : -Math.log(1 - detectionOf(spread.cis[at]!));
    for (const onward of spread.out[at]!) {
      const total = cost + silenceCost - Math.log(onward.probability);
      if (total < cheapest[onward.to]! && done[onward.to] === 0) {
        cheapest[onward.to] = total;
        heap.push({ cost: total, depth: depth + 1, at: onward.to, step: onward });
      }
    }
  }
  return { order, steps };
}

interface Entry {
  cost: number;
  depth: number;
  at: number;
  step: Step | undefined;
}

const before = (a: Entry, b: Entry) => a.cost < b.cost || (a.cost === b.cost && a.at < b.at);

/** A binary heap, cheapest first. */
function createHeap() {
  const entries: Entry[] = [];
  return {
    push(entry: Entry) {
      let i = entries.push(entry) - 1;
      for (let up = (i - 1) >> 1; i > 0 && before(entry, entries[up]!); up = (i - 1) >> 1) {
        entries[i] = entries[up]!;
        i = up;
      }
      entries[i] = entry;
    },
    pop(): Entry | undefined {
      const top = entries[0];
      const last = entries.pop();
      if (last === undefined || entries.length === 0) return top;
      let i = 0;
      for (let child = 1; child < entries.length; child = 2 * i + 1) {
        if (child + 1 < entries.length && before(entries[child + 1]!, entries[child]!)) child++;
        if (!before(entries[child]!, last)) break;
        entries[i] = entries[child]!;
        i = child;
      }
      entries[i] = last;
      return top;
    },
  };
}
