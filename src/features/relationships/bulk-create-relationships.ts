import { type RequestContext, requireScope } from "../../context.ts";
import { noSuch, type Violation } from "../../errors.ts";
import { type BulkInput, type BulkItem, type BulkResult, bulkWrite } from "../../platform/bulk-write.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import { SELF_LOOP } from "./create-relationship.ts";
import { type Insertion, insertRelationships } from "./insert-relationships.ts";
import type { NewRelationship } from "./relationship.model.ts";

export type BulkCreateRelationships = (ctx: RequestContext, input: BulkInput<NewRelationship>) => Promise<BulkResult[]>;

/**
 * Creates up to 1,000 relationships in one transaction. `per_item`: reports invalid items and duplicates, creates the rest.
 * `atomic`: writes nothing if any item fails; throws 400 with every fault.
 */
export function createBulkCreateRelationships(deps: { outbox: Outbox; clock: Clock }): BulkCreateRelationships {
  return async (ctx, { mode, items, idempotencyId }) => {
    requireScope(ctx, "cmdb.write");
    return bulkWrite(deps.outbox, ctx.tenantId, {
      mode,
      items: items.map(withoutLoops),
      idempotencyId,
      make(tx, publish, valid) {
        const wanted = valid.map(({ id, repeatable, fields }) => ({ ctx, id, repeatable, input: fields }));
        return insertRelationships(tx, ctx.tenantId, wanted, publish, deps.clock);
      },
      resultOf,
      faultsOf: ({ index, violations }) =>
        violations.map(({ field, reason }) => ({ field: `items.${index}.${field}`, reason })),
    });
  };
}

function withoutLoops(item: BulkItem<NewRelationship>): BulkItem<NewRelationship> {
  if (!("fields" in item) || item.fields.sourceCi !== item.fields.targetCi) return item;
  return { violations: [{ field: "target_ci", reason: SELF_LOOP }] };
}

function resultOf(insertion: Insertion): Omit<BulkResult, "index"> {
  if ("relationship" in insertion) return { id: insertion.relationship.id, status: "created", violations: [] };
  const violations = violationsOf(insertion);
  if ("missing" in insertion) return { id: null, status: "failed", violations };
  return { id: insertion.duplicate.existingId, status: "exists", violations };
}

function violationsOf(insertion: Exclude<Insertion, { relationship: unknown }>): Violation[] {
  if ("missing" in insertion) return insertion.missing.map((field) => ({ field, reason: noSuch("CI") }));
  const reason = `a relationship of this type between these CIs exists: ${insertion.duplicate.existingId}`;
  return [{ field: "type", reason }];
}
