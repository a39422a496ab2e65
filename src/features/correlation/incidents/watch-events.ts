import type { EventChange, RemovedEventSnapshot } from "../../../model/changes.ts";
import type { Change, ChangeConsumer } from "../../../platform/jobs/changes.ts";
import { alarmsStore } from "./alarms.store.ts";

/**
 * Follows changes of events, in the transaction that makes them and with one statement, which waits for nobody: which CIs
 * alarm, and what incidents have yet to follow. Repeats that change neither state nor CIs are left alone.
 *
 * @param onWork called for tenants that have work, before the commit
 */
export function createEventWatch({ onWork }: { onWork: (tenantId: string) => void }): ChangeConsumer<EventChange> {
  return async (tx, tenantId, changes) => {
    const differences = [...Map.groupBy(changes, ({ subject }) => subject.id)].map(differenceOf);
    const queued = differences.filter(({ counts }) => counts).map(({ eventId }) => eventId);
    const opened = differences.flatMap(({ isNew, added }) => (isNew ? added : []));
    const added = differences.flatMap(({ isNew, added }) => (isNew ? [] : added));
    const removed = differences.flatMap(({ removed }) => removed);
    if (queued.length + opened.length + added.length + removed.length === 0) return;
    await alarmsStore.follow(tx, tenantId, { opened, added, removed, queued });
    if (queued.length > 0) onWork(tenantId);
  };
}

/** What all changes of an event in one transaction come to: it may have ended in the moment in which it began. */
function differenceOf([eventId, changes]: [string, Change<EventChange>[]]) {
  const before = changes[0]?.before ?? undefined;
  const after = changes.at(-1)?.after ?? undefined;
  const [was, is] = [alarmingIn(before), alarmingIn(after)];
  const added = [...is].filter((id) => !was.has(id)).map((ciId) => ({ ciId, eventId }));
  const removed = [...was].filter((id) => !is.has(id)).map((ciId) => ({ ciId, eventId }));
  const moved = before?.status !== after?.status;
  const isNew = changes[0]?.kind === "event.created";
  return { eventId, isNew, added, removed, counts: moved || added.length > 0 || removed.length > 0 };
}

/** CIs with an alarm by this event: none once it is resolved. */
function alarmingIn(event: RemovedEventSnapshot | undefined): Set<string> {
  return new Set(event && event.status !== "resolved" ? event.affected_cis : []);
}
