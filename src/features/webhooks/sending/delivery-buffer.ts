import type { DueDelivery } from "../webhook.model.ts";

/** More are read while fewer than this many wait. */
const REFILL_BELOW = 32;
/** No more are read while this many wait or lack a recorded result. */
const MAX_UNRECORDED = 256;
/** No more are read while waiting messages have this many characters. */
const MAX_CHARS = 8_000_000;
/** The same for all webhooks of a process together, except for those of which none waits. */
const MAX_TOTAL_CHARS = 64_000_000;

/** Characters of the messages that wait in the buffers of a process. */
export interface BufferedChars {
  total: number;
}

/** The deliveries of one webhook in memory, from their reading until their result is recorded. */
export interface DeliveryBuffer {
  put(deliveries: readonly DueDelivery[]): void;
  /** The next delivery to send; its id stays in `ids` until `done`. */
  next(): DueDelivery | undefined;
  /** Its result is recorded. */
  done(id: string): void;
  /** Drops waiting deliveries, which will be read again. */
  clear(): void;
  hasRoom(): boolean;
  /** Ids of deliveries that wait or are in flight. */
  ids(): string[];
}

export function createDeliveryBuffer(buffered: BufferedChars = { total: 0 }): DeliveryBuffer {
  const ids = new Set<string>();
  let waiting: DueDelivery[] = [];
  let chars = 0;
  const add = (count: number) => {
    chars += count;
    buffered.total += count;
  };
  return {
    put(deliveries) {
      for (const delivery of deliveries) {
        ids.add(delivery.id);
        add(delivery.body.length);
      }
      waiting.push(...deliveries);
    },
    next() {
      const delivery = waiting.shift();
      if (delivery) add(-delivery.body.length);
      return delivery;
    },
    done: (id) => void ids.delete(id),
    clear() {
      for (const { id } of waiting) ids.delete(id);
      waiting = [];
      add(-chars);
    },
    hasRoom: () =>
      waiting.length < REFILL_BELOW &&
      chars < MAX_CHARS &&
      ids.size < MAX_UNRECORDED &&
      (waiting.length === 0 || buffered.total < MAX_TOTAL_CHARS),
    ids: () => [...ids],
  };
}
