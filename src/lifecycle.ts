import { coerceError } from "./errors.ts";
import { type Failure, type Feature, forEachFeature, type NamedFeature } from "./platform/feature.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Relay } from "./platform/jobs/relay.ts";
import type { Logger } from "./platform/log.ts";

export interface LifecycleDeps {
  features: readonly NamedFeature[];
  jobs: Pick<Jobs, "start" | "stop">;
  relay: Pick<Relay, "start" | "stop">;
  log: Logger;
  /** Closes the platform, after every feature. */
  close: () => Promise<void>;
}

/**
 * Starts and ends the parts of the service. Within a step one hook that fails stops no other: each failure is logged with
 * its feature, and the step rejects with the first when all have run.
 */
export interface Lifecycle {
  prepare(): Promise<void>;
  /** Plans the first statements of each feature, one after the other, and no further once the signal says so. */
  planAhead(tenantId: string, signal: AbortSignal): Promise<void>;
  /** Begins to deliver changes and to run jobs; with `work: false` jobs are only sent. */
  startWork(options: { work: boolean }): Promise<void>;
  /** Lets running jobs end for up to `jobsMs`, delivers the changes of this process, and ends what runs besides. */
  stopWork(jobsMs: number): Promise<void>;
  close(): Promise<void>;
}

export function createLifecycle({ features, jobs, relay, log, close }: LifecycleDeps): Lifecycle {
  const settle = (hook: string, failures: readonly Failure[]) => {
    // Nobody misses what was not planned ahead: it shows in the first requests.
    const level = hook === "warmUp" ? "debug" : "warn";
    for (const { name, error } of failures)
      log[level]({ err: coerceError(error), feature: name, hook }, "a hook failed");
    if (failures.length > 0) throw failures[0]!.error;
  };
  const inOrder = async (hook: string, work: (feature: Feature) => Promise<void> | undefined) =>
    settle(hook, await forEachFeature(features, work));
  /** Begun from the last to the first, side by side: where a store is away, each waits for it as long as it may. */
  const backwards = async (hook: string, work: (feature: Feature) => Promise<void> | undefined) =>
    settle(hook, (await Promise.all(features.toReversed().map((one) => forEachFeature([one], work)))).flat());

  return {
    prepare: () => inOrder("prepare", (feature) => feature.prepare?.()),

    planAhead: (tenantId, signal) =>
      inOrder("warmUp", (feature) => (signal.aborted ? undefined : feature.warmUp?.(tenantId))),

    async startWork({ work }) {
      await jobs.start({ work });
      if (!work) return;
      relay.start();
      await inOrder("startWork", (feature) => feature.startWork?.());
    },

    stopWork: (jobsMs) =>
      all(
        () => inOrder("flush", (feature) => feature.flush?.()),
        () =>
          together(
            jobs.stop(jobsMs),
            backwards("drain", (feature) => feature.drain?.(jobsMs)),
          ),
        () => relay.stop(),
        () => backwards("stop", (feature) => feature.stop?.()),
      ),

    close: () => all(() => backwards("close", (feature) => feature.close?.()), close),
  };
}

/** One step after the other, also past one that fails; rejects with the first failure. */
async function all(...steps: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Side by side, each to its end; rejects with the first failure. */
async function together(...work: Promise<void>[]): Promise<void> {
  for (const ended of await Promise.allSettled(work)) if (ended.status === "rejected") throw ended.reason;
}
