import { type RequestContext, requireScope } from "../../context.ts";
import { conflict } from "../../errors.ts";
import type { FindJobs, JobPage, ListJobsInput } from "./find-jobs.ts";
import { type Job, jobForTenant } from "./jobs.model.ts";
import type { SettleJobs } from "./settle-jobs.ts";

/** For a tenant's administrators: its own jobs and parked changes, and those of the installation without their content. */
export interface JobVerbs {
  list(ctx: RequestContext, input: ListJobsInput): Promise<JobPage>;
  /** Throws 404 for an unknown id and for one of another tenant. */
  get(ctx: RequestContext, id: string): Promise<Job>;
  /** Returns the job, which waits again. Throws 404, and 409 unless it has failed or is parked. */
  repeat(ctx: RequestContext, id: string): Promise<Job>;
  /** Throws 404, and 409 for a job that runs and for one of the installation. */
  discard(ctx: RequestContext, id: string): Promise<void>;
}

export function createManageJobs({ find, settle }: { find: FindJobs; settle: SettleJobs }): JobVerbs {
  return {
    async list(ctx, input) {
      requireScope(ctx, "admin.settings");
      const page = await find.list(ctx.tenantId, input);
      return { ...page, items: page.items.map(jobForTenant) };
    },

    async get(ctx, id) {
      requireScope(ctx, "admin.settings");
      return jobForTenant(await find.get(ctx.tenantId, id));
    },

    async repeat(ctx, id) {
      requireScope(ctx, "admin.settings");
      const job = jobForTenant(await find.get(ctx.tenantId, id));
      await settle.repeat(job, ctx);
      return { ...job, state: "waiting", endedAt: null };
    },

    async discard(ctx, id) {
      requireScope(ctx, "admin.settings");
      const job = await find.get(ctx.tenantId, id);
      if (job.tenantId === null) {
        throw conflict("A job of the installation is discarded at the command line: `orrery jobs discard`");
      }
      await settle.discard(job, ctx);
    },
  };
}
