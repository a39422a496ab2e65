import { createBatcher } from "../batcher.ts";
import type { Clock } from "../clock.ts";
import { createStampedCache } from "./stamped-cache.ts";

/** A count, and the tenant's stamp at the time of counting. */
export interface Count {
  total: number;
  stamp: number;
}

/** A cache of exact totals, for lists whose total many readers request. */
export interface SettledTotals {
  /**
   * The total of a tenant's list: the cached total if the tenant's stamp is unchanged, else the result of `count`. Calls
   * during a running count share the next one: a count is never older than its call, and many concurrent calls cost two
   * counts.
   */
  total(tenantId: string, list: string, stamp: number | undefined, count: () => Promise<Count>): Promise<number>;
}

const MAX_TOTALS = 2_000;

/** Removes the least recently used total first. */
export function createSettledTotals(clock: Clock): SettledTotals {
  const cache = createStampedCache<number>({ clock, maxWeight: MAX_TOTALS });

  const known = (tenantId: string, key: string, stamp: number): number | undefined => {
    cache.isSettled(tenantId, stamp);
    return cache.get(key, stamp);
  };
  const remember = (tenantId: string, key: string, { stamp, total }: Count) => {
    if (cache.isSettled(tenantId, stamp)) cache.keep(key, stamp, total);
  };

  const countBatcher = createBatcher<{ tenantId: string; count: () => Promise<Count> }, number>({
    maxItems: Number.POSITIVE_INFINITY,
    parallel: 1,
    run: async (key, askers) => {
      const [{ tenantId, count }] = askers as [(typeof askers)[0]];
      const counted = await count();
      remember(tenantId, key, counted);
      return askers.map(() => counted.total);
    },
  });

  return {
    async total(tenantId, list, stamp, count) {
      const key = `${tenantId} ${list}`;
      const total = stamp === undefined ? undefined : known(tenantId, key, stamp);
      return total ?? countBatcher.submit(key, { tenantId, count });
    },
  };
}
