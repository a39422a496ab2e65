import { type RequestContext, requireScope } from "../../context.ts";
import { runBatch } from "../../platform/batch.ts";
import { createBatcher } from "../../platform/batcher.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import { writeAdmitted } from "../../platform/rate-limit-verdict.ts";
import { applyChanges, type ChangeOutcome, type RequestedChange, type UpdateCiInput } from "./apply-changes.ts";
import type { CiWithRelationships } from "./ci.model.ts";

/** Returns the whole CI; its version is unchanged if the patch changes nothing. */
export type UpdateCi = (ctx: RequestContext, input: UpdateCiInput) => Promise<CiWithRelationships>;

const failed = (error: unknown): ChangeOutcome => ({ failed: error });

/**
 * Applies a partial change under the CI's lock, so that concurrent writers of different keys lose no write. Concurrent
 * changes within a tenant share a transaction, each with its own version. Throws 404, 409 if the new name or serial number
 * is taken, 412 if `ifMatch` is stale, 413 if the CI would grow beyond 1 MB.
 */
export function createUpdateCi(deps: { outbox: Outbox; clock: Clock }): UpdateCi {
  const write = (tenantId: string, wanted: RequestedChange[]): Promise<ChangeOutcome[]> =>
    writeAdmitted(deps.outbox, tenantId, wanted, {
      work: (tx, publish, items) => applyChanges(tx, tenantId, items, publish, deps.clock),
      refused: failed,
    });

  const run = async (tenantId: string, wanted: RequestedChange[]): Promise<ChangeOutcome[]> => {
    const outcomes = await runBatch(wanted, { run: (items) => write(tenantId, items), failed });
    for (const [i, outcome] of outcomes.entries()) {
      if ("alone" in outcome) outcomes[i] = await writeAlone(tenantId, wanted[i]!);
    }
    return outcomes;
  };

  const writeAlone = (tenantId: string, item: RequestedChange): Promise<ChangeOutcome> =>
    write(tenantId, [item]).then(([outcome]) => outcome!, failed);

  const batcher = createBatcher<RequestedChange, ChangeOutcome>({
    maxItems: 100,
    parallel: 2,
    minBatch: 100,
    lingerMs: 10,
    run,
  });

  return async (ctx, input) => {
    requireScope(ctx, "cmdb.write");
    const outcome = await batcher.submit(ctx.tenantId, { ctx, input });
    if ("failed" in outcome) throw outcome.failed;
    if ("alone" in outcome) throw new Error("a change in a transaction of its own was not applied");
    return { ...outcome.ci, relationships: outcome.relationships };
  };
}
