import { AppError } from "../../errors.ts";
import type { ParkedWork } from "../../platform/jobs/parked-work.ts";
import type { FindJobs, JobPage } from "./find-jobs.ts";
import type { Job, JobFilter, JobPosition } from "./jobs.model.ts";
import { isParkedWork } from "./parked-work.ts";
import type { SettleJobs } from "./settle-jobs.ts";

const PAGE = 100;

/** For the command line, as the operator: the jobs of every tenant and of the installation. */
export interface OperateJobs {
  /** Newest first, at most `limit`, and how many there are. */
  list(filter: JobFilter, limit: number): Promise<Pick<JobPage, "items" | "total">>;
  /** Throws 404, and 409 unless the job has failed or is parked. */
  repeat(id: string): Promise<Job>;
  /** Repeats everything that has failed or is parked, of one name or of all, parked work included; returns how many. */
  repeatAll(name?: string): Promise<number>;
  /** Throws 404, and 409 for a job that runs. */
  discard(id: string): Promise<Job>;
}

export interface OperateJobsDeps {
  find: FindJobs;
  settle: SettleJobs;
  parkedWork: () => readonly ParkedWork[];
}

export function createOperateJobs({ find, settle, parkedWork }: OperateJobsDeps): OperateJobs {
  /** False where another process has repeated or discarded the job first. */
  const repeatOne = async (job: Job): Promise<boolean> => {
    try {
      await settle.repeat(job);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === "CONFLICT") return false;
      throw error;
    }
  };

  return {
    list: (filter, limit) => find.list(undefined, { ...filter, order: "desc", page: 1, limit }),

    async repeat(id) {
      const job = await find.get(undefined, id);
      await settle.repeat(job);
      return job;
    },

    async repeatAll(name) {
      let repeated = 0;
      for (const state of ["failed", "parked"] as const) {
        let after: JobPosition | undefined;
        do {
          const page = await find.list(undefined, { state, name, order: "desc", page: 1, limit: PAGE, after });
          for (const job of page.items) if (!isParkedWork(job) && (await repeatOne(job))) repeated++;
          after = page.next;
        } while (after);
      }
      for (const work of parkedWork()) if (name === undefined || name === work.name) repeated += await work.release();
      return repeated;
    },

    async discard(id) {
      const job = await find.get(undefined, id);
      await settle.discard(job);
      return job;
    },
  };
}
