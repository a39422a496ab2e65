import { setImmediate } from "node:timers/promises";
import type { Redundancy } from "./impact.model.ts";

/** CIs by position: the first one is where a search began. */
export interface DependencySet {
  /** How many CIs. */
  count: number;
  /** Whether each can stand in for another: it is active and nothing else says that it fails. */
  healthy: readonly boolean[];
  /** `to` needs `from`; within a group any one is enough. */
  steps: readonly { from: number; to: number; redundancyGroup: string | null }[];
  /** Groups of a CI in which a healthy CI outside the set stands, by `groupKey`. */
  groupsWithOutsidePeers: ReadonlySet<string>;
}

export function groupKey(place: number, redundancyGroup: string): string {
  return `${place} ${redundancyGroup}`;
}

/**
 * What redundancy does for each member of a search. Failures spread to a fixed point, so that order, cycles and distance
 * do not matter: a CI fails with any CI that it needs, and of those in one redundancy group only when one of them fails
 * and no healthy one is left. A healthy one is active, and does not fail itself: one that is itself covered goes on working.
 *
 * Downstream the start fails:
 *   covered   the member was reached, and does not fail: a healthy peer holds it, or whatever it was reached through
 *   lost      it fails, and one of its groups has no healthy peer left
 *   none      it fails, and no group of its own could have held it
 *
 * Upstream each member fails alone, and the start is looked at:
 *   covered   the start goes on working
 *   lost      the start fails, although a group names the member: no healthy peer of it is left
 *   none      the start fails; so for what all members of a group have in common
 *
 * By position; the start's own is `none`.
 */
export async function computeRedundancy(
  dependencies: DependencySet,
  upstream: boolean,
  signal?: AbortSignal | undefined,
): Promise<Redundancy[]> {
  const results = new Array<Redundancy>(dependencies.count).fill("none");
  if (!dependencies.steps.some(({ redundancyGroup }) => redundancyGroup !== null)) return results;
  const network = networkOf(dependencies);
  const members = results.map((_, place) => place).slice(1);
  if (!upstream) {
    const failing = propagate(network, [0]);
    for (const place of members) {
      results[place] = failing.fails(place, 0) ? (failing.hasLost(place, 0) ? "lost" : "none") : "covered";
    }
    return results;
  }
  // What the start needs without any group on the way fails it for certain; where it stands in no group, that is all.
  const certain = ungroupedDependenciesOf(network);
  const open = members.filter((place) => !certain.has(place) || network.groupsWith[place]!.length > 0);
  for (let from = 0; from < open.length; from += FAILURES_PER_BATCH) {
    // Others are served meanwhile, and nothing goes on for a caller that went away.
    await setImmediate();
    signal?.throwIfAborted();
    const tried = open.slice(from, from + FAILURES_PER_BATCH);
    const failing = propagate(network, tried);
    for (const [bit, place] of tried.entries()) {
      results[place] = failing.fails(0, bit) ? (failing.isLost(place, bit) ? "lost" : "none") : "covered";
    }
  }
  return results;
}

/** So many single failures are tried at once, each a bit: of so many integers a CI. */
const WORDS_PER_CI = 4;
const FAILURES_PER_BATCH = 32 * WORDS_PER_CI;

interface Group {
  of: number;
  members: number[];
  /** Of the members. */
  healthy: number[];
  hasOutsidePeer: boolean;
}

/** Who needs whom, by position. */
interface DependencyNetwork {
  count: number;
  dependents: number[][];
  /** Without a group. */
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

/** What the start needs over relationships without a group alone. */
function ungroupedDependenciesOf({ needed }: DependencyNetwork): Set<number> {
  const certain = new Set([0]);
  for (const place of certain) for (const each of needed[place]!) certain.add(each);
  return certain;
}

/** What happens when each of the tried CIs fails alone; `bit` is the position among those tried. */
interface Simulation {
  fails(place: number, bit: number): boolean;
  /** Whether a group of what `place` needs has no healthy member left. */
  hasLost(place: number, bit: number): boolean;
  /** Whether a group in which `place` stands has no healthy member left. */
  isLost(place: number, bit: number): boolean;
}

/** Spreads the failures of up to `BITS` CIs, each alone, until nothing changes. */
function propagate(
  { count, dependents, needed, groupsFor, groupsWith }: DependencyNetwork,
  starts: readonly number[],
): Simulation {
  const words = Math.ceil(starts.length / 32);
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
  for (const [bit, place] of starts.entries()) {
    failed[place * words + (bit >> 5)]! |= 1 << (bit & 31);
    enqueueDependents(place);
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

/** Answers whether any of them is new. */
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

/** In which of the tried failures the group does not hold: one of it fails, and all of its healthy ones do. */
function lostBits({ members, healthy, hasOutsidePeer }: Group, failed: Int32Array, words: number, w: number): number {
  if (hasOutsidePeer) return 0;
  let any = 0;
  let all = -1;
  for (const member of members) any |= failed[member * words + w]!;
  for (const member of healthy) all &= failed[member * words + w]!;
  return any & all;
}
