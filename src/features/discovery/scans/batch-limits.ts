/** How the hosts of scans are divided into transactions. */
export interface BatchLimits {
  hosts: number;
  /** Programs, connections, 10 a host; of a batch of several hosts. */
  items: number;
  /** Batches of one scan processed at once: while one commits, the next is prepared. */
  parallel: number;
}

export const FASTEST: BatchLimits = { hosts: 100, items: 4_000, parallel: 2 };
/** A host of one tenant waits for a batch of the other that uses the same processor. */
export const FAIREST: BatchLimits = { hosts: 4, items: 200, parallel: 1 };
/** For so long after its last turn a tenant is expected to return. */
export const ALTERNATING_MS = 60_000;

/**
 * Remembers whose scans this process works on. Returns `FASTEST` to a tenant that was alone for a minute, `FAIREST` where
 * tenants alternate.
 *
 * @param nowMs monotonic time in milliseconds
 */
export function createBatchLimits(nowMs: () => number = () => performance.now()): (tenantId: string) => BatchLimits {
  const lastTurns = new Map<string, number>();
  return (tenantId) => {
    const now = nowMs();
    lastTurns.set(tenantId, now);
    for (const [id, at] of lastTurns) if (at < now - ALTERNATING_MS) lastTurns.delete(id);
    return lastTurns.size > 1 ? FAIREST : FASTEST;
  };
}
