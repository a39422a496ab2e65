import { coerceError } from "../../../errors.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import type { Logger } from "../../../platform/log.ts";
import { REAPPLY_MAPPINGS } from "./job-refs.ts";

export interface MappingChanges {
  /** Returns at once and never throws. */
  note(tenantId: string): void;
  /** Sends what is still waiting. */
  stop(): Promise<void>;
}

/** By then every process knows of the change, and of those that come one after the other. */
const SETTLED_MS = 5_000;

/** Sends one look at a tenant's instances for the changes of its mappings that follow each other. */
export function createMappingChanges(deps: { jobs: SendJobs; log: Logger; settledMs?: number | undefined }) {
  const { jobs, log, settledMs = SETTLED_MS } = deps;
  const waiting = new Map<string, NodeJS.Timeout>();

  const send = async (tenantId: string) => {
    clearTimeout(waiting.get(tenantId));
    waiting.delete(tenantId);
    try {
      await jobs.send(REAPPLY_MAPPINGS, { tenantId }, { singletonKey: tenantId });
    } catch (error) {
      // The hourly look for what is unfinished does it too.
      log.warn({ reason: coerceError(error).message }, "changed software mappings are applied later");
    }
  };
  const changes: MappingChanges = {
    note(tenantId) {
      if (!waiting.has(tenantId)) waiting.set(tenantId, setTimeout(() => void send(tenantId), settledMs).unref());
    },
    async stop() {
      await Promise.all([...waiting.keys()].map(send));
    },
  };
  return changes;
}
