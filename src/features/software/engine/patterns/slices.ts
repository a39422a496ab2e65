import { setImmediate } from "node:timers/promises";

/** Runs long computations in slices, one after the other, and lets the event loop turn between two slices. */
export interface Slices {
  /** Runs the computation to its end. It yields wherever it may be interrupted, at best once a millisecond. */
  run<T>(work: Generator<void, T>): Promise<T>;
}

/** Milliseconds of one slice: other work of the process waits so long at most. */
const SLICE_MS = 10;

/**
 * Computations that run at once share each slice, in turn: a slice for each of them would hold up the event loop for as
 * many slices, and one for each of many short ones in a row would never let it turn.
 */
export function createSlices(sliceMs = SLICE_MS): Slices {
  const waiting: (() => void)[] = [];
  let running = false;
  let sliceEnd = 0;
  let turn: Promise<void> | undefined;

  /** Waits for a turn of the event loop if the slice is over. */
  const nextSlice = (): Promise<void> | undefined => {
    if (performance.now() < sliceEnd) return undefined;
    turn ??= setImmediate().then(() => {
      turn = undefined;
      sliceEnd = performance.now() + sliceMs;
    });
    return turn;
  };
  const take = async () => {
    if (running) await new Promise<void>((resolve) => waiting.push(resolve));
    running = true;
    await nextSlice();
  };
  const giveWay = () => {
    running = false;
    // The next one keeps its place: it is marked as running before any other code runs.
    const next = waiting.shift();
    if (!next) return;
    running = true;
    next();
  };

  return {
    async run(work) {
      await nextSlice();
      // Most computations end with their first step: these wait for no other.
      let step = work.next();
      while (!step.done) {
        await take();
        try {
          do step = work.next();
          while (!step.done && performance.now() < sliceEnd);
        } finally {
          giveWay();
        }
      }
      return step.value;
    },
  };
}

/** Runs the computation to its end at once. */
export function runToEnd<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
