import { Text, UnstyledButton } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";

export interface QueueListProps<T> {
  label: string;
  items: readonly T[];
  idOf: (item: T) => string;
  currentId: string | undefined;
  onSelect: (id: string) => void;
  render: (item: T) => ReactNode;
  hasMore?: boolean;
  loadMore?: () => void;
}

/** What waits in a queue, the current one marked and in sight. */
export function QueueList<T>(props: QueueListProps<T>) {
  const { label, items, idOf, currentId, onSelect, render, hasMore, loadMore } = props;
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another current one is to be brought in sight
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [currentId]);
  return (
    <nav aria-label={label} className="card queue-list">
      <ul ref={list}>
        {items.map((item) => {
          const id = idOf(item);
          return (
            <li key={id}>
              <UnstyledButton
                className="queue-item"
                aria-current={id === currentId ? "true" : undefined}
                onClick={() => onSelect(id)}
              >
                {render(item)}
              </UnstyledButton>
            </li>
          );
        })}
        {hasMore && (
          <li>
            <UnstyledButton className="queue-item" onClick={loadMore}>
              <Text size="sm" ta="center">
                Show more
              </Text>
            </UnstyledButton>
          </li>
        )}
      </ul>
    </nav>
  );
}
