import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { RiskLevel } from "../change-analysis.model.ts";

/** Analyses of one score and level whose outcome is known. */
export interface ScoreGroup {
  score: number;
  level: RiskLevel;
  analyses: number;
  failed: number;
}

/** An analysis whose outcome is known, by the scores of its dimensions. */
export interface Sample {
  technical: number;
  business: number;
  dependency: number;
  historical: number;
  failed: boolean;
}

const KNOWN = "tenant_id = $1 and status = 'completed' and succeeded is not null";
const FAILED = "(not succeeded or incidents > 0)";
const MAX_SAMPLES = 2_000;

/** Outcomes of analysed changes. */
export const outcomesStore = {
  byScore: (sql: Sql, tenantId: string): Promise<ScoreGroup[]> =>
    sql.query(
      `select score, level, count(*) as analyses, count(*) filter (where ${FAILED}) as failed
       from change_analyses where ${KNOWN} group by score, level order by score, level`,
      [tenantId],
    ),

  /** The latest. */
  samples(sql: Sql, tenantId: string): Promise<Sample[]> {
    const score = (name: string) => `(assessment #>> '{dimensions,${name},score}')::float8 as ${name}`;
    return sql.query(
      `select ${["technical", "business", "dependency", "historical"].map(score).join(", ")}, ${FAILED} as failed
       from change_analyses where ${KNOWN} order by outcome_at desc, id limit ${MAX_SAMPLES}`,
      [tenantId],
    );
  },
};
