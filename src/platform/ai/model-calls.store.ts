import { newId } from "../ids.ts";
import { deleteInBatches } from "../postgres/delete-in-batches.ts";
import type { Sql } from "../postgres/postgres.ts";
import type { Account, ModelFaultKind } from "./model.ts";

/** The accounts of one question. Neither the question nor the answer is stored. */
export interface ModelCall {
  tenantId: string;
  at: Date;
  purpose: string;
  account: Account;
  model: string;
  outcome: "ok" | "aborted" | ModelFaultKind;
  requests: number;
  promptTokens: number | null;
  completionTokens: number | null;
  cost: number | null;
  ms: number;
}

export async function insertModelCall(sql: Sql, call: ModelCall): Promise<void> {
  await sql.query(
    `insert into model_calls
       (id, tenant_id, at, purpose, model, outcome, requests, prompt_tokens, completion_tokens, cost, ms,
        query_id, run_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      newId(),
      call.tenantId,
      call.at,
      call.purpose,
      call.model,
      call.outcome,
      call.requests,
      call.promptTokens,
      call.completionTokens,
      call.cost,
      call.ms,
      call.account.queryId ?? null,
      call.account.runId ?? null,
    ],
  );
}

/** What model calls used together; tokens and cost are null where no call has them. */
export interface ModelUsage {
  /** HTTP requests, repeats included. */
  requests: number;
  promptTokens: number | null;
  completionTokens: number | null;
  cost: number | null;
}

/** Sums the calls of a tenant for one AI operation. */
export async function sumCallsOfQuery(sql: Sql, tenantId: string, queryId: string): Promise<ModelUsage> {
  const [row] = await sql.query<ModelUsage>(
    `select coalesce(sum(requests), 0)::int as requests, sum(prompt_tokens)::float8 as "promptTokens",
       sum(completion_tokens)::float8 as "completionTokens", sum(cost)::float8 as cost
     from model_calls where query_id = $2 and tenant_id = $1`,
    [tenantId, queryId],
  );
  return row!;
}

/** Calls of one name: a model, or a purpose. */
export interface GroupedCalls extends ModelUsage {
  name: string;
  calls: number;
  errors: number;
  /** Milliseconds, median and 95 of 100. */
  p50: number;
  p95: number;
}

/**
 * A tenant's calls since a time, by model; or by purpose, without those of operations that callers asked for. Null where
 * no call tells tokens or costs.
 */
export function groupModelCalls(sql: Sql, tenantId: string, since: Date, by: "model" | "purpose") {
  return sql.query<GroupedCalls>(
    `select ${by} as name, count(*)::int as calls, sum(requests)::int as requests,
       (count(*) filter (where outcome not in ('ok', 'aborted')))::int as errors,
       sum(prompt_tokens)::float8 as "promptTokens", sum(completion_tokens)::float8 as "completionTokens",
       sum(cost)::float8 as cost, percentile_disc(0.5) within group (order by ms) as p50,
       percentile_disc(0.95) within group (order by ms) as p95
     from model_calls where tenant_id = $1 and at >= $2 ${by === "purpose" ? "and query_id is null" : ""}
     group by 1 order by 2 desc, 1 limit 100`,
    [tenantId, since],
  );
}

/** Tokens and cost of each run of a tenant that asked the model; cost is null where no price is configured. */
export async function sumCallsOfRuns(
  sql: Sql,
  tenantId: string,
  runIds: readonly string[],
): Promise<Map<string, { tokens: number; cost: number | null }>> {
  const rows = await sql.query<{ runId: string; tokens: number; cost: number | null }>(
    `select run_id as "runId", sum(cost)::float8 as cost,
       coalesce(sum(coalesce(prompt_tokens, 0) + coalesce(completion_tokens, 0)), 0)::float8 as tokens
     from model_calls where run_id = any($2) and tenant_id = $1 group by run_id`,
    [tenantId, runIds],
  );
  return new Map(rows.map(({ runId, ...costs }) => [runId, costs]));
}

/** Deletes calls older than `days` days; returns their number. */
export function deleteOldModelCalls(sql: Sql, days: number): Promise<number> {
  return deleteInBatches(sql, "model_calls", "at < now() - make_interval(days => $1)", [days]);
}
