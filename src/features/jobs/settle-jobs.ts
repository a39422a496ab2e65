import { type RequestContext, systemContext } from "../../context.ts";
import { conflict } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { newId } from "../../platform/ids.ts";
import { outboxGraph } from "../../platform/jobs/outbox.graph.store.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { type AuditOrigin, recordAudit } from "../audit/index.ts";
import type { Job } from "./jobs.model.ts";
import { jobsStore } from "./jobs.store.ts";

export interface SettleJobsDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
}

/** Repeats and discards jobs and parked changes; records it in the log of the tenant that they belong to. */
export function createSettleJobs({ graph, postgres, clock }: SettleJobsDeps) {
  const settle = async (job: Job, by: RequestContext | undefined, action: string, isSettled: IsSettled) => {
    const origin = originOf(job, by);
    await postgres.transaction(async (tx) => {
      const { id, name, state, tries, error } = job;
      const record = { action, target: { kind: "job", id }, before: { name, state, tries, error } };
      if (origin) await recordAudit(tx, origin, record, clock.now());
      const settled = state === "parked" ? await isSettled.change(id) : await isSettled.job(tx, job);
      if (!settled) throw conflict("The job has changed meanwhile: read it again");
    });
  };

  return {
    /** Lets a failed job run again, or parked changes be delivered again. Throws 409 for any other. */
    async repeat(job: Job, by?: RequestContext): Promise<void> {
      if (job.state !== "failed" && job.state !== "parked") {
        throw conflict("Only a job that has failed and changes that are parked can be repeated");
      }
      const change = (id: string) => outboxGraph.release(graph, id);
      await settle(job, by, "job.repeated", { job: jobsStore.repeat, change });
    },

    /** Deletes a job that waits or has failed, or parked changes, for good. Throws 409 for any other. */
    async discard(job: Job, by?: RequestContext): Promise<void> {
      if (job.state === "running" || job.state === "completed") {
        throw conflict("A job that runs or is complete cannot be discarded");
      }
      const change = (id: string) => outboxGraph.discard(graph, id);
      await settle(job, by, "job.discarded", { job: jobsStore.discard, change });
    },
  };
}

export type SettleJobs = ReturnType<typeof createSettleJobs>;

interface IsSettled {
  job: typeof jobsStore.repeat;
  change: (id: string) => Promise<boolean>;
}

/** The operator at the command line leaves no record for jobs of the installation, which no tenant's log holds. */
function originOf({ tenantId }: Job, by: RequestContext | undefined): AuditOrigin | undefined {
  if (by) return by;
  return tenantId === null ? undefined : systemContext(tenantId, newId());
}
