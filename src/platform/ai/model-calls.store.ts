import { newId } from "../ids.ts";
import { deleteInBatches } from "../postgres/delete-in-batches.ts";
import type { Sql } from "../postgres/postgres.ts";
import type { ModelFaultKind } from "./model.ts";

/** The accounts of one question. Neither the question nor the answer is stored. */
export interface ModelCall {
  tenantId: string;
  at: Date;
  purpose: string;
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
       (id, tenant_id, at, purpose, model, outcome, requests, prompt_tokens, completion_tokens, cost, ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
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
    ],
  );
}

/** Deletes calls older than `days` days; returns their number. */
export function deleteOldModelCalls(sql: Sql, days: number): Promise<number> {
  return deleteInBatches(sql, "model_calls", "at < now() - make_interval(days => $1)", [days]);
}
