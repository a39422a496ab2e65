import type { Sql } from "../../platform/postgres/postgres.ts";

/** How an operation did, by its records and their feedback. */
export interface OperationPerformance {
  decisionsMade: number;
  /** Share of ups among rated answers, 0 to 1; null where none is rated. */
  successRate: number | null;
  /** 0 to 1; null where no answer says how sure it is. */
  avgConfidence: number | null;
  /** Whether the newest answer that asked a model had to do without it. */
  lastFellBack: boolean;
}

/** By operation, of a tenant's kept records; operations without any are absent. */
export type PerformanceOf = (
  tenantId: string,
  operations: readonly string[],
) => Promise<Map<string, OperationPerformance>>;

export async function performanceOf(sql: Sql, tenantId: string, operations: readonly string[]) {
  const rows = await sql.query<OperationPerformance & { operation: string }>(
    `select q.operation,
       (count(*) filter (where q.status = 'completed'))::int as "decisionsMade",
       avg((f.ups > 0)::int)::float8 as "successRate",
       round(avg(q.confidence)::numeric, 4)::float8 as "avgConfidence",
       coalesce((array_agg(q.fell_back order by q.created_at desc, q.id desc)
         filter (where q.fell_back or q.source = 'model'))[1], false) as "lastFellBack"
     from ai_queries q
     left join lateral (
       select count(*) filter (where rating = 'up') - count(*) filter (where rating = 'down') as ups
       from ai_feedback where tenant_id = q.tenant_id and query_id = q.id having count(*) > 0) f on true
     where q.tenant_id = $1 and q.operation = any($2)
     group by q.operation`,
    [tenantId, operations],
  );
  return new Map(rows.map(({ operation, ...performance }) => [operation, performance]));
}
