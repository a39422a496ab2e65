import type { Clock } from "../clock.ts";
import type { RateClass, RateLimiter, RateSubject, RateVerdict, VariantName } from "./ports.ts";
import {
  type CountedWindow,
  callerKey,
  MINUTE_MS,
  type RateWindow,
  rateGroup,
  verdictOf,
  windowsFor,
} from "./rate-windows.ts";

/** A rate limiter of this process alone, which answers synchronously. */
export interface LocalRateLimiter extends RateLimiter {
  consume(subject: RateSubject, rateClass: RateClass, variant: VariantName): RateVerdict;
  /** Number of known callers, summed over the groups. */
  size(): number;
}

interface Counted extends CountedWindow, RateWindow {}

/** Maximum of known callers per group; the oldest are evicted, so that addresses cannot fill the memory. */
const MAX_CALLERS = 100_000;

/**
 * Counts in this process alone, in fixed windows that start with a caller's first request. Removes ended windows once a
 * minute, during a request.
 */
export function createRateLimiter(options: { clock: Clock; factor?: number }): LocalRateLimiter {
  const { clock, factor = 1 } = options;
  const groups = new Map<string, Map<string, Counted[]>>();
  let sweptAt = 0;

  const sweep = (now: number): void => {
    sweptAt = now;
    for (const callers of groups.values()) {
      for (const [key, windows] of callers) if (windows.every((window) => window.endsAt <= now)) callers.delete(key);
    }
  };

  const open = (callers: Map<string, Counted[]>, key: string, windows: readonly RateWindow[]): Counted[] => {
    if (callers.size >= MAX_CALLERS) callers.delete(callers.keys().next().value!);
    const fresh = windows.map((window) => ({ ...window, used: 0, endsAt: 0 }));
    callers.set(key, fresh);
    return fresh;
  };

  return {
    consume(subject, rateClass, variant) {
      const now = clock.now().getTime();
      if (now - sweptAt >= MINUTE_MS) sweep(now);
      const group = rateGroup(rateClass, variant);
      const callers = groups.get(group) ?? new Map<string, Counted[]>();
      if (callers.size === 0) groups.set(group, callers);
      const key = callerKey(subject);
      const windows = callers.get(key) ?? open(callers, key, windowsFor(subject.kind, rateClass, variant, factor));
      let allowed = true;
      for (const window of windows) {
        if (window.endsAt <= now) {
          window.used = 0;
          window.endsAt = now + window.ms;
        }
        if (window.used >= window.limit) allowed = false;
      }
      if (allowed) for (const window of windows) window.used++;
      return verdictOf(windows, allowed, now);
    },
    refusal(subject, rateClass, variant) {
      const now = clock.now().getTime();
      const windows = groups.get(rateGroup(rateClass, variant))?.get(callerKey(subject)) ?? [];
      const current = windows.filter(({ endsAt }) => endsAt > now);
      return current.some(({ used, limit }) => used >= limit) ? verdictOf(current, false, now) : undefined;
    },
    size: () => [...groups.values()].reduce((sum, callers) => sum + callers.size, 0),
  };
}
