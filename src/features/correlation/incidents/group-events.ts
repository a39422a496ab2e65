import { runBatch } from "../../../platform/batch.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import { newId } from "../../../platform/ids.ts";
import { isOutage, type StoresTakeWrites } from "../../../platform/jobs/stores-take-writes.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { propagatingTypes } from "../../reach/index.ts";
import type { FailureKinds } from "../../relationships/index.ts";
import type { Settings } from "../../settings/index.ts";
import { correlationGraph } from "../upstream/correlation.graph.store.ts";
import { alarmReachStore } from "./alarm-reach.store.ts";
import type { FailedWork, GroupedEvent } from "./incident.model.ts";
import { incidentMembersStore } from "./incident-members.store.ts";
import { incidentsStore, type Queued } from "./incidents.store.ts";
import { dependentsIn, linkedTo, type Needed, needsIn } from "./link-cis.ts";
import { createGroups } from "./merge-groups.ts";

export interface GroupEventsDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  settings: (tenantId: string) => Promise<Pick<Settings, "correlation_minutes">>;
  failureKinds: (tenantId: string) => Promise<FailureKinds>;
  /** Distinguishes work that takes too long from an outage. */
  storesTakeWrites: StoresTakeWrites;
}

/**
 * Groups a batch of queued events into incidents and updates the incidents' state; returns how many were queued, and those
 * that failed: they are tried again later, and stop no other. Rejects if a store is away. Unresolved events belong to one
 * incident where they are on the same CI, or on linked CIs (see `linkedTo`), at most four correlation windows apart, unless
 * they show unconnected faults (see `splitIncident`). Deleted events leave their incident. One transaction: a crash leaves the
 * events queued.
 */
export type GroupEvents = (tenantId: string) => Promise<{ queued: number; failed: FailedWork[] }>;

const BATCH = 200;
const MAX_GAP_WINDOWS = 4;

export function createGroupEvents(deps: GroupEventsDeps): GroupEvents {
  const { postgres } = deps;
  return async (tenantId) => {
    const [own, { correlation_minutes }] = await Promise.all([deps.failureKinds(tenantId), deps.settings(tenantId)]);
    const maxGapMs = correlation_minutes * MAX_GAP_WINDOWS * 60_000;
    const queued = await incidentsStore.queued(postgres, tenantId, BATCH);
    if (queued.length === 0) return { queued: 0, failed: [] };
    const outcomes = await runBatch<Queued, undefined | { entry: Queued; error: unknown }>(queued, {
      async run(entries) {
        await postgres.transaction((tx) => group(deps, tx, tenantId, entries, { own, maxGapMs }));
        return entries.map(() => undefined);
      },
      isOutage: (error) => isOutage(error, deps.storesTakeWrites),
      failed: (error, entry) => ({ entry, error }),
    });
    const failures = outcomes.filter((outcome) => outcome !== undefined);
    const ids = failures.map(({ entry }) => entry.id);
    const tries = ids.length > 0 ? await incidentsStore.recordFailure(postgres, tenantId, ids) : new Map();
    const failed = failures.map(({ entry, error }) => ({ id: entry.eventId, tries: tries.get(entry.id) ?? 0, error }));
    return { queued: queued.length, failed };
  };
}

/** Another process may have grouped some of the entries meanwhile. */
async function group(
  deps: GroupEventsDeps,
  tx: Sql,
  tenantId: string,
  entries: readonly Queued[],
  { own, maxGapMs }: { own: FailureKinds; maxGapMs: number },
): Promise<void> {
  await incidentsStore.lock(tx, tenantId);
  const ids = await incidentsStore.unqueue(
    tx,
    tenantId,
    entries.map(({ id }) => id),
  );
  if (ids.length === 0) return;
  const events = await incidentsStore.events(tx, tenantId, ids);
  const known = new Set(events.map(({ id }) => id));
  const gone = ids.filter((id) => !known.has(id));
  if (gone.length > 0) await incidentMembersStore.drop(tx, tenantId, gone, deps.clock.now());
  const alarming = await alarmingOf(deps, tx, tenantId, events, own);
  await regroup(tx, tenantId, events, alarming, { maxGapMs, now: deps.clock.now() });
}

