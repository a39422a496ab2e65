import type { Clock } from "../clock.ts";

/** Totals that are still exact: counted under the stamp that the tenant has now. */
export interface SettledTotals {
  get(tenantId: string, key: string, stamp: number): number | undefined;
  set(tenantId: string, key: string, stamp: number, total: number): void;
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
    renew(stamps, tenantId, entry, MAX_TENANTS);
    return now - entry.since;
  };

  return {
    get(tenantId, key, stamp) {
      seenSince(tenantId, stamp);
      const entry = totals.get(key);
      if (entry?.stamp !== stamp || clock.now().getTime() - entry.at > MAX_AGE_MS) return undefined;
      renew(totals, key, entry, MAX_TOTALS);
      return entry.total;
    },
    set(tenantId, key, stamp, total) {
      if (seenSince(tenantId, stamp) < SETTLED_MS) return;
      renew(totals, key, { stamp, total, at: clock.now().getTime() }, MAX_TOTALS);
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
