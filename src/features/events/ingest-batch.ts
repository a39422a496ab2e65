import { actorName, type RequestContext } from "../../context.ts";
import type { EventSnapshot } from "../../model/changes.ts";
import { allSettled } from "../../platform/all-settled.ts";
import { newId } from "../../platform/ids.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { type Arrival, type Decision, decideEvent } from "./decide-event.ts";
import type { EventView, StoredEvent } from "./event.model.ts";
import type { ChangedEvent, PublishBegun } from "./event-changes.ts";
import { cisOf, eventViewer, snapshotOf } from "./event-view.ts";
import type { CiStatusRow } from "./events.graph.store.ts";
import { eventsStore, type HistoryRow, type Identity } from "./events.store.ts";
import { maintenanceStore } from "./maintenance.store.ts";
import { writeEvents } from "./write-events.ts";

/** An event as it is answered and published. */
interface ShownEvent {
  event: EventView;
  snapshot: EventSnapshot;
}

/** One arrival, with the context of its request. */
export interface IngestItem {
  ctx: RequestContext;
  arrival: Arrival;
  /** The id derives from an idempotency key: an earlier try may have stored the event already. */
  hasDerivedId: boolean;
}

export interface Ingested extends ShownEvent {
  outcome: Decision["outcome"];
}

export interface BatchInput {
  items: readonly IngestItem[];
  /** The current events of the identities of the items, from `lockCurrent`. */
  current: readonly StoredEvent[];
  ciStatuses: readonly CiStatusRow[];
  /** All CIs under maintenance, if they are few. */
  allUnderMaintenance: ReadonlySet<string> | undefined;
  now: Date;
  reopenMs: number;
}

/**
 * Stores a tenant's arrivals in one transaction, in their order. Postgres works on the events while this process prepares
 * what is published of them, so that those statements follow at once.
 */
export async function ingestBatch(
  tx: Sql,
  tenantId: string,
  input: BatchInput,
  publish: PublishBegun,
): Promise<Ingested[]> {
  const { items, current, now, reopenMs } = input;
  const stored = await findStored(tx, tenantId, items);
  const state = createBatchState(current);
  const steps = items.map(
    (item): { item: IngestItem; decision: Decision | undefined; before: StoredEvent | undefined } => {
      const earlier = stored.get(item.arrival.id);
      if (earlier) return { item, decision: undefined, before: earlier };
      const before = state.currentOf(item.arrival);
      const decision = decideEvent(before, item.arrival, { now, reopenMs });
      state.apply(item.arrival, decision);
      return { item, decision, before };
    },
  );
  const touched = steps.map(({ decision, before }) => (decision?.event ?? before)!);
  const viewing = findCisUnderMaintenance(tx, tenantId, input, cisOf(touched)).then((ids) =>
    showOnce(eventViewer(ids, now)),
  );
  const publishing = viewing.then((show) => {
    const changed = steps.flatMap(({ item, decision, before }) =>
      decision && decision.outcome !== "replayed" ? [{ ctx: item.ctx, change: changeOf(decision, before, show) }] : [],
    );
    return publish(changed, now);
  });
  const [show] = await allSettled([
    viewing,
    writeEvents(tx, tenantId, state.changes(), { now, superseded: state.superseded }),
    writeHistory(tx, tenantId, steps, now),
    publishing,
  ]);
  return steps.map(({ decision }, i) => ({ ...show(touched[i]!), outcome: decision?.outcome ?? "created" }));
}

/** Shows each event once, however often it is asked for. */
function showOnce(viewOf: (event: StoredEvent) => EventView): (event: StoredEvent) => ShownEvent {
  const all = new Map<StoredEvent, ShownEvent>();
  return (stored) => {
    let shown = all.get(stored);
    if (!shown) {
      const event = viewOf(stored);
      shown = { event, snapshot: snapshotOf(event) };
      all.set(stored, shown);
    }
    return shown;
  };
}

function changeOf(
  decision: Decision,
  before: StoredEvent | undefined,
  show: (event: StoredEvent) => ShownEvent,
): ChangedEvent {
  const { version } = decision.event;
  const after = show(decision.event).snapshot;
  if (decision.outcome === "created") return { kind: "event.created", version, before: null, after };
  const kind = decision.outcome === "status_changed" ? "event.status_changed" : "event.updated";
  return { kind, version, before: before ? show(before).snapshot : null, after };
}

