import { coerceError } from "../../../errors.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import type { Logger } from "../../../platform/log.ts";
import { REAPPLY_MAPPINGS } from "./job-refs.ts";

export interface ReapplyScheduler {
  /** Returns at once and never throws. */
  schedule(tenantId: string): void;
  /** Sends what is still waiting. */
  stop(): Promise<void>;
}

/** By then every process knows of the change, and of those that come one after the other. */
const DEBOUNCE_MS = 5_000;

/** Sends one look at a tenant's instances for the changes of its mappings that follow each other. */
export function createReapplyScheduler(deps: { jobs: SendJobs; log: Logger; settledMs?: number | undefined }) {
  const { jobs, log, settledMs = DEBOUNCE_MS } = deps;
  const timers = new Map<string, NodeJS.Timeout>();

  const send = async (tenantId: string) => {
    clearTimeout(timers.get(tenantId));
    timers.delete(tenantId);
    try {
      await jobs.send(REAPPLY_MAPPINGS, { tenantId }, { singletonKey: tenantId });
    } catch (error) {
      // The hourly look for what is unfinished does it too.
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
