import type { ActorKind } from "../../context.ts";
import { addressGroup } from "../address-group.ts";
import type { RateClass, RateSubject, RateVerdict, VariantName } from "./ports.ts";

/** A rate limit: `limit` requests per `ms` milliseconds. */
export interface RateWindow {
  limit: number;
  ms: number;
}

/** A window and the number of requests in it. */
export interface CountedWindow {
  limit: number;
  used: number;
  /** Milliseconds of Unix time. */
  endsAt: number;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;

/** Section 8 of the interface specification, variant B: hour and minute by kind of credential. */
const BY_KIND: Record<ActorKind | "address", readonly [number, number]> = {
  api_key: [1000, 100],
  discovery_token: [1000, 100],
  integration: [1000, 100],
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
 * The windows that apply to a request: one minute, in variant B one hour and one minute. Bulk and AI classes have
 * separate windows, in variant B with the same limits. `factor` multiplies every limit, which stays at least 1.
 */
export function windowsFor(
  kind: RateSubject["kind"],
  rateClass: RateClass,
  variant: VariantName,
  factor = 1,
): readonly RateWindow[] {
  const window = (limit: number, ms: number): RateWindow => ({ limit: Math.max(1, Math.floor(limit * factor)), ms });
  if (rateClass === "none") return [];
  if (rateClass === "login") return [window(LOGIN_PER_MINUTE, MINUTE_MS)];
  if (variant === "a") return [window(BY_CLASS[rateClass], MINUTE_MS)];
  const [hour, minute] = BY_KIND[kind];
  return [window(hour, HOUR_MS), window(minute, MINUTE_MS)];
}

/** The group of requests of a caller that count together. Login-like routes share one count across variants. */
export function rateGroup(rateClass: RateClass, variant: VariantName): string {
  return rateClass === "login" ? "login" : GROUPS[variant][rateClass];
}

const GROUPS = {
  a: { standard: "a|standard", bulk: "a|bulk", ai: "a|ai", none: "a|none" },
  b: { standard: "b|standard", bulk: "b|bulk", ai: "b|ai", none: "b|none" },
} as const;

/** The key of a caller: the credential, or the group of its address, see `addressGroup`. */
export function callerKey({ kind, key, about }: RateSubject): string {
  if (kind !== "address") return key;
  return about === undefined ? addressGroup(key) : `${addressGroup(key)} ${about}`;
}

/** The verdict that a caller sees: of the window with the fewest requests left, among equals the longest-lasting. */
export function verdictOf(windows: readonly CountedWindow[], allowed: boolean, nowMs: number): RateVerdict {
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
