import { type RequestContext, requireScope } from "../../context.ts";
import type { Violation } from "../../errors.ts";
import { type BulkInput, type BulkResult, bulkWrite } from "../../platform/bulk-write.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import type { NewCi } from "./ci.model.ts";
import { type Insertion, insertCis, isDuplicate } from "./insert-cis.ts";

export type BulkCreateCis = (ctx: RequestContext, input: BulkInput<NewCi>) => Promise<BulkResult[]>;

/**
 * Creates up to 1,000 CIs in one transaction. `per_item`: reports invalid items and duplicates, creates the rest. `atomic`:
 * writes nothing if any item fails; throws 400 with every fault. The source of the values is `import`: scans may overwrite
 * them.
 */
export function createBulkCreateCis(deps: { outbox: Outbox; clock: Clock }): BulkCreateCis {
  return async (ctx, input) => {
    requireScope(ctx, "cmdb.write");
    return bulkWrite(deps.outbox, ctx.tenantId, {
      ...input,
      make(tx, publish, items) {
        const wanted = items.map(({ id, repeatable, fields }) => {
          return { ctx, id, repeatable, input: fields, source: "import" as const, allowDuplicate: false };
        });
        return insertCis(tx, ctx.tenantId, wanted, publish, deps.clock);
      },
      resultOf,
      faultsOf,
    });
  };
}

/** Adds the index of a duplicate; the violations of a failed item contain it already. */
function faultsOf({ index, id, status, violations }: BulkResult): Violation[] {
  if (status !== "exists") return violations;
  return violations.map(({ field, reason }) => ({ field: `items.${index}.${field}`, reason: `${reason}: ${id}` }));
}

function resultOf(insertion: Insertion): Omit<BulkResult, "index"> {
  if (!isDuplicate(insertion)) return { id: insertion.ci.id, status: "created", violations: [] };
  const { existingId, violation } = insertion.duplicate;
  return { id: existingId, status: "exists", violations: [violation] };
}
