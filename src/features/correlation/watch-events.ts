import type { NewsEntry } from "../../platform/jobs/outbox.ts";
import type { NewsSink } from "../../platform/jobs/relay.ts";
import { alarmsStore } from "./alarms.store.ts";

/** An event as its news tells it. */
interface Told {
  status?: unknown;
  affected_cis?: unknown;
}

/**
 * Follows the news of events, in the transaction that makes it and with one statement, which waits for nobody: which CIs
 * alarm, and what incidents have yet to follow. Repeats that change neither state nor CIs are left alone.
 *
 * @param onWork told of tenants that have work, before the commit
 */
export function createEventWatch({ onWork }: { onWork: (tenantId: string) => void }): NewsSink {
  return async (tx, tenantId, entries) => {
    const ofEvents = entries.filter(({ subject }) => subject.kind === "event");
    const changes = [...Map.groupBy(ofEvents, ({ subject }) => subject.id)].map(changeOf);
    const queued = changes.filter(({ counts }) => counts).map(({ eventId }) => eventId);
    const added = changes.flatMap(({ eventId, added: ids }) => ids.map((ciId) => ({ ciId, eventId })));
    const removed = changes.flatMap(({ eventId, removed: ids }) => ids.map((ciId) => ({ ciId, eventId })));
    if (queued.length + added.length + removed.length === 0) return;
    await alarmsStore.follow(tx, tenantId, { added, removed, queued });
    if (queued.length > 0) onWork(tenantId);
  };
}

/** What all news of an event in one transaction come to: it may have ended in the moment in which it began. */
function changeOf([eventId, entries]: [string, NewsEntry[]]) {
  const [before, after] = [entries[0]?.before, entries.at(-1)?.after];
  const [was, is] = [alarmingIn(before), alarmingIn(after)];
  const added = [...is].filter((id) => !was.has(id));
  const removed = [...was].filter((id) => !is.has(id));
  const moved = statusIn(before) !== statusIn(after);
  return { eventId, added, removed, counts: moved || added.length > 0 || removed.length > 0 };
}

/** CIs that alarm by this event: none once it is resolved. */
function alarmingIn(state: unknown): Set<string> {
  const { status, affected_cis: ids } = (state ?? {}) as Told;
  return new Set(status === "resolved" || !Array.isArray(ids) ? [] : (ids as string[]));
}

function statusIn(state: unknown): unknown {
  return ((state ?? {}) as Told).status;
}
