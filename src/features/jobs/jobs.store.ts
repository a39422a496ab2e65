import type { Sql } from "../../platform/postgres/postgres.ts";
import { type Job, type JobFilter, type JobPosition, publicError } from "./jobs.model.ts";

/** Whose jobs: of one tenant and of the installation; undefined: all. */
export type JobViewer = string | undefined;

interface Row extends Omit<Job, "payload" | "error"> {
  payload: Record<string, unknown> | null;
  error: string | null;
}

const COLUMNS = `id::text as id, name, data->>'tenantId' as "tenantId", created_on as "createdAt",
  case state when 'created' then 'waiting' when 'retry' then 'waiting' when 'active' then 'running'
    else state::text end as state,
  retry_count + (started_on is not null)::int as tries, started_on as "startedAt", completed_on as "endedAt",
  case when state in ('created', 'retry') then start_after end as "startsAfter",
  coalesce(output->>'message', output->'value'->>'message', output->>'value') as error, data as payload`;
/** pg-boss has jobs of its own, which schedule themselves again. */
const OURS = `name not like '\\_\\_pgboss\\_\\_%' and state <> 'cancelled'`;
const STATES = { waiting: ["created", "retry"], running: ["active"], failed: ["failed"] } as const;
const UNDONE = Object.values(STATES).flat();
/** A job that is repeated gets as long as a new one until it is dropped as too old. */
const KEPT_WAITING = "14 days";

function conditions(viewer: JobViewer, { state, name }: JobFilter) {
  const states = state === undefined ? UNDONE : state === "parked" ? [] : STATES[state];
  const text = `${OURS} and state::text = any($1) and ($2::text is null or name = $2)
    and ($3::text is null or coalesce(data->>'tenantId', $3) = $3)`;
  return { text, values: [states, name ?? null, viewer ?? null] as unknown[] };
}

function toJob(row: Row): Job {
  return { ...row, payload: row.payload ?? {}, error: row.error === null ? null : publicError(row.error) };
}

/** The jobs of pg-boss, whose schema exists once a service has started. */
export const jobsStore = {
  async hasQueue(sql: Sql): Promise<boolean> {
    const [row] = await sql.query<{ there: boolean }>("select to_regclass('pgboss.job') is not null as there");
    return row?.there ?? false;
  },

  async list(
    sql: Sql,
    viewer: JobViewer,
    filter: JobFilter,
    page: { order: "asc" | "desc"; after: JobPosition | undefined; offset: number; limit: number },
  ): Promise<Job[]> {
    const { text, values } = conditions(viewer, filter);
    const [than, order] = page.order === "desc" ? ["<", "desc"] : [">", "asc"];
    const rows = await sql.query<Row>(
      `select ${COLUMNS} from pgboss.job where ${text}
         and ($4::timestamptz is null or (date_trunc('milliseconds', created_on), id::text collate "C") ${than} ($4, $5::text))
       order by date_trunc('milliseconds', created_on) ${order}, id::text collate "C" ${order} limit $6 offset $7`,
      [...values, page.after?.at ?? null, page.after?.id ?? null, page.limit, page.offset],
    );
    return rows.map(toJob);
  },

  async count(sql: Sql, viewer: JobViewer, filter: JobFilter): Promise<number> {
    const { text, values } = conditions(viewer, filter);
    const [row] = await sql.query<{ n: number }>(`select count(*) as n from pgboss.job where ${text}`, values);
    return row?.n ?? 0;
  },

  async find(sql: Sql, viewer: JobViewer, id: string): Promise<Job | undefined> {
    const rows = await sql.query<Row>(
      `select ${COLUMNS} from pgboss.job where ${OURS} and id = $1::uuid
         and ($2::text is null or coalesce(data->>'tenantId', $2) = $2)`,
      [id, viewer ?? null],
    );
    return rows.map(toJob)[0];
  },

  /** Lets a failed job run again with all its tries; returns whether it was still a failed one. */
  async repeat(tx: Sql, { id, name }: Pick<Job, "id" | "name">): Promise<boolean> {
    const rows = await tx.query(
      `update pgboss.job set state = 'retry', retry_count = 0, started_on = null, completed_on = null,
         start_after = now(), keep_until = now() + interval '${KEPT_WAITING}'
       where name = $1 and id = $2::uuid and state = 'failed' returning 1`,
      [name, id],
    );
    return rows.length > 0;
  },

  /** Deletes a job that waits or has failed; returns whether it was still one. */
  async discard(tx: Sql, { id, name }: Pick<Job, "id" | "name">): Promise<boolean> {
    const rows = await tx.query(
      `delete from pgboss.job where name = $1 and id = $2::uuid and state in ('created', 'retry', 'failed') returning 1`,
      [name, id],
    );
    return rows.length > 0;
  },

  /** How many jobs each queue has in each state, zeros included. */
  countByName(sql: Sql): Promise<{ name: string; state: string; jobs: number }[]> {
    return sql.query(
      `select q.name, s.state, count(j.id) as jobs
       from pgboss.queue q cross join (values ('waiting'), ('running'), ('failed')) as s (state)
       left join pgboss.job j on j.name = q.name and s.state =
         case j.state when 'created' then 'waiting' when 'retry' then 'waiting' when 'active' then 'running'
           when 'failed' then 'failed' end
       where q.name not like '\\_\\_pgboss\\_\\_%' group by q.name, s.state`,
    );
  },
};
