import type { EnrichmentName, FollowedTurn } from "../../platform/enrichment.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";

/** A followed run ends so long after nothing was due: what is saved shortly after one another is one run. */
const QUIET_SECONDS = 60;
/** So long it waits for work that is due and not done, such as for a scan that goes first. */
const PATIENCE_SECONDS = 900;
/** Then another run is begun, so that a tenant that always saves something gets figures by the hour. */
const LONGEST = "1 hour";

/** What a person asked for in the feature itself ends as soon as nothing is due. */
const NEXT_END = (more: string, trigger: string) =>
  `now() + make_interval(secs => case when ${more} then ${PATIENCE_SECONDS} when ${trigger} = 'manual' then 0
     else ${QUIET_SECONDS} end)`;

/** Runs that follow work which the jobs of features do. */
export const newsStore = {
  /** Counts the turn in the open run of the name, a followed or another one; undefined where none is open. */
  async count(sql: Sql, tenantId: string, name: EnrichmentName, turn: FollowedTurn): Promise<string | undefined> {
    const [row] = await sql.query<{ id: string }>(
      `update enrichment_runs set done = done + $3, changed = changed + $4, failed = failed + $5,
         total = case when total is not null then greatest(total, done + $3) end, progress_at = now(),
         last_turn_at = case when follows_until is null then last_turn_at else now() end,
         follows_until = case when follows_until is not null then ${NEXT_END("$6", "trigger")} end
       where id = (select id from enrichment_runs where tenant_id = $1 and name = $2 and status in ('queued', 'running')
           and (follows_until is null or (follows_until >= now() and started_at > now() - interval '${LONGEST}'))
         order by follows_until is not null, created_at, id limit 1) and status in ('queued', 'running')
       returning id`,
      [tenantId, name, turn.done, turn.changed, turn.failed, turn.more],
    );
    return row?.id;
  },

  /** Ends followed runs that are over, and begins another; false where another process was first. */
  async begin(
    tx: Sql,
    run: { id: string; tenantId: string; name: EnrichmentName; trigger: "news" | "manual"; at: Date },
    turn: FollowedTurn,
  ): Promise<boolean> {
    await tx.query(
      `update enrichment_runs set status = 'completed', ended_at = last_turn_at
       where tenant_id = $1 and name = $2 and status = 'running' and follows_until is not null
         and (follows_until < now() or started_at <= now() - interval '${LONGEST}')`,
      [run.tenantId, run.name],
    );
    const rows = await tx.query(
      `insert into enrichment_runs (id, tenant_id, name, trigger, status, batch_size, requested_by, created_at, started_at,
         last_turn_at, done, changed, failed, follows_until)
       select $1, $2, $3, $4, 'running', 0, 'system', $5, now(), now(), $6, $7, $8, ${NEXT_END("$9", "$4")}
       on conflict (tenant_id, name, scope_key) where status in ('queued', 'running') do nothing returning 1`,
      [run.id, run.tenantId, run.name, run.trigger, run.at, turn.done, turn.changed, turn.failed, turn.more],
    );
    return rows.length > 0;
  },
};
