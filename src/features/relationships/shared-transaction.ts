import { AppError } from "../../errors.ts";
import { runBatch } from "../../platform/batch.ts";
import { createBatcher } from "../../platform/batcher.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Outbox, Publish } from "../../platform/jobs/outbox.ts";

/** Result of one call that shared a transaction. */
export type Outcome<R> = { done: R } | { failed: unknown };

export type SharedWork<I, R> = (tx: GraphTx, publish: Publish, tenantId: string, items: I[]) => Promise<Outcome<R>[]>;

/**
 * Lets concurrent calls of a tenant share transactions: on a hub they would otherwise queue for its lock, each holding a
 * connection. `work` returns one outcome per item, in order, and throws only errors that concern all items.
 */
export function createSharedTransaction<I, R>(outbox: Outbox, work: SharedWork<I, R>) {
  const write = async (tenantId: string, items: I[]): Promise<Outcome<R>[]> => {
    const once = () => outbox.write(tenantId, (tx, publish) => work(tx, publish, tenantId, items));
    if (items.length > 1) return once();
    // A single item is retried once: it may have lost a race against a writer that does not lock the ends.
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

  /** Throws the item's own error. */
  return async (tenantId: string, item: I): Promise<R> => {
    const outcome = await batcher.submit(tenantId, item);
    if ("failed" in outcome) throw outcome.failed;
    return outcome.done;
  };
}

/** Processes items sequentially; an AppError becomes the outcome of its item. */
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
