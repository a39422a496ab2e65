import { coerceError } from "./errors.ts";
import { allSettled } from "./platform/all-settled.ts";
import { type Failure, type Feature, forEachFeature, type NamedFeature } from "./platform/feature.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Relay } from "./platform/jobs/relay.ts";
import type { Logger } from "./platform/log.ts";
import type { Repeated } from "./platform/repeat.ts";

export interface LifecycleDeps {
  features: readonly NamedFeature[];
  jobs: Pick<Jobs, "start" | "stop">;
  /** Sweeps for owed work, in processes that run jobs. */
  owedWork: Repeated;
  relay: Pick<Relay, "start" | "stop">;
  log: Logger;
  /** Closes the platform, after every feature. */
  close: () => Promise<void>;
}

/**
 * Starts and stops the parts of the service. A step runs all its hooks, also past failures. It logs each failure with its
 * feature and rejects with the first one after all hooks have run.
 */
export interface Lifecycle {
  prepare(): Promise<void>;
  /** Plans the first statements of each feature in sequence. Stops when the signal is aborted. */
  planAhead(tenantId: string, signal: AbortSignal): Promise<void>;
  /** Starts to deliver changes and to run jobs; with `work: false` the process only sends jobs. */
  startWork(options: { work: boolean }): Promise<void>;
  /**
   * Lets running jobs end for up to `jobsMs` milliseconds, delivers the changes of this process, and stops the
   * features.
   */
  stopWork(jobsMs: number): Promise<void>;
  close(): Promise<void>;
}

export function createLifecycle({ features, jobs, owedWork, relay, log, close }: LifecycleDeps): Lifecycle {
  const reportFailures = (hook: string, failures: readonly Failure[]) => {
    // A failed warm-up costs only time; the cause shows in the first requests.
    const level = hook === "warmUp" ? "debug" : "warn";
    for (const { name, error } of failures)
      log[level]({ err: coerceError(error), feature: name, hook }, "a hook failed");
    if (failures.length > 0) throw failures[0]!.error;
  };
  const inOrder = async (hook: string, work: (feature: Feature) => Promise<void> | undefined) =>
    reportFailures(hook, await forEachFeature(features, work));
  /** Starts the hooks from the last feature to the first, concurrently: each may wait for an unreachable store. */
  const inReverse = async (hook: string, work: (feature: Feature) => Promise<void> | undefined) =>
    reportFailures(
      hook,
      (await Promise.all(features.toReversed().map((feature) => forEachFeature([feature], work)))).flat(),
    );

  return {
    prepare: () => inOrder("prepare", (feature) => feature.prepare?.()),

    planAhead: (tenantId, signal) =>
      inOrder("warmUp", (feature) => (signal.aborted ? undefined : feature.warmUp?.(tenantId))),

    async startWork({ work }) {
      await jobs.start({ work });
      if (!work) return;
      relay.start();
      owedWork.start();
      await inOrder("startWork", (feature) => feature.startWork?.());
    },

    stopWork: (jobsMs) =>
      runAll(
        () => owedWork.stop(),
        () => inOrder("flush", (feature) => feature.flush?.()),
        () => allSettled([jobs.stop(jobsMs), inReverse("drain", (feature) => feature.drain?.(jobsMs))]),
        () => relay.stop(),
        () => inReverse("stop", (feature) => feature.stop?.()),
      ),

    close: () => runAll(() => inReverse("close", (feature) => feature.close?.()), close),
  };
}

/** Runs the steps in sequence, also past failures; rejects with the first failure. */
async function runAll(...steps: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
