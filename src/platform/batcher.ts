/**
 * Joins concurrent calls into batches: calls that arrive while a batch runs wait, and form the next batch when it ends.
 * A lone call runs at once; under load calls share round trips.
 */
export interface Batcher<I, R> {
  /** Resolves with the result of this item; rejects with the error of its whole batch. */
  submit(key: string, item: I): Promise<R>;
}

interface Waiting<I, R> {
  item: I;
  resolve(result: R): void;
  reject(error: unknown): void;
}

interface KeyQueue<I, R> {
  waiting: Waiting<I, R>[];
  running: number;
  maxWaitTimer: NodeJS.Timeout | undefined;
  /** Set while the next batch waits for the callers of the last one: how many items to wait for, and how long. */
  lingering: { expected: number; timer: NodeJS.Timeout } | undefined;
}

/**
 * Longest that items wait behind a running batch. Then another batch starts, however few items it has: a batch that a
 * lock or a lost connection delays must not delay later items for longer.
 */
const MAX_WAIT_MS = 100;

/**
 * `run` returns a result for each item of one key (a tenant), in order. At most `parallel` batches of at most `maxItems`
 * of a key run at once. While a batch runs, another starts only when `minBatch` items wait (default 1), or have waited
 * 100 ms: a round trip for few items costs nearly as much as one for many. With `lingerMs`, the next batch waits that
 * long for the callers of the last one, who usually return at once: otherwise the first of them would run alone.
 */
export function createBatcher<I, R>(options: {
  run: (key: string, items: I[]) => Promise<R[]>;
  maxItems: number;
  parallel: number;
  minBatch?: number;
  lingerMs?: number;
}): Batcher<I, R> {
  const { minBatch = 1, lingerMs = 0 } = options;
  const queues = new Map<string, KeyQueue<I, R>>();

  const startBatch = (key: string, minItems = minBatch) => {
    const queue = queues.get(key);
    if (!queue || queue.running >= options.parallel) return;
    if (queue.lingering && queue.waiting.length < queue.lingering.expected) return;
    clearTimeout(queue.lingering?.timer);
    queue.lingering = undefined;
    if (queue.running > 0 && queue.waiting.length < minItems) {
      if (queue.waiting.length > 0) {
        queue.maxWaitTimer ??= setTimeout(() => {
          queue.maxWaitTimer = undefined;
          startBatch(key, 1);
        }, MAX_WAIT_MS);
      }
      return;
    }
    clearTimeout(queue.maxWaitTimer);
    queue.maxWaitTimer = undefined;
    if (queue.waiting.length === 0) {
      if (queue.running === 0) queues.delete(key);
      return;
    }
    const batch = queue.waiting.splice(0, options.maxItems);
    queue.running++;
    options
      .run(
        key,
        batch.map((entry) => entry.item),
      )
      .then(
        (results) => {
          batch.forEach((entry, i) => {
            entry.resolve(results[i] as R);
          });
        },
        (error) => {
          for (const entry of batch) entry.reject(error);
        },
      )
      .finally(() => {
        queue.running--;
        if (lingerMs > 0 && queue.running === 0) linger(key, queue, batch.length);
        else startBatch(key);
      });
  };

  const linger = (key: string, queue: KeyQueue<I, R>, answered: number) => {
    const expected = Math.min(options.maxItems, queue.waiting.length + answered);
    const timer = setTimeout(() => {
      queue.lingering = undefined;
      startBatch(key);
    }, lingerMs);
    queue.lingering = { expected, timer };
  };

  return {
    submit(key, item) {
      return new Promise((resolve, reject) => {
        let queue = queues.get(key);
        if (!queue) {
          queue = { waiting: [], running: 0, maxWaitTimer: undefined, lingering: undefined };
          queues.set(key, queue);
        }
        queue.waiting.push({ item, resolve, reject });
        const { length } = queue.waiting;
        // After all requests that have arrived are read, so that requests of the same moment share a batch.
        if (length === 1 || length === minBatch || length === queue.lingering?.expected)
          setImmediate(() => startBatch(key));
        else if (length >= options.maxItems) startBatch(key);
      });
    },
  };
}
