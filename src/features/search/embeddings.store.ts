import { RETRY_SECONDS_SQL } from "../../platform/jobs/tries.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";

export const SLOTS = ["a", "b"] as const;
/** The place of a vector index: its label and its name. */
export type Slot = (typeof SLOTS)[number];

export interface EmbeddingIndex {
  slot: Slot;
  model: string;
  dimensions: number;
  clearing: boolean;
}

/** How far a tenant's CIs have been embedded for an index. */
export interface Sweep extends EmbeddingIndex {
  reached: string;
  isComplete: boolean;
}

export interface StaleCi {
  ciId: string;
  round: string;
  renamed: boolean;
}

/** A changed CI. `renamed`: the texts of its neighbours change too. */
export interface Mark {
  ciId: string;
  renamed: boolean;
}

/** Vector indexes, the progress of tenants, and CIs whose vectors are owed. */
export const embeddingsStore = {
  /** Newest first. */
  indexes: (sql: Sql) =>
    sql.query<EmbeddingIndex>(
      "select slot, model, dimensions, clearing from embedding_indexes order by created_at desc, slot",
    ),

  async addIndex(sql: Sql, { slot, model, dimensions }: Omit<EmbeddingIndex, "clearing">): Promise<void> {
    await sql.query(
      "insert into embedding_indexes (slot, model, dimensions) values ($1, $2, $3) on conflict do nothing",
      [slot, model, dimensions],
    );
  },

  /** From now on the index serves nobody; its vectors are removed turn by turn. */
  async retireIndex(sql: Sql, slot: Slot): Promise<void> {
    await sql.query("delete from embedding_sweeps where slot = $1", [slot]);
    await sql.query("update embedding_indexes set clearing = true where slot = $1", [slot]);
  },

  async removeIndex(sql: Sql, slot: Slot): Promise<void> {
    await sql.query("delete from embedding_indexes where slot = $1 and clearing", [slot]);
  },

  /**
   * Retires indexes of other models that no tenant uses: the given one, or all. A young one may be in use by a process with
   * another configuration, whose first sweep has not begun.
   */
  async retireUnused(sql: Sql, model: string, slot?: Slot): Promise<void> {
    await sql.query(
      `update embedding_indexes i set clearing = true
       where model <> $1 and not exists (select from embedding_sweeps s where s.slot = i.slot)
         and case when $2::text is null then created_at < now() - interval '10 minutes' else slot = $2 end`,
      [model, slot ?? null],
    );
  },

  /**
   * The tenant's sweeps in use, the one that answers searches first: complete ones before others, then that of the given
   * model, then the newest.
   */
  sweeps: (sql: Sql, tenantId: string, model: string | null) =>
    sql.query<Sweep>(
      `select i.slot, i.model, i.dimensions, i.clearing, s.reached, s.completed_at is not null as "isComplete"
       from embedding_sweeps s join embedding_indexes i using (slot)
       where s.tenant_id = $1 and not i.clearing
       order by s.completed_at is not null desc, i.model = $2 desc, i.created_at desc`,
      [tenantId, model],
    ),

  async beginSweep(sql: Sql, tenantId: string, slot: Slot): Promise<void> {
    await sql.query("insert into embedding_sweeps (tenant_id, slot) values ($1, $2) on conflict do nothing", [
      tenantId,
      slot,
    ]);
  },

  async advanceSweep(sql: Sql, tenantId: string, slot: Slot, reached: string): Promise<void> {
    await sql.query(
      "update embedding_sweeps set reached = $3 where tenant_id = $1 and slot = $2 and completed_at is null",
      [tenantId, slot, reached],
    );
  },

  async completeSweep(sql: Sql, tenantId: string, slot: Slot): Promise<void> {
    await sql.query(
      `update embedding_sweeps set completed_at = now() where tenant_id = $1 and slot = $2 and completed_at is null`,
      [tenantId, slot],
    );
  },

  async removeSweep(sql: Sql, tenantId: string, slot: Slot): Promise<void> {
    await sql.query("delete from embedding_sweeps where tenant_id = $1 and slot = $2", [tenantId, slot]);
  },

  /** Every tenant begins anew: the vectors are gone. */
  async restartSweeps(sql: Sql, slot: Slot): Promise<void> {
    await sql.query("update embedding_sweeps set reached = '', completed_at = null where slot = $1", [slot]);
  },

  /** Marks changed CIs of a tenant that has vectors, in one statement; nothing for other tenants. */
  async markStale(tx: Sql, tenantId: string, marks: readonly Mark[]): Promise<void> {
    if (marks.length === 0) return;
    await tx.query(
      `insert into stale_embeddings as s (tenant_id, ci_id, renamed)
       select $1, m.ci_id, bool_or(m.renamed) from unnest($2::text[], $3::boolean[]) as m (ci_id, renamed)
       where exists (select from embedding_sweeps where tenant_id = $1)
       group by m.ci_id order by m.ci_id
       on conflict (tenant_id, ci_id) do update set round = s.round + 1, renamed = s.renamed or excluded.renamed,
         tries = 0, not_before = now(), error = null`,
      [tenantId, marks.map(({ ciId }) => ciId), marks.map(({ renamed }) => renamed)],
      { prepared: true },
    );
  },

  /** Due CIs in the order of ids. */
  stale: (sql: Sql, tenantId: string, after: string, limit: number) =>
    sql.query<StaleCi>(
      `select ci_id as "ciId", round::text as round, renamed from stale_embeddings
       where tenant_id = $1 and ci_id > $2 and not_before <= now() order by ci_id limit $3`,
      [tenantId, after, limit],
    ),

  /** The marks of these CIs, also of those that wait for their next try. */
  marksOf: (sql: Sql, tenantId: string, ciIds: readonly string[]) =>
    sql.query<StaleCi>(
      `select ci_id as "ciId", round::text as round, renamed from stale_embeddings
       where tenant_id = $1 and ci_id = any($2::text[])`,
      [tenantId, ciIds],
    ),

  async countStale(sql: Sql, tenantId: string): Promise<{ due: number; failed: number }> {
    const [row] = await sql.query<{ due: number; failed: number }>(
      `select (count(*) filter (where not_before <= now()))::int as due,
              (count(*) filter (where tries > 0))::int as failed from stale_embeddings where tenant_id = $1`,
      [tenantId],
    );
    return row ?? { due: 0, failed: 0 };
  },

  /** Removes the marks of CIs that are up to date, unless they changed once more meanwhile. */
  async settle(sql: Sql, tenantId: string, done: readonly StaleCi[]): Promise<void> {
    if (done.length === 0) return;
    await sql.query(
      `delete from stale_embeddings s using unnest($2::text[], $3::bigint[]) as d (ci_id, round)
       where s.tenant_id = $1 and s.ci_id = d.ci_id and s.round = d.round`,
      [tenantId, done.map(({ ciId }) => ciId), done.map(({ round }) => round)],
    );
  },

  /** Keeps CIs that could not be embedded, with a time for their next try. */
  async recordFailures(sql: Sql, tenantId: string, ciIds: readonly string[], error: string): Promise<void> {
    if (ciIds.length === 0) return;
    await sql.query(
      `insert into stale_embeddings as s (tenant_id, ci_id, tries, not_before, error)
       select $1, id, 1, now() + make_interval(secs => ${RETRY_SECONDS_SQL("1")}), $3
       from unnest($2::text[]) as id order by id
       on conflict (tenant_id, ci_id) do update set tries = s.tries + 1, error = excluded.error,
         not_before = now() + make_interval(secs => ${RETRY_SECONDS_SQL("(s.tries + 1)")})`,
      [tenantId, [...new Set(ciIds)], error],
    );
  },

  async removeMarks(sql: Sql, tenantId: string, ciIds: readonly string[]): Promise<void> {
    await sql.query("delete from stale_embeddings where tenant_id = $1 and ci_id = any($2)", [tenantId, ciIds]);
  },
};
