/** Limits how many tasks run at once. Further tasks wait in order, up to a maximum. */
export interface Slots {
  /**
   * Resolves with a function that gives the slot back, to be called once. Rejects with the signal's reason if it is aborted
   * while the caller waits, and with NoSlot if too many wait.
   */
  take(signal: AbortSignal): Promise<() => void>;
  /** Slots that are taken, and callers that wait for one. */
  count(): { running: number; waiting: number };
}

/** The maximum of tasks waits already. */
export class NoSlot extends Error {
  override readonly name = "NoSlot";
  readonly code = "EBUSY";
}

export function createSlots(atOnce: number, maxWaiting: number): Slots {
  const waiting = new Set<() => void>();
  let running = 0;

  const release = () => {
    running--;
    const [next] = waiting;
    next?.();
  };

  return {
    async take(signal) {
      signal.throwIfAborted();
      if (running >= atOnce) {
        if (waiting.size >= maxWaiting) throw new NoSlot("too many tasks of this kind wait already");
        await new Promise<void>((resolve, reject) => {
          const leave = () => {
            waiting.delete(start);
            signal.removeEventListener("abort", giveUp);
          };
          const start = () => {
            leave();
            // At once, so that no other caller takes the slot in between.
            running++;
            resolve();
          };
          const giveUp = () => {
            leave();
            reject(signal.reason);
          };
          waiting.add(start);
          signal.addEventListener("abort", giveUp, { once: true });
        });
        return release;
      }
      running++;
      return release;
    },
    count: () => ({ running, waiting: waiting.size }),
  };
}
