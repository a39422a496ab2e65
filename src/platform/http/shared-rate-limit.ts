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
  /** For tests, which move time: the one that `counts` was given. */
  clock?: Clock;
}

/** One request to be counted. */
interface RateRequest {
  subject: RateSubject;
  rateClass: RateClass;
  variant: VariantName;
  caller: string;
  group: string;
}

/** How long a statement waits for those whom the last one answered: a read that runs meanwhile takes no shorter. */
const LINGER_MS = 3;
const MAX_BATCH = 500;

/**
 * Limits that hold over all processes. The requests that wait in this process are counted by one statement, each told
 * its own place in the count, so that no two answers show the same `remaining`. A caller whose window is full is refused
 * from memory until it ends, at no statement. While the store is away this process counts by itself: limits guard the
 * service, and must not take it down. What was counted alone is not brought in later.
 */
export function createSharedRateLimiter({ counts, log, factor = 1, clock }: SharedRateLimitDeps): RateLimiter {
  const localLimiter = createRateLimiter({ clock: clock ?? systemClock, factor });
  const breaker = createCircuitBreaker(log, "rate limits");
  const elapsed = clock ? () => clock.now().getTime() : () => performance.now();
  const full = createFullWindows();

  const countLocally = ({ subject, rateClass, variant }: RateRequest) =>
    localLimiter.consume(subject, rateClass, variant);

  const count = async (requests: readonly RateRequest[], patienceMs = ANSWER_TIMEOUT_MS): Promise<RateVerdict[]> => {
    const { tallies, places } = tally(requests, factor);
    // Of the moment of asking: a window is then never held to be full for longer than it is.
    const askedAt = elapsed();
    const found = await breaker.within(counts.count(tallies), patienceMs);
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
  };
}

/** Requests of one caller in one group together; `places` says for each request where. */
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

/** What the n-th request of a tally is told. */
function verdictOfNth({ granted, windows, now }: RateCount, n: number): RateVerdict {
  if (n > granted) return verdictOf(windows, false, now);
  const behind = granted - n;
  const asOfThen = windows.map(({ limit, used, endsAt }) => ({ limit, used: used - behind, endsAt }));
  return verdictOf(asOfThen, true, now);
}

interface FullWindow {
  windows: readonly CountedWindow[];
  /** From this process's elapsed time to that of the windows. */
  offset: number;
  until: number;
}

/** Beyond this many callers the longest known ones are asked about again. */
const MAX_FULL_WINDOWS = 100_000;
const SWEEP_MS = 60_000;

/** Callers who have a window without room. Nothing makes room in it before it ends, so nobody need be asked. */
function createFullWindows() {
  const known = new Map<string, FullWindow>();
  let sweptAt = 0;

  const sweep = (now: number) => {
    sweptAt = now;
    for (const [place, { until }] of known) if (until <= now) known.delete(place);
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
      known.set(place, { windows, offset, until: Math.max(...ends) - offset });
    },

    refusal(request: { caller: string; group: string }, now: number): RateVerdict | undefined {
      if (known.size === 0) return undefined;
      const place = tallyKey(request);
      const found = known.get(place);
      if (!found) return undefined;
      if (found.until > now) return verdictOf(unexpired(found.windows, now + found.offset), false, now + found.offset);
      known.delete(place);
      return undefined;
    },
  };
}

/** Those that have not ended: a full hour outlasts its minutes. */
function unexpired(windows: readonly CountedWindow[], now: number): readonly CountedWindow[] {
  return windows.every(({ endsAt }) => endsAt > now) ? windows : windows.filter(({ endsAt }) => endsAt > now);
}

function tallyKey({ caller, group }: { caller: string; group: string }): string {
  return `${group} ${caller}`;
}
