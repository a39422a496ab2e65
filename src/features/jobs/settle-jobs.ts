import { type RequestContext, systemContext } from "../../context.ts";
import { conflict } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { newId } from "../../platform/ids.ts";
import { outboxGraph } from "../../platform/jobs/outbox.graph.store.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { type AuditOrigin, recordAudit } from "../audit/index.ts";
import type { Job } from "./jobs.model.ts";
import { jobsStore } from "./jobs.store.ts";
import { type AllParkedWork, isParkedWork } from "./parked-work.ts";

export interface SettleJobsDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  parkedWork: AllParkedWork;
}

/** Repeats and discards jobs, parked changes and parked work; records it in the log of the tenant that they belong to. */
export function createSettleJobs({ graph, postgres, clock, parkedWork }: SettleJobsDeps) {
  const workOf = ({ name }: Job) => parkedWork().find((work) => work.name === name);
  const settle = async (job: Job, by: RequestContext | undefined, action: string, isSettled: IsSettled) => {
    const origin = originOf(job, by);
    await postgres.transaction(async (tx) => {
      const { id, name, state, tries, error } = job;
      const record = { action, target: { kind: "job", id }, before: { name, state, tries, error } };
      if (origin) await recordAudit(tx, origin, record, clock.now());
      const settled = await settledBy(tx, job, isSettled);
      if (!settled) throw conflict("The job has changed meanwhile: read it again");
    });
  };

  return {
    /** Lets a failed job run again, parked changes be delivered again, or parked work be tried at once. Throws 409 for any other. */
    async repeat(job: Job, by?: RequestContext): Promise<void> {
      if (job.state !== "failed" && job.state !== "parked") {
        throw conflict("Only a job that has failed and what is parked can be repeated");
      }
      const change = (id: string) => outboxGraph.release(graph, id);
      const work = async (parked: Job) => ((await workOf(parked)?.release(parked.tenantId ?? undefined)) ?? 0) > 0;
      await settle(job, by, "job.repeated", { job: jobsStore.repeat, change, work });
    },

    /** Deletes a job that waits or has failed, or what is parked, for good. Throws 409 for any other, and for what data requires. */
    async discard(job: Job, by?: RequestContext): Promise<void> {
      if (job.state === "running" || job.state === "completed") {
        throw conflict("A job that runs or is complete cannot be discarded");
      }
      const discard = isParkedWork(job) ? workOf(job)?.discard : undefined;
      if (isParkedWork(job) && !discard) {
        throw conflict("The data requires this work: it can be repeated, and ends with what it is about");
      }
      const change = (id: string) => outboxGraph.discard(graph, id);
      const work = async ({ tenantId }: Job) => ((await discard?.(tenantId ?? "")) ?? 0) > 0;
      await settle(job, by, "job.discarded", { job: jobsStore.discard, change, work });
    },
  };
}

export type SettleJobs = ReturnType<typeof createSettleJobs>;

interface IsSettled {
  job: typeof jobsStore.repeat;
  change: (id: string) => Promise<boolean>;
  work: (job: Job) => Promise<boolean>;
}

function settledBy(tx: Sql, job: Job, { job: ofQueue, change, work }: IsSettled): Promise<boolean> {
  if (job.state !== "parked") return ofQueue(tx, job);
  return isParkedWork(job) ? work(job) : change(job.id);
}

/** The operator at the command line leaves no record for jobs of the installation, which no tenant's log holds. */
function originOf({ tenantId }: Job, by: RequestContext | undefined): AuditOrigin | undefined {
  if (by) return by;
  return tenantId === null ? undefined : systemContext(tenantId, newId());
}
