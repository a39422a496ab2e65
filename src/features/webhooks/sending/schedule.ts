import { DAY_MS } from "../../../model/duration.ts";
import type { PostOutcome } from "../../../platform/outside/egress-post.ts";
import { retryAfterMs } from "../../../platform/outside/retry-after.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Pauses before the second attempt and on, each from the end of the attempt before. */
export const PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
];

/** A pause is longer by up to this share, so that deliveries that failed together are not repeated together. */
const JITTER = 0.1;
/** The longest that a receiver's Retry-After can delay an attempt. */
const LONGEST_RETRY_AFTER_MS = DAY_MS;
/** A webhook all of whose deliveries have failed for so long is made inactive. */
export const GIVE_UP_AFTER_MS = 5 * DAY_MS;

/** The outcome of one attempt. */
export interface AttemptResult {
  status: "pending" | "delivered" | "failed";
  /** When the next attempt is due; only where `status` is pending. */
  dueAt: Date | null;
  responseStatus: number | null;
  error: string | null;
  /** The receiver answered 410 Gone. */
  gone: boolean;
  /** When the receiver accepts requests again, as its Retry-After says; null without one. */
  backoffUntil: Date | null;
}

/**
 * Judges an attempt: only 2xx counts, 410 ends the webhook, and an address that may not be called is not tried again.
 *
 * @param step attempts before this one since the message was queued
 * @param ended when the attempt ended
 * @param random 0 up to 1
 */
export function judgeAttempt(outcome: PostOutcome, step: number, ended: Date, random: number): AttemptResult {
  const nothing = { dueAt: null, gone: false, backoffUntil: null };
  if ("fault" in outcome) {
    const failed = { ...nothing, responseStatus: null, error: outcome.fault };
    if (outcome.fault === "egress_refused") return { ...failed, status: "failed" };
    return { ...failed, ...nextAttempt(step, ended, random, 0) };
  }
  const { status: responseStatus } = outcome;
  if (responseStatus >= 200 && responseStatus < 300) {
    return { ...nothing, status: "delivered", responseStatus, error: null };
  }
  const failed = { ...nothing, responseStatus, error: responseStatus < 400 ? "redirect_refused" : "http_status" };
  if (responseStatus === 410) return { ...failed, status: "failed", gone: true };
  const askedMs = askedBackoffMs(outcome.retryAfter, ended);
  const backoffUntil = askedMs > 0 ? new Date(ended.getTime() + askedMs) : null;
  return { ...failed, backoffUntil, ...nextAttempt(step, ended, random, askedMs) };
}

function nextAttempt(step: number, ended: Date, random: number, atLeastMs: number) {
  const pause = PAUSES_MS[step];
  if (pause === undefined) return { status: "failed" as const, dueAt: null };
  const ms = Math.max(pause * (1 + JITTER * random), atLeastMs);
  return { status: "pending" as const, dueAt: new Date(ended.getTime() + ms) };
}

/** How long a receiver asks to be left alone, at most a day; zero where it asks for nothing that can be read. */
export function askedBackoffMs(retryAfter: string | undefined, now: Date): number {
  return Math.min(retryAfterMs(retryAfter, now.getTime()) ?? 0, LONGEST_RETRY_AFTER_MS);
}
