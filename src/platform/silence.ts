import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "./log.ts";
import { type Repeated, repeat } from "./repeat.ts";

/** Something that waits for a store's answer on one connection. */
export interface Waiting {
  /** Since when it has heard nothing, by `performance.now()`; undefined while it waits for nothing. */
  silentSince(): number | undefined;
  /** Ends the wait with an error and drops the connection. */
  giveUp(): void;
}

export interface SilenceWatchDeps<W extends Waiting> {
  log: Logger;
  /** Name of the store in the log. */
  store: string;
  all(): Iterable<W>;
  /**
   * Asks the store, on a new connection, which of these it works for. Undefined if it answers without saying so. Rejects
   * if it does not answer within `PROBE_MS`.
   */
  stillServed(overdue: readonly W[]): Promise<ReadonlySet<W> | undefined>;
  /** Drops idle connections: they are as old as those that fell silent. */
  dropIdle(): void;
}

/** How long a connection may be silent before the store is asked about it. */
const OVERDUE_MS = 3_000;
/** The same once the store answers again after it did not: whatever waited for it before was lost. */
const OVERDUE_AFTER_SILENCE_MS = 1_000;
/** Longest that `stillServed` waits for the store. */
export const PROBE_MS = 2_000;
/** Unanswered probes after which the store counts as unreachable. */
const PROBES = 2;
const PAUSE_MS = 500;
/** Time for this process to read answers that arrived while it was busy. */
const READ_MS = 50;

/**
 * Finds connections that a network holds open without passing anything on. TCP notices that after minutes, and a limit
 * on every statement would end those that take long. So the store itself is asked, on a new connection: a statement that it
 * does not work on will never be answered. If it does not answer that either, twice, all that wait are given up.
 */
export function createSilenceWatch<W extends Waiting>(
  deps: SilenceWatchDeps<W>,
): Repeated & { check(): Promise<void> } {
  const { log, store } = deps;
  let unanswered = 0;

  const overdue = (ms: number) => {
    const before = performance.now() - ms;
    const waits = [...deps.all()].map((waiting) => ({ waiting, since: waiting.silentSince() }));
    return waits.filter(({ since }) => since !== undefined && since <= before);
  };

  const check = async () => {
    const asked = overdue(unanswered > 0 ? OVERDUE_AFTER_SILENCE_MS : OVERDUE_MS);
    if (asked.length === 0) {
      unanswered = 0;
      return;
    }
    const served = await deps.stillServed(asked.map(({ waiting }) => waiting)).catch(() => "unanswered" as const);
    if (served === "unanswered" && ++unanswered < PROBES) return;
    if (served !== "unanswered") unanswered = 0;
    await sleep(READ_MS);
    const lost = asked.filter(
      ({ waiting, since }) =>
        waiting.silentSince() === since && (served === "unanswered" || served?.has(waiting) === false),
    );
    if (lost.length === 0) return;
    for (const { waiting } of lost) waiting.giveUp();
    deps.dropIdle();
    log.warn({ connections: lost.length, answers: served !== "unanswered" }, `connections to ${store} fell silent`);
  };

  return { ...repeat(check, PAUSE_MS, log, `the watch for silent connections to ${store} failed`), check };
}
