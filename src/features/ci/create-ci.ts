import { type RequestContext, requireScope } from "../../context.ts";
import { type AppError, conflict } from "../../errors.ts";
import { runBatch } from "../../platform/batch.ts";
import { createBatcher } from "../../platform/batcher.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import { awaitRateLimitVerdicts, RequestsRefused } from "../../platform/rate-limit-verdict.ts";
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

/**
 * Creates one CI. Concurrent calls within a tenant share a transaction. Throws 409 CONFLICT with `existing_id` if a CI of
 * this type already has the name or the serial number.
 */
export function createCreateCi(deps: { outbox: Outbox; clock: Clock }): CreateCi {
  const create = (tenantId: string, wanted: CiToInsert[]): Promise<Outcome[]> =>
    runBatch<CiToInsert, Outcome>(wanted, {
      run: (items) => write(tenantId, items),
      failed: (error) => ({ failed: error }),
      concurrent: true,
    });

  const write = async (tenantId: string, wanted: CiToInsert[]): Promise<Outcome[]> => {
    try {
      return await deps.outbox.write(tenantId, async (tx, publish) => {
        const insertions = await insertCis(tx, tenantId, wanted, publish, deps.clock);
        await awaitRateLimitVerdicts(wanted.map(({ ctx }) => ctx));
        return insertions;
      });
    } catch (error) {
      if (error instanceof RequestsRefused) return retryAdmitted(tenantId, wanted, error.refusals);
      throw error;
    }
  };

  /** The first transaction was rolled back. The admitted items run again and may use the names of the refused ones. */
  const retryAdmitted = async (tenantId: string, wanted: CiToInsert[], refusals: RequestsRefused["refusals"]) => {
    const others = wanted.filter(({ ctx }) => !refusals.has(ctx));
    const outcomes = others.length > 0 ? await create(tenantId, others) : [];
    const outcomeOf = new Map(others.map((item, i) => [item, outcomes[i]!]));
    return wanted.map((item): Outcome => outcomeOf.get(item) ?? { failed: refusals.get(item.ctx) });
  };

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
