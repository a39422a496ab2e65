import { allSettled } from "../../platform/all-settled.ts";
import type { Pair } from "../../platform/postgres/pairs.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { type CountChange, countsStore } from "./counts.store.ts";
import type { StoredEvent } from "./event.model.ts";
import { eventsStore } from "./events.store.ts";
import { hostKeysOf } from "./host-binding.ts";
import { waitsStore } from "./waits.store.ts";

/** An event before and after a change; `before` is undefined for a new event. */
export interface EventWrite {
  before: StoredEvent | undefined;
  after: StoredEvent;
}

/**
 * Writes events with their links to CIs, or the host keys by which they wait for one, and updates the counts. The statements
 * are sent at once and run in this order.
 */
export async function writeEvents(
  tx: Sql,
  tenantId: string,
  changes: readonly EventWrite[],
  { now, superseded }: { now: Date; superseded?: ReadonlySet<string> },
): Promise<void> {
  const changed = changes.filter(({ before }) => before !== undefined).map(({ after }) => after);
  const created = changes.filter(({ before }) => before === undefined).map(({ after }) => after);
  const added = changes.flatMap(({ before, after }) => (before ? addedCiPairs(after, before) : []));
  const removed = changes.flatMap(({ before, after }) => (before ? addedCiPairs(before, after) : []));
  const waiting = changes.filter(needsKeyUpdate).map(({ before, after }) => ({
    id: after.id,
    keys: after.affectedCis.length > 0 ? [] : hostKeysOf(after),
    isNew: before === undefined,
  }));
  await allSettled([
    // Updates first: a superseded event gives up its identity before the new one takes it.
    changed.length > 0 && eventsStore.update(tx, tenantId, changed, superseded),
    created.length > 0 && eventsStore.insert(tx, tenantId, created),
    removed.length > 0 && eventsStore.removeCis(tx, tenantId, removed),
    added.length > 0 && eventsStore.addCis(tx, tenantId, added),
    waiting.length > 0 && waitsStore.replaceKeys(tx, tenantId, waiting, now),
    countsStore.add(tx, tenantId, changes.flatMap(countChangesOf)),
  ]);
}

/** A repeat changes no count, but it may change lists sorted or filtered by other members: `by: 0`. */
function countChangesOf({ before, after }: EventWrite): CountChange[] {
  const { status, severity } = after;
  if (!before) return [{ status, severity, by: 1 }];
  if (before.status === status && before.severity === severity) return [{ status, severity, by: 0 }];
  return [
    { status: before.status, severity: before.severity, by: -1 },
    { status, severity, by: 1 },
  ];
}

/** Whether the host keys for which the event waits may have changed. */
function needsKeyUpdate({ before, after }: EventWrite): boolean {
  if (!before) return after.affectedCis.length === 0;
  if (before.affectedCis.length > 0) return false;
  const names = (event: StoredEvent) => [event.hostname, event.fqdn, event.ipAddress].join(" ");
  return after.affectedCis.length > 0 || names(before) !== names(after);
}

/** Links to the CIs of `event` that `other` does not have. */
function addedCiPairs(event: StoredEvent, other: StoredEvent): Pair[] {
  return event.affectedCis
    .filter((ciId) => !other.affectedCis.includes(ciId))
    .map((ciId) => ({ ciId, eventId: event.id }));
}
