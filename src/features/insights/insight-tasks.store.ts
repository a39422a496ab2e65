import { type ParkedWork, parkedWork } from "../../platform/jobs/parked-work.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";

export interface InsightTask {
  ciId: string;
  round: number;
  tries: number;
  /** Digest of the facts for which the model gave no usable answer. */
  refusedHash: string | null;
}

/** A CI for which no insights could be made, for another reason than an unavailable store or model. */
export interface FailedInsight {
  ciId: string;
  error: string;
  tries: number;
  failedAt: Date;
}

/** Queue of CIs that wait for insights. */
export const insightTasksStore = {
  /**
   * Queues the CIs of a scan that it created or changed, or that have no insights yet: at most `limit`, those without
   * insights first, then those with the oldest. Returns how many it queued.
   */
  async addScanned(
    tx: Sql,
    tenantId: string,
    scanned: readonly { ciId: string; changed: boolean }[],
    limit: number,
  ): Promise<number> {
    const rows = await tx.query(
      `insert into insight_work as w (tenant_id, ci_id)
       select $1, chosen.ci_id from (
         select s.ci_id from unnest($2::text[], $3::boolean[]) as s (ci_id, changed)
         left join ci_insights i on i.tenant_id = $1 and i.ci_id = s.ci_id
         left join insight_work known on known.tenant_id = $1 and known.ci_id = s.ci_id
         where s.changed or (i.ci_id is null and known.refused_hash is null)
         order by i.generated_at nulls first, s.ci_id limit $4) chosen
       order by chosen.ci_id
       on conflict (tenant_id, ci_id) do update set round = w.round + 1, tries = 0, failed_at = null, error = null,
         not_before = case when w.leased and w.not_before > now() then w.not_before else now() end
       returning 1`,
      [tenantId, scanned.map(({ ciId }) => ciId), scanned.map(({ changed }) => changed), limit],
    );
    return rows.length;
  },

  /**
   * Leases the task that waits longest to this process for `seconds`; undefined if none is due, or `most` of the tenant
   * are leased.
   */
  async lease(sql: Sql, tenantId: string, seconds: number, most: number): Promise<InsightTask | undefined> {
    const [row] = await sql.query<InsightTask>(
      `update insight_work w set leased = true, not_before = now() + make_interval(secs => $2)
       where w.tenant_id = $1 and w.ci_id = (
         select ci_id from insight_work where tenant_id = $1 and not_before <= now()
           and (select count(*) from insight_work where tenant_id = $1 and leased and not_before > now()) < $3
         order by since, ci_id limit 1 for update skip locked)
       returning w.ci_id as "ciId", w.round, w.tries, w.refused_hash as "refusedHash"`,
      [tenantId, seconds, most],
    );
    return row;
  },

  /** Leases the task of one CI, queued or not, failed or not; undefined while another process is at it. */
  async claim(sql: Sql, tenantId: string, ciId: string, seconds: number): Promise<InsightTask | undefined> {
    const [row] = await sql.query<InsightTask>(
      `insert into insight_work as w (tenant_id, ci_id, leased, not_before)
       values ($1, $2, true, now() + make_interval(secs => $3))
       on conflict (tenant_id, ci_id) do update set leased = true, not_before = excluded.not_before, failed_at = null,
         error = null, tries = 0
         where not (w.leased and w.not_before > now())
       returning w.ci_id as "ciId", w.round, w.tries, w.refused_hash as "refusedHash"`,
      [tenantId, ciId, seconds],
    );
    return row;
  },

  /** Ids behind `after` of queued and failed CIs, but for those for which the model had no usable answer. */
  async queued(sql: Sql, tenantId: string, after: string, limit: number): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `select ci_id as id from insight_work
       where tenant_id = $1 and ci_id > $2 and refused_hash is null order by ci_id limit $3`,
      [tenantId, after, limit],
    );
    return rows.map(({ id }) => id);
  },

  async countQueued(sql: Sql, tenantId: string): Promise<number> {
    const text = "select count(*) as n from insight_work where tenant_id = $1 and refused_hash is null";
    return (await sql.query<{ n: number }>(text, [tenantId]))[0]?.n ?? 0;
  },

  /** Those of the CIs that have no insights and are not queued, in their order. */
  async unknown(sql: Sql, tenantId: string, ciIds: readonly string[]): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `select s.id from unnest($2::text[]) with ordinality as s (id, place)
       where not exists (select from ci_insights i where i.tenant_id = $1 and i.ci_id = s.id)
         and not exists (select from insight_work w where w.tenant_id = $1 and w.ci_id = s.id) order by s.place`,
      [tenantId, ciIds],
    );
    return rows.map(({ id }) => id);
  },

  /** Leaves what waits for a later run. */
  async putAside(sql: Sql, tenantId: string): Promise<void> {
    await sql.query(
      `update insight_work set not_before = 'infinity' where tenant_id = $1 and not (leased and not_before > now())`,
      [tenantId],
    );
  },

  /** What failed for good. */
  parked: (sql: Sql): ParkedWork =>
    parkedWork(sql, "insights", "insight_work", {
      isParked: "failed_at is not null",
      failedAt: "failed_at",
      released: "failed_at = null, error = null, tries = 0, not_before = now()",
    }),

  /** Deletes the task, unless a later scan queued the CI again meanwhile: then releases it. */
  async complete(sql: Sql, tenantId: string, { ciId, round }: InsightTask): Promise<void> {
    await sql.query("delete from insight_work where tenant_id = $1 and ci_id = $2 and round = $3", [
      tenantId,
      ciId,
      round,
    ]);
    await this.postpone(sql, tenantId, ciId, 0);
  },

  /** Releases the task; it is due again after `seconds`. */
  async postpone(sql: Sql, tenantId: string, ciId: string, seconds: number): Promise<void> {
    await sql.query(
      `update insight_work set leased = false, tries = tries + 1, not_before = now() + make_interval(secs => $3)
       where tenant_id = $1 and ci_id = $2`,
      [tenantId, ciId, seconds],
    );
  },

  /** Keeps the task with its failure, until a scan queues the CI again; a later scan may have done so meanwhile. */
  async recordFailure(sql: Sql, tenantId: string, { ciId, round }: InsightTask, error: string): Promise<void> {
    await sql.query(
      `update insight_work set leased = false, tries = tries + 1,
         failed_at = case when round = $3 then now() end, error = case when round = $3 then $4 end,
         not_before = case when round = $3 then 'infinity' else now() end
       where tenant_id = $1 and ci_id = $2`,
      [tenantId, ciId, round, error],
    );
  },

  /** The tasks that failed for good, newest first. */
  failed(sql: Sql, tenantId: string, limit: number): Promise<FailedInsight[]> {
    return sql.query<FailedInsight>(
      `select ci_id as "ciId", error, tries, failed_at as "failedAt" from insight_work
       where tenant_id = $1 and failed_at is not null order by failed_at desc, ci_id limit $2`,
      [tenantId, limit],
    );
  },

  /** Parks the task until a scan queues the CI again; the model is then asked only if the facts have changed. */
  async recordUnusable(sql: Sql, tenantId: string, { ciId, round }: InsightTask, hash: string): Promise<void> {
    await sql.query(
      `update insight_work set leased = false, refused_hash = $4,
         not_before = case when round = $3 then 'infinity' else now() end
       where tenant_id = $1 and ci_id = $2`,
      [tenantId, ciId, round, hash],
    );
  },

  /** Ids of tenants with due tasks: one look into the index for each, however many are due. */
  async dueTenants(sql: Sql): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `select t.id from tenants t
       where exists (select from insight_work w where w.tenant_id = t.id and w.not_before <= now()) order by t.id`,
    );
    return rows.map(({ id }) => id);
  },
};
