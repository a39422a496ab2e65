/** Hands values from a producer to a reader, one at a time: the producer waits until each is taken. */
export interface HandOver<T> {
  /** Resolves once the value was taken. Rejects if the reader has left, or takes nothing within the time. */
  put(value: T): Promise<void>;
  /** No more values follow. */
  end(): void;
  /** The reader gets this error, after the value that it has. */
  fail(error: unknown): void;
  values: AsyncIterableIterator<T>;
}

/** The reader left before the end, or was too slow. */
export class ReaderGone extends Error {
  override readonly name = "ReaderGone";
}

/** @param patienceMs longest that a value waits for the reader */
export function createHandOver<T>(patienceMs: number): HandOver<T> {
  type Offer = { value: T; taken(): void; refused(error: Error): void };
  let offer: Offer | undefined;
  let ended: { error?: unknown } | undefined;
  let left = false;
  let waiting: (() => void) | undefined;
  const wake = () => {
    waiting?.();
    waiting = undefined;
  };

  const values: AsyncIterableIterator<T> = {
    [Symbol.asyncIterator]: () => values,
    async next() {
      while (true) {
        if (offer) {
          const { value, taken } = offer;
          offer = undefined;
          taken();
          return { done: false, value };
        }
        if (ended) {
          if ("error" in ended) throw ended.error;
          return { done: true, value: undefined };
        }
        await new Promise<void>((resolve) => {
          waiting = resolve;
        });
      }
    },
    async return() {
      left = true;
      offer?.refused(new ReaderGone("the reader left"));
      offer = undefined;
      return { done: true, value: undefined };
    },
  };

  return {
    put: (value) =>
      new Promise((resolve, reject) => {
        if (left) return reject(new ReaderGone("the reader left"));
        const timer = setTimeout(() => {
          offer = undefined;
          reject(new ReaderGone("the reader is too slow"));
        }, patienceMs);
        const settle =
          <A extends unknown[]>(done: (...args: A) => void) =>
          (...args: A) => {
            clearTimeout(timer);
            done(...args);
          };
        offer = { value, taken: settle(resolve), refused: settle(reject) };
        wake();
      }),
    end() {
      ended ??= {};
      wake();
    },
    fail(error) {
      ended ??= { error };
      wake();
    },
    values,
  };
}
