import { deleteInBatches } from "../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { pairKey, type Verdict } from "./proposals.model.ts";

export interface StoredVerdict {
  relationshipId: string;
  sourceId: string;
  targetId: string;
  type: string;
  verdict: Verdict;
  comment: string | null;
  actor: string;
  at: Date;
}

/** What people said of proposals, and the CIs that are due to be looked at. */
export const proposalsStore = {
  /**
   * Keeps a verdict unless another one is still being applied; returns the verdict that stands. A later one takes the
   * place of one that the graph has followed.
   */
  async judge(sql: Sql, tenantId: string, verdict: StoredVerdict): Promise<Verdict> {
    const { relationshipId, sourceId, targetId, type, comment, actor, at } = verdict;
    const [row] = await sql.query<{ verdict: Verdict }>(
      `insert into proposal_verdicts as v (tenant_id, relationship_id, source_id, target_id, type, verdict, comment, actor, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (tenant_id, relationship_id) do update set
         verdict = case when v.applied_at is null then v.verdict else excluded.verdict end,
         comment = case when v.applied_at is null and v.verdict <> excluded.verdict then v.comment else excluded.comment end,
         actor = case when v.applied_at is null and v.verdict <> excluded.verdict then v.actor else excluded.actor end,
         at = case when v.applied_at is null and v.verdict <> excluded.verdict then v.at else excluded.at end,
         applied_at = null
       returning verdict`,
      [tenantId, relationshipId, sourceId, targetId, type, verdict.verdict, comment, actor, at],
    );
    return row!.verdict;
  },

  async verdictOf(sql: Sql, tenantId: string, relationshipId: string): Promise<Verdict | undefined> {
    const [row] = await sql.query<{ verdict: Verdict }>(
      "select verdict from proposal_verdicts where tenant_id = $1 and relationship_id = $2",
      [tenantId, relationshipId],
    );
    return row?.verdict;
  },

  async markApplied(sql: Sql, tenantId: string, relationshipId: string, verdict: Verdict, at: Date): Promise<void> {
    await sql.query(
      `update proposal_verdicts set applied_at = $4
       where tenant_id = $1 and relationship_id = $2 and verdict = $3 and applied_at is null`,
      [tenantId, relationshipId, verdict, at],
    );
  },

  /** Verdicts that the graph has not followed since `before`, of all tenants. */
  owed(sql: Sql, before: Date, limit: number): Promise<{ tenantId: string; relationshipId: string }[]> {
    return sql.query(
      `select tenant_id as "tenantId", relationship_id as "relationshipId" from proposal_verdicts
       where applied_at is null and at < $1 order by at limit $2`,
      [before, limit],
    );
  },

  /** Ordered pairs among these that a person rejected, by `pairKey`. */
  async rejected(
    sql: Sql,
    tenantId: string,
    pairs: readonly { source: string; target: string }[],
  ): Promise<ReadonlySet<string>> {
    if (pairs.length === 0) return new Set();
    const rows = await sql.query<{ source: string; target: string }>(
      `select v.source_id as source, v.target_id as target
       from unnest($2::text[], $3::text[]) as p (source, target)
       join proposal_verdicts v on v.tenant_id = $1 and v.source_id = p.source and v.target_id = p.target
       where v.verdict = 'reject'`,
      [tenantId, pairs.map(({ source }) => source), pairs.map(({ target }) => target)],
    );
    return new Set(rows.map(pairKey));
  },

  /** Marks CIs as due. `isNewOnly` ones only where they were never looked at. */
  async addWork(sql: Sql, tenantId: string, ciIds: readonly string[], isNewOnly = false): Promise<void> {
    if (ciIds.length === 0) return;
    const again = isNewOnly ? "do nothing" : "do update set round = w.round + 1";
    await sql.query(
      `insert into proposal_work as w (tenant_id, ci_id) select $1, id from unnest($2::text[]) as c (id) order by id
       on conflict (tenant_id, ci_id) ${again}`,
      [tenantId, [...new Set(ciIds)]],
    );
  },

  async countDue(sql: Sql, tenantId: string): Promise<number> {
    const [row] = await sql.query<{ total: number }>(
      "select count(*) as total from proposal_work where tenant_id = $1 and round > done_round",
      [tenantId],
    );
    return Number(row?.total ?? 0);
  },

  dueWork(sql: Sql, tenantId: string, after: string, limit: number): Promise<{ ciId: string; round: string }[]> {
    return sql.query(
      `select ci_id as "ciId", round::text from proposal_work
       where tenant_id = $1 and round > done_round and ci_id > $2 order by ci_id limit $3`,
      [tenantId, after, limit],
    );
  },

  async completeWork(sql: Sql, tenantId: string, done: readonly { ciId: string; round: string }[]): Promise<void> {
    await sql.query(
      `update proposal_work w set done_round = greatest(w.done_round, d.round)
       from unnest($2::text[], $3::bigint[]) as d (ci_id, round) where w.tenant_id = $1 and w.ci_id = d.ci_id`,
      [tenantId, done.map(({ ciId }) => ciId), done.map(({ round }) => round)],
    );
  },

  /** Forgets what was said of the relationships of purged CIs, and their work. */
  async removeCis(sql: Sql, tenantId: string, ciIds: readonly string[]): Promise<void> {
    for (const column of ["source_id", "target_id"]) {
      const where = `tenant_id = $1 and ${column} = any($2::text[])`;
      await deleteInBatches(sql, "proposal_verdicts", where, [tenantId, ciIds]);
    }
    await deleteInBatches(sql, "proposal_work", "tenant_id = $1 and ci_id = any($2::text[])", [tenantId, ciIds]);
  },
};
