import { Skeleton } from "@mantine/core";

/** Stands for a queue while it is read. */
export function QueueSkeleton() {
  return (
    <div className="queue" role="status" aria-label="Loading">
      <Skeleton height={260} />
      <Skeleton height={420} />
    </div>
  );
}
