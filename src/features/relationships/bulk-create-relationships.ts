import { type RequestContext, requireScope } from "../../context.ts";
import { AppError, invalid, type Violation } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { derivedId, newId } from "../../platform/ids.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import { SELF_LOOP } from "./create-relationship.ts";
import { type Insertion, insertRelationships } from "./insert-relationships.ts";
import type { NewRelationship } from "./relationship.model.ts";

/** An item as it came: its fields, or what is wrong with it. */
export type BulkItem = { fields: NewRelationship } | { violations: Violation[] };

export interface BulkResult {
  index: number;
  /** The relationship made, or the one that exists already; null where the item failed. */
  id: string | null;
  status: "created" | "exists" | "failed";
  violations: Violation[];
}

export type BulkCreateRelationships = (
  ctx: RequestContext,
  input: { mode: "atomic" | "per_item"; items: BulkItem[]; idempotencyId?: string | undefined },
) => Promise<BulkResult[]>;

const MAX_FAULTS = 1_000;

/** Thrown inside the transaction to undo it: what stood in the way of an atomic bulk. */
class Undone extends Error {
  readonly violations: Violation[];
  constructor(violations: Violation[]) {
    super("undone");
    this.violations = violations;
  }
}

/**
 * Creates up to 1,000 relationships in one transaction. `per_item`: what exists already or is wrong is reported, the rest
 * is made. `atomic`: one fault and nothing is written, 400 with every fault.
 */
export function createBulkCreateRelationships(deps: { outbox: Outbox; clock: Clock }): BulkCreateRelationships {
  return async (ctx, { mode, items, idempotencyId }) => {
    requireScope(ctx, "cmdb.write");
    const checked = items.map(withoutLoops);
    const valid = checked.flatMap((item, index) => ("fields" in item ? [{ index, fields: item.fields }] : []));
    const wanted = valid.map(({ index, fields }) => ({
      ctx,
      id: idempotencyId ? derivedId(idempotencyId, String(index)) : newId(),
      repeatable: idempotencyId !== undefined,
      input: fields,
    }));
    return deps.outbox
      .write(ctx.tenantId, async (tx, publish) => {
        const made = await insertRelationships(tx, ctx.tenantId, wanted, publish, deps.clock);
        const byIndex = new Map(valid.map(({ index }, i) => [index, made[i]!]));
        const results = checked.map((item, index) => resultOf(item, index, byIndex.get(index)));
        const faults = mode === "atomic" ? results.flatMap(prefixed) : [];
        if (faults.length > 0) throw new Undone(faults.slice(0, MAX_FAULTS));
        return results;
      })
      .catch((error: unknown) => {
        if (error instanceof Undone) throw invalid(error.violations, "Nothing was written: some items cannot be made");
        throw error;
      });
  };
}

function withoutLoops(item: BulkItem): BulkItem {
  if (!("fields" in item) || item.fields.sourceCi !== item.fields.targetCi) return item;
  return { violations: [{ field: "target_ci", reason: SELF_LOOP }] };
}

function prefixed({ index, violations }: BulkResult): Violation[] {
  return violations.map(({ field, reason }) => ({ field: `items.${index}.${field}`, reason }));
}

function faultsOf(insertion: Insertion): Violation[] {
  if ("missing" in insertion) return insertion.missing.map((field) => ({ field, reason: "CI not found" }));
  if (!("duplicate" in insertion)) return [];
  const reason = `a relationship of this type between these CIs exists: ${insertion.duplicate.existingId}`;
  return [{ field: "type", reason }];
}

function resultOf(item: BulkItem, index: number, insertion: Insertion | undefined): BulkResult {
  if ("violations" in item) return { index, id: null, status: "failed", violations: item.violations };
  if (!insertion) throw new AppError("INTERNAL_ERROR", "An item of the bulk has no result");
  if ("relationship" in insertion) return { index, id: insertion.relationship.id, status: "created", violations: [] };
  const violations = faultsOf(insertion);
  if ("missing" in insertion) return { index, id: null, status: "failed", violations };
  return { index, id: insertion.duplicate.existingId, status: "exists", violations };
}
