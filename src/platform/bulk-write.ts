import { AppError, invalid, type Violation } from "../errors.ts";
import type { GraphTx } from "./graph/graph.ts";
import { derivedId, newId } from "./ids.ts";
import type { Outbox, Publish } from "./jobs/outbox.ts";

/** An item of a bulk request: its parsed fields, or its violations. */
export type BulkItem<F> = { fields: F } | { violations: Violation[] };

export interface BulkInput<F> {
  /** `atomic`: a single fault prevents every write. `per_item`: valid items are written, the others reported. */
  mode: "atomic" | "per_item";
  items: BulkItem<F>[];
  /** Derives the items' ids, so that a repeated request gets the same ones; absent: new ids. */
  idempotencyId?: string | undefined;
}

/** The result of one item. */
export interface BulkResult {
  index: number;
  /** Id of the created or existing thing; null if the item failed. */
  id: string | null;
  status: "created" | "exists" | "failed";
  violations: Violation[];
}

/** A valid item and its assigned id. `repeatable`: an earlier try may have created it under this id. */
export interface IdentifiedItem<F> {
  id: string;
  repeatable: boolean;
  fields: F;
}

export interface BulkWork<F, I> extends BulkInput<F> {
  /** Creates the valid items within the transaction; returns one insertion per item, in order. */
  make(tx: GraphTx, publish: Publish, items: IdentifiedItem<F>[]): Promise<I[]>;
  resultOf(insertion: I): Omit<BulkResult, "index">;
  /** The faults that prevent an atomic write; fields include the item: `items.0.name`. */
  faultsOf(result: BulkResult): Violation[];
}

const MAX_FAULTS = 1_000;

/** Thrown inside the transaction to roll it back. */
class Undone extends Error {
  readonly violations: Violation[];
  constructor(violations: Violation[]) {
    super("undone");
    this.violations = violations;
  }
}

/**
 * Creates many things in one graph transaction.
 *
 * @returns one result per item, in order
 * @throws 400 with up to 1,000 faults if the mode is `atomic` and an item cannot be created
 */
export async function bulkWrite<F, I>(outbox: Outbox, tenantId: string, work: BulkWork<F, I>): Promise<BulkResult[]> {
  const { mode, items, idempotencyId } = work;
  const valid = items.flatMap((item, index) => {
    if ("violations" in item) return [];
    const id = idempotencyId ? derivedId(idempotencyId, String(index)) : newId();
    return [{ id, repeatable: idempotencyId !== undefined, fields: item.fields }];
  });
  try {
    return await outbox.write(tenantId, async (tx, publish) => {
      const insertions = (await work.make(tx, publish, valid)).values();
      const results = items.map((item, index): BulkResult => {
        if ("violations" in item) return { index, id: null, status: "failed", violations: item.violations };
        const { value, done } = insertions.next();
        if (done) throw new AppError("INTERNAL_ERROR", "An item of the bulk has no result");
        return { index, ...work.resultOf(value) };
      });
      const faults = mode === "atomic" ? results.flatMap(work.faultsOf) : [];
      if (faults.length > 0) throw new Undone(faults.slice(0, MAX_FAULTS));
      return results;
    });
  } catch (error) {
    if (error instanceof Undone) throw invalid(error.violations, "Nothing was written: some items cannot be made");
    throw error;
  }
}
