import { createBatcher } from "../batcher.ts";
import type { Clock } from "../clock.ts";

/** A number of things, and the tenant's stamp under which they were counted. */
export interface Count {
  total: number;
  stamp: number;
}

/** Totals that are exact, for lists whose readers count the same over and over. */
export interface SettledTotals {
  /**
   * The total of a tenant's list: a known one where it was counted under the stamp that the tenant has now, else counted.
   * Whoever asks while a count of the list is under way shares the next one with all others who do: a count is never
   * older than the question, and a crowd of readers costs two.
   */
  total(tenantId: string, list: string, stamp: number | undefined, count: () => Promise<Count>): Promise<number>;
}

const MAX_TOTALS = 2_000;
const MAX_TENANTS = 1_000;
/**
 * A commit becomes visible piece by piece: for a moment, on a starved machine a long one, the stamp may show before the
 * index does. So a count is kept only where its stamp had been seen this long before, and not for ever.
 */
const SETTLED_MS = 5_000;
const MAX_AGE_MS = 60_000;

/** Both maps forget what was unused longest. */
export function createSettledTotals(clock: Clock): SettledTotals {
  const totals = new Map<string, { stamp: number; total: number; at: number }>();
  const stamps = new Map<string, { stamp: number; since: number }>();

  const seenSince = (tenantId: string, stamp: number): number => {
    const now = clock.now().getTime();
    const known = stamps.get(tenantId);
    const entry = known?.stamp === stamp ? known : { stamp, since: now };
    setNewest(stamps, tenantId, entry, MAX_TENANTS);
    return now - entry.since;
  };

  const known = (tenantId: string, key: string, stamp: number): number | undefined => {
    seenSince(tenantId, stamp);
    const entry = totals.get(key);
    if (entry?.stamp !== stamp || clock.now().getTime() - entry.at > MAX_AGE_MS) return undefined;
    setNewest(totals, key, entry, MAX_TOTALS);
    return entry.total;
  };
  const remember = (tenantId: string, key: string, { stamp, total }: Count) => {
    if (seenSince(tenantId, stamp) < SETTLED_MS) return;
    setNewest(totals, key, { stamp, total, at: clock.now().getTime() }, MAX_TOTALS);
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

function setNewest<T>(map: Map<string, T>, key: string, value: T, maxEntries: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= maxEntries) break;
    map.delete(oldest);
  }
}
