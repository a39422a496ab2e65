import { setImmediate } from "node:timers/promises";
import type { Redundancy } from "./impact.model.ts";

/** CIs of a search by position, the starts first, and the dependencies among them. */
export interface DependencySet {
  /** Number of CIs. */
  count: number;
  /** Whether each can replace a failing peer: it is active. */
  healthy: readonly boolean[];
  /** `to` depends on `from`; of a redundancy group one working member is enough. */
  steps: readonly { from: number; to: number; redundancyGroup: string | null }[];
  /** Redundancy groups with a healthy member outside the set, by `groupKey`. */
  groupsWithOutsidePeers: ReadonlySet<string>;
}

export function groupKey(place: number, redundancyGroup: string): string {
  return `${place} ${redundancyGroup}`;
}

/**
 * Effect of redundancy on each member of a search. Failures propagate to a fixed point, so that order, cycles and distance
 * do not matter: a CI fails with any dependency outside of a group, and with a redundancy group only if a member fails and
 * no healthy member is left. A healthy member is active and does not fail itself; a covered one keeps working.
 *
 * Downstream the starts fail, all together:
 *   covered   the member was reached and does not fail: a healthy peer covers it, or a CI on the way to it
 *   lost      it fails, and one of its groups has no healthy member left
 *   none      it fails, and has no group that could cover it
 *
 * Upstream each member fails alone; the result is about the start:
 *   covered   the start keeps working
 *   lost      the start fails although the member is in a group: no healthy peer is left
 *   none      the start fails; also if all members of a group depend on the member
 *
 * Returns results by position; that of a start is `none`. A search upstream has one start.
 */
export async function computeRedundancy(
  dependencies: DependencySet,
  upstream: boolean,
  signal?: AbortSignal | undefined,
  starts = 1,
): Promise<Redundancy[]> {
  const results = new Array<Redundancy>(dependencies.count).fill("none");
  if (!dependencies.steps.some(({ redundancyGroup }) => redundancyGroup !== null)) return results;
  const network = networkOf(dependencies);
  const members = results.map((_, place) => place).slice(starts);
  if (!upstream) {
    const failing = propagate(network, [Array.from({ length: starts }, (_, place) => place)]);
    for (const place of members) {
      results[place] = failing.fails(place, 0) ? (failing.hasLost(place, 0) ? "lost" : "none") : "covered";
    }
    return results;
  }
  // A failure of an ungrouped dependency always fails the start: without a group of its own the result stays `none`.
  const certain = ungroupedDependenciesOf(network);
  const open = members.filter((place) => !certain.has(place) || network.groupsWith[place]!.length > 0);
  for (let from = 0; from < open.length; from += FAILURES_PER_BATCH) {
    // Let other requests run, and stop for a caller that has disconnected.
    await setImmediate();
    signal?.throwIfAborted();
    const tried = open.slice(from, from + FAILURES_PER_BATCH);
    const failing = propagate(
      network,
      tried.map((place) => [place]),
    );
    for (const [bit, place] of tried.entries()) {
      results[place] = failing.fails(0, bit) ? (failing.isLost(place, bit) ? "lost" : "none") : "covered";
    }
  }
  return results;
}

/** Single failures are simulated in batches, one bit per failure: 32-bit words of each CI, and failures in a batch. */
const WORDS_PER_CI = 4;
const FAILURES_PER_BATCH = 32 * WORDS_PER_CI;

interface Group {
  of: number;
  members: number[];
  /** Active members. */
  healthy: number[];
  hasOutsidePeer: boolean;
}

/** Dependencies by position. */
interface DependencyNetwork {
  count: number;
  dependents: number[][];
  /** Dependencies without a group. */
  needed: number[][];
  groupsFor: Group[][];
  groupsWith: Group[][];
}

function networkOf(needs: DependencySet): DependencyNetwork {
  const { count, steps } = needs;
  const lists = <T>() => Array.from({ length: count }, () => [] as T[]);
  const net = {
    count,
    dependents: lists<number>(),
    needed: lists<number>(),
    groupsFor: lists<Group>(),
    groupsWith: lists<Group>(),
  };
  for (const { from, to, redundancyGroup } of steps) {
    net.dependents[from]!.push(to);
    if (redundancyGroup === null) net.needed[to]!.push(from);
  }
  for (const group of groupsOf(needs)) {
    net.groupsFor[group.of]!.push(group);
    for (const member of group.members) net.groupsWith[member]!.push(group);
  }
  return net;
}

