import { isUnavailable } from "../errors.ts";

/** How a batch is worked on, and what becomes of an item that fails. */
export interface BatchWork<I, R> {
  /** Works on these items in one transaction and answers a result an item, in their order. */
  run(items: I[]): Promise<R[]>;
  /** The result of an item that failed individually, or that an absent store failed. May throw. */
  failed(error: unknown, item: I): R | Promise<R>;
  /** Whether items that are run individually run at once rather than one after the other. */
  atOnce?: boolean;
}

/**
 * Runs a batch in one transaction. Where that fails for another reason than an absent store (503), each item runs
 * individually: what is wrong with one item must not fail those that only share its transaction.
 *
 * @returns a result an item, in their order
 * @throws what `failed` throws
 */
export async function runBatch<I, R>(items: I[], work: BatchWork<I, R>): Promise<R[]> {
  try {
    return await work.run(items);
  } catch (error) {
    if (items.length === 1 || isUnavailable(error)) {
      return Promise.all(items.map((item) => work.failed(error, item)));
    }
  }
  if (work.atOnce) return (await Promise.all(items.map((item) => runBatch([item], work)))).flat();
  const results: R[] = [];
  for (const item of items) results.push(...(await runBatch([item], work)));
  return results;
}
