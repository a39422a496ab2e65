import type { Sql } from "../../platform/postgres/postgres.ts";
import { type CountChange, countsStore } from "./counts.store.ts";
import type { StoredEvent } from "./event.model.ts";
import { eventsStore } from "./events.store.ts";
import { waitsOf } from "./host-binding.ts";
import { waitsStore } from "./waits.store.ts";

/** An event before and after; new where there was none before. */
export interface EventChange {
  before: StoredEvent | undefined;
  after: StoredEvent;
}

/** Writes events with what they are found by: their CIs, or the names by which they wait for one. */
export async function writeEvents(
  tx: Sql,
  tenantId: string,
  changes: readonly EventChange[],
  { now, superseded }: { now: Date; superseded?: ReadonlySet<string> },
): Promise<void> {
  const changed = changes.filter(({ before }) => before !== undefined).map(({ after }) => after);
  const made = changes.filter(({ before }) => before === undefined).map(({ after }) => after);
  // What is superseded makes room for what takes its place.
  if (changed.length > 0) await eventsStore.update(tx, tenantId, changed, superseded);
  if (made.length > 0) await eventsStore.insert(tx, tenantId, made);
  const added = changes.flatMap(({ before, after }) => (before ? pairs(after, before) : []));
  const removed = changes.flatMap(({ before, after }) => (before ? pairs(before, after) : []));
  if (removed.length > 0) await eventsStore.removeCis(tx, tenantId, removed);
  if (added.length > 0) await eventsStore.addCis(tx, tenantId, added);
  const waiting = changes.filter(mayWait).map(({ before, after }) => ({
    id: after.id,
    waits: after.affectedCis.length > 0 ? [] : waitsOf(after),
    isNew: before === undefined,
  }));
  if (waiting.length > 0) await waitsStore.set(tx, tenantId, waiting, now);
  await countsStore.add(tx, tenantId, changes.flatMap(countsOf));
}

/** A repeat counts too: by nothing, but lists by other members may change. */
function countsOf({ before, after }: EventChange): CountChange[] {
  const { status, severity } = after;
  if (!before) return [{ status, severity, by: 1 }];
  if (before.status === status && before.severity === severity) return [{ status, severity, by: 0 }];
  return [
    { status: before.status, severity: before.severity, by: -1 },
    { status, severity, by: 1 },
  ];
}

/** Whether what it waits for is another thing than before. */
function mayWait({ before, after }: EventChange): boolean {
  if (!before) return after.affectedCis.length === 0;
  if (before.affectedCis.length > 0) return false;
  const names = (event: StoredEvent) => [event.hostname, event.fqdn, event.ipAddress].join(" ");
  return after.affectedCis.length > 0 || names(before) !== names(after);
}

/** The CIs of an event that the other does not have. */
function pairs(event: StoredEvent, other: StoredEvent): { ciId: string; eventId: string }[] {
  return event.affectedCis
    .filter((ciId) => !other.affectedCis.includes(ciId))
    .map((ciId) => ({ ciId, eventId: event.id }));
}