/** The events of the batch as its arrivals changed them so far. */
function createBatchState(current: readonly StoredEvent[]) {
  const superseded = new Set<string>();
  const before = new Map(current.map((event) => [event.id, event]));
  const after = new Map<string, StoredEvent>();
  const byIdentity = new Map(current.map((event) => [identityKey(event), event]));
  return {
    superseded,

    currentOf(arrival: Arrival): StoredEvent | undefined {
      const key = identityKey(arrival);
      return key === undefined ? undefined : byIdentity.get(key);
    },

    apply(arrival: Arrival, decision: Decision): void {
      const { event } = decision;
      if (decision.outcome === "replayed") return;
      if (decision.outcome === "created" && decision.supersedes) {
        superseded.add(decision.supersedes.id);
        after.set(decision.supersedes.id, decision.supersedes);
      }
      after.set(event.id, event);
      const key = identityKey(arrival);
      if (key !== undefined) byIdentity.set(key, event);
    },

    changes: () => [...after.values()].map((event) => ({ before: before.get(event.id), after: event })),
  };
}

function identityKey({ source, sourceId }: { source: string; sourceId: string | null }): string | undefined {
  return sourceId === null ? undefined : JSON.stringify([source, sourceId]);
}

/**
 * Reads and locks the current events of these identities until the transaction ends. Concurrent transactions with the same
 * identities wait, so that each sees what the one before it wrote.
 */
export async function lockCurrent(
  tx: Sql,
  tenantId: string,
  senders: readonly { source: string; sourceId: string | null }[],
): Promise<StoredEvent[]> {
  const identities = new Map<string, Identity>();
  for (const { source, sourceId } of senders) {
    if (sourceId !== null) identities.set(identityKey({ source, sourceId }) ?? "", { source, sourceId });
  }
  if (identities.size === 0) return [];
  const [, current] = await allSettled([
    eventsStore.lockIdentities(tx, tenantId, [...identities.keys()]),
    eventsStore.lockCurrent(tx, tenantId, [...identities.values()]),
  ]);
  return current;
}

async function findStored(tx: Sql, tenantId: string, items: readonly IngestItem[]): Promise<Map<string, StoredEvent>> {
  const ids = items.filter(({ hasDerivedId }) => hasDerivedId).map(({ arrival }) => arrival.id);
  const found = ids.length > 0 ? await eventsStore.lock(tx, tenantId, ids) : [];
  return new Map(found.map((event) => [event.id, event]));
}

async function writeHistory(
  tx: Sql,
  tenantId: string,
  steps: readonly { item: IngestItem; decision: Decision | undefined }[],
  now: Date,
): Promise<void> {
  const rows = steps.flatMap(({ item, decision }): HistoryRow[] => {
    if (decision?.outcome !== "status_changed") return [];
    const { event, from } = decision;
    const actor = actorName(item.ctx.actor);
    const { requestId } = item.ctx;
    return [{ id: newId(), eventId: event.id, from, to: event.status, actor, requestId, comment: null, at: now }];
  });
  if (rows.length > 0) await eventsStore.insertHistory(tx, tenantId, rows);
}

/**
 * Those of the CIs that are under maintenance, perhaps among others. `ciStatuses` was just read from the graph, and those
 * changes may not be delivered yet: where the stored state differs, it is corrected and read again.
 */
async function findCisUnderMaintenance(
  tx: Sql,
  tenantId: string,
  { allUnderMaintenance, ciStatuses, now }: BatchInput,
  ciIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const underMaintenance = allUnderMaintenance ?? (await maintenanceStore.underMaintenance(tx, tenantId, ciIds, now));
  const corrections = ciStatuses.flatMap(({ id, version, status }) => {
    const active = status === "maintenance";
    return active !== underMaintenance.has(id) ? [{ id, version, active, upsert: active }] : [];
  });
  if (corrections.length === 0) return underMaintenance;
  await maintenanceStore.recordMaintenance(tx, tenantId, corrections);
  return maintenanceStore.underMaintenance(tx, tenantId, ciIds, now);
}
