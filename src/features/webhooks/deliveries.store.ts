import { deleteInBatches } from "../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { textArray } from "../../platform/postgres/text-array.ts";
import type { TimedWindow } from "../../platform/timed-list.ts";
import type { NewDelivery } from "./payload.ts";
import type { Delivery, DeliveryStatus } from "./webhook.model.ts";

/** Postgres channel that notifies sending processes of queued deliveries and changed webhooks. */
export const NOTIFY_CHANNEL = "orrery_webhooks";

/** Largest payload of a notification in bytes, with a margin: PostgreSQL accepts 8,000. */
const MAX_NOTIFICATION_LENGTH = 7_500;

export interface DeliveryFilter {
  webhookId: string;
  statuses: readonly DeliveryStatus[] | undefined;
  events: readonly string[] | undefined;
}

const COLUMNS = `id, webhook_id as "webhookId", event, status, attempts, response_status as "responseStatus", error,
  created_at as "createdAt", due_at as "nextAttemptAt", delivered_at as "deliveredAt"`;

const INSERT_DELIVERIES = `insert into webhook_deliveries (tenant_id, id, webhook_id, event, body, status, due_at, created_at)
  select $1, d.id, d.webhook_id, d.event, d.body, 'pending', $2, $2
  from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as d (id, webhook_id, event, body)`;

function queuedValues(tenantId: string, deliveries: readonly NewDelivery[], now: Date): unknown[] {
  const column = (read: (delivery: NewDelivery) => string) => textArray(deliveries.map(read));
  return [
    tenantId,
    now,
    column(({ id }) => id),
    column(({ webhookId }) => webhookId),
    column(({ event }) => event),
    column(({ body }) => body),
    NOTIFY_CHANNEL,
    queuedNotification(deliveries.map(({ webhookId }) => webhookId)),
  ];
}

/** Every statement on deliveries except those of the sender. */
export const deliveriesStore = {
  /** Stores deliveries that are due now, and notifies the sending processes. Deliveries that exist stay unchanged. */
  async queue(tx: Sql, tenantId: string, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
    await tx.query(
      `with queued as (${INSERT_DELIVERIES} on conflict (id) do nothing returning 1)
       select pg_notify($7, $8) where exists (select 1 from queued)`,
      queuedValues(tenantId, deliveries, now),
      { prepared: true },
    );
  },

  /** As `queue`, of deliveries none of which exists: Postgres does not look for them first. */
  async queueNew(tx: Sql, tenantId: string, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
    await tx.query(
      `with queued as (${INSERT_DELIVERIES}) select pg_notify($7, $8)`,
      queuedValues(tenantId, deliveries, now),
      { prepared: true },
    );
  },

  /** Notifies the sending processes that a webhook changed, or that a delivery of it is due. */
  async notify(sql: Sql, reason: "changed" | "queued", webhookId: string): Promise<void> {
    await sql.query("select pg_notify($1, $2)", [NOTIFY_CHANNEL, `${reason} ${webhookId}`]);
  },

  async find(sql: Sql, tenantId: string, id: string): Promise<Delivery | undefined> {
    const text = `select ${COLUMNS} from webhook_deliveries where id = $2 and tenant_id = $1`;
    return (await sql.query<Delivery>(text, [tenantId, id]))[0];
  },

  findAll: (sql: Sql, tenantId: string, ids: readonly string[]): Promise<Delivery[]> =>
    sql.query(`select ${COLUMNS} from webhook_deliveries where tenant_id = $1 and id = any($2::text[])`, [
      tenantId,
      ids,
    ]),

  page(
    sql: Sql,
    { webhookId, statuses, events }: DeliveryFilter,
    { order, limit, offset, after }: TimedWindow,
  ): Promise<Delivery[]> {
    const beyond = after ? `and (created_at, id) ${order === "asc" ? ">" : "<"} ($6::timestamptz, $7)` : "";
    return sql.query(
      `select ${COLUMNS} from webhook_deliveries where webhook_id = $1
         and ($2::text[] is null or status = any($2)) and ($3::text[] is null or event = any($3)) ${beyond}
       order by created_at ${order}, id ${order} limit $4 offset $5`,
      [webhookId, statuses ?? null, events ?? null, limit, offset, ...(after ? [after.at, after.id] : [])],
    );
  },

  async count(sql: Sql, { webhookId, statuses, events }: DeliveryFilter): Promise<number> {
    const rows = await sql.query<{ total: number }>(
      `select count(*) as total from webhook_deliveries where webhook_id = $1
         and ($2::text[] is null or status = any($2)) and ($3::text[] is null or event = any($3))`,
      [webhookId, statuses ?? null, events ?? null],
    );
    return rows[0]?.total ?? 0;
  },

  /** Makes a delivery due now and restarts its schedule; undefined if there is none of this id. */
  async requeue(sql: Sql, id: string, now: Date): Promise<Delivery | undefined> {
    const rows = await sql.query<Delivery>(
      `update webhook_deliveries set status = 'pending', step = 0, due_at = $2, error = null, response_status = null,
         delivered_at = null where id = $1 returning ${COLUMNS}`,
      [id, now],
    );
    return rows[0];
  },

  /** Deliveries of all tenants that are due; those of inactive webhooks wait and do not count. */
  async countDue(sql: Sql): Promise<number> {
    const [row] = await sql.query<{ n: number }>(
      `select count(*) as n from webhook_deliveries d join webhooks w on w.id = d.webhook_id
       where d.status = 'pending' and d.due_at <= now() and w.active`,
    );
    return row?.n ?? 0;
  },

  /**
   * Deletes a tenant's deliveries created before `before`; returns how many. Keeps those whose next attempt is not before
   * `before`: the retry schedule may last longer than the retention time.
   */
  async deleteExpired(sql: Sql, tenantId: string, before: Date): Promise<number> {
    const isNotScheduled = "(due_at is null or due_at < $2)";
    return deleteInBatches(sql, "webhook_deliveries", `tenant_id = $1 and created_at < $2 and ${isNotScheduled}`, [
      tenantId,
      before,
    ]);
  },

  /** Deletes a tenant's deliveries of deleted webhooks; returns how many. */
  async deleteOrphans(sql: Sql, tenantId: string): Promise<number> {
    const kept = "exists (select 1 from webhooks w where w.id = webhook_deliveries.webhook_id)";
    return deleteInBatches(sql, "webhook_deliveries", `tenant_id = $1 and not ${kept}`, [tenantId]);
  },
};

/** Payload for queued deliveries. Without webhook ids if they are too long; the senders then check all webhooks. */
function queuedNotification(webhookIds: readonly string[]): string {
  const notice = `queued ${[...new Set(webhookIds)].join(",")}`;
  return notice.length > MAX_NOTIFICATION_LENGTH ? "queued" : notice;
}
