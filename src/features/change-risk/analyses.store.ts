import { deleteInBatches } from "../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import type { TimedWindow } from "../../platform/timed-list.ts";
import type {
  AnalysisStatus,
  Assessment,
  ChangeAnalysis,
  Conflict,
  Outcome,
  RiskLevel,
  WriteBack,
} from "./change-analysis.model.ts";

export interface AnalysisFilter {
  statuses?: readonly AnalysisStatus[] | undefined;
  levels?: readonly RiskLevel[] | undefined;
  ciId?: string | undefined;
  /** Inclusive, on the time of the request. */
  from?: string | undefined;
  /** Exclusive. */
  to?: string | undefined;
}

/** CIs and unknown names that an entry of a list shows of an analysis. */
export const LISTED_CIS = 100;

const FILTERED = `a.tenant_id = $1 and ($2::text[] is null or a.status = any($2)) and ($3::text[] is null or a.level = any($3))
  and ($4::text is null or a.ci_ids @> array[$4]) and ($5::timestamptz is null or a.created_at >= $5)
  and ($6::timestamptz is null or a.created_at < $6)`;
const filtered = (tenantId: string, filter: AnalysisFilter): unknown[] => [
  tenantId,
  filter.statuses ?? null,
  filter.levels ?? null,
  filter.ciId ?? null,
  filter.from ?? null,
  filter.to ?? null,
];

const columns = (
  cis: string,
  unknown: string,
) => `a.id, a.status, a.trigger, a.platform, a.integration_id as "integrationId",
  a.task_node_id as "taskNodeId", a.priority, a.category, a.planned_start as "plannedStart", a.planned_end as "plannedEnd",
  ${cis} as cis, ${unknown} as "unknownCis", a.assessment, a.error, a.succeeded, a.incidents, a.outcome_at as "outcomeAt",
  a.outcome_by as "outcomeBy", a.created_at as "createdAt", a.completed_at as "completedAt",
  w.status as "writeBackStatus", w.error as "writeBackError",
  (select coalesce(jsonb_agg(jsonb_build_object('at', l.at, 'responseStatus', l.response_status, 'error', l.error)
     order by l.number), '[]') from change_write_back_attempts l where l.analysis_id = a.id) as attempts`;
const WHOLE = columns("a.cis", "a.unknown_cis");
const IN_SHORT = columns(
  `jsonb_path_query_array(a.cis, '$[0 to ${LISTED_CIS - 1}]')`,
  `a.unknown_cis[1:${LISTED_CIS}]`,
);
const FROM = "change_analyses a left join change_write_backs w on w.analysis_id = a.id";

interface OutcomeRow {
  succeeded: boolean | null;
  incidents: number | null;
  outcomeAt: Date | null;
  outcomeBy: string | null;
}

interface Row extends OutcomeRow, Omit<ChangeAnalysis, "assessment" | "writeBack" | "outcome"> {
  assessment: Assessment | null;
  writeBackStatus: WriteBack["status"] | null;
  writeBackError: string | null;
  attempts: { at: string; responseStatus: number | null; error: string | null }[];
}

/** Reads analyses, and stores their outcomes. */
export const analysesStore = {
  async window(sql: Sql, tenantId: string, filter: AnalysisFilter, page: TimedWindow): Promise<ChangeAnalysis[]> {
    const { order, limit, offset, after } = page;
    const beyond = after ? `and (a.created_at, a.id) ${order === "asc" ? ">" : "<"} ($9::timestamptz, $10)` : "";
    const rows = await sql.query<Row>(
      `select ${IN_SHORT} from ${FROM} where ${FILTERED} ${beyond}
       order by a.created_at ${order}, a.id ${order} limit $7 offset $8`,
      [...filtered(tenantId, filter), limit, offset, ...(after ? [after.at, after.id] : [])],
    );
    return rows.map(analysisOf);
  },

  async count(sql: Sql, tenantId: string, filter: AnalysisFilter): Promise<number> {
    const text = `select count(*) as total from change_analyses a where ${FILTERED}`;
    return (await sql.query<{ total: number }>(text, filtered(tenantId, filter)))[0]?.total ?? 0;
  },

  async find(sql: Sql, tenantId: string, id: string): Promise<ChangeAnalysis | undefined> {
    const text = `select ${WHOLE} from ${FROM} where a.tenant_id = $1 and a.id = $2`;
    const rows = await sql.query<Row>(text, [tenantId, id]);
    return rows[0] && analysisOf(rows[0]);
  },

  async exists(sql: Sql, tenantId: string, id: string): Promise<boolean> {
    return (
      (await sql.query("select 1 from change_analyses where tenant_id = $1 and id = $2", [tenantId, id])).length > 0
    );
  },

  /** The outcome until now, locked until the transaction ends; undefined where there is no such analysis. */
  async lockOutcome(tx: Sql, tenantId: string, id: string): Promise<{ outcome: Outcome | null } | undefined> {
    const rows = await tx.query<OutcomeRow>(
      `select succeeded, incidents, outcome_at as "outcomeAt", outcome_by as "outcomeBy" from change_analyses
       where tenant_id = $1 and id = $2 for update`,
      [tenantId, id],
    );
    return rows[0] && { outcome: outcomeOf(rows[0]) };
  },

  async setOutcome(tx: Sql, tenantId: string, id: string, { succeeded, incidents, at, by }: Outcome): Promise<void> {
    await tx.query(
      `update change_analyses set succeeded = $3, incidents = $4, outcome_at = $5, outcome_by = $6
       where tenant_id = $1 and id = $2`,
      [tenantId, id, succeeded, incidents, at, by],
    );
  },

  /** Deletes ended analyses that were asked for before `before`, with their write-backs; returns how many. */
  deleteEnded: (sql: Sql, tenantId: string, before: Date): Promise<number> =>
    deleteInBatches(
      sql,
      "change_analyses",
      `tenant_id = $1 and created_at < $2 and status in ('completed', 'failed') and not exists (
         select 1 from change_write_backs w where w.analysis_id = change_analyses.id and w.status = 'pending')`,
      [tenantId, before],
    ),
};

function analysisOf(row: Row): ChangeAnalysis {
  const { succeeded, incidents, outcomeAt, outcomeBy, writeBackStatus, writeBackError, attempts, ...analysis } = row;
  return {
    ...analysis,
    assessment: row.assessment && revived(row.assessment),
    writeBack: {
      status: writeBackStatus ?? "none",
      error: writeBackError,
      attempts: attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at) })),
    },
    outcome: outcomeOf({ succeeded, incidents, outcomeAt, outcomeBy }),
  };
}

function outcomeOf({ succeeded, incidents, outcomeAt, outcomeBy }: OutcomeRow): Outcome | null {
  if (succeeded === null || outcomeAt === null) return null;
  return { succeeded, incidents: incidents ?? 0, at: outcomeAt, by: outcomeBy ?? "" };
}

/** Stored as JSON, its times are texts. */
function revived(stored: Assessment): Assessment {
  const timed = <T extends Pick<Conflict, "from" | "to">>(span: T): T => ({
    ...span,
    from: new Date(span.from),
    to: new Date(span.to),
  });
  return {
    ...stored,
    // Those stored before holidays had names have none.
    conflicts: stored.conflicts.map((conflict) => timed({ ...conflict, name: conflict.name ?? null })),
    recommendedWindow: stored.recommendedWindow && timed(stored.recommendedWindow),
  };
}
