import type { Clock } from "../clock.ts";

/** Totals that are still exact: counted under the stamp that the tenant has now. */
export interface SettledTotals {
  get(tenantId: string, key: string, stamp: number): number | undefined;
  set(tenantId: string, key: string, stamp: number, total: number): void;
}

const MAX_TOTALS = 2_000;
const MAX_TENANTS = 1_000;
/**
 * A commit becomes visible piece by piece: for a moment the stamp may show before the index does. So a count is kept
 * only where its stamp had been seen this long before.
 */
const SETTLED_MS = 1_000;

/** Both maps forget what was unused longest. */
export function createSettledTotals(clock: Clock): SettledTotals {
  const totals = new Map<string, { stamp: number; total: number }>();
  const stamps = new Map<string, { stamp: number; since: number }>();

  const seenSince = (tenantId: string, stamp: number): number => {
    const now = clock.now().getTime();
    const known = stamps.get(tenantId);
    const entry = known?.stamp === stamp ? known : { stamp, since: now };
    renew(stamps, tenantId, entry, MAX_TENANTS);
    return now - entry.since;
  };

  return {
    get(tenantId, key, stamp) {
      seenSince(tenantId, stamp);
      const entry = totals.get(key);
      if (entry?.stamp !== stamp) return undefined;
      renew(totals, key, entry, MAX_TOTALS);
      return entry.total;
    },
    set(tenantId, key, stamp, total) {
      if (seenSince(tenantId, stamp) >= SETTLED_MS) renew(totals, key, { stamp, total }, MAX_TOTALS);
    },
  };
}

function renew<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}
