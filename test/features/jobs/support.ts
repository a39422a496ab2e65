import { newId } from "../../../src/platform/ids.ts";
import type { Sql } from "../../../src/platform/postgres/postgres.ts";

export interface StoredJob {
  name?: string;
  state?: "created" | "retry" | "active" | "failed" | "completed";
  data?: object;
  error?: string;
  /** Minutes ago; default now. */
  age?: number;
}

/** Puts a job into the queue as pg-boss stores it, that far in its life. Returns its id. */
export async function putJob(sql: Sql, { name = "test.held", state = "failed", data = {}, error, age = 0 }: StoredJob) {
  const queue = { policy: "standard", retryLimit: 5, retryDelay: 1, partition: false };
  await sql.query("select pgboss.create_queue($1, $2::jsonb)", [name, JSON.stringify(queue)]).catch(() => undefined);
  const [row] = await sql.query<{ id: string }>(
    `insert into pgboss.job (id, name, data, state, retry_count, retry_limit, created_on, start_after, started_on, completed_on, output)
     values ($1, $2, $3, $4::pgboss.job_state, 5, 5, now() - $5 * interval '1 minute', now() + interval '1 hour',
       case when $4 in ('created') then null else now() end, case when $4 in ('failed', 'completed') then now() end, $6)
     returning id::text`,
    [newId(), name, data, state, age, error === undefined ? null : { message: error }],
  );
  return row!.id;
}
