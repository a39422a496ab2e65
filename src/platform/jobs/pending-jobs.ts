import { z } from "zod";
import type { Sql } from "../postgres/postgres.ts";

/** A job that waits, or was being run: enough to send it anew. */
export const pendingJobSchema = z.object({
  name: z.string(),
  data: z.looseObject({}),
  /** ISO 8601; it does not run before. */
  start_after: z.string(),
});

/**
 * A statement whose column `row` holds one pending job as JSON text, or undefined where no process has ever kept jobs in
 * this database. The queue's own upkeep is left out: it plans itself anew.
 */
export async function pendingJobsStatement(sql: Sql): Promise<string | undefined> {
  const [found] = await sql.query<{ there: boolean }>("select to_regclass('pgboss.job') is not null as there");
  if (!found?.there) return undefined;
  return `select json_build_object('name', name, 'data', coalesce(data, '{}'::jsonb), 'start_after', start_after)::text as row
          from pgboss.job
          where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss\\_\\_%'`;
}

/** Payloads of the jobs of one name that wait or are being run. */
export async function pendingPayloads(sql: Sql, name: string): Promise<Record<string, unknown>[]> {
  const statement = await pendingJobsStatement(sql);
  if (!statement) return [];
  const rows = await sql.query<{ row: string }>(`${statement} and name = $1`, [name]);
  return rows.map(({ row }) => pendingJobSchema.parse(JSON.parse(row)).data);
}
