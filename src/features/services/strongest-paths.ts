import type { FailureStep } from "../reach/index.ts";

/** A step with its weight, 0 to 1: how much of a failure it propagates. */
export interface Edge {
  step: FailureStep;
  weight: number;
}

/** Edges by the CI at which they start, in the direction of the search. */
export type Adjacency = ReadonlyMap<string, readonly Edge[]>;

export interface BestPath {
  /** First CI of the path. */
  start: string;
  /** Product of the weights along the path. */
  weight: number;
  /** Relationships on the path. */
  distance: number;
  /** Last edge of the path; undefined at a start. */
  edge: Edge | undefined;
  previous: string | undefined;
}

export type NextCi = (step: FailureStep) => string;
/** A search for dependencies runs against the failure. */
export const towardsDependencies: NextCi = ({ from }) => from;
export const towardsDependents: NextCi = ({ to }) => to;

export function adjacencyOf(edges: Iterable<Edge>, ahead: NextCi): Adjacency {
  const adjacency = new Map<string, Edge[]>();
  for (const edge of edges) {
    const start = ahead(edge.step) === edge.step.from ? edge.step.to : edge.step.from;
    const list = adjacency.get(start);
    if (list) list.push(edge);
    else adjacency.set(start, [edge]);
  }
  return adjacency;
}

/**
 * The strongest path to each CI that the starts reach (Dijkstra, 1959, on products of weights of at most 1). Among equal
 * weights the shortest path, then the one with the smallest ids. `enter` excludes CIs.
 */
export function strongestPaths(
  adjacency: Adjacency,
  starts: Iterable<string>,
  ahead: NextCi,
  enter: (id: string) => boolean = () => true,
): Map<string, BestPath> {
  const found = strongestFromEach(adjacency, starts, ahead, { most: 1, enter });
  return new Map([...found].map(([id, [first]]) => [id, first!]));
}

/**
 * Up to `most` strongest paths to each CI, each from a different start, strongest first, in one search. A path that is not
 * among the strongest to a CI is no prefix of a strongest path either.
 */
export function strongestFromEach(
  adjacency: Adjacency,
  starts: Iterable<string>,
  ahead: NextCi,
  { most, enter = () => true }: { most: number; enter?: (id: string) => boolean },
): Map<string, BestPath[]> {
  const settled = new Map<string, BestPath[]>();
  const isSettled = (id: string, start: string) => {
    const known = settled.get(id);
    return known !== undefined && (known.length >= most || known.some((path) => path.start === start));
  };
  const queue = createQueue();
  for (const id of starts) queue.push({ id, start: id, weight: 1, distance: 0, edge: undefined, previous: undefined });
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { id, ...found } = next;
    const { start, weight } = found;
    if (isSettled(id, start)) continue;
    const known = settled.get(id);
    if (known) known.push(found);
    else settled.set(id, [found]);
    for (const edge of adjacency.get(id) ?? []) {
      const other = ahead(edge.step);
      if (edge.weight <= 0 || isSettled(other, start) || !enter(other)) continue;
      queue.push({ id: other, start, weight: weight * edge.weight, distance: found.distance + 1, edge, previous: id });
    }
  }
  return settled;
}

/** Edges of the path to a CI, from the start. */
export function pathTo(found: ReadonlyMap<string, BestPath>, id: string): Edge[] {
  return pathOf(found.get(id), (before) => found.get(before));
}

/** Edges of one of several paths to a CI, from its start. */
export function pathFromSameStart(found: ReadonlyMap<string, readonly BestPath[]>, last: BestPath): Edge[] {
  return pathOf(last, (before) => found.get(before)?.find(({ start }) => start === last.start));
}

function pathOf(last: BestPath | undefined, foundAt: (id: string) => BestPath | undefined): Edge[] {
  const path: Edge[] = [];
  for (let at = last; at?.edge && at.previous !== undefined; at = foundAt(at.previous)) path.push(at.edge);
  return path.reverse();
}

type QueueEntry = BestPath & { id: string };

function isBefore(a: QueueEntry, b: QueueEntry): boolean {
  if (a.weight !== b.weight) return a.weight > b.weight;
  if (a.distance !== b.distance) return a.distance < b.distance;
  if (a.id !== b.id) return a.id < b.id;
  if (a.previous !== b.previous) return (a.previous ?? "") < (b.previous ?? "");
  if (a.edge !== b.edge) return (a.edge?.step.id ?? "") < (b.edge?.step.id ?? "");
  return a.start < b.start;
}

/** A binary heap, strongest path first. */
function createQueue() {
  const heap: QueueEntry[] = [];
  const swap = (a: number, b: number) => {
    [heap[a], heap[b]] = [heap[b]!, heap[a]!];
  };
  return {
    push(item: QueueEntry) {
      let at = heap.push(item) - 1;
      for (let parent = (at - 1) >> 1; at > 0 && isBefore(heap[at]!, heap[parent]!); parent = (at - 1) >> 1) {
        swap(at, parent);
        at = parent;
      }
    },
    pop(): QueueEntry | undefined {
      const first = heap[0];
      const last = heap.pop();
      if (!first || !last || heap.length === 0) return first;
      heap[0] = last;
      for (let at = 0; ; ) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        let best = at;
        if (left < heap.length && isBefore(heap[left]!, heap[best]!)) best = left;
        if (right < heap.length && isBefore(heap[right]!, heap[best]!)) best = right;
        if (best === at) return first;
        swap(at, best);
        at = best;
      }
    },
  };
}
