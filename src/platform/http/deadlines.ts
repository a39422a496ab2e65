/** A deadline, by `performance.now()`. */
export interface Deadline {
  dueAt: number;
  expire(): void;
}

const TICK_MS = 50;

/**
 * The deadlines of all requests of an application. One timer checks them while any is open, so they expire up to 50 ms
 * late: a timer per request would cost more than the rest of the waiting.
 */
export class Deadlines {
  readonly #open = new Set<Deadline>();
  #timer: NodeJS.Timeout | undefined;

  add(waiting: Deadline): void {
    this.#open.add(waiting);
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
  }

  delete(waiting: Deadline): void {
    this.#open.delete(waiting);
  }

  #tick(): void {
    if (this.#open.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const now = performance.now();
    for (const waiting of this.#open) {
      if (waiting.dueAt > now) continue;
      this.#open.delete(waiting);
      waiting.expire();
    }
  }
}
