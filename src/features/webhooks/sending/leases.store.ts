import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { DueDelivery } from "../webhook.model.ts";

/** The result of an attempt as it is stored. */
export interface RecordedResult {
  id: string;
  /** Attempts before this one, and its place in the schedule: a row that was recorded or queued again since stays as it is. */
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
  /** Where the page begins; undefined: at the first due delivery. */
  from: { dueAt: Date; id: string } | undefined;
  /** Deliveries that the queue has read already. */
  except: readonly string[];
}

export interface LeasedWebhook {
  id: string;
  tenantId: string;
}

/** Webhooks with pending deliveries: one index seek for each webhook, however many deliveries it has. */
const PENDING_WEBHOOKS = `
  with recursive waiting (webhook_id) as (
    (select webhook_id from webhook_deliveries where status = 'pending' order by webhook_id limit 1)
    union all
    select (select d.webhook_id from webhook_deliveries d
            where d.status = 'pending' and d.webhook_id > w.webhook_id order by d.webhook_id limit 1)
    from waiting w where w.webhook_id is not null)`;
const GIVEN_WEBHOOKS = "with waiting (webhook_id) as (select unnest($5::text[]))";

/** The statements of sending. Leases go by the database's clock, due times by the process's. */
export const leasesStore = {
  /**
   * Acquires up to `limit` free leases of active webhooks with due deliveries, among the given webhooks or among all: one
   * of each tenant, then a second of each, and so on. Returns the webhooks acquired.
   */
  async acquire(
    sql: Sql,
    input: { owner: string; leaseMs: number; now: Date; limit: number; among: readonly string[] | undefined },
  ): Promise<LeasedWebhook[]> {
    const { owner, leaseMs, now, limit, among } = input;
    return sql.query<LeasedWebhook>(
      `${among ? GIVEN_WEBHOOKS : PENDING_WEBHOOKS}
       insert into webhook_lanes (webhook_id, tenant_id, owner, until)
       select free.id, free.tenant_id, $1, clock_timestamp() + $2 * interval '1 millisecond' from (
         select w.id, w.tenant_id, row_number() over (partition by w.tenant_id order by random()) as place
         from waiting join webhooks w on w.id = waiting.webhook_id and w.active
         left join webhook_lanes l on l.webhook_id = w.id
         where (l.webhook_id is null or l.owner = $1 or l.until < clock_timestamp())
           and exists (select 1 from webhook_deliveries d
                       where d.webhook_id = w.id and d.status = 'pending' and d.due_at <= $3)
         order by place limit $4) free
       order by free.id
       on conflict (webhook_id) do update set owner = excluded.owner, until = excluded.until
         where webhook_lanes.owner = excluded.owner or webhook_lanes.until < clock_timestamp()
       returning webhook_id as id, tenant_id as "tenantId"`,
      [owner, leaseMs, now, limit, ...(among ? [among] : [])],
    );
  },

  /** Extends leases; returns the ids of those that `owner` still holds. */
  async renew(sql: Sql, owner: string, webhookIds: readonly string[], leaseMs: number): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `update webhook_lanes set until = clock_timestamp() + $3 * interval '1 millisecond'
       where owner = $1 and webhook_id = any($2::text[]) returning webhook_id as id`,
      [owner, webhookIds, leaseMs],
    );
    return rows.map(({ id }) => id);
  },

  async release(sql: Sql, owner: string, webhookIds: readonly string[]): Promise<void> {
    await sql.query("delete from webhook_lanes where owner = $1 and webhook_id = any($2::text[])", [owner, webhookIds]);
  },

  /** Due deliveries in order of time: up to `limit`, and up to `maxBytes` unless a single one is larger. */
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

  /** Stores results of attempts. */
  async recordResults(sql: Sql, results: readonly RecordedResult[]): Promise<void> {
    const column = <T>(read: (result: RecordedResult) => T): T[] => results.map(read);
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
