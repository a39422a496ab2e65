import { type ChangedThings, MAX_ITEMS, STREAM_KINDS, type StreamItem, type StreamKind } from "./stream.model.ts";
import type { StreamFilter } from "./stream-filter.ts";

/** What a follower has yet to be told: bounded, however many changes there are and however slowly it reads. */
export interface Pending {
  add(changes: readonly ChangedThings[]): void;
  /** Returns the messages, as event and data, and forgets them. */
  take(): { event: string; data: object }[];
  clear(): void;
}

interface Waiting {
  count: number;
  /** By id; undefined once they are too many to name. */
  items: Map<string, StreamItem> | undefined;
}

export function createPending(filter: StreamFilter): Pending {
  const waiting = new Map<StreamKind, Waiting>();

  const add = ({ kind, count, items }: ChangedThings) => {
    if (!filter.kinds.has(kind)) return;
    const shown = items?.filter((item) => filter.shows(item));
    if (shown?.length === 0) return;
    const known = waiting.get(kind) ?? { count: 0, items: new Map() };
    const all = known.items && shown && new Map([...known.items, ...shown.map((item) => [item.id, item] as const)]);
    const isFew = all !== undefined && all.size <= MAX_ITEMS;
    waiting.set(kind, { count: isFew ? all.size : known.count + count, items: isFew ? all : undefined });
  };

  return {
    add(changes) {
      for (const change of changes) add(change);
    },

    take() {
      const messages = [...waiting].map(([kind, { count, items }]) => ({
        event: STREAM_KINDS[kind].event,
        data: { kind, count, many: items === undefined, items: [...(items?.values() ?? [])].map(withoutOwner) },
      }));
      waiting.clear();
      return messages;
    },

    clear: () => waiting.clear(),
  };
}

function withoutOwner({ owner: _, ...shown }: StreamItem): object {
  return shown;
}
