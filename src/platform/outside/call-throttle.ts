import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log.ts";
import type { Postgres, Sql } from "../postgres/postgres.ts";

/** The service asked for a pause that is longer than the maximum. */
export class CallsPaused extends Error {
  override readonly name = "CallsPaused";
  readonly retryAfterMs: number;

  constructor(service: string, retryAfterMs: number) {
    super(`${service} asks for no calls during the next ${Math.ceil(retryAfterMs / 1000)} s`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Starts a call, and reports when its request is sent: connecting may take longer than the spacing. */
export type Begin<T> = (onSent: () => void) => Promise<T>;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Whether nobody waits for it: it leaves `reserved` calls to others, which do not wait behind it. */
  isBackground?: boolean | undefined;
}

/** Spaces the calls to one external service, over all processes of the installation. */
export interface CallThrottle {
  /**
   * Waits until a call may start, starts it and returns its result. Rejects with the signal's reason while it waits, and
   * with CallsPaused if the service is paused for longer than `maxPauseMs`.
   */
  call<T>(begin: Begin<T>, how?: CallOptions): Promise<T>;
  /** Keeps all processes from starting a call during the next `ms` milliseconds. */
  pause(ms: number): Promise<void>;
  usage(): Promise<ThrottleUsage>;
}

export interface ThrottleUsage {
  /** Calls of all processes that started within the last `perMs` milliseconds. */
  used: number;
  /** Calls of this process that wait for their turn. */
  waiting: number;
}

export interface CallThrottleOptions {
  postgres: Postgres;
  log: Logger;
  /** Name of the service and of its row, which all processes share. */
  service: string;
  /** Maximum of calls that start within any `perMs` milliseconds. */
  calls: number;
  perMs: number;
  /** Calls within `perMs` that background calls leave to others; default none. */
  reserved?: number;
  /** Longest pause that a call waits for, in milliseconds; default two minutes. */
  maxPauseMs?: number;
}

interface WaitRow {
  rest_ms: number;
  pause_ms: number;
  is_ahead: boolean;
}

/**
 * Creates a throttle on one row of Postgres. Times are the database's, so that the processes' clocks need not agree. The
 * row is locked until a call's request is sent and its start recorded, but not during waits or until the answer.
 */
export function createCallThrottle(options: CallThrottleOptions): CallThrottle {
  const { postgres, service, perMs, maxPauseMs = 120_000 } = options;
  // One waiter of each kind per process: it keeps the order of the calls and does not exhaust the pool.
  const queues: Record<"background" | "awaited", Promise<unknown>> = {
    background: Promise.resolve(),
    awaited: Promise.resolve(),
  };
  let waiting = 0;

  /** Returns the running call in an object: an async function would await a bare promise. */
  const takeTurn = async <T>(
    begin: Begin<T>,
    { signal, isBackground = false }: CallOptions,
  ): Promise<{ running: Promise<T> }> => {
    const most = isBackground ? Math.max(1, options.calls - (options.reserved ?? 0)) : options.calls;
    for (;;) {
      signal?.throwIfAborted();
      const { running, waitMs, pauseMs } = await postgres.transaction((tx) => tryTurn({ ...options, most }, tx, begin));
      if (running) return { running };
      if (pauseMs > maxPauseMs) throw new CallsPaused(service, pauseMs);
      await sleep(Math.ceil(waitMs), undefined, signal ? { signal } : {});
    }
  };

  return {
    async call(begin, how = {}) {
      const kind = how.isBackground ? "background" : "awaited";
      const turn = queues[kind].then(() => takeTurn(begin, how));
      waiting++;
      queues[kind] = turn.then(...both(() => waiting--));
      const { running } = await abortable(turn, how.signal);
      return running;
    },

    async pause(ms) {
      await postgres.query(
        `insert into outside_calls (service, paused_until) values ($1, clock_timestamp() + make_interval(secs => $2))
         on conflict (service) do update set paused_until = greatest(outside_calls.paused_until, excluded.paused_until)`,
        [service, ms / 1000],
      );
    },

    async usage() {
      const [row] = await postgres.query<{ used: number }>(
        `select (select count(*)::int from unnest(starts) s
                 where s > clock_timestamp() - make_interval(secs => $2)) as used
         from outside_calls where service = $1`,
        [service, perMs / 1000],
      );
      return { used: row?.used ?? 0, waiting };
    },
  };
}

/** The same reaction to success and failure. */
function both(react: () => unknown): [() => void, () => void] {
  return [() => void react(), () => void react()];
}

/** `most`: starts the call if fewer than this many started within the last `perMs`. */
async function tryTurn<T>(
  { service, calls, perMs, log, most }: CallThrottleOptions & { most: number },
  tx: Sql,
  begin: Begin<T>,
) {
  await tx.query("insert into outside_calls (service) values ($1) on conflict do nothing", [service]);
  await tx.query("select 1 from outside_calls where service = $1 for update", [service]);
  // A separate statement: the time of the one above may be from before it got the lock.
  const [wait] = await tx.query<WaitRow>(
    `select case when cardinality(starts) < $2 then 0 else
              greatest(0, $3 - 1000 * extract(epoch from
                clock_timestamp() - starts[cardinality(starts) - $2 + 1]))::float8 end as rest_ms,
            greatest(0, coalesce(1000 * extract(epoch from paused_until - clock_timestamp()), 0))::float8 as pause_ms,
            clock_timestamp() < any(starts) as is_ahead
     from outside_calls where service = $1`,
    [service, most, perMs],
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
  log.debug({ service, started: stamped?.started }, "an outbound call starts");
  return { ...running, waitMs: 0, pauseMs: 0 };
}

/** Resolves with the running call, in an object, once its request is sent or the call has failed. */
async function untilSent<T>(begin: Begin<T>): Promise<{ running: Promise<T> }> {
  const sent = Promise.withResolvers<void>();
  const running = begin(sent.resolve);
  // The caller of the throttle handles the failure; here it only ends the wait.
  running.then(
    () => sent.resolve(),
    () => sent.resolve(),
  );
  await sent.promise;
  return { running };
}

/** Sets starts in the future to now, after the database's clock was set back. */
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
