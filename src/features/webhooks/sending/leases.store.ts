import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { DueDelivery } from "../webhook.model.ts";

/** What an attempt leaves behind. */
export interface Settled {
  id: string;
  /** Attempts before this one, and its place in the schedule: what was settled or queued again meanwhile stays as it is. */
  attempts: number;
  step: number;
  status: "pending" | "delivered" | "failed";
  dueAt: Date | null;
  responseStatus: number | null;
  error: string | null;
  ended: Date;
}

export interface DueInput {
  webhookId: string;
  now: Date;
  limit: number;
  maxBytes: number;
  /** Where to begin; undefined: at the first. */
  from: { dueAt: Date; id: string } | undefined;
  /** Those at hand already. */
  except: readonly string[];
}

/** Webhooks with deliveries that wait: one look into the index for each, however many wait. */
const WAITING = `
  with recursive waiting (webhook_id) as (
    (select webhook_id from webhook_deliveries where status = 'pending' order by webhook_id limit 1)
    union all
    select (select d.webhook_id from webhook_deliveries d
            where d.status = 'pending' and d.webhook_id > w.webhook_id order by d.webhook_id limit 1)
    from waiting w where w.webhook_id is not null)`;
const NAMED = "with waiting (webhook_id) as (select unnest($5::text[]))";

/** Every statement of those that send. Holds go by the database's clock, what is due by ours. */
export const lanesStore = {
  /**
   * Takes the active webhooks that have something due and that nobody else holds, at most so many; among the given ones,
   * or among all. Answers those held now.
   */
  async take(
    sql: Sql,
    input: { owner: string; holdMs: number; now: Date; limit: number; among: readonly string[] | undefined },
  ): Promise<string[]> {
    const { owner, holdMs, now, limit, among } = input;
    const rows = await sql.query<{ id: string }>(
      `${among ? NAMED : WAITING}
       insert into webhook_lanes (webhook_id, tenant_id, owner, until)
       select w.id, w.tenant_id, $1, clock_timestamp() + $2 * interval '1 millisecond'
       from waiting join webhooks w on w.id = waiting.webhook_id and w.active
       left join webhook_lanes l on l.webhook_id = w.id
       where (l.webhook_id is null or l.owner = $1 or l.until < clock_timestamp())
         and exists (select 1 from webhook_deliveries d
                     where d.webhook_id = w.id and d.status = 'pending' and d.due_at <= $3)
       order by w.id limit $4
       on conflict (webhook_id) do update set owner = excluded.owner, until = excluded.until
         where webhook_lanes.owner = excluded.owner or webhook_lanes.until < clock_timestamp()
       returning webhook_id as id`,
      [owner, holdMs, now, limit, ...(among ? [among] : [])],
    );
    return rows.map(({ id }) => id);
  },

  /** Holds on; answers those that are still held. */
  async hold(sql: Sql, owner: string, webhookIds: readonly string[], holdMs: number): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `update webhook_lanes set until = clock_timestamp() + $3 * interval '1 millisecond'
       where owner = $1 and webhook_id = any($2::text[]) returning webhook_id as id`,
      [owner, webhookIds, holdMs],
    );
    return rows.map(({ id }) => id);
  },

  async release(sql: Sql, owner: string, webhookIds: readonly string[]): Promise<void> {
    await sql.query("delete from webhook_lanes where owner = $1 and webhook_id = any($2::text[])", [owner, webhookIds]);
  },

  /** What is due, in its order: up to a number, and to a size unless a single one is larger. */
  due(sql: Sql, { webhookId, now, limit, maxBytes, from, except }: DueInput): Promise<DueDelivery[]> {
    return sql.query(
      `select id, body, attempts, step, "dueAt" from (
         select *, sum(octet_length(body)) over (order by "dueAt", id) - octet_length(body) as before from (
           select d.id, d.body, d.attempts, d.step, d.due_at as "dueAt" from webhook_deliveries d
           where d.webhook_id = $1 and d.status = 'pending' and d.due_at <= $2
             and (d.due_at, d.id) > ($3::timestamptz, $4) and not d.id = any($5::text[])
           order by d.due_at, d.id limit $6) found) sized
       where before < $7 and exists (select 1 from webhooks w where w.id = $1 and w.active)
       order by "dueAt", id`,
      [webhookId, now, from?.dueAt ?? "-infinity", from?.id ?? "", except, limit, maxBytes],
    );
  },

  /** Writes down what attempts came to. */
  async settle(sql: Sql, settled: readonly Settled[]): Promise<void> {
    const column = <T>(read: (one: Settled) => T): T[] => settled.map(read);
    await sql.query(
      `update webhook_deliveries d set status = s.status, attempts = d.attempts + 1, step = d.step + 1,
         due_at = s.due_at, response_status = s.response_status, error = s.error, attempted_at = s.ended,
         delivered_at = case when s.status = 'delivered' then s.ended end
       from unnest($1::text[], $2::int[], $3::text[], $4::timestamptz[], $5::int[], $6::text[], $7::timestamptz[], $8::int[])
         as s (id, attempts, status, due_at, response_status, error, ended, step)
       where d.id = s.id and d.status = 'pending' and d.attempts = s.attempts and d.step = s.step`,
      [
        column(({ id }) => id),
        column(({ attempts }) => attempts),
        column(({ status }) => status),
        column(({ dueAt }) => dueAt),
        column(({ responseStatus }) => responseStatus),
        column(({ error }) => error),
        column(({ ended }) => ended),
        column(({ step }) => step),
      ],
    );
  },
};
