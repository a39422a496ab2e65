import type { ActorKind } from "../../context.ts";
import type { Clock } from "../clock.ts";
import type { RateClass, RateLimiter, RateSubject, RateVerdict, VariantName } from "./ports.ts";

/** How many requests fit into a window of so many milliseconds. */
export interface RateWindow {
  limit: number;
  ms: number;
}

const MINUTE = 60_000;
const HOUR = 3_600_000;

/** Section 8 of the interface specification, variant B: hour and minute by kind of credential. */
const BY_KIND: Record<ActorKind | "address", readonly [number, number]> = {
  api_key: [1000, 100],
  discovery_token: [1000, 100],
  address: [1000, 100],
  user: [5000, 500],
  oauth: [5000, 500],
  service_account: [10_000, 1000],
  system: [10_000, 1000],
};

/** Section 8, variant A: per minute and credential. */
const BY_CLASS = { standard: 100, bulk: 10, ai: 10 } as const;

const LOGIN_PER_MINUTE = 20;

/**
 * The windows that hold together for a request. Bulk and AI classes have windows of their own, of the same size as the
 * credential's in variant B. `factor` multiplies every limit, which stays at least 1.
 */
export function windowsFor(
  kind: RateSubject["kind"],
  rateClass: RateClass,
  variant: VariantName,
  factor = 1,
): readonly RateWindow[] {
  const window = (limit: number, ms: number): RateWindow => ({ limit: Math.max(1, Math.floor(limit * factor)), ms });
  if (rateClass === "none") return [];
  if (rateClass === "login") return [window(LOGIN_PER_MINUTE, MINUTE)];
  if (variant === "a") return [window(BY_CLASS[rateClass], MINUTE)];
  const [hour, minute] = BY_KIND[kind];
  return [window(hour, HOUR), window(minute, MINUTE)];
}

/** Which requests of a caller count together. Login-like routes share one count whatever the variant. */
export function rateGroup(rateClass: RateClass, variant: VariantName): string {
  return rateClass === "login" ? "login" : GROUPS[variant][rateClass];
}

const GROUPS = {
  a: { standard: "a|standard", bulk: "a|bulk", ai: "a|ai", none: "a|none" },
  b: { standard: "b|standard", bulk: "b|bulk", ai: "b|ai", none: "b|none" },
} as const;

/** Who counts as one caller. An IPv6 address stands for its /64, which one subscriber commands. */
export function callerKey(subject: RateSubject): string {
  return subject.kind === "address" ? addressGroup(subject.key) : subject.key;
}

function addressGroup(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  const [head = "", tail] = address.toLowerCase().split("%")[0]!.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

/** What a caller is told of its windows: the one with least left, among equals the one that lasts longest. */
export function verdictOf(
  windows: readonly { limit: number; used: number; endsAt: number }[],
  allowed: boolean,
  nowMs: number,
): RateVerdict {
  let shown = windows[0]!;
  for (const window of windows) {
    const [left, least] = [window.limit - window.used, shown.limit - shown.used];
    if (left < least || (left === least && window.endsAt > shown.endsAt)) shown = window;
  }
  return {
    allowed,
    limit: shown.limit,
    remaining: Math.max(0, shown.limit - shown.used),
    resetAt: Math.ceil(shown.endsAt / 1000),
    resetAfter: Math.max(1, Math.ceil((shown.endsAt - nowMs) / 1000)),
  };
}

interface Counted extends RateWindow {
  used: number;
  endsAt: number;
}

/** Beyond this many callers of a group at once the longest known ones are forgotten, so that addresses cannot fill the memory. */
const MOST_CALLERS = 100_000;

/**
 * Counts in this process alone, in fixed windows that begin with a caller's first request. Old windows are swept once
 * a minute, in passing.
 */
export function createRateLimiter(options: { clock: Clock; factor?: number }): RateLimiter & { size(): number } {
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
    if (callers.size >= MOST_CALLERS) callers.delete(callers.keys().next().value!);
    const fresh = windows.map((window) => ({ ...window, used: 0, endsAt: 0 }));
    callers.set(key, fresh);
    return fresh;
  };

  return {
    take(subject, rateClass, variant) {
      const now = clock.now().getTime();
      if (now - sweptAt >= MINUTE) sweep(now);
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
    size: () => [...groups.values()].reduce((sum, callers) => sum + callers.size, 0),
  };
}
