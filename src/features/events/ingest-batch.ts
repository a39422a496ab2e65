import { createHash } from "node:crypto";
import { actorName, type RequestContext } from "../../context.ts";
import { compare } from "../../model/order.ts";
import { newId } from "../../platform/ids.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { type Arrival, type Decision, decideEvent } from "./decide-event.ts";
import type { EventView, StoredEvent } from "./event.model.ts";
import type { ChangedEvent, PublishEvents } from "./event-changes.ts";
import { cisOf, viewWith } from "./event-view.ts";
import type { CiStanding } from "./events.graph.store.ts";
import { eventsStore, type HistoryRow } from "./events.store.ts";
import { maintenanceStore } from "./maintenance.store.ts";
import { writeEvents } from "./write-events.ts";

/** One arrival, and on whose behalf. */
export interface Arriving {
  ctx: RequestContext;
  arrival: Arrival;
  /** The id derives from an idempotency key: a first try may have stored the event already. */
  repeatable: boolean;
}

export interface Ingested {
  event: EventView;
  outcome: Decision["outcome"];
}

export interface BatchInput {
  items: readonly Arriving[];
  standings: readonly CiStanding[];
  now: Date;
  reopenMs: number;
}

/**
 * Stores the arrivals of a tenant in one transaction, each after the other in their order. Whoever stores arrivals of the
 * same identities waits, so that each finds what the one before it left.
 */
export async function ingestBatch(
  tx: Sql,
  tenantId: string,
  { items, standings, now, reopenMs }: BatchInput,
  publish: PublishEvents,
): Promise<Ingested[]> {
  const current = await lockCurrent(tx, tenantId, items);
  const made = await alreadyMade(tx, tenantId, items);
  const state = createBatchState(current);
  const steps = items.map(
    (item): { item: Arriving; decision: Decision | undefined; before: StoredEvent | undefined } => {
      const earlier = made.get(item.arrival.id);
      if (earlier) return { item, decision: undefined, before: earlier };
      const before = state.currentOf(item.arrival);
      const decision = decideEvent(before, item.arrival, { now, reopenMs });
      state.apply(item.arrival, decision);
      return { item, decision, before };
    },
  );
  await writeEvents(tx, tenantId, state.changes(), { now, superseded: state.superseded });
  await writeHistory(tx, tenantId, steps, now);
  const touched = steps.map(({ decision, before }) => (decision?.event ?? before)!);
  const viewOf = viewWith(await restingCis(tx, tenantId, cisOf(touched), standings, now), now);
  const changed = steps.flatMap(({ item, decision, before }) =>
    decision && decision.outcome !== "replayed" ? [{ ctx: item.ctx, change: changeOf(decision, before, viewOf) }] : [],
  );
  await publish(tx, changed, now);
  return steps.map(({ decision }, i) => ({ event: viewOf(touched[i]!), outcome: decision?.outcome ?? "created" }));
}

function changeOf(
  decision: Decision,
  before: StoredEvent | undefined,
  viewOf: (event: StoredEvent) => EventView,
): ChangedEvent {
  const after = viewOf(decision.event);
  if (decision.outcome === "created") return { kind: "event.created", before: null, after };
  const kind = decision.outcome === "moved" ? "event.status_changed" : "event.updated";
  return { kind, before: before ? viewOf(before) : null, after };
}

/** What the batch has made of events so far. */
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

async function lockCurrent(tx: Sql, tenantId: string, items: readonly Arriving[]): Promise<StoredEvent[]> {
  const identities = new Map<string, { source: string; sourceId: string }>();
  for (const { arrival } of items) {
    const { source, sourceId } = arrival;
    if (sourceId !== null) identities.set(identityKey(arrival) ?? "", { source, sourceId });
  }
  if (identities.size === 0) return [];
  const keys = [...identities.keys()].map((key) => lockKey(tenantId, key));
  await eventsStore.lockIdentities(tx, [...new Set(keys)].sort(compare).map(String));
  return eventsStore.current(tx, tenantId, [...identities.values()]);
}

/** 64 bits of a digest: two identities that share them merely wait for each other. */
function lockKey(tenantId: string, identity: string): bigint {
  return createHash("sha256").update(`event ${tenantId} ${identity}`).digest().readBigInt64BE();
}

async function alreadyMade(tx: Sql, tenantId: string, items: readonly Arriving[]): Promise<Map<string, StoredEvent>> {
  const ids = items.filter(({ repeatable }) => repeatable).map(({ arrival }) => arrival.id);
  const found = ids.length > 0 ? await eventsStore.lock(tx, tenantId, ids) : [];
  return new Map(found.map((event) => [event.id, event]));
}

async function writeHistory(
  tx: Sql,
  tenantId: string,
  steps: readonly { item: Arriving; decision: Decision | undefined }[],
  now: Date,
): Promise<void> {
  const rows = steps.flatMap(({ item, decision }): HistoryRow[] => {
    if (decision?.outcome !== "moved") return [];
    const { event, from } = decision;
    const actor = actorName(item.ctx.actor);
    const { requestId } = item.ctx;
    return [{ id: newId(), eventId: event.id, from, to: event.status, actor, requestId, comment: null, at: now }];
  });
  if (rows.length > 0) await eventsStore.insertHistory(tx, tenantId, rows);
}

/**
 * Which of the CIs are under maintenance. The graph has just said how they stand, and their changes may not be delivered
 * yet: where what is known differs, it is noted and looked at again.
 */
async function restingCis(
  tx: Sql,
  tenantId: string,
  ciIds: readonly string[],
  standings: readonly CiStanding[],
  now: Date,
): Promise<Set<string>> {
  const resting = await maintenanceStore.underMaintenance(tx, tenantId, ciIds, now);
  const noted = standings.flatMap(({ id, version, status }) => {
    const active = status === "maintenance";
    return active !== resting.has(id) ? [{ id, version, active, keep: active }] : [];
  });
  if (noted.length === 0) return resting;
  await maintenanceStore.noteMaintenance(tx, tenantId, noted);
  return maintenanceStore.underMaintenance(tx, tenantId, ciIds, now);
}
