import { LEASE_SECONDS } from "../../../platform/jobs/hold.ts";
import type { ParkedOfTenant } from "../../../platform/jobs/parked-work.ts";
import { MAX_TRIES } from "../../../platform/jobs/tries.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { ChangeFieldValues } from "../../integrations/index.ts";

/** Attempts in flight to one integration, in all processes: service desks limit their callers. */
const IN_FLIGHT_OF_AN_INTEGRATION = 3;

/** A write-back that this process holds. */
export interface HeldWriteBack {
  analysisId: string;
  tenantId: string;
  integrationId: string;
  taskNodeId: string;
  attempt: string;
  /** Number of the attempt in the log. */
  number: number;
  /** Attempts since it was queued, this one included. */
  tries: number;
  firstTriedAt: Date;
  fields: ChangeFieldValues;
}

export interface NewWriteBack {
  analysisId: string;
  tenantId: string;
  integrationId: string;
  taskNodeId: string;
  requestedAt: Date;
}

export interface AttemptResult {
  responseStatus: number | null;
  error: string | null;
}

const IS_FREE = "(w.claimed_until is null or w.claimed_until < now())";
const SAME_TASK =
  "o.tenant_id = w.tenant_id and o.integration_id = w.integration_id and o.task_node_id = w.task_node_id";
const LATER = `select o.analysis_id from change_write_backs o
  where ${SAME_TASK} and (o.requested_at, o.analysis_id) > (w.requested_at, w.analysis_id)
  order by o.requested_at desc, o.analysis_id desc limit 1`;
const IN_FLIGHT = "o.status = 'pending' and o.claimed_until >= now()";
/** Whether another attempt may begin now; `$2` is the time. */
const DUE = `w.status = 'pending' and w.not_before <= $2 and ${IS_FREE} and not exists (${LATER})
  and not exists (select 1 from change_write_backs o where ${SAME_TASK} and ${IN_FLIGHT})
  and (select count(*) from change_write_backs o where o.tenant_id = w.tenant_id
       and o.integration_id = w.integration_id and ${IN_FLIGHT}) < ${IN_FLIGHT_OF_AN_INTEGRATION}`;
/**
 * Given up after many attempts, and no later analysis of the task has a write-back; operators see it among parked work for as
 * long as failed jobs.
 */
const PARKED = `w.status = 'failed' and w.tries >= ${MAX_TRIES} and w.superseded_by is null
  and w.ended_at > now() - interval '30 days' and not exists (${LATER})`;
const OF_TENANT = "($1::text is null or w.tenant_id = $1)";
const SUPERSEDED = "a later analysis of the task takes its place";
const UNDER_WAY = "no answer was recorded";

