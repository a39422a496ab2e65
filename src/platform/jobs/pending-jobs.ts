import { z } from "zod";
import type { Sql } from "../postgres/postgres.ts";

/** A job that waits or runs, with what is needed to send it again. */
export const pendingJobSchema = z.object({
  name: z.string(),
  data: z.looseObject({}),
  /** ISO 8601; the job does not run before. */
  start_after: z.string(),
});

/**
 * A statement whose column `row` holds one pending job as JSON text; undefined if this database has never had a job
 * queue. It leaves out pg-boss's own maintenance jobs, which schedule themselves again.
 */
export async function pendingJobsStatement(sql: Sql): Promise<string | undefined> {
  const [found] = await sql.query<{ there: boolean }>("select to_regclass('pgboss.job') is not null as there");
  if (!found?.there) return undefined;
  return `select json_build_object('name', name, 'data', coalesce(data, '{}'::jsonb), 'start_after', start_after)::text as row
          from pgboss.job
          where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss\\_\\_%'`;
}
