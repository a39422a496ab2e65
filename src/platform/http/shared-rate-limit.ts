import { createBatcher } from "../batcher.ts";
import { type Clock, systemClock } from "../clock.ts";
import type { Logger } from "../log.ts";
import { ANSWER_TIMEOUT_MS, createCircuitBreaker, PROBE_TIMEOUT_MS } from "./circuit-breaker.ts";
import type { RateClass, RateLimiter, RateSubject, RateVerdict, VariantName } from "./ports.ts";
import type { RateCount, RateCounts, RateTally } from "./rate-counts.ts";
import { createRateLimiter } from "./rate-limit.ts";
import { type CountedWindow, callerKey, rateGroup, verdictOf, windowsFor } from "./rate-windows.ts";

export interface SharedRateLimitDeps {
  counts: RateCounts;
  log: Logger;
  /** Multiplies every limit. */
  factor?: number;
  /** For tests, which move time: the clock of `counts`. */
  clock?: Clock;
}

/** A request to be counted. */
interface RateRequest {
  subject: RateSubject;
  rateClass: RateClass;
  variant: VariantName;
  caller: string;
  group: string;
}

/** How long a statement waits for the callers of the last one; a concurrent read takes at least as long. */
const LINGER_MS = 3;
const MAX_BATCH = 500;

/**
 * Rate limits over all processes. One statement counts the waiting requests of this process; each gets its own position
 * in the count, so that no two answers show the same `remaining`. A caller with a full window is refused from memory
 * until the window ends. While the store is unreachable this process counts locally, and local counts are not added
 * later: limits protect the service and must not take it down.
 */
export function createSharedRateLimiter({ counts, log, factor = 1, clock }: SharedRateLimitDeps): RateLimiter {
  const localLimiter = createRateLimiter({ clock: clock ?? systemClock, factor });
  const breaker = createCircuitBreaker(log, "rate limits");
  const elapsed = clock ? () => clock.now().getTime() : () => performance.now();
  const full = createFullWindows();

  const countLocally = ({ subject, rateClass, variant }: RateRequest) =>
    localLimiter.consume(subject, rateClass, variant);

  const count = async (requests: readonly RateRequest[], timeoutMs = ANSWER_TIMEOUT_MS): Promise<RateVerdict[]> => {
    const { tallies, places } = tally(requests, factor);
    // The time before the count: no window counts as full for longer than it is.
    const askedAt = elapsed();
    const found = await breaker.within(counts.count(tallies), timeoutMs);
    if (!found) return requests.map(countLocally);
    tallies.forEach((each, i) => {
      full.note(each, found[i]!, askedAt);
    });
    const answered = tallies.map(() => 0);
    return places.map((i) => verdictOfNth(found[i]!, ++answered[i]!));
  };

  const batcher = createBatcher<RateRequest, RateVerdict>({
    maxItems: MAX_BATCH,
    parallel: 1,
    lingerMs: LINGER_MS,
    run: async (_key, requests) => (breaker.state() === "open" ? requests.map(countLocally) : count(requests)),
  });

  return {
    consume(subject, rateClass, variant) {
      const request = { subject, rateClass, variant, caller: callerKey(subject), group: rateGroup(rateClass, variant) };
      const refused = full.refusal(request, elapsed());
      if (refused) return refused;
      const state = breaker.state();
      if (state === "open") return countLocally(request);
      if (state === "half-open") return count([request], PROBE_TIMEOUT_MS).then(([verdict]) => verdict!);
      return batcher.submit("", request);
    },
    refusal(subject, rateClass, variant) {
      const place = { caller: callerKey(subject), group: rateGroup(rateClass, variant) };
      const isLocal = breaker.state() === "open";
      return (
        full.refusal(place, elapsed()) ?? (isLocal ? localLimiter.refusal(subject, rateClass, variant) : undefined)
      );
    },
  };
}

/** Groups requests by caller and group; `indexes` has the tally of each request. */
function tally(requests: readonly RateRequest[], factor: number): { tallies: RateTally[]; places: number[] } {
  const tallies: RateTally[] = [];
  const known = new Map<string, number>();
  const indexes = requests.map((request) => {
    const key = tallyKey(request);
    let i = known.get(key);
    if (i === undefined) {
      i = tallies.length;
      known.set(key, i);
      const { caller, group, subject, rateClass, variant } = request;
      tallies.push({ caller, group, requested: 0, windows: windowsFor(subject.kind, rateClass, variant, factor) });
    }
    tallies[i]!.requested++;
    return i;
  });
  return { tallies, places: indexes };
}

/** The verdict on the n-th request of a tally. */
function verdictOfNth({ granted, windows, now }: RateCount, n: number): RateVerdict {
  if (n > granted) return verdictOf(windows, false, now);
  const behind = granted - n;
  const asOfThen = windows.map(({ limit, used, endsAt }) => ({ limit, used: used - behind, endsAt }));
  return verdictOf(asOfThen, true, now);
}

interface FullWindow {
  windows: readonly CountedWindow[];
  /** Difference between the clock of the windows and this process's elapsed time, in milliseconds. */
  offset: number;
  endsAt: number;
}

/** Maximum of cached callers; the oldest are evicted and counted again. */
const MAX_FULL_WINDOWS = 100_000;
const SWEEP_MS = 60_000;

/** Cache of callers with a full window. A window stays full until it ends, so no statement is needed. */
function createFullWindows() {
  const known = new Map<string, FullWindow>();
  let sweptAt = 0;

  const sweep = (now: number) => {
    sweptAt = now;
    for (const [place, { endsAt: until }] of known) if (until <= now) known.delete(place);
  };

  return {
    note(request: { caller: string; group: string }, { windows, now }: RateCount, askedAt: number): void {
      const ends = windows.filter(({ limit, used }) => used >= limit).map(({ endsAt }) => endsAt);
      if (ends.length === 0) return;
      if (askedAt - sweptAt >= SWEEP_MS) sweep(askedAt);
      const offset = now - askedAt;
      const place = tallyKey(request);
      known.delete(place);
      if (known.size >= MAX_FULL_WINDOWS) known.delete(known.keys().next().value!);
      known.set(place, { windows, offset, endsAt: Math.max(...ends) - offset });
    },

    refusal(request: { caller: string; group: string }, now: number): RateVerdict | undefined {
      if (known.size === 0) return undefined;
      const place = tallyKey(request);
      const found = known.get(place);
      if (!found) return undefined;
      if (found.endsAt > now) return verdictOf(unexpired(found.windows, now + found.offset), false, now + found.offset);
      known.delete(place);
      return undefined;
    },
  };
}

/** The windows that have not ended: a full hour outlasts its minutes. */
function unexpired(windows: readonly CountedWindow[], now: number): readonly CountedWindow[] {
  return windows.every(({ endsAt }) => endsAt > now) ? windows : windows.filter(({ endsAt }) => endsAt > now);
}

function tallyKey({ caller, group }: { caller: string; group: string }): string {
  return `${group} ${caller}`;
}
