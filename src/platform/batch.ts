import { isUnavailable } from "../errors.ts";

/** The work on a batch, and the result of an item that fails. */
export interface BatchWork<I, R> {
  /** Processes these items in one transaction; returns one result per item, in order. */
  run(items: I[]): Promise<R[]>;
  /** Returns the result of an item that failed individually, or because a store is unavailable to a caller who waits. May throw. */
  failed(error: unknown, item: I): R | Promise<R>;
  /**
   * Work in the background asks whether the stores failed it (`isOutage`): the batch then rejects, and a time-out while they
   * work is traced to its item.
   */
  isOutage?(error: unknown): Promise<boolean>;
  /** Whether items that run individually run concurrently rather than in sequence. */
  concurrent?: boolean;
}

/**
 * Runs a batch in one transaction. If it fails for another reason than an unavailable store (503), each item runs
 * individually: a fault of one item must not fail the others of its transaction.
 *
 * @returns one result per item, in order
 * @throws what `failed` throws, and an outage where `isOutage` is given
 */
export async function runBatch<I, R>(items: I[], work: BatchWork<I, R>): Promise<R[]> {
  try {
    return await work.run(items);
  } catch (error) {
    if (await work.isOutage?.(error)) throw error;
    if (items.length === 1 || (!work.isOutage && isUnavailable(error))) {
      return Promise.all(items.map((item) => work.failed(error, item)));
    }
  }
  if (work.concurrent) return (await Promise.all(items.map((item) => runBatch([item], work)))).flat();
  const results: R[] = [];
  for (const item of items) results.push(...(await runBatch([item], work)));
  return results;
}
