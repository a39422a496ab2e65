import type { Db } from "pg-boss";

/** How long a failed job is kept, unless its work is done or fails again. */
const FAILED_JOB_SECONDS = 30 * 24 * 3_600;

/**
 * Keeps failed jobs for their time, and of the jobs of one name and payload only the last failure, and none once a later
 * one has succeeded: the failed jobs are the work that is not done.
 */
export async function tidyFailedJobs(db: Pick<Db, "executeSql">): Promise<void> {
  await db.executeSql(
    `delete from pgboss.job f
     where f.state = 'failed' and exists (
       select 1 from pgboss.job later
       where later.name = f.name and coalesce(later.data, '{}') = coalesce(f.data, '{}')
         and (later.state = 'completed' and later.completed_on > f.completed_on
           or later.state = 'failed' and (later.completed_on, later.id) > (f.completed_on, f.id)))`,
  );
  await db.executeSql(
    "update pgboss.job set deletion_seconds = $1 where state = 'failed' and deletion_seconds < $1::int",
    [FAILED_JOB_SECONDS],
  );
}
