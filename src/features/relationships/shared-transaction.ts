import { AppError } from "../../errors.ts";
import { runBatch } from "../../platform/batch.ts";
import { createBatcher } from "../../platform/batcher.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Outbox, Publish } from "../../platform/jobs/outbox.ts";

/** What became of one of the calls that shared a transaction. */
export type Outcome<R> = { done: R } | { failed: unknown };

export type SharedWork<I, R> = (tx: GraphTx, publish: Publish, tenantId: string, items: I[]) => Promise<Outcome<R>[]>;

/**
 * Concurrent calls within a tenant share transactions: on a hub they would otherwise queue behind its lock one by one,
 * each holding a connection. The work answers one outcome an item, in order, and throws only what concerns all of them.
 */
export function createSharedTransaction<I, R>(outbox: Outbox, work: SharedWork<I, R>) {
  const write = async (tenantId: string, items: I[]): Promise<Outcome<R>[]> => {
    const once = () => outbox.write(tenantId, (tx, publish) => work(tx, publish, tenantId, items));
    if (items.length > 1) return once();
    // An item by itself is tried twice: a writer that takes no lock of the ends may have been first, and is seen now.
    return once().catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      return once();
    });
  };
  const batcher = createBatcher<I, Outcome<R>>({
    maxItems: 100,
    parallel: 2,
    run: (tenantId, items) =>
      runBatch<I, Outcome<R>>(items, {
        run: (batch) => write(tenantId, batch),
        failed: (error) => ({ failed: error }),
        concurrent: true,
      }),
  });

  /** Throws what the item's own outcome holds. */
  return async (tenantId: string, item: I): Promise<R> => {
    const outcome = await batcher.submit(tenantId, item);
    if ("failed" in outcome) throw outcome.failed;
    return outcome.done;
  };
}

/** Works on one item after the other; an AppError is the outcome of its item alone. */
export async function eachOutcome<I, R>(items: I[], work: (item: I) => Promise<R>): Promise<Outcome<R>[]> {
  const outcomes: Outcome<R>[] = [];
  for (const item of items) {
    try {
      outcomes.push({ done: await work(item) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcomes.push({ failed: error });
    }
  }
  return outcomes;
}
