import type { Sql } from "../../platform/postgres/postgres.ts";
import type { TimedWindow } from "../../platform/timed-list.ts";
import type { Rating } from "./ai-usage.model.ts";

/** The records of one operation. */
export interface OperationFigures {
  operation: string;
  requests: number;
  errors: number;
  /** Answers of a model, and answers of rules because a model gave nothing of use. */
  fromModel: number;
  fellBack: number;
  modelRequests: number;
  promptTokens: number | null;
  completionTokens: number | null;
  cost: number | null;
  /** Milliseconds, median and 95 of 100. */
  p50: number;
  p95: number;
  ups: number;
  downs: number;
}

export interface ListedQuery {
  id: string;
  operation: string;
  latencyMs: number;
  promptTokens: number | null;
  completionTokens: number | null;
  cost: number | null;
  status: "completed" | "failed";
  source: "model" | "rules" | null;
  confidence: number | null;
  feedback: Rating | null;
  createdAt: Date;
}

export interface RepeatedQuestion {
  question: string;
  operation: string;
  times: number;
  promptTokens: number | null;
  completionTokens: number | null;
  cost: number | null;
  ms: number;
  plan: object | null;
}

const COLUMNS = `q.id, q.operation, q.latency_ms as "latencyMs", q.prompt_tokens::float8 as "promptTokens",
  q.completion_tokens::float8 as "completionTokens", q.cost::float8 as cost, q.status, q.source, q.confidence,
  f.rating as feedback, q.created_at as "createdAt"`;

export const analyticsStore = {
  byOperation(sql: Sql, tenantId: string, since: Date): Promise<OperationFigures[]> {
    return sql.query<OperationFigures>(
      `select q.operation, count(*)::int as requests, (count(*) filter (where q.status = 'failed'))::int as errors,
         (count(*) filter (where q.source = 'model'))::int as "fromModel",
         (count(*) filter (where q.fell_back))::int as "fellBack", sum(q.model_requests)::int as "modelRequests",
         sum(q.prompt_tokens)::float8 as "promptTokens", sum(q.completion_tokens)::float8 as "completionTokens",
         sum(q.cost)::float8 as cost, percentile_disc(0.5) within group (order by q.latency_ms) as p50,
         percentile_disc(0.95) within group (order by q.latency_ms) as p95,
         (count(*) filter (where f.rating = 'up'))::int as ups, (count(*) filter (where f.rating = 'down'))::int as downs
       from ai_queries q left join ai_feedback f
         on f.tenant_id = q.tenant_id and f.query_id = q.id and f.actor = q.actor
       where q.tenant_id = $1 and q.created_at >= $2 group by 1 order by 2 desc, 1 limit 100`,
      [tenantId, since],
    );
  },

  /** Records since a time, ordered by time. */
  page(sql: Sql, tenantId: string, since: Date, { order, limit, offset, after }: TimedWindow): Promise<ListedQuery[]> {
    const [sign, direction] = order === "asc" ? [">", "asc"] : ["<", "desc"];
    return sql.query<ListedQuery>(
      `select ${COLUMNS} from ai_queries q left join ai_feedback f
         on f.tenant_id = q.tenant_id and f.query_id = q.id and f.actor = q.actor
       where q.tenant_id = $1 and q.created_at >= $2
         and ($3::timestamptz is null or (date_trunc('milliseconds', q.created_at), q.id) ${sign} ($3, $4))
       order by date_trunc('milliseconds', q.created_at) ${direction}, q.id ${direction} limit $5 offset $6`,
      [tenantId, since, after?.at ?? null, after?.id ?? null, limit, offset],
    );
  },

  async count(sql: Sql, tenantId: string, since: Date): Promise<number> {
    const [row] = await sql.query<{ count: number }>(
      "select count(*)::int as count from ai_queries where tenant_id = $1 and created_at >= $2",
      [tenantId, since],
    );
    return row!.count;
  },

  /** Questions that were asked at least `least` times since a time; of one actor, or of all for null. */
  repeated(sql: Sql, tenantId: string, since: Date, least: number, actor: string | null): Promise<RepeatedQuestion[]> {
    return sql.query<RepeatedQuestion>(
      `select min(question) as question, operation, count(*)::int as times, sum(prompt_tokens)::float8 as "promptTokens",
         sum(completion_tokens)::float8 as "completionTokens", sum(cost)::float8 as cost,
         sum(latency_ms)::float8 as ms, (array_agg(plan order by created_at desc) filter (where plan is not null))[1] as plan
       from ai_queries where tenant_id = $1 and created_at >= $2 and question is not null and status = 'completed'
         and ($4::text is null or actor = $4)
       group by lower(btrim(question)), operation having count(*) >= $3 order by 3 desc, 1 limit 5`,
      [tenantId, since, least, actor],
    );
  },

  /** Operations of all tenants since a time, for the metrics. */
  outcomes(sql: Sql, since: Date) {
    return sql.query<{ operation: string; outcome: string; count: number }>(
      `select operation, case when status = 'failed' then 'failed' when fell_back then 'fell_back' else source end as outcome,
         count(*)::int as count
       from ai_queries where created_at >= $1 group by 1, 2`,
      [since],
    );
  },
};