interface AlarmingCis {
  /** By CI of the batch with an alarm: the CIs whose alarms belong to the same incident, itself included. */
  linked: ReadonlyMap<string, ReadonlySet<string>>;
  /** Open incidents by CI. */
  incidents: ReadonlyMap<string, readonly string[]>;
}

async function alarmingOf(
  { graph }: GroupEventsDeps,
  tx: Sql,
  tenantId: string,
  events: readonly GroupedEvent[],
  own: FailureKinds,
): Promise<AlarmingCis> {
  const ciIds = [...new Set(events.flatMap(({ isOpen, affectedCis }) => (isOpen ? affectedCis : [])))];
  const resolvedCis = [...new Set(events.flatMap(({ isOpen, affectedCis }) => (isOpen ? [] : affectedCis)))];
  const firstNew = events.find(({ isOpen, member }) => isOpen && !member)?.id;
  const upstream = await correlationGraph.upstream(graph, tenantId, ciIds, propagatingTypes(own));
  const needs = needsIn(upstream, ciIds);
  await alarmReachStore.record(tx, tenantId, needs, resolvedCis);
  const asked = [...new Set([...ciIds, ...[...needs.values()].flatMap((needed) => [...needed.keys()])])];
  const [neededBy, ofAsked] = [
    await alarmReachStore.neededBy(tx, tenantId, asked),
    await incidentsStore.incidentsOfCis(tx, tenantId, asked, firstNew),
  ];
  const incidents = new Map<string, string[]>();
  const note = (rows: typeof ofAsked) => {
    for (const { ciId, incidentId } of rows) {
      const list = incidents.get(ciId) ?? [];
      if (incidentId !== null) list.push(incidentId);
      incidents.set(ciId, list);
    }
  };
  note(ofAsked);
  const dependentsOf = dependentsIn(upstream);
  const known = new Map(
    neededBy.map(({ id, alarming, ciIds: others, steps }): [string, Needed] => {
      const by = others.map((ciId, i) => ({ ciId, steps: steps[i] ?? 1 }));
      return [id, { alarms: incidents.has(id), dependents: Math.max(dependentsOf(id), alarming), alarming, by }];
    }),
  );
  const linked = new Map(
    ciIds.map((id) => [id, linkedTo(id, needs.get(id) ?? new Map(), (other) => known.get(other))]),
  );
  const further = [...new Set([...linked.values()].flatMap((ids) => [...ids]))].filter((id) => !incidents.has(id));
  note(await incidentsStore.incidentsOfCis(tx, tenantId, further, firstNew));
  return { linked, incidents };
}

async function regroup(
  tx: Sql,
  tenantId: string,
  events: readonly GroupedEvent[],
  { linked, incidents }: AlarmingCis,
  { maxGapMs, now }: { maxGapMs: number; now: Date },
): Promise<void> {
  const involved = [
    ...[...incidents.values()].flat(),
    ...events.flatMap(({ member }) => (member ? [member.incidentId] : [])),
  ];
  const states = await incidentsStore.incidents(tx, tenantId, [...new Set(involved)]);
  const groups = createGroups(states, maxGapMs);
  const onCi = new Map([...incidents].map(([id, list]) => [id, new Set(list)]));
  for (const event of events) groups.add(event, newId);
  for (const event of events) {
    if (!event.isOpen) continue;
    for (const ciId of event.affectedCis) (onCi.get(ciId) ?? setAt(onCi, ciId)).add(groups.incidentOf(event.id));
  }
  for (const event of events) {
    if (!event.isOpen) continue;
    for (const ciId of event.affectedCis) {
      for (const other of [ciId, ...(linked.get(ciId) ?? [])]) {
        for (const place of onCi.get(other) ?? []) groups.join(event.id, place);
      }
    }
  }
  await incidentsStore.putGroups(tx, tenantId, groups.outcome(), now);
}

function setAt(map: Map<string, Set<string>>, key: string): Set<string> {
  const made = new Set<string>();
  map.set(key, made);
  return made;
}
