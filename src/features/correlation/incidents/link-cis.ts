import type { FailureCi, FailureEdge, FailureGraph } from "../causes/failure-graph.ts";

/** Steps within which a failure links two CIs with alarms, and within which a silent cause links its dependents. */
const STEPS = { needs: 3, shares: 2 } as const;
/** A CI with more dependents than this links them only where at least this share of them has alarms. */
const MANY = { dependents: 20, share: 0.05 } as const;
/** A silent CI links its dependents where at least this many, and this share, of them have alarms. */
const SILENT = { alarming: 2, share: 1 / 3 } as const;
/**
 * A silent CI still links dependents of one incident where this share of its dependents has or had alarms. As this is a third of
 * the share above, an incident stays whole while up to three times as many healthy dependents come in.
 */
const STILL_SHARE = SILENT.share / 3;

/** Most dependencies of one CI that are considered, the nearest first: in a fully meshed estate more add no evidence. */
export const MAX_NEEDED = 200;

/** Dependencies of a CI: by id the steps to it. */
export type Needs = ReadonlyMap<string, number>;

/** The nearest 200 dependencies of the CI within the steps that link CIs, from the relationships loaded upstream of it. */
export function needsOf(ciId: string, into: ReadonlyMap<string, readonly FailureEdge[]>): Needs {
  const found = new Map<string, number>();
  let front = [ciId];
  for (let steps = 1; steps <= STEPS.needs; steps++) {
    const next: string[] = [];
    for (const id of front) {
      for (const { needed } of into.get(id) ?? []) {
        if (needed === ciId || found.has(needed)) continue;
        if (found.size === MAX_NEEDED) return found;
        found.set(needed, steps);
        next.push(needed);
      }
    }
    front = next;
  }
  return found;
}

/** The dependencies of each of these CIs, see `needsOf`. */
export function needsIn({ edges }: Pick<FailureGraph, "edges">, ciIds: Iterable<string>): Map<string, Needs> {
  const into = Map.groupBy(edges, ({ dependent }) => dependent);
  return new Map([...ciIds].map((id) => [id, needsOf(id, into)]));
}

/** How many direct dependents a CI has, whether they were loaded or only counted. */
export function dependentsIn({ cis, edges }: FailureGraph): (ciId: string) => number {
  const loaded = Map.groupBy(edges, ({ needed }) => needed);
  const counted = (ci: FailureCi | undefined) => (ci ? ci.silentDependents.declared + ci.silentDependents.observed : 0);
  return (ciId) => counted(cis.get(ciId)) + (loaded.get(ciId)?.length ?? 0);
}

/** A CI that others depend on. */
export interface Needed {
  alarms: boolean;
  /** The number of its direct dependents, and how many of them have alarms. */
  dependents: number;
  alarming: number;
  /** Dependents with alarms, with the steps from each. */
  by: readonly { ciId: string; steps: number }[];
}

/**
 * The CIs whose alarms belong to the same incident as those of this one. Two CIs with alarms are linked where the failure
 * of one reaches the other within 3 steps, or where both depend, within 2 steps, on a silent CI of whose direct dependents
 * at least two, and a third, have alarms. A CI with very many dependents links none while nearly all of them are healthy. Pure.
 */
export function linkedTo(ciId: string, needs: Needs, known: (ciId: string) => Needed | undefined): Set<string> {
  const linked = new Set<string>();
  const own = known(ciId);
  if (own && carriesFailure(own)) for (const { ciId: other } of own.by) linked.add(other);
  for (const [id, steps] of needs) {
    const needed = known(id);
    if (!needed) continue;
    if (needed.alarms && carriesFailure(needed)) linked.add(id);
    if (needed.alarms || steps > STEPS.shares || !isLikelySilentCause(needed)) continue;
    for (const other of needed.by) if (other.steps <= STEPS.shares) linked.add(other.ciId);
  }
  linked.delete(ciId);
  return linked;
}

/**
 * Returns for each CI of one incident the dependencies that link it with others: CIs that have or had an alarm in the incident,
 * however many of their dependents are healthy, and silent CIs that are still a likely cause. They also link all CIs that
 * `linkedTo` links, so that grouping and splitting agree. Pure.
 *
 * @param elsewhere by CI: its direct dependents with unresolved alarms of any incident
 */
export function linksWithin(
  needs: ReadonlyMap<string, Needs>,
  dependentsOf: (ciId: string) => number,
  elsewhere: ReadonlyMap<string, number>,
): (ciId: string) => string[] {
  const direct = new Map<string, number>();
  for (const needed of needs.values()) {
    for (const [id, steps] of needed) if (steps === 1) direct.set(id, (direct.get(id) ?? 0) + 1);
  }
  const isStillLikely = (id: string) => {
    const alarming = Math.max(direct.get(id) ?? 0, elsewhere.get(id) ?? 0);
    return isLikelySilentCause({ dependents: dependentsOf(id), alarming }, STILL_SHARE);
  };
  const links = ([id, steps]: [string, number]) => needs.has(id) || (steps <= STEPS.shares && isStillLikely(id));
  return (ciId) => [...(needs.get(ciId) ?? [])].filter(links).map(([id]) => id);
}

function carriesFailure({ dependents, alarming }: Needed): boolean {
  return dependents <= MANY.dependents || alarming >= dependents * MANY.share;
}

function isLikelySilentCause(
  { dependents, alarming }: Pick<Needed, "dependents" | "alarming">,
  share: number = SILENT.share,
): boolean {
  return alarming >= SILENT.alarming && alarming >= dependents * share;
}