/** The queue of results to be written to tasks. */
export const writeBacksStore = {
  /**
   * Queues a write-back in place of those of earlier analyses of the task that are not under way. Where a later analysis has
   * one, it is not written: an old result never goes over a new one.
   */
  async queue(tx: Sql, made: NewWriteBack, at: Date): Promise<void> {
    const { analysisId, tenantId, integrationId, taskNodeId, requestedAt } = made;
    // Of two at once, the second sees what the first queued.
    await lockQueue(tx, tenantId);
    await tx.query(
      `insert into change_write_backs (analysis_id, tenant_id, integration_id, task_node_id, requested_at, status, not_before)
       values ($1, $2, $3, $4, $5, 'pending', $6) on conflict do nothing`,
      [analysisId, tenantId, integrationId, taskNodeId, requestedAt, at],
    );
    await tx.query(
      `update change_write_backs w set status = 'failed', error = '${SUPERSEDED}', superseded_by = (${LATER}), ended_at = $4
       where w.tenant_id = $1 and w.integration_id = $2 and w.task_node_id = $3 and w.status = 'pending' and ${IS_FREE}
         and exists (${LATER})`,
      [tenantId, integrationId, taskNodeId, at],
    );
  },

  /**
   * Takes the tenant's write-back that is due longest, and logs that an attempt begins. One whose process died gives way to
   * a later analysis of the task, as it was not free when that one was queued. One claim at a time, until the transaction
   * ends: of several at once, each would count the attempts under way without those of the others.
   */
  async claim(tx: Sql, tenantId: string, attempt: string, at: Date): Promise<HeldWriteBack | undefined> {
    await lockQueue(tx, tenantId);
    const rows = await tx.query<HeldWriteBack>(
      `with superseded as (
         update change_write_backs w set status = 'failed', error = '${SUPERSEDED}', superseded_by = (${LATER}), ended_at = $2,
           claimed_until = null
         where w.tenant_id = $1 and w.status = 'pending' and w.claimed_until < now() and exists (${LATER})),
       claimed as (
         update change_write_backs set attempt = $3, claimed_until = now() + interval '${LEASE_SECONDS} seconds',
           tries = tries + 1, first_tried_at = coalesce(first_tried_at, $2)
         where analysis_id = (select w.analysis_id from change_write_backs w where w.tenant_id = $1 and ${DUE}
                              order by w.not_before, w.analysis_id limit 1 for update skip locked)
         returning *),
       logged as (
         insert into change_write_back_attempts (analysis_id, tenant_id, number, at, error)
         select c.analysis_id, c.tenant_id, 1 + (select count(*) from change_write_back_attempts l
           where l.analysis_id = c.analysis_id), $2, '${UNDER_WAY}' from claimed c
         returning number)
       select c.analysis_id as "analysisId", c.tenant_id as "tenantId", c.integration_id as "integrationId",
         c.task_node_id as "taskNodeId", c.attempt, c.tries, c.first_tried_at as "firstTriedAt", l.number,
         a.assessment -> 'fields' as fields
       from claimed c join change_analyses a on a.id = c.analysis_id, logged l`,
      [tenantId, at, attempt],
    );
    return rows[0];
  },

  async renew(sql: Sql, { analysisId, attempt }: HeldWriteBack): Promise<boolean> {
    const rows = await sql.query(
      `update change_write_backs set claimed_until = now() + interval '${LEASE_SECONDS} seconds'
       where analysis_id = $1 and attempt = $2 and status = 'pending' returning 1`,
      [analysisId, attempt],
    );
    return rows.length > 0;
  },

  async logResult(tx: Sql, { analysisId, number }: HeldWriteBack, result: AttemptResult): Promise<void> {
    await tx.query(
      "update change_write_back_attempts set response_status = $3, error = $4 where analysis_id = $1 and number = $2",
      [analysisId, number, result.responseStatus, result.error],
    );
  },

  /** Never to be written again; also where another process took over in between. */
  async deliver(tx: Sql, { analysisId }: HeldWriteBack, at: Date): Promise<void> {
    await tx.query(
      `update change_write_backs set status = 'delivered', error = null, superseded_by = null, ended_at = $2,
         attempt = null, claimed_until = null where analysis_id = $1`,
      [analysisId, at],
    );
  },

  async fail(tx: Sql, { analysisId, attempt }: HeldWriteBack, error: string, at: Date): Promise<void> {
    await tx.query(
      `update change_write_backs set status = 'failed', error = $3, ended_at = $4, claimed_until = null
       where analysis_id = $1 and attempt = $2 and status = 'pending'`,
      [analysisId, attempt, error, at],
    );
  },

  /** Leaves it for another attempt at `due`, unless a later analysis of the task has a write-back by now. */
  async putOff(tx: Sql, { analysisId, attempt }: HeldWriteBack, due: Date, at: Date): Promise<void> {
    await tx.query(
      `update change_write_backs w set claimed_until = null, not_before = $3, superseded_by = (${LATER}),
         status = case when exists (${LATER}) then 'failed' else 'pending' end,
         error = case when exists (${LATER}) then '${SUPERSEDED}' end,
         ended_at = case when exists (${LATER}) then $4::timestamptz end
       where w.analysis_id = $1 and w.attempt = $2 and w.status = 'pending'`,
      [analysisId, attempt, due, at],
    );
  },

  /** Lets everything that waits for the integration wait until then: it asked its callers to. */
  async holdIntegration(tx: Sql, { tenantId, integrationId }: HeldWriteBack, until: Date): Promise<void> {
    await tx.query(
      `update change_write_backs set not_before = $3 where analysis_id in (
         select w.analysis_id from change_write_backs w where w.tenant_id = $1 and w.integration_id = $2
           and w.status = 'pending' and w.not_before < $3 and ${IS_FREE} order by w.analysis_id for update skip locked)`,
      [tenantId, integrationId, until],
    );
  },

  /** Has a failed write-back made again, unless a later analysis of the task has one; false where there is nothing to do. */
  async retry(tx: Sql, tenantId: string, analysisId: string, at: Date): Promise<boolean> {
    const rows = await tx.query(
      `update change_write_backs w set status = 'pending', error = null, superseded_by = null, tries = 0,
         first_tried_at = null, ended_at = null, not_before = $3
       where w.tenant_id = $1 and w.analysis_id = $2 and w.status = 'failed' and not exists (${LATER}) returning 1`,
      [tenantId, analysisId, at],
    );
    return rows.length > 0;
  },

  async hasDue(sql: Sql, tenantId: string, at: Date): Promise<boolean> {
    const text = `select 1 from change_write_backs w where w.tenant_id = $1 and ${DUE} limit 1`;
    return (await sql.query(text, [tenantId, at])).length > 0;
  },

  /** Tenants with a write-back that is due, the one that waits longest first. */
  async tenantsWithDue(sql: Sql, at: Date): Promise<string[]> {
    const rows = await sql.query<{ tenantId: string }>(
      `select w.tenant_id as "tenantId" from change_write_backs w
       where w.status = 'pending' and w.not_before <= $1 and ${IS_FREE}
       group by w.tenant_id order by min(w.not_before), w.tenant_id`,
      [at],
    );
    return rows.map(({ tenantId }) => tenantId);
  },

  async countPending(sql: Sql): Promise<number> {
    const text = "select count(*) as n from change_write_backs where status = 'pending'";
    return (await sql.query<{ n: number }>(text))[0]?.n ?? 0;
  },

  async countParked(sql: Sql): Promise<number> {
    const rows = await sql.query<{ n: number }>(`select count(*) as n from change_write_backs w where ${PARKED}`);
    return rows[0]?.n ?? 0;
  },

  parkedByTenant: (sql: Sql, tenantId: string | undefined): Promise<ParkedOfTenant[]> =>
    sql.query(
      `select tenant_id as "tenantId", count(*) as count, max(tries) as tries, min(ended_at) as "firstFailedAt",
         max(ended_at) as "failedAt"
       from change_write_backs w where ${PARKED} and ${OF_TENANT} group by tenant_id order by tenant_id`,
      [tenantId ?? null],
    ),

  async releaseParked(sql: Sql, tenantId: string | undefined, at: Date): Promise<number> {
    const rows = await sql.query(
      `update change_write_backs w set status = 'pending', error = null, tries = 0, first_tried_at = null, ended_at = null,
         not_before = $2 where ${PARKED} and ${OF_TENANT} returning 1`,
      [tenantId ?? null, at],
    );
    return rows.length;
  },

  /** Leaves the write-backs as they are; operators no longer see them. */
  async discardParked(sql: Sql, tenantId: string): Promise<number> {
    const text = `update change_write_backs w set tries = 0 where ${PARKED} and ${OF_TENANT} returning 1`;
    return (await sql.query(text, [tenantId])).length;
  },
};

async function lockQueue(tx: Sql, tenantId: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('change_write_backs ' || $1, 0))", [tenantId]);
}
