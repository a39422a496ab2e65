import { afterAll, beforeAll } from "vitest";
import { defineJob, type JobRef } from "../../../src/platform/jobs/job-ref.ts";
import { createJobs, type Jobs } from "../../../src/platform/jobs/jobs.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";

/** A queue in a database of the file's own, open during its tests. It takes jobs of this kind and runs none of them. */
export function waitingQueue(ref: JobRef) {
  let opened: Scratch;
  let jobs: Jobs;
  beforeAll(async () => {
    opened = await scratchDatabase();
    jobs = createJobs({ url: opened.url, log });
    jobs.define([defineJob(ref, { run: async () => undefined })]);
    await jobs.start({ work: false });
  });
  afterAll(async () => {
    await jobs?.stop(1_000);
    await opened?.drop();
  });

  return {
    get opened() {
      return opened;
    },
    get jobs() {
      return jobs;
    },
    /** These columns of the tenant's jobs, from the first sent to the last. */
    jobsOf: <T>(tenantId: string, columns: string) =>
      opened.postgres.query<T>(
        `select ${columns} from pgboss.job where name = $1 and data->>'tenantId' = $2 order by created_on, id`,
        [ref.name, tenantId],
      ),
    /** Sets columns of the tenant's jobs. */
    change: (tenantId: string, changes: string) =>
      opened.postgres.query(`update pgboss.job set ${changes} where name = $1 and data->>'tenantId' = $2`, [
        ref.name,
        tenantId,
      ]),
  };
}
