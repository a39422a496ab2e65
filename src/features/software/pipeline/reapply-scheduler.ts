import { coerceError } from "../../../errors.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import type { Logger } from "../../../platform/log.ts";
import { REAPPLY_MAPPINGS } from "./job-refs.ts";

export interface ReapplyScheduler {
  /** Schedules one REAPPLY_MAPPINGS job for the tenant. Returns at once and never throws. */
  schedule(tenantId: string): void;
  /** Enqueues the scheduled jobs now. */
  stop(): Promise<void>;
}

/** After this time every process has reloaded the mappings, and changes in quick succession are collected. */
const DEBOUNCE_MS = 5_000;

/** Debounces mapping changes: enqueues one REAPPLY_MAPPINGS job per tenant for changes in quick succession. */
export function createReapplyScheduler(deps: { jobs: SendJobs; log: Logger; settledMs?: number | undefined }) {
  const { jobs, log, settledMs = DEBOUNCE_MS } = deps;
  const timers = new Map<string, NodeJS.Timeout>();

  const send = async (tenantId: string) => {
    clearTimeout(timers.get(tenantId));
    timers.delete(tenantId);
    try {
      await jobs.send(REAPPLY_MAPPINGS, { tenantId }, { singletonKey: tenantId });
    } catch (error) {
      // The hourly FIND_UNFINISHED job enqueues it too.
      log.warn({ reason: coerceError(error).message }, "changed software mappings are applied later");
    }
  };
  const scheduler: ReapplyScheduler = {
    schedule(tenantId) {
      if (!timers.has(tenantId)) timers.set(tenantId, setTimeout(() => void send(tenantId), settledMs).unref());
    },
    async stop() {
      await Promise.all([...timers.keys()].map(send));
    },
  };
  return scheduler;
}
