import type { Clock } from "../clock.ts";
import { setNewest } from "../newest.ts";

const MAX_TENANTS = 1_000;
/**
 * A commit becomes visible gradually: for a moment, on a starved machine a long one, the new stamp may be visible before
 * the index entries. So an answer is kept only if the stamp was at least this old before it was read.
 */
const SETTLED_MS = 5_000;
/** Longest that an answer is kept, in milliseconds. */
export const MAX_AGE_MS = 60_000;

/** Since when each tenant has the stamp that it has now. */
export interface StampAges {
  /** Whether a stamp that was just read is old enough for an answer that is read after it to be kept. */
  isSettled(tenantId: string, stamp: number): boolean;
}

/** Evicts the tenant whose stamp was read least recently. */
export function createStampAges(clock: Clock): StampAges {
  const stamps = new Map<string, { stamp: number; since: number }>();
  return {
    isSettled(tenantId, stamp) {
      const now = clock.now().getTime();
      const known = stamps.get(tenantId);
      const entry = known?.stamp === stamp ? known : { stamp, since: now };
      setNewest(stamps, tenantId, entry, MAX_TENANTS);
      return now - entry.since >= SETTLED_MS;
    },
  };
}
