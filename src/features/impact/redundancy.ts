import type { Redundancy } from "./impact.model.ts";

/** CIs by position: the first one is where a search began. */
export interface Needs {
  /** How many CIs. */
  count: number;
  /** Whether each can stand in for another: it is active and nothing else says that it fails. */
  healthy: readonly boolean[];
  /** `to` needs `from`; within a group any one is enough. */
  steps: readonly { from: number; to: number; redundancyGroup: string | null }[];
  /** Groups of a CI in which a healthy CI outside the set stands, by `groupKey`. */
  heldFromOutside: ReadonlySet<string>;
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
export function redundancies(needs: Needs, upstream: boolean): Redundancy[] {
  const found = new Array<Redundancy>(needs.count).fill("none");
  if (!needs.steps.some(({ redundancyGroup }) => redundancyGroup !== null)) return found;
  const spread = createSpread(needs);
  const members = found.map((_, place) => place).slice(1);
  if (!upstream) {
    const failing = spread([0]);
    for (const place of members) {
      found[place] = failing.fails(place, 0) ? (failing.hasLost(place, 0) ? "lost" : "none") : "covered";
    }
    return found;
  }
  for (let from = 0; from < members.length; from += BITS) {
    const tried = members.slice(from, from + BITS);
    const failing = spread(tried);
    for (const [bit, place] of tried.entries()) {
      found[place] = failing.fails(0, bit) ? (failing.isLost(place, bit) ? "lost" : "none") : "covered";
    }
  }
  return found;
}

/** So many single failures are tried at once, each a bit of an integer. */
const BITS = 32;

interface Group {
  of: number;
  members: number[];
  /** Of the members. */
  healthy: number[];
  heldFromOutside: boolean;
}

/** What happens when each of up to 32 CIs fails alone. */
interface Failing {
  fails(place: number, bit: number): boolean;
  /** Whether a group of what `place` needs has no healthy member left. */
  hasLost(place: number, bit: number): boolean;
  /** Whether a group in which `place` stands has no healthy member left. */
  isLost(place: number, bit: number): boolean;
}

function createSpread(needs: Needs): (starts: readonly number[]) => Failing {
  const { count, steps } = needs;
  const dependents = Array.from({ length: count }, () => new Set<number>());
  const needed = Array.from({ length: count }, () => new Set<number>());
  for (const { from, to, redundancyGroup } of steps) {
    dependents[from]!.add(to);
    if (redundancyGroup === null) needed[to]!.add(from);
  }
  const groups = groupsOf(needs);
  const groupsFor = Map.groupBy(groups, ({ of }) => of);
  const groupsWith = new Map<number, Group[]>();
  for (const group of groups) {
    for (const member of group.members) {
      const list = groupsWith.get(member);
      if (list) list.push(group);
      else groupsWith.set(member, [group]);
    }
  }
  return (starts) => {
    const failed = new Int32Array(count);
    const lost = (group: Group) => lostBits(group, failed);
    const waiting = new Set<number>();
    const fail = (place: number, bits: number) => {
      if ((failed[place]! | bits) === failed[place]) return;
      failed[place]! |= bits;
      for (const dependent of dependents[place]!) waiting.add(dependent);
    };
    for (const [bit, place] of starts.entries()) fail(place, 1 << bit);
    for (const place of waiting) {
      waiting.delete(place);
      let bits = 0;
      for (const each of needed[place]!) bits |= failed[each]!;
      for (const group of groupsFor.get(place) ?? []) bits |= lost(group);
      fail(place, bits);
    }
    const anyLost = (some: Group[] | undefined, bit: number) => some?.some((each) => lost(each) & (1 << bit)) ?? false;
    return {
      fails: (place, bit) => (failed[place]! & (1 << bit)) !== 0,
      hasLost: (place, bit) => anyLost(groupsFor.get(place), bit),
      isLost: (place, bit) => anyLost(groupsWith.get(place), bit),
    };
  };
}

/** In which of the tried failures the group does not hold: one of it fails, and all of its healthy ones do. */
function lostBits({ members, healthy, heldFromOutside }: Group, failed: Int32Array): number {
  if (heldFromOutside) return 0;
  let any = 0;
  let all = -1;
  for (const member of members) any |= failed[member]!;
  for (const member of healthy) all &= failed[member]!;
  return any & all;
}

function groupsOf({ steps, healthy, heldFromOutside }: Needs): Group[] {
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
    heldFromOutside: heldFromOutside.has(key),
  }));
}
