import type { Sql } from "../../platform/postgres/postgres.ts";

/** The last run that embedded a tenant's CIs. */
export interface EmbeddingRun {
  runId: string;
  startedAt: Date;
  endedAt: Date | null;
  done: number;
  embedded: number;
  failed: number;
  error: string | null;
  isRunning: boolean;
}

/** What one turn of a run did. */
export interface TurnCounts {
  done: number;
  changed: number;
  failed: number;
  error?: string | undefined;
}

/** A run without a turn for so long has ended without saying so. */
const SILENT_SECONDS = 120;

export const embeddingRunsStore = {
  async addTurn(sql: Sql, tenantId: string, runId: string, turn: TurnCounts, hasEnded: boolean): Promise<void> {
    await sql.query(
      `insert into embedding_runs as r (tenant_id, run_id, done, embedded, failed, error, ended_at)
       values ($1, $2, $3, $4, $5, $6, case when $7 then now() end)
       on conflict (tenant_id) do update set run_id = excluded.run_id, turn_at = now(), ended_at = excluded.ended_at,
         started_at = case when r.run_id = $2 then r.started_at else now() end,
         done = case when r.run_id = $2 then r.done else 0 end + excluded.done,
         embedded = case when r.run_id = $2 then r.embedded else 0 end + excluded.embedded,
         failed = case when r.run_id = $2 then r.failed else 0 end + excluded.failed,
         error = coalesce(excluded.error, case when r.run_id = $2 then r.error end)`,
      [tenantId, runId, turn.done, turn.changed, turn.failed, turn.error ?? null, hasEnded],
    );
  },

  async last(sql: Sql, tenantId: string): Promise<EmbeddingRun | undefined> {
    const [row] = await sql.query<EmbeddingRun>(
      `select run_id as "runId", started_at as "startedAt", ended_at as "endedAt", done, embedded, failed, error,
              ended_at is null and turn_at > now() - make_interval(secs => ${SILENT_SECONDS}) as "isRunning"
       from embedding_runs where tenant_id = $1`,
      [tenantId],
    );
    return row;
  },
};
