import { AppError, unavailable } from "../../../errors.ts";
import { addressGroup } from "../../../platform/address-group.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import type { Secrets } from "../../../platform/secrets.ts";
import {
  type AttemptKey,
  type AttemptRow,
  type Attempts,
  loginAttemptsStore,
  type TakenBack,
} from "./login-attempts.store.ts";

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
   * Runs the attempt; `work` refuses a wrong secret with AUTH_FAILED, which counts as a failure. Parallel requests gain no
   * extra guesses, in one process or several. Attempts of one account from one address run one after another in this
   * process, so that parallel logins with the right secret do not hinder each other.
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

  /**
   * Counts the attempt as failed before its secret is checked, so that attempts that run at the same time, in any process,
   * see each other; starts the wait that follows from it.
   */
  const begin = async (key: AttemptKey): Promise<{ at: Date; before: Attempts }> => {
    const at = clock.now();
    const since = {
      pairSince: after(at, -PAIR_RULE.resetAfterMs),
      accountSince: after(at, -ACCOUNT_RULE.resetAfterMs),
    };
    const { ms, before } = await postgres.transaction(async (tx) => {
      await loginAttemptsStore.lock(tx, key);
      const before = await loginAttemptsStore.read(tx, key);
      const { ms, startsNow } = currentWait(before, at.getTime());
      if (startsNow) await loginAttemptsStore.setWait(tx, key, at, after(at, ms));
      if (ms > 0) return { ms, before };
      const counted = await loginAttemptsStore.recordFailure(tx, key, { now: at, ...since });
      const nextMs = waitAfterFailure(counted, at.getTime());
      if (nextMs > 0) await loginAttemptsStore.setWait(tx, key, at, after(at, nextMs));
      return { ms: 0, before };
    });
    if (ms > 0) throw tooManyFailures(ms, at);
    return { at, before };
  };

  const inLock = (key: AttemptKey, work: (tx: Sql) => Promise<void>): Promise<void> =>
    postgres.transaction(async (tx) => {
      await loginAttemptsStore.lock(tx, key);
      await work(tx);
    });

  const succeed = (key: AttemptKey, counted: Omit<TakenBack, "pair">): Promise<void> =>
    inLock(key, async (tx) => {
      await loginAttemptsStore.takeBack(tx, key, { ...counted, pair: false });
      const now = clock.now();
      await loginAttemptsStore.recordSuccess(tx, key, now, after(now, KNOWN_ADDRESS_MS));
    });

  return {
    guard: ({ account, address, signal }, work) => {
      const group = addressGroup(address);
      const key = { account: fingerprint(`account ${account}`), address: fingerprint(`address ${group}`) };
      return runQueued(`${key.account.toString("base64")} ${group}`, async () => {
        if (signal?.aborted) throw unavailable("The caller is no longer there", signal.reason);
        const counted = await begin(key);
        const result = await work().catch(async (error: unknown) => {
          if (error instanceof AppError && error.code === "AUTH_FAILED") throw error;
          // Where a store is away, the attempt stays counted: that errs on the safe side.
          const undo = (tx: Sql) => loginAttemptsStore.takeBack(tx, key, { ...counted, pair: true });
          await inLock(key, undo).catch(() => undefined);
          throw error;
        });
        await succeed(key, counted);
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
