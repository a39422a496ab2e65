import type { UnreachableStores } from "./health.ts";

/** Watches the stores while requests do long work. */
export interface StoreWatch {
  /**
   * Calls `onGone` after every check that finds a store gone, until the returned function is called. The first check comes
   * a second later at most, and one each second after it; all requests share them.
   */
  begin(onGone: () => void): () => void;
  /** Whether a store was gone at the last check. */
  gone(): boolean;
}

/** With the 2 s that a check may take, two of them find within 4 s that a store has fallen silent. */
const INTERVAL_MS = 1_000;
/** Checks that fail in a row before a store counts as gone: a single one may have met a pause of the server. */
const FAILURES = 2;

/** @param unreachable checks the stores anew at each call, for up to 2 s; never rejects */
export function createStoreWatch(unreachable: UnreachableStores): StoreWatch {
  const waiting = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let begun = 0;
  /** The last check that passed. */
  let passed = 0;
  /** Checks that began after that one and failed. */
  let failed: number[] = [];
  const gone = () => failed.length >= FAILURES;

  const check = async () => {
    const number = ++begun;
    const names = await unreachable();
    if (names.length === 0) passed = Math.max(passed, number);
    else failed.push(number);
    // A check that waits in vain ends after later ones that pass.
    failed = failed.filter((one) => one > passed).slice(-FAILURES);
    if (names.length > 0 && gone()) for (const onGone of waiting) onGone();
  };

  const start = () => {
    passed = begun;
    failed = [];
    timer = setInterval(() => void check(), INTERVAL_MS).unref();
  };

  return {
    gone,
    begin(onGone) {
      // Two requests may share a callback.
      const own = () => onGone();
      waiting.add(own);
      if (!timer) start();
      return () => {
        waiting.delete(own);
        if (waiting.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
