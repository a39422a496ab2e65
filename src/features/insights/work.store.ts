import type { Sql } from "../../platform/postgres/postgres.ts";

export interface InsightWork {
  ciId: string;
  round: number;
  tries: number;
  /** Digest of facts for which the model gave nothing of use before. */
  refusedHash: string | null;
}

/** What waits for insights. */
export const insightWork = {
  /**
   * Of the CIs of a scan those that it made or changed, or that have no insights yet; at most `most`, those without or
   * with the oldest first. Answers how many wait.
   */
  async addScanned(
    tx: Sql,
    tenantId: string,
    scanned: readonly { ciId: string; changed: boolean }[],
    most: number,
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
       on conflict (tenant_id, ci_id) do update set round = w.round + 1, tries = 0,
         not_before = case when w.leased and w.not_before > now() then w.not_before else now() end
       returning 1`,
      [tenantId, scanned.map(({ ciId }) => ciId), scanned.map(({ changed }) => changed), most],
    );
    return rows.length;
  },

  /** The one that waits longest, for this process alone during `seconds`; undefined where none is due. */
  async take(sql: Sql, tenantId: string, seconds: number): Promise<InsightWork | undefined> {
    const [row] = await sql.query<InsightWork>(
      `update insight_work w set leased = true, not_before = now() + make_interval(secs => $2)
       where w.tenant_id = $1 and w.ci_id = (
         select ci_id from insight_work where tenant_id = $1 and not_before <= now()
         order by since, ci_id limit 1 for update skip locked)
       returning w.ci_id as "ciId", w.round, w.tries, w.refused_hash as "refusedHash"`,
      [tenantId, seconds],
    );
    return row;
  },

  /** Nothing waits any more, unless the CI came up again meanwhile. */
  async end(sql: Sql, tenantId: string, { ciId, round }: InsightWork): Promise<void> {
    await sql.query("delete from insight_work where tenant_id = $1 and ci_id = $2 and round = $3", [
      tenantId,
      ciId,
      round,
    ]);
    await this.postpone(sql, tenantId, ciId, 0);
  },

  /** Free for every process after `seconds`. */
  async postpone(sql: Sql, tenantId: string, ciId: string, seconds: number): Promise<void> {
    await sql.query(
      `update insight_work set leased = false, tries = tries + 1, not_before = now() + make_interval(secs => $3)
       where tenant_id = $1 and ci_id = $2`,
      [tenantId, ciId, seconds],
    );
  },

  /** Rests until the CI comes up again; then asked about only where its facts are others. */
  async refuse(sql: Sql, tenantId: string, { ciId, round }: InsightWork, hash: string): Promise<void> {
    await sql.query(
      `update insight_work set leased = false, refused_hash = $4,
         not_before = case when round = $3 then 'infinity' else now() end
       where tenant_id = $1 and ci_id = $2`,
      [tenantId, ciId, round, hash],
    );
  },

  async dueTenants(sql: Sql): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      "select distinct tenant_id as id from insight_work where not_before <= now() order by 1",
    );
    return rows.map(({ id }) => id);
  },
};
