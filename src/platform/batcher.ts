/**
 * Joins concurrent calls into batches: while one batch is under way the next calls gather, and go together when it ends.
 * A lone call goes at once; under load the round trips are shared.
 */
export interface Batcher<I, R> {
  /** The result of this item. Rejects with what the whole batch rejected with. */
  submit(key: string, item: I): Promise<R>;
}

interface Waiting<I, R> {
  item: I;
  resolve(result: R): void;
  reject(error: unknown): void;
}

interface Lane<I, R> {
  waiting: Waiting<I, R>[];
  running: number;
  patience: NodeJS.Timeout | undefined;
  /** While those whose batch has just ended are waited for: how many shall stand in the next, and until when. */
  gathering: { enough: number; timer: NodeJS.Timeout } | undefined;
}

/**
 * How long items wait for a batch under way before another begins beside it, however few they are: one that a lock or
 * a lost connection holds up must not hold up those behind it for longer.
 */
const PATIENCE_MS = 100;

/**
 * `run` answers the items of one key (a tenant) in their order. At most `parallel` batches of at most `maxItems` of a key
 * run at once; beside one that is under way another begins only when `beside` items wait for it (default 1), or have
 * waited long: a round trip shared by few costs nearly what one shared by many does. With `gatherMs`, the next batch waits
 * that long for the callers whom the last one answered, who as a rule come back at once: else the first of them goes alone.
 */
export function createBatcher<I, R>(options: {
  run: (key: string, items: I[]) => Promise<R[]>;
  maxItems: number;
  parallel: number;
  beside?: number;
  gatherMs?: number;
}): Batcher<I, R> {
  const { beside = 1, gatherMs = 0 } = options;
  const lanes = new Map<string, Lane<I, R>>();

  const launch = (key: string, least = beside) => {
    const lane = lanes.get(key);
    if (!lane || lane.running >= options.parallel) return;
    if (lane.gathering && lane.waiting.length < lane.gathering.enough) return;
    clearTimeout(lane.gathering?.timer);
    lane.gathering = undefined;
    if (lane.running > 0 && lane.waiting.length < least) {
      if (lane.waiting.length > 0) {
        lane.patience ??= setTimeout(() => {
          lane.patience = undefined;
          launch(key, 1);
        }, PATIENCE_MS);
      }
      return;
    }
    clearTimeout(lane.patience);
    lane.patience = undefined;
    if (lane.waiting.length === 0) {
      if (lane.running === 0) lanes.delete(key);
      return;
    }
    const batch = lane.waiting.splice(0, options.maxItems);
    lane.running++;
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
        lane.running--;
        if (gatherMs > 0 && lane.running === 0) gather(key, lane, batch.length);
        else launch(key);
      });
  };

  const gather = (key: string, lane: Lane<I, R>, answered: number) => {
    const enough = Math.min(options.maxItems, lane.waiting.length + answered);
    const timer = setTimeout(() => {
      lane.gathering = undefined;
      launch(key);
    }, gatherMs);
    lane.gathering = { enough, timer };
  };

  return {
    submit(key, item) {
      return new Promise((resolve, reject) => {
        let lane = lanes.get(key);
        if (!lane) {
          lane = { waiting: [], running: 0, patience: undefined, gathering: undefined };
          lanes.set(key, lane);
        }
        lane.waiting.push({ item, resolve, reject });
        const { length } = lane.waiting;
        // When all that has arrived by now has been read, so that requests of the same moment go together.
        if (length === 1 || length === beside || length === lane.gathering?.enough) setImmediate(() => launch(key));
        else if (length >= options.maxItems) launch(key);
      });
    },
  };
}
