import type { Clock } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import { newId } from "../../../platform/ids.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { carryingKinds } from "../../reach/index.ts";
import type { FailureKinds } from "../../relationships/index.ts";
import type { Settings } from "../../settings/index.ts";
import type { FailureEdge } from "../causes/failure-graph.ts";
import { correlationGraph } from "../upstream/correlation.graph.store.ts";
import type { GroupedEvent } from "./incident.model.ts";
import { incidentMembersStore } from "./incident-members.store.ts";
import { incidentsStore } from "./incidents.store.ts";
import { linkedTo, type Needed, type Needs, needsOf } from "./link-cis.ts";
import { createGroups } from "./merge-groups.ts";
import { reachStore } from "./alarm-reach.store.ts";

export interface GroupEventsDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  settings: (tenantId: string) => Promise<Pick<Settings, "correlation_minutes">>;
  failureKinds: (tenantId: string) => Promise<FailureKinds>;
}

/**
 * Puts some of the events that wait into incidents, and lets incidents follow the state of their events; answers how many
 * waited. Unresolved events belong together where they lie on the same CI, or on linked ones (see `linkedTo`), and
 * not more than four correlation windows apart. Those that are no more leave their incident. All of it is one transaction: a crash leaves the events waiting.
 */
export type GroupEvents = (tenantId: string) => Promise<number>;

const BATCH = 200;
const WINDOWS_APART = 4;

export function createGroupEvents(deps: GroupEventsDeps): GroupEvents {
  return async (tenantId) => {
    const [own, { correlation_minutes }] = await Promise.all([deps.failureKinds(tenantId), deps.settings(tenantId)]);
    const apartMs = correlation_minutes * WINDOWS_APART * 60_000;
    return deps.postgres.transaction(async (tx) => {
      await incidentsStore.lock(tx, tenantId);
      const queued = await incidentsStore.queued(tx, tenantId, BATCH);
      if (queued.length === 0) return 0;
      const ids = [...new Set(queued.map(({ eventId }) => eventId))];
      const events = await incidentsStore.events(tx, tenantId, ids);
      const known = new Set(events.map(({ id }) => id));
      const gone = ids.filter((id) => !known.has(id));
      if (gone.length > 0) await incidentMembersStore.drop(tx, tenantId, gone, deps.clock.now());
      const alarming = await alarmingOf(deps, tx, tenantId, events, own);
      await regroup(tx, tenantId, events, alarming, { apartMs, now: deps.clock.now() });
      await incidentsStore.unqueue(
        tx,
        tenantId,
        queued.map(({ id }) => id),
      );
      return queued.length;
    });
  };
}

interface Alarming {
  /** By alarming CI of the batch: the CIs whose alarms belong to its own, itself included. */
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
): Promise<Alarming> {
  const ciIds = [...new Set(events.flatMap(({ isOpen, affectedCis }) => (isOpen ? affectedCis : [])))];
  const calm = [...new Set(events.flatMap(({ isOpen, affectedCis }) => (isOpen ? [] : affectedCis)))];
  const firstNew = events.find(({ isOpen, member }) => isOpen && !member)?.id;
  const upstream = await correlationGraph.upstream(graph, tenantId, ciIds, carryingKinds(own));
  const into = byDependent(upstream.edges);
  const needs = new Map<string, Needs>(ciIds.map((id) => [id, needsOf(id, into)]));
  await reachStore.note(tx, tenantId, needs, calm);
  const asked = [...new Set([...ciIds, ...[...needs.values()].flatMap((needed) => [...needed.keys()])])];
  const [neededBy, ofAsked] = [
    await reachStore.neededBy(tx, tenantId, asked),
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
  const quietOf = (id: string) => upstream.cis.get(id)?.quiet ?? { declared: 0, observed: 0 };
  const loaded = countBy(upstream.edges.map(({ needed }) => needed));
  const known = new Map(
    neededBy.map(({ id, alarming, ciIds: others, steps }): [string, Needed] => {
      const dependents = quietOf(id).declared + quietOf(id).observed + (loaded.get(id) ?? 0);
      const by = others.map((ciId, i) => ({ ciId, steps: steps[i] ?? 1 }));
      return [id, { alarms: incidents.has(id), dependents: Math.max(dependents, alarming), alarming, by }];
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
  { linked, incidents }: Alarming,
  { apartMs, now }: { apartMs: number; now: Date },
): Promise<void> {
  const involved = [
    ...[...incidents.values()].flat(),
    ...events.flatMap(({ member }) => (member ? [member.incidentId] : [])),
  ];
  const states = await incidentsStore.incidents(tx, tenantId, [...new Set(involved)]);
  const groups = createGroups(states, apartMs);
  const onCi = new Map([...incidents].map(([id, list]) => [id, new Set(list)]));
  for (const event of events) groups.take(event, newId);
  for (const event of events) {
    if (!event.isOpen) continue;
    for (const ciId of event.affectedCis) (onCi.get(ciId) ?? setAt(onCi, ciId)).add(groups.placeOf(event.id));
  }
  for (const event of events) {
    if (!event.isOpen) continue;
    for (const ciId of event.affectedCis) {
      for (const other of [ciId, ...(linked.get(ciId) ?? [])]) {
        for (const place of onCi.get(other) ?? []) groups.join(event.id, place);
      }
    }
  }
  await write(tx, tenantId, groups.outcome(), now);
}

async function write(
  tx: Sql,
  tenantId: string,
  { states, members, merged }: ReturnType<ReturnType<typeof createGroups>["outcome"]>,
  now: Date,
): Promise<void> {
  if (states.length > 0) await incidentsStore.put(tx, tenantId, states, now);
  for (const [into, ids] of merged) await incidentsStore.merge(tx, tenantId, ids, into, now);
  if (members.length > 0) await incidentsStore.putMembers(tx, tenantId, members);
}

function byDependent(edges: readonly FailureEdge[]): Map<string, FailureEdge[]> {
  const found = new Map<string, FailureEdge[]>();
  for (const edge of edges) {
    const list = found.get(edge.dependent);
    if (list) list.push(edge);
    else found.set(edge.dependent, [edge]);
  }
  return found;
}

function countBy(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function setAt(map: Map<string, Set<string>>, key: string): Set<string> {
  const made = new Set<string>();
  map.set(key, made);
  return made;
}
