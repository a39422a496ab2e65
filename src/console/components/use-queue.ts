import { useHotkeys } from "@mantine/hooks";
import { useEffect, useRef } from "react";

export interface Queue<T> {
  /** Undefined where nothing waits. */
  current: T | undefined;
  index: number;
  next: () => void;
  previous: () => void;
}

/**
 * A queue that a person works through: one thing is current, `j` and `k` go on and back. Where the current one leaves, the
 * one that took its place is current.
 */
export function useQueue<T>(
  items: readonly T[],
  { id, idOf, select }: { id: string | undefined; idOf: (item: T) => string; select: (id: string | undefined) => void },
): Queue<T> {
  const found = items.findIndex((item) => idOf(item) === id);
  const last = useRef(0);
  const index = found >= 0 ? found : Math.min(last.current, Math.max(0, items.length - 1));
  useEffect(() => {
    last.current = index;
  }, [index]);
  const go = (to: number) => {
    const item = items[to];
    if (item) select(idOf(item));
  };
  const next = () => go(index + 1);
  const previous = () => go(index - 1);
  useHotkeys([
    ["j", next],
    ["k", previous],
  ]);
  return { current: items[index], index, next, previous };
}
