import { type RequestContext, requireScope } from "../../context.ts";
import { type AppError, conflict } from "../../errors.ts";
import { runBatch } from "../../platform/batch.ts";
import { createBatcher } from "../../platform/batcher.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import { writeAdmitted } from "../../platform/rate-limit-verdict.ts";
import type { NewCi, StoredCi } from "./ci.model.ts";
import { type CiToInsert, type Duplicate, type Insertion, insertCis, isDuplicate } from "./insert-cis.ts";

export interface CreateCiInput {
  fields: NewCi;
  /** Id derived from an idempotency key; absent: a new one. */
  id?: string | undefined;
  allowDuplicate?: boolean | undefined;
}

export type CreateCi = (ctx: RequestContext, input: CreateCiInput) => Promise<StoredCi>;

type Outcome = Insertion | { failed: unknown };
const failed = (error: unknown): Outcome => ({ failed: error });

/**
 * Creates one CI. Concurrent calls within a tenant share a transaction. Throws 409 CONFLICT with `existing_id` if a CI of
 * this type already has the name or the serial number.
 */
export function createCreateCi(deps: { outbox: Outbox; clock: Clock }): CreateCi {
  const create = (tenantId: string, wanted: CiToInsert[]): Promise<Outcome[]> =>
    runBatch(wanted, {
      run: (items) =>
        writeAdmitted(deps.outbox, tenantId, items, {
          work: (tx, publish, some): Promise<Outcome[]> => insertCis(tx, tenantId, some, publish, deps.clock),
          refused: failed,
        }),
      failed,
      concurrent: true,
    });

  const batcher = createBatcher<CiToInsert, Outcome>({
    maxItems: 100,
    parallel: 2,
    minBatch: 100,
    lingerMs: 10,
    run: create,
  });

  return async (ctx, { fields, id, allowDuplicate = false }) => {
    requireScope(ctx, "cmdb.write");
    const outcome = await batcher.submit(ctx.tenantId, {
      ctx,
      id: id ?? newId(),
      repeatable: id !== undefined,
      input: fields,
      source: "human",
      allowDuplicate,
    });
    if ("failed" in outcome) throw outcome.failed;
    if (isDuplicate(outcome)) throw duplicateError(outcome.duplicate);
    return outcome.ci;
  };
}

/** 409 CONFLICT with `existing_id`. */
export function duplicateError(duplicate: Duplicate): AppError {
  return conflict(`The CI exists already: ${duplicate.violation.reason}`, {
    violations: [duplicate.violation],
    details: { existing_id: duplicate.existingId },
  });
}
