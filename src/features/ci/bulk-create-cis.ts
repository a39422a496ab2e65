import { type RequestContext, requireScope } from "../../context.ts";
import { AppError, invalid, type Violation } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { derivedId, newId } from "../../platform/ids.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import type { NewCi } from "./ci.model.ts";
import { type Insertion, insertCis, isDuplicate } from "./insert-cis.ts";

/** An item as it came: its fields, or what is wrong with it. */
export type BulkItem = { fields: NewCi } | { violations: Violation[] };

export interface BulkResult {
  index: number;
  /** The CI made, or the one that exists already; null where the item failed. */
  id: string | null;
  status: "created" | "exists" | "failed";
  violations: Violation[];
}

export type BulkCreateCis = (
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
 * Creates up to 1,000 CIs in one transaction. `per_item`: what exists already or is wrong is reported, the rest is made.
 * `atomic`: one fault and nothing is written, 400 with every fault. What they say counts as imported: scans may better it.
 */
export function createBulkCreateCis(deps: { outbox: Outbox; clock: Clock }): BulkCreateCis {
  return async (ctx, { mode, items, idempotencyId }) => {
    requireScope(ctx, "cmdb.write");
    const valid = items.flatMap((item, index) => ("fields" in item ? [{ index, fields: item.fields }] : []));
    const wanted = valid.map(({ index, fields }) => ({
      ctx,
      id: idempotencyId ? derivedId(idempotencyId, String(index)) : newId(),
      repeatable: idempotencyId !== undefined,
      input: fields,
      source: "import" as const,
      allowDuplicate: false,
    }));
    return deps.outbox
      .write(ctx.tenantId, async (tx, publish) => {
        const made = await insertCis(tx, ctx.tenantId, wanted, publish, deps.clock);
        const byIndex = new Map(valid.map(({ index }, i) => [index, made[i]!]));
        const results = items.map((item, index) => resultOf(item, index, byIndex.get(index)));
        const faults = mode === "atomic" ? results.flatMap(faultsOf) : [];
        if (faults.length > 0) throw new Undone(faults.slice(0, MAX_FAULTS));
        return results;
      })
      .catch((error: unknown) => {
        if (error instanceof Undone) throw invalid(error.violations, "Nothing was written: some items cannot be made");
        throw error;
      });
  };
}

function faultsOf({ index, id, status, violations }: BulkResult): Violation[] {
  if (status !== "exists") return violations;
  return violations.map(({ field, reason }) => ({ field: `items.${index}.${field}`, reason: `${reason}: ${id}` }));
}

function resultOf(item: BulkItem, index: number, insertion: Insertion | undefined): BulkResult {
  if ("violations" in item) return { index, id: null, status: "failed", violations: item.violations };
  if (!insertion) throw new AppError("INTERNAL_ERROR", "An item of the bulk has no result");
  if (!isDuplicate(insertion)) return { index, id: insertion.ci.id, status: "created", violations: [] };
  const { existingId, violation } = insertion.duplicate;
  return { index, id: existingId, status: "exists", violations: [violation] };
}
