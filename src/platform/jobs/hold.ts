/** For how long one process holds a piece of work unless it says again that it lives, in seconds. */
export const LEASE_SECONDS = 20;

/** How often a holder says that it lives, in milliseconds. */
const RENEW_MS = 3_000;

/** A piece of work that this process holds. */
export interface Held {
  /** Aborted when the process stops, and when another one holds the work or it is given up. */
  signal: AbortSignal;
  isLost(): boolean;
  /** Renews it no more. */
  end(): void;
}

export interface HoldOptions {
  /** Renews the lease in the store; false when the work is no longer this process's. */
  renew(): Promise<boolean>;
  /** Aborted when the process stops. */
  stop: AbortSignal;
  /** With which the signal is aborted where the work is lost. */
  lost: Error;
  renewMs?: number | undefined;
}

/**
 * Says again and again that the work is being done. While the store does not answer, the lease runs out: another process may
 * then take the work over.
 */
export function hold({ renew, stop, lost, renewMs = RENEW_MS }: HoldOptions): Held {
  const losing = new AbortController();
  let until = performance.now() + LEASE_SECONDS * 1_000;
  let renewing = false;
  const renewOnce = async () => {
    if (renewing) return;
    renewing = true;
    const asked = performance.now();
    const holds = await renew().catch(() => performance.now() < until);
    if (!holds) losing.abort(lost);
    else until = Math.max(until, asked + LEASE_SECONDS * 1_000);
    renewing = false;
  };
  const timer = setInterval(() => void renewOnce(), renewMs).unref();
  return {
    signal: AbortSignal.any([stop, losing.signal]),
    isLost: () => losing.signal.aborted,
    end: () => clearInterval(timer),
  };
}
