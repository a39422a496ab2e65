import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log.ts";
import type { Postgres, Sql } from "../postgres/postgres.ts";

/** The service asked to be left alone for longer than anyone should wait. */
export class CallsPaused extends Error {
  override readonly name = "CallsPaused";
  readonly retryAfterMs: number;

  constructor(service: string, retryAfterMs: number) {
    super(`${service} asks for no calls during the next ${Math.ceil(retryAfterMs / 1000)} s`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Begins a call, and tells when its request goes out: connecting may take longer than the spacing. */
export type Begin<T> = (onSent: () => void) => Promise<T>;

/** Spaces the calls to one service outside, over all processes of the installation. */
export interface CallThrottle {
  /**
   * Waits until a call may start, starts it and answers what it answers. Rejects with the signal's reason while it
   * waits, and with CallsPaused where the service is paused for longer than the longest pause.
   */
  call<T>(begin: Begin<T>, signal?: AbortSignal): Promise<T>;
  /** No process starts a call during the next `ms`. */
  pause(ms: number): Promise<void>;
}

export interface CallThrottleOptions {
  postgres: Postgres;
  log: Logger;
  /** Name of the row that all processes share. */
  service: string;
  /** At most so many calls start within any `perMs` milliseconds. */
  calls: number;
  perMs: number;
  /** Longest pause that is waited for; default two minutes. */
  maxPauseMs?: number;
}

interface WaitRow {
  rest_ms: number;
  pause_ms: number;
  is_ahead: boolean;
}

/**
 * Times are the database's, so that the processes' clocks need not agree. The row is locked until a call's request is
 * out and its start is stamped, never while anyone waits or the answer is awaited.
 */
export function createCallThrottle(options: CallThrottleOptions): CallThrottle {
  const { postgres, service, maxPauseMs = 120_000 } = options;
  let queue: Promise<unknown> = Promise.resolve();

  /** In a box: a promise that an async function answers would be awaited. */
  const takeTurn = async <T>(begin: Begin<T>, signal?: AbortSignal): Promise<{ running: Promise<T> }> => {
    for (;;) {
      signal?.throwIfAborted();
      const { running, waitMs, pauseMs } = await postgres.transaction((tx) => tryTurn(options, tx, begin));
      if (running) return { running };
      if (pauseMs > maxPauseMs) throw new CallsPaused(service, pauseMs);
      await sleep(Math.ceil(waitMs), undefined, signal ? { signal } : {});
    }
  };

  return {
    async call(begin, signal) {
      // One waiter a process: the order of asking is kept, and the pool is not emptied by waiting.
      const turn = queue.then(() => takeTurn(begin, signal));
      queue = turn.catch(() => undefined);
      const { running } = await abortable(turn, signal);
      return running;
    },

    async pause(ms) {
      await postgres.query(
        `insert into outside_calls (service, paused_until) values ($1, clock_timestamp() + make_interval(secs => $2))
         on conflict (service) do update set paused_until = greatest(outside_calls.paused_until, excluded.paused_until)`,
        [service, ms / 1000],
      );
    },
  };
}

async function tryTurn<T>({ service, calls, perMs, log }: CallThrottleOptions, tx: Sql, begin: Begin<T>) {
  await tx.query("insert into outside_calls (service) values ($1) on conflict do nothing", [service]);
  await tx.query("select 1 from outside_calls where service = $1 for update", [service]);
  // A statement of its own: the time of the one above may be from before it got the lock.
  const [wait] = await tx.query<WaitRow>(
    `select case when cardinality(starts) < $2 then 0 else
              greatest(0, $3 - 1000 * extract(epoch from
                clock_timestamp() - starts[cardinality(starts) - $2 + 1]))::float8 end as rest_ms,
            greatest(0, coalesce(1000 * extract(epoch from paused_until - clock_timestamp()), 0))::float8 as pause_ms,
            clock_timestamp() < any(starts) as is_ahead
     from outside_calls where service = $1`,
    [service, calls, perMs],
  );
  if (!wait) throw new Error(`the row of ${service} is gone`);
  if (wait.is_ahead) await clampFutureStarts(tx, service);
  const waitMs = Math.max(Math.min(wait.rest_ms, perMs), wait.pause_ms);
  if (waitMs > 0) return { running: undefined, waitMs, pauseMs: wait.pause_ms };
  const running = await untilSent(begin);
  const [stamped] = await tx.query<{ started: Date }>(
    `update outside_calls
     set starts = (starts || clock_timestamp())[greatest(1, cardinality(starts) + 2 - $2):], paused_until = null
     where service = $1 returning starts[cardinality(starts)] as started`,
    [service, calls],
  );
  log.debug({ service, started: stamped?.started }, "a call outside starts");
  return { ...running, waitMs: 0, pauseMs: 0 };
}

/** The running call in a box, once its request is out or it has failed before. */
async function untilSent<T>(begin: Begin<T>): Promise<{ running: Promise<T> }> {
  const sent = Promise.withResolvers<void>();
  const running = begin(sent.resolve);
  // Whoever waits for the call is told of a failure; here it only means that nothing more will be sent.
  running.then(
    () => sent.resolve(),
    () => sent.resolve(),
  );
  await sent.promise;
  return { running };
}

/** The database's clock was set back: starts that lie ahead count as just made. */
async function clampFutureStarts(tx: Sql, service: string): Promise<void> {
  await tx.query(
    `update outside_calls set starts = array(select least(s, clock_timestamp()) from unnest(starts) s order by 1)
     where service = $1`,
    [service],
  );
}

async function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    if (signal.aborted) onAbort();
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
