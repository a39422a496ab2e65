import type { FailureEdge } from "../causes/failure-graph.ts";

/** Steps within which a failure ties two alarming CIs, and a cause that stays silent ties those that need it. */
const STEPS = { needs: 3, shares: 2 } as const;
/** A CI that more than these need ties only where more than a single share of them alarms. */
const MANY = { dependents: 20, share: 0.05 } as const;
/** A silent CI ties those that need it where at least so many of them, and this share, alarm. */
const SILENT = { alarming: 2, share: 1 / 3 } as const;

/** Of what one CI needs no more is looked at, the nearest first: in an estate where all needs all, more says nothing. */
const MOST_NEEDED = 200;

/** What alarming CIs need: by the needed CI the steps to it. */
export type Needs = ReadonlyMap<string, number>;

/** What the CI needs within the steps that count, the nearest 200, from what was loaded upstream of it. */
export function needsOf(ciId: string, into: ReadonlyMap<string, readonly FailureEdge[]>): Needs {
  const found = new Map<string, number>();
  let front = [ciId];
  for (let steps = 1; steps <= STEPS.needs; steps++) {
    const next: string[] = [];
    for (const id of front) {
      for (const { needed } of into.get(id) ?? []) {
        if (needed === ciId || found.has(needed)) continue;
        if (found.size === MOST_NEEDED) return found;
        found.set(needed, steps);
        next.push(needed);
      }
    }
    front = next;
  }
  return found;
}

/** What is known of a CI that others need. */
export interface Needed {
  alarms: boolean;
  /** CIs that need it directly, and how many of those alarm. */
  dependents: number;
  alarming: number;
  /** Alarming CIs that need it, with the steps from each. */
  by: readonly { ciId: string; steps: number }[];
}

/**
 * The CIs whose alarms belong together with those of this one. Two alarming CIs belong together where the failure of one
 * reaches the other within 3 steps, or where both need, within 2 steps, a CI that stays silent while at least two, and a
 * third, of what needs it directly alarms. What very many need ties nothing while nearly all of them are well. Pure.
 */
export function linkedTo(ciId: string, needs: Needs, known: (ciId: string) => Needed | undefined): Set<string> {
  const linked = new Set<string>();
  const own = known(ciId);
  if (own && carries(own)) for (const { ciId: other } of own.by) linked.add(other);
  for (const [id, steps] of needs) {
    const needed = known(id);
    if (!needed) continue;
    if (needed.alarms && carries(needed)) linked.add(id);
    if (needed.alarms || steps > STEPS.shares || !isLikelySilentCause(needed)) continue;
    for (const other of needed.by) if (other.steps <= STEPS.shares) linked.add(other.ciId);
  }
  linked.delete(ciId);
  return linked;
}

function carries({ dependents, alarming }: Needed): boolean {
  return dependents <= MANY.dependents || alarming >= dependents * MANY.share;
}

function isLikelySilentCause({ dependents, alarming }: Needed): boolean {
  return alarming >= SILENT.alarming && alarming >= dependents * SILENT.share;
}
