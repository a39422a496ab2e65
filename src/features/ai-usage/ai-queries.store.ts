import type { ModelUsage } from "../../platform/ai/index.ts";
import { deleteInBatches } from "../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import type { AiAnswer, OperationPerformance, Rating } from "./ai-usage.model.ts";

export interface AiQueryRecord extends ModelUsage {
  id: string;
  actor: string;
  operation: string;
  question: string | null;
  status: "completed" | "failed";
  source: AiAnswer["source"] | null;
  confidence: number | null;
  fellBack: boolean;
  plan: object | null;
  latencyMs: number;
  at: Date;
}

export interface Feedback {
  id: string;
  queryId: string;
  actor: string;
  rating: Rating;
  comment: string | null;
  at: Date;
}

export const aiQueriesStore = {
  async insert(sql: Sql, tenantId: string, record: AiQueryRecord): Promise<void> {
    const { id, actor, operation, question, status, source, confidence, fellBack, plan, latencyMs, at } = record;
    const { requests, promptTokens, completionTokens, cost } = record;
    await sql.query(
      `insert into ai_queries (tenant_id, id, actor, operation, question, status, source, confidence, fell_back, plan,
         latency_ms, model_requests, prompt_tokens, completion_tokens, cost, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
      [
        ...[tenantId, id, actor, operation, question, status, source, confidence, fellBack],
        ...[plan && JSON.stringify(plan), latencyMs, requests, promptTokens, completionTokens, cost, at],
      ],
    );
  },

  /**
   * Keeps an actor's feedback on the answer to a question of its own, in place of its earlier one. Returns the id that is
   * kept; undefined if the actor asked no such question.
   */
  async rate(sql: Sql, tenantId: string, feedback: Feedback): Promise<string | undefined> {
    const { id, queryId, actor, rating, comment, at } = feedback;
    const [row] = await sql.query<{ id: string }>(
      `insert into ai_feedback (tenant_id, query_id, actor, id, rating, comment, created_at)
       select tenant_id, id, actor, $4, $5, $6, $7 from ai_queries where tenant_id = $1 and id = $2 and actor = $3
       on conflict (tenant_id, query_id, actor)
         do update set rating = excluded.rating, comment = excluded.comment, created_at = excluded.created_at
       returning id`,
      [tenantId, queryId, actor, id, rating, comment, at],
    );
    return row?.id;
  },

  /** Deletes the records before a time, with their feedback; returns their number. */
  deleteBefore(sql: Sql, tenantId: string, before: Date): Promise<number> {
    return deleteInBatches(sql, "ai_queries", "tenant_id = $1 and created_at < $2", [tenantId, before]);
  },

  /** How operations did, by their kept records and feedback; operations without any are absent. */
  async performanceOf(sql: Sql, tenantId: string, operations: readonly string[]) {
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
  },
};
