import type { Sql } from "../../platform/postgres/postgres.ts";
import type { TimedWindow } from "../../platform/timed-list.ts";
import {
  type DisabledReason,
  MAX_ACTIVE_SECRETS,
  WEBHOOK_LIMITS,
  type Webhook,
  type WebhookVersion,
} from "./webhook.model.ts";

/** A webhook as stored. */
export interface WebhookRow extends Omit<Webhook, "headers"> {
  tenantId: string;
  sealedHeaders: string;
}

export interface SecretRow {
  id: string;
  sealedSecret: string;
  expiresAt: Date | null;
}

export interface Subscription {
  id: string;
  events: string[];
}

const COLUMNS = `id, tenant_id as "tenantId", name, url, events, sealed_headers as "sealedHeaders", active,
  disabled_reason as "disabledReason", disabled_at as "disabledAt", failing_since as "failingSince",
  created_at as "createdAt", created_by as "createdBy", updated_at as "updatedAt"`;

const IS_VERSION = "id = $1 and url = $2 and updated_at = $3";

/** Every statement on webhooks and their secrets. */
export const webhooksStore = {
  /** The active webhooks of a tenant, with the kinds to which they subscribe. */
  subscriptions: (sql: Sql, tenantId: string): Promise<Subscription[]> =>
    sql.query("select id, events from webhooks where tenant_id = $1 and active", [tenantId], {
      prepared: true,
      early: true,
    }),

  /** How many webhooks of all tenants are in each state, zeros included. */
  countByState(sql: Sql): Promise<{ state: string; webhooks: number }[]> {
    return sql.query(
      `select s.state, count(w.id) as webhooks
       from (values ('delivering'), ('failing'), ('disabled'), ('inactive')) as s (state)
       left join webhooks w on s.state = case when w.active and w.failing_since is null then 'delivering'
         when w.active then 'failing' when w.disabled_reason is not null then 'disabled' else 'inactive' end
       group by s.state`,
    );
  },

  /** Locks the creation of the tenant's webhooks until the transaction ends. */
  async lockTenant(tx: Sql, tenantId: string): Promise<void> {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))", [tenantId]);
  },

  async isFull(sql: Sql, tenantId: string): Promise<boolean> {
    const rows = await sql.query("select 1 from webhooks where tenant_id = $1 limit $2", [
      tenantId,
      WEBHOOK_LIMITS.webhooks,
    ]);
    return rows.length >= WEBHOOK_LIMITS.webhooks;
  },

  /** False if a webhook of this id exists. */
  async insert(sql: Sql, row: WebhookRow): Promise<boolean> {
    const rows = await sql.query(
      `insert into webhooks (id, tenant_id, name, url, events, sealed_headers, active, created_at, created_by, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8) on conflict (id) do nothing returning id`,
      [
        row.id,
        row.tenantId,
        row.name,
        row.url,
        row.events,
        row.sealedHeaders,
        row.active,
        row.createdAt,
        row.createdBy,
      ],
    );
    return rows.length > 0;
  },

  async find(sql: Sql, tenantId: string, id: string, { lock = false } = {}): Promise<WebhookRow | undefined> {
    const text = `select ${COLUMNS} from webhooks where tenant_id = $1 and id = $2 ${lock ? "for update" : ""}`;
    return (await sql.query<WebhookRow>(text, [tenantId, id]))[0];
  },

  /** An active webhook of any tenant. */
  async findActive(sql: Sql, id: string): Promise<WebhookRow | undefined> {
    return (await sql.query<WebhookRow>(`select ${COLUMNS} from webhooks where id = $1 and active`, [id]))[0];
  },

  page(sql: Sql, tenantId: string, { order, limit, offset, after }: TimedWindow): Promise<WebhookRow[]> {
    const beyond = after ? `and (created_at, id) ${order === "asc" ? ">" : "<"} ($4::timestamptz, $5)` : "";
    return sql.query(
      `select ${COLUMNS} from webhooks where tenant_id = $1 ${beyond}
       order by created_at ${order}, id ${order} limit $2 offset $3`,
      [tenantId, limit, offset, ...(after ? [after.at, after.id] : [])],
    );
  },

  async count(sql: Sql, tenantId: string): Promise<number> {
    const text = "select count(*) as total from webhooks where tenant_id = $1";
    return (await sql.query<{ total: number }>(text, [tenantId]))[0]?.total ?? 0;
  },

  async update(sql: Sql, row: WebhookRow): Promise<void> {
    await sql.query(
      `update webhooks set name = $2, url = $3, events = $4, sealed_headers = $5, active = $6, disabled_reason = $7,
         disabled_at = $8, failing_since = $9, updated_at = $10 where id = $1`,
      [
        row.id,
        row.name,
        row.url,
        row.events,
        row.sealedHeaders,
        row.active,
        row.disabledReason,
        row.disabledAt,
        row.failingSince,
        row.updatedAt,
      ],
    );
  },

  /** Deletes the webhook with its secrets; `deleteOrphans` deletes its deliveries later. */
  async remove(sql: Sql, id: string): Promise<void> {
    await sql.query("delete from webhooks where id = $1", [id]);
    await sql.query("delete from webhook_lanes where webhook_id = $1", [id]);
  },

  /** Secrets that have not expired at `at`, newest first. */
  secrets: (sql: Sql, webhookId: string, at: Date): Promise<SecretRow[]> =>
    sql.query(
      `select id, sealed_secret as "sealedSecret", expires_at as "expiresAt" from webhook_secrets
       where webhook_id = $1 and (expires_at is null or expires_at > $2) order by created_at desc, id desc limit $3`,
      [webhookId, at, MAX_ACTIVE_SECRETS],
    ),

  async insertSecret(
    sql: Sql,
    secret: { id: string; tenantId: string; webhookId: string; sealedSecret: string; createdAt: Date },
  ): Promise<void> {
    const { id, tenantId, webhookId, sealedSecret, createdAt } = secret;
    await sql.query(
      `insert into webhook_secrets (id, tenant_id, webhook_id, sealed_secret, created_at) values ($1, $2, $3, $4, $5)`,
      [id, tenantId, webhookId, sealedSecret, createdAt],
    );
  },

  /** Lets the current secrets expire at `expiresAt`, and deletes expired ones. */
  async expireSecrets(tx: Sql, webhookId: string, now: Date, expiresAt: Date): Promise<void> {
    await tx.query("delete from webhook_secrets where webhook_id = $1 and expires_at <= $2", [webhookId, now]);
    await tx.query("update webhook_secrets set expires_at = $2 where webhook_id = $1 and expires_at is null", [
      webhookId,
      expiresAt,
    ]);
  },

  /** Sets since when the webhook fails, unless it was changed since; null if it does not fail. */
  async setFailingSince(sql: Sql, id: string, version: WebhookVersion, since: Date | null): Promise<void> {
    await sql.query(`update webhooks set failing_since = $4 where ${IS_VERSION}`, [
      id,
      version.url,
      version.updatedAt,
      since,
    ]);
  },

  /** Disables the webhook; undefined if it was not active, or was changed since. */
  async disable(
    tx: Sql,
    id: string,
    version: WebhookVersion,
    reason: DisabledReason,
    at: Date,
  ): Promise<WebhookRow | undefined> {
    const rows = await tx.query<WebhookRow>(
      `update webhooks set active = false, disabled_reason = $4, disabled_at = $5, updated_at = $5
       where ${IS_VERSION} and active returning ${COLUMNS}`,
      [id, version.url, version.updatedAt, reason, at],
    );
    return rows[0];
  },
};