function groupsOf({ steps, healthy, groupsWithOutsidePeers }: DependencySet): Group[] {
  const groups = new Map<string, { of: number; members: Set<number> }>();
  for (const { from, to, redundancyGroup } of steps) {
    if (redundancyGroup === null) continue;
    const key = groupKey(to, redundancyGroup);
    const group = groups.get(key);
    if (group) group.members.add(from);
    else groups.set(key, { of: to, members: new Set([from]) });
  }
  return [...groups].map(([key, { of, members }]) => ({
    of,
    members: [...members],
    healthy: [...members].filter((member) => healthy[member]),
    hasOutsidePeer: groupsWithOutsidePeers.has(key),
  }));
}

/** The start and what it depends on through relationships without a group. */
function ungroupedDependenciesOf({ needed }: DependencyNetwork): Set<number> {
  const certain = new Set([0]);
  for (const place of certain) for (const each of needed[place]!) certain.add(each);
  return certain;
}

/** Results of simulating failures; `bit` is the position of a failure in the batch. */
interface Simulation {
  fails(place: number, bit: number): boolean;
  /** Whether a group that `place` depends on has no healthy member left. */
  hasLost(place: number, bit: number): boolean;
  /** Whether a group that contains `place` has no healthy member left. */
  isLost(place: number, bit: number): boolean;
}

/** Propagates up to `FAILURES_PER_BATCH` failures, each of one CI or of several at once, to a fixed point. */
function propagate(
  { count, dependents, needed, groupsFor, groupsWith }: DependencyNetwork,
  failures: readonly (readonly number[])[],
): Simulation {
  const words = Math.ceil(failures.length / 32);
  const failed = new Int32Array(count * words);
  const isQueued = new Uint8Array(count);
  let queue: number[] = [];
  const bits = new Int32Array(words);
  const enqueueDependents = (place: number) => {
    for (const dependent of dependents[place]!) {
      if (isQueued[dependent]) continue;
      isQueued[dependent] = 1;
      queue.push(dependent);
    }
  };
  for (const [bit, places] of failures.entries()) {
    for (const place of places) {
      failed[place * words + (bit >> 5)]! |= 1 << (bit & 31);
      enqueueDependents(place);
    }
  }
  while (queue.length > 0) {
    const round = queue;
    queue = [];
    for (const place of round) {
      isQueued[place] = 0;
      bits.fill(0);
      for (const each of needed[place]!) {
        for (let w = 0; w < words; w++) bits[w]! |= failed[each * words + w]!;
      }
      for (const group of groupsFor[place]!) {
        for (let w = 0; w < words; w++) bits[w]! |= lostBits(group, failed, words, w);
      }
      if (addBits(failed, place * words, bits)) enqueueDependents(place);
    }
  }
  const anyLost = (groups: Group[], bit: number) =>
    groups.some((group) => (lostBits(group, failed, words, bit >> 5) & (1 << (bit & 31))) !== 0);
  return {
    fails: (place, bit) => (failed[place * words + (bit >> 5)]! & (1 << (bit & 31))) !== 0,
    hasLost: (place, bit) => anyLost(groupsFor[place]!, bit),
    isLost: (place, bit) => anyLost(groupsWith[place]!, bit),
  };
}

/** Sets bits; returns whether any is new. */
function addBits(failed: Int32Array, at: number, bits: Int32Array): boolean {
  let changed = false;
  for (let w = 0; w < bits.length; w++) {
    const before = failed[at + w]!;
    if ((before | bits[w]!) === before) continue;
    failed[at + w] = before | bits[w]!;
    changed = true;
  }
  return changed;
}

/** Bits of the failures in which the group is lost: a member fails, and so do all of its healthy members. */
function lostBits({ members, healthy, hasOutsidePeer }: Group, failed: Int32Array, words: number, w: number): number {
  if (hasOutsidePeer) return 0;
  let any = 0;
  let all = -1;
  for (const member of members) any |= failed[member * words + w]!;
  for (const member of healthy) all &= failed[member * words + w]!;
  return any & all;
}
