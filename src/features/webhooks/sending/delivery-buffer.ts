import type { DueDelivery } from "../webhook.model.ts";

/** Below so many that wait, more are read. */
const LOW = 32;
/** Sent and not yet written down among them: no more are read beyond. */
const MOST_AT_HAND = 256;
/** Characters of messages that wait in memory: no more are read beyond. */
const MOST_CHARS = 8_000_000;

/** The deliveries of one webhook that a process has read, from then until what came of them is written down. */
export interface LaneQueue {
  put(deliveries: readonly DueDelivery[]): void;
  /** The next one to send; it stays at hand. */
  next(): DueDelivery | undefined;
  /** What came of it is written down. */
  done(id: string): void;
  /** Forgets those that wait: they are read anew. */
  clear(): void;
  hasRoom(): boolean;
  /** Those that wait, and those that are under way. */
  atHand(): string[];
}

export function createLaneQueue(): LaneQueue {
  const atHand = new Set<string>();
  let waiting: DueDelivery[] = [];
  let chars = 0;
  return {
    put(deliveries) {
      for (const delivery of deliveries) {
        atHand.add(delivery.id);
        chars += delivery.body.length;
      }
      waiting.push(...deliveries);
    },
    next() {
      const delivery = waiting.shift();
      if (delivery) chars -= delivery.body.length;
      return delivery;
    },
    done: (id) => void atHand.delete(id),
    clear() {
      for (const { id } of waiting) atHand.delete(id);
      waiting = [];
      chars = 0;
    },
    hasRoom: () => waiting.length < LOW && chars < MOST_CHARS && atHand.size < MOST_AT_HAND,
    atHand: () => [...atHand],
  };
}
