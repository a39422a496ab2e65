import { AppError, unavailable } from "../../../errors.ts";
import { addressGroup } from "../../../platform/address-group.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { Secrets } from "../../../platform/secrets.ts";
import { type AttemptKey, type AttemptRow, type Attempts, loginAttemptsStore } from "./login-attempts.store.ts";

/** Identifies an attempt by the request alone: nothing here depends on whether the account exists. */
export interface Attempt {
  /** How the request names the account. */
  account: string;
  /** Address of the peer; an IPv6 address counts as its /64. */
  address: string;
  /** An attempt whose caller has disconnected is not started: 503. */
  signal?: AbortSignal | undefined;
}

export interface LoginAttempts {
  /**
   * Runs the attempt; `work` refuses a wrong secret with AUTH_FAILED, which counts as a failure. Attempts of one
   * account from one address run one after another in this process, so that parallel requests gain no extra guesses.
   *
   * @throws AppError RATE_LIMIT_EXCEEDED with Retry-After while the caller must wait; such an attempt does not count
   */
  guard<T>(attempt: Attempt, work: () => Promise<T>): Promise<T>;
  /** Deletes rows that no longer have an effect. */
  purge(): Promise<void>;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Exponential backoff: failures in a row without a wait, the longest wait, and the time after which the count restarts.
 */
export interface BackoffRule {
  freeFailures: number;
  maxWaitMs: number;
  resetAfterMs: number;
}

/** For one account from one address. NIST SP 800-63B (section 5.2.2) names growing waits as a means. */
export const PAIR_RULE: BackoffRule = { freeFailures: 5, maxWaitMs: 15 * MINUTE, resetAfterMs: DAY };

/**
 * For one account over all addresses. Strangers can trigger it, so it only slows, and only unknown addresses: each
 * waits for itself, and may try after its wait regardless of what others do meanwhile.
 */
export const ACCOUNT_RULE: BackoffRule = { freeFailures: 20, maxWaitMs: 30 * SECOND, resetAfterMs: HOUR };

/** How long an address stays known after a login from it. */
export const KNOWN_ADDRESS_MS = 30 * DAY;

/** Attempts of one account and address that may queue in this process. */
const MAX_WAITING = 64;

/** Milliseconds to wait after `failures` in a row: 1 s after the last free one, doubled with each further one. */
export function backoffMs(failures: number, { freeFailures: free, maxWaitMs: longestMs }: BackoffRule): number {
  return failures < free ? 0 : Math.min(longestMs, SECOND * 2 ** Math.min(failures - free, 30));
}

/** How long an attempt must wait, in milliseconds; `startsNow` when this attempt starts the wait. */
function currentWait({ pair, account }: Attempts, nowMs: number): { ms: number; startsNow: boolean } {
  const until = pair?.waitsUntil?.getTime() ?? 0;
  if (until > nowMs) return { ms: until - nowMs, startsNow: false };
  const hasWaited = until > nowMs - ACCOUNT_RULE.resetAfterMs;
  if (hasWaited || isKnown(pair, nowMs)) return { ms: 0, startsNow: false };
  const ms = backoffMs(recentFailures(account, ACCOUNT_RULE, nowMs), ACCOUNT_RULE);
  return { ms, startsNow: ms > 0 };
}

/** Milliseconds that the next attempt must wait, from rows that already count the latest failure. */
function waitAfterFailure({ pair, account }: Attempts, nowMs: number): number {
  const pairWaitMs = backoffMs(pair?.failures ?? 0, PAIR_RULE);
  return isKnown(pair, nowMs) ? pairWaitMs : Math.max(pairWaitMs, backoffMs(account?.failures ?? 0, ACCOUNT_RULE));
}

function isKnown(pair: AttemptRow | undefined, nowMs: number): boolean {
  return (pair?.knownUntil?.getTime() ?? 0) > nowMs;
}

function recentFailures(row: AttemptRow | undefined, { resetAfterMs }: BackoffRule, nowMs: number): number {
  return row && row.lastAt.getTime() >= nowMs - resetAfterMs ? row.failures : 0;
}

export interface LoginAttemptsDeps {
  postgres: Postgres;
  clock: Clock;
  secrets: Secrets;
}

/**
 * Makes callers wait after failures, longer each time, across all processes. Waits use the clocks of the processes,
 * whose differences are small against the waits.
 */
export function createLoginAttempts({ postgres, clock, secrets }: LoginAttemptsDeps): LoginAttempts {
  const runQueued = createKeyedQueue(MAX_WAITING);
  const after = (now: Date, ms: number) => new Date(now.getTime() + ms);
  const fingerprint = (text: string) => secrets.fingerprint("login-attempt", text);

  const requireNoWait = async (key: AttemptKey): Promise<void> => {
    const now = clock.now();
    const { ms, startsNow } = currentWait(await loginAttemptsStore.read(postgres, key), now.getTime());
    if (ms === 0) return;
    if (startsNow) await loginAttemptsStore.setWait(postgres, key, now, after(now, ms));
    throw tooManyFailures(ms, now);
  };

  const recordFailure = async (key: AttemptKey): Promise<void> => {
    const now = clock.now();
    const since = {
      pairSince: after(now, -PAIR_RULE.resetAfterMs),
      accountSince: after(now, -ACCOUNT_RULE.resetAfterMs),
    };
    const ms = waitAfterFailure(
      await loginAttemptsStore.recordFailure(postgres, key, { now, ...since }),
      now.getTime(),
    );
    if (ms > 0) await loginAttemptsStore.setWait(postgres, key, now, after(now, ms));
  };

  return {
    guard: ({ account, address, signal }, work) => {
      const group = addressGroup(address);
      const key = { account: fingerprint(`account ${account}`), address: fingerprint(`address ${group}`) };
      return runQueued(`${key.account.toString("base64")} ${group}`, async () => {
        if (signal?.aborted) throw unavailable("The caller is no longer there", signal.reason);
        await requireNoWait(key);
        const result = await work().catch(async (error: unknown) => {
          if (error instanceof AppError && error.code === "AUTH_FAILED") await recordFailure(key);
          throw error;
        });
        const now = clock.now();
        await loginAttemptsStore.recordSuccess(postgres, key, now, after(now, KNOWN_ADDRESS_MS));
        return result;
      });
    },

    purge: () => loginAttemptsStore.purge(postgres, after(clock.now(), -PAIR_RULE.resetAfterMs), clock.now()),
  };
}

/** Does not name the account. Has the headers of every 429 (section 8 of the interface specification). */
function tooManyFailures(ms: number, now: Date): AppError {
  const seconds = Math.ceil(ms / SECOND);
  return new AppError("RATE_LIMIT_EXCEEDED", `Too many failed attempts; try again in ${seconds} seconds`, {
    headers: {
      "Retry-After": String(seconds),
      "X-RateLimit-Remaining": "0",
      "X-RateLimit-Reset": String(Math.ceil((now.getTime() + ms) / SECOND)),
      "X-RateLimit-Reset-After": String(seconds),
    },
  });
}

/** Runs the work of each key one at a time, in order of the calls; 503 when more than `maxWaiting` are queued. */
function createKeyedQueue(maxWaiting: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { last: Promise<unknown>; waiting: number }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= maxWaiting) throw unavailable("Too many logins at once");
    queues.set(key, queue);
    queue.waiting++;
    const result = queue.last.then(work);
    queue.last = result.catch(() => undefined);
    return result.finally(() => {
      queue.waiting--;
      if (queue.waiting === 0) queues.delete(key);
    });
  };
}
