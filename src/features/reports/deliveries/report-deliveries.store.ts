import { newId } from "../../../platform/ids.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { DueMail, ReportDelivery } from "./delivery.model.ts";

/** Longer than one mail may take: after it the try counts as cut short. */
const LEASE_SECONDS = 120;
const FIRST_PAUSE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 3_600;

const DUE = "due_at <= now() and (claimed_until is null or claimed_until < now())";

interface ReportKey {
  tenantId: string;
  id: string;
}

export interface WebhookRecipient {
  webhookId: string | null;
  deliveryId: string | null;
  error: string | null;
}

export type StoredDelivery = ReportDelivery & { webhookDeliveryId: string | null };

/** Every statement on the deliveries of reports. */
export const reportDeliveriesStore = {
  /** Mails that become due with the completion of the report. */
  async addMails(tx: Sql, { tenantId, id }: ReportKey, recipients: readonly string[], at: Date): Promise<void> {
    await tx.query(
      `insert into report_deliveries (id, tenant_id, report_id, method, recipient, status, changed_at)
       select m.id, $1, $2, 'email', m.recipient, 'pending', $3 from unnest($4::text[], $5::text[]) as m (id, recipient)`,
      [tenantId, id, at, recipients.map(() => newId()), recipients],
    );
  },

  /** Deliveries that the webhooks make themselves, or an error instead of one. */
  async addWebhooks(tx: Sql, { tenantId, id }: ReportKey, to: readonly WebhookRecipient[], at: Date): Promise<void> {
    await tx.query(
      `insert into report_deliveries
         (id, tenant_id, report_id, method, recipient, status, error, webhook_delivery_id, changed_at)
       select w.id, $1, $2, 'webhook', w.recipient, case when w.error is null then 'pending' else 'failed' end, w.error,
         w.delivery, $3
       from unnest($4::text[], $5::text[], $6::text[], $7::text[]) as w (id, recipient, delivery, error)`,
      [
        tenantId,
        id,
        at,
        to.map(() => newId()),
        to.map(({ webhookId }) => webhookId),
        to.map(({ deliveryId }) => deliveryId),
        to.map(({ error }) => error),
      ],
    );
  },

  /** Makes the report's mails due; returns how many there are. */
  async makeDue(tx: Sql, { tenantId, id }: ReportKey): Promise<number> {
    const rows = await tx.query(
      `update report_deliveries set due_at = now() where tenant_id = $1 and report_id = $2 and method = 'email'
         and status = 'pending' returning 1`,
      [tenantId, id],
    );
    return rows.length;
  },

  /** Ends the report's mails that were not sent. */
  async failAll(tx: Sql, { tenantId, id }: ReportKey, error: string, at: Date): Promise<void> {
    await tx.query(
      `update report_deliveries set status = 'failed', error = $3, due_at = null, changed_at = $4
       where tenant_id = $1 and report_id = $2 and status in ('pending', 'sending')`,
      [tenantId, id, error, at],
    );
  },

  /** Lets the mails that ended with reports for that reason wait for them again. */
  async expectAgain(tx: Sql, reports: readonly ReportKey[], error: string): Promise<void> {
    await tx.query(
      `update report_deliveries d set status = 'pending', error = null
       from unnest($1::text[], $2::text[]) as r (tenant_id, id)
       where d.tenant_id = r.tenant_id and d.report_id = r.id and d.method = 'email' and d.status = 'failed' and d.error = $3`,
      [reports.map(({ tenantId }) => tenantId), reports.map(({ id }) => id), error],
    );
  },

  /** Takes the tenant's mail that is due longest, and writes down that it is handed over now. */
  async claim(sql: Sql, tenantId: string, at: Date): Promise<DueMail | undefined> {
    const rows = await sql.query<DueMail>(
      `update report_deliveries set status = 'sending', tries = tries + 1, changed_at = $2,
         claimed_until = now() + interval '${LEASE_SECONDS} seconds'
       where id = (select id from report_deliveries where tenant_id = $1 and ${DUE} order by due_at, id limit 1
                   for update skip locked)
       returning id, tenant_id as "tenantId", report_id as "reportId", recipient, tries`,
      [tenantId, at],
    );
    return rows[0];
  },

  /** Records the end of a delivery. */
  async end(sql: Sql, mail: DueMail, status: "delivered" | "failed", error: string | null, at: Date): Promise<void> {
    await sql.query(
      `update report_deliveries set status = $3, error = $4, due_at = null, claimed_until = null, changed_at = $5
       where tenant_id = $1 and id = $2`,
      [mail.tenantId, mail.id, status, error, at],
    );
  },

  /** The mail is tried again after a growing pause. */
  async putOff(sql: Sql, mail: DueMail, error: string, at: Date): Promise<void> {
    await sql.query(
      `update report_deliveries set status = 'pending', error = $3, claimed_until = null, changed_at = $4,
         due_at = now() + make_interval(secs => least(${MAX_PAUSE_SECONDS}, ${FIRST_PAUSE_SECONDS} * power(2, tries - 1)))
       where tenant_id = $1 and id = $2`,
      [mail.tenantId, mail.id, error, at],
    );
  },

  /** Gives back a mail that was not handed over: the try does not count. */
  async release(sql: Sql, mail: DueMail): Promise<void> {
    await sql.query(
      `update report_deliveries set status = 'pending', claimed_until = null, tries = tries - 1
       where tenant_id = $1 and id = $2`,
      [mail.tenantId, mail.id],
    );
  },

  of: (sql: Sql, { tenantId, id }: ReportKey): Promise<StoredDelivery[]> =>
    sql.query(
      `select method, recipient, case when status = 'sending' then 'pending' else status end as status, error,
         changed_at as at, webhook_delivery_id as "webhookDeliveryId"
       from report_deliveries where tenant_id = $1 and report_id = $2 order by id`,
      [tenantId, id],
    ),

  async hasDue(sql: Sql, tenantId: string): Promise<boolean> {
    return (
      (await sql.query(`select 1 from report_deliveries where tenant_id = $1 and ${DUE} limit 1`, [tenantId])).length >
      0
    );
  },

  async countDue(sql: Sql): Promise<number> {
    const rows = await sql.query<{ n: number }>(`select count(*) as n from report_deliveries where ${DUE}`);
    return rows[0]?.n ?? 0;
  },

  async tenantsWithDue(sql: Sql): Promise<string[]> {
    const rows = await sql.query<{ tenantId: string }>(
      `select tenant_id as "tenantId" from report_deliveries where ${DUE} group by tenant_id order by min(due_at), tenant_id`,
    );
    return rows.map(({ tenantId }) => tenantId);
  },
};
