import type { Clock } from "../clock.ts";
import { setNewest } from "../oldest.ts";

const MAX_TENANTS = 1_000;
/**
 * A commit becomes visible gradually: for a moment, on a starved machine a long one, the new stamp may be visible before
 * the index entries. So a value is kept only under a stamp that this process has known for this long.
 */
const SETTLED_MS = 5_000;
/** Longest that a value is kept, in milliseconds. */
const MAX_AGE_MS = 60_000;

/** What was read from a tenant's graph, kept while the tenant's change stamp stays the same. */
export interface StampedCache<R> {
  /** Whether what is read under a stamp that was just seen may be kept. */
  isSettled(tenantId: string, stamp: number): boolean;
  /** The value that was kept under this stamp, for a minute at most. */
  get(key: string, stamp: number): R | undefined;
  /** Keeps a value whose stamp had settled, unless it weighs more than a tenth of `maxWeight`. */
  keep(key: string, stamp: number, value: R): void;
}

interface Kept<R> {
  value: R;
  weight: number;
  stamp: number;
  at: number;
}

export interface StampedCacheOptions<R> {
  clock: Clock;
  /** What a value counts against `maxWeight`; default 1. */
  weightOf?: ((value: R) => number) | undefined;
  /** Of all kept values together. The least recently used ones are removed first. */
  maxWeight: number;
}

export function createStampedCache<R>({
  clock,
  weightOf = () => 1,
  maxWeight,
}: StampedCacheOptions<R>): StampedCache<R> {
  const stamps = new Map<string, { stamp: number; since: number }>();
  const kept = new Map<string, Kept<R>>();
  let keptWeight = 0;

  const nowMs = () => clock.now().getTime();
  const remove = (key: string) => {
    keptWeight -= kept.get(key)?.weight ?? 0;
    kept.delete(key);
  };
  const add = (key: string, entry: Kept<R>) => {
    remove(key);
    kept.set(key, entry);
    keptWeight += entry.weight;
    for (const oldest of kept.keys()) {
      if (keptWeight <= maxWeight) break;
      remove(oldest);
    }
  };

  return {
    isSettled(tenantId, stamp) {
      const known = stamps.get(tenantId);
      const entry = known?.stamp === stamp ? known : { stamp, since: nowMs() };
      setNewest(stamps, tenantId, entry, MAX_TENANTS);
      return nowMs() - entry.since >= SETTLED_MS;
    },
    get(key, stamp) {
      const entry = kept.get(key);
      if (entry?.stamp !== stamp || nowMs() - entry.at > MAX_AGE_MS) return undefined;
      add(key, entry);
      return entry.value;
    },
    keep(key, stamp, value) {
      const weight = weightOf(value);
      if (weight > Math.max(1, maxWeight / 10)) remove(key);
      else add(key, { value, weight, stamp, at: nowMs() });
    },
  };
}
