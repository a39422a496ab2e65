import { mustGet } from "../../../model/must-get.ts";
import type { FailureCi, FailureEdge, FailureGraph } from "./failure-graph.ts";

/**
 * How failures spread and how they are seen, as probabilities. They were set on generated storms of other seeds than
 * those that are reported, see `bench/root-cause.ts`.
 */
export const SPREAD = {
  /** That a failure passes a relationship that somebody declared, and one that a scan merely saw. */
  declared: 0.8,
  observed: 0.4,
  /** Factors where the dependent can do without, or has an equal provider besides. */
  optional: 0.4,
  redundant: 0.25,
  /** That a CI that fails raises an alarm; by type where it is rarely watched. */
  detection: 0.7,
  rarelyWatched: 0.3,
} as const;

/** Types of CIs on which monitoring seldom raises an alarm of its own. */
const RARELY_WATCHED: ReadonlySet<string> = new Set([
  "business_service",
  "software",
  "software_instance",
  "software_family",
]);

/** Steps that a failure is followed, and the least likely way that is still followed, as -ln of its probability. */
const FURTHEST = 8;
const LEAST_LIKELY = 7.5;

export function detectionOf(ci: Pick<FailureCi, "type">): number {
  return RARELY_WATCHED.has(ci.type) ? SPREAD.rarelyWatched : SPREAD.detection;
}

/** The probability that a failure passes this relationship. */
function passing(edge: FailureEdge, hasPeers: boolean): number {
  const kind = edge.observed ? SPREAD.observed : SPREAD.declared;
  return kind * (edge.optional ? SPREAD.optional : 1) * (hasPeers ? SPREAD.redundant : 1);
}

/** A step that a failure may take. */
export interface Step {
  from: number;
  to: number;
  /** Probability. */
  pass: number;
  edge: FailureEdge;
}

/** The graph by numbers, which is what makes hundreds of searches over it cheap. */
export interface Spread {
  ids: readonly string[];
  indexOf: ReadonlyMap<string, number>;
  cis: readonly FailureCi[];
  /** By CI: the steps that its failure takes, and those by which failures reach it. */
  out: readonly (readonly Step[])[];
  into: readonly (readonly Step[])[];
}

export function spreadOf(graph: FailureGraph): Spread {
  const ids = [...graph.cis.keys()].sort();
  const indexOf = new Map(ids.map((id, i) => [id, i]));
  const out: Step[][] = ids.map(() => []);
  const into: Step[][] = ids.map(() => []);
  const peers = new Map<string, number>();
  for (const edge of graph.edges) {
    if (edge.group !== null) peers.set(groupKey(edge), (peers.get(groupKey(edge)) ?? 0) + 1);
  }
  for (const edge of likeliest(graph.edges, peers)) {
    const [from, to] = [indexOf.get(edge.edge.needed), indexOf.get(edge.edge.dependent)];
    if (from === undefined || to === undefined || from === to) continue;
    const step = { from, to, pass: edge.pass, edge: edge.edge };
    out[from]!.push(step);
    into[to]!.push(step);
  }
  return { ids, indexOf, cis: ids.map((id) => mustGet(graph.cis, id)), out, into };
}

/** Of several relationships between two CIs the one that a failure passes most likely: declared before observed. */
function likeliest(edges: readonly FailureEdge[], peers: ReadonlyMap<string, number>) {
  const best = new Map<string, { edge: FailureEdge; pass: number }>();
  for (const edge of edges) {
    const pass = passing(edge, edge.group !== null && (peers.get(groupKey(edge)) ?? 0) > 1);
    const key = `${edge.needed} ${edge.dependent}`;
    const known = best.get(key);
    if (!known || known.pass < pass) best.set(key, { edge, pass });
  }
  return best.values();
}

const groupKey = ({ dependent, group }: FailureEdge): string => `${dependent} ${group}`;

/** The ways by which a failure of one CI most likely reached the others. */
export interface SpreadTree {
  /** CIs in the order in which they are reached, the failing one first. */
  order: readonly number[];
  /** By place in `order`: the step by which it is reached; undefined for the first. */
  steps: readonly (Step | undefined)[];
}

/**
 * The most probable way from the failing CI to each that it may reach (Dijkstra over -ln of probabilities). A CI on the
 * way that raised no alarm makes the way less likely: its alarm would have to be missing.
 *
 * @param alarms whether the CI of that number alarms
 */
export function spreadFrom(spread: Spread, start: number, alarms: (index: number) => boolean): SpreadTree {
  const order: number[] = [];
  const steps: (Step | undefined)[] = [];
  const done = new Uint8Array(spread.ids.length);
  const cheapest = new Float64Array(spread.ids.length).fill(LEAST_LIKELY + Number.EPSILON * 8);
  const heap = createHeap();
  heap.push({ cost: 0, depth: 0, at: start, step: undefined });
  for (let next = heap.pop(); next; next = heap.pop()) {
    const { cost, depth, at, step } = next;
    if (done[at] === 1) continue;
    done[at] = 1;
    order.push(at);
    steps.push(step);
    if (depth === FURTHEST) continue;
    const throughQuiet = at === start || alarms(at) ? 0 : -Math.log(1 - detectionOf(spread.cis[at]!));
    for (const onward of spread.out[at]!) {
      const total = cost + throughQuiet - Math.log(onward.pass);
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
