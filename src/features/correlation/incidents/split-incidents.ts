import { mustGet } from "../../../model/must-get.ts";
import { compare } from "../../../model/order.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import { newId } from "../../../platform/ids.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { propagatingTypes } from "../../reach/index.ts";
import type { FailureKinds } from "../../relationships/index.ts";
import { alarmsOf } from "../causes/explain-cause.ts";
import { type Fault, separateFaults } from "../causes/separate-faults.ts";
import type { CorrelatedEvent } from "../correlation.model.ts";
import { correlationStore } from "../correlations/correlation.store.ts";
import { correlationGraph } from "../upstream/correlation.graph.store.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { alarmReachStore } from "./alarm-reach.store.ts";
import type { IncidentState, MemberEvent } from "./incident.model.ts";
import { incidentSplitsStore, type SplitCandidate } from "./incident-splits.store.ts";
import { incidentsStore } from "./incidents.store.ts";
import { dependentsIn, linksWithin, MAX_NEEDED, needsIn } from "./link-cis.ts";
import { earlier, later, moreSevere } from "./merge-groups.ts";
import { type Partition, partitionEvents } from "./partition-events.ts";

/** Incidents of more events are not split; of fewer, so many are evidence of faults. */
const MAX = { events: 5_000, evidence: 300 } as const;

export interface SplitIncidentDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
}

/**
 * Splits an open incident whose events no longer belong together: nothing links their CIs any more, as a relationship was
 * deleted, or they show unconnected faults (see `separateFaults`). Incidents of unconnected faults are considered together: an
 * event may move from one to the other, and they merge again where a single failure explains both better. Resolved events
 * count as unresolved ones do, since a recovery comes by and by and is no evidence of several faults. Returns whether
 * incidents changed, so that they are analysed later.
 */
export async function splitIncident(
  { graph, postgres, clock }: SplitIncidentDeps,
  tenantId: string,
  id: string,
  own: FailureKinds,
): Promise<boolean> {
  const incidents = await incidentSplitsStore.candidates(postgres, tenantId, id);
  if (!incidents.some((each) => each.id === id) || incidents.every((each) => each.isSplit)) return false;
  if (incidents.reduce((sum, { eventCount }) => sum + eventCount, 0) > MAX.events) return false;
  const ids = incidents.map((each) => each.id);
  const events = await incidentSplitsStore.members(postgres, tenantId, ids);
  const ciIds = [...new Set(events?.flatMap(({ affectedCis }) => affectedCis))];
  if (!events || ciIds.length < 2) return false;
  const upstream = await correlationGraph.upstream(graph, tenantId, ciIds, propagatingTypes(own));
  const needs = needsIn(upstream, ciIds);
  // Parts that only what was not read would link must stay together.
  if (upstream.isTruncated || [...needs.values()].some(({ size }) => size >= MAX_NEEDED)) return false;
  const needed = [...new Set([...needs.values()].flatMap((of) => [...of.keys()]))];
  const reach = await alarmReachStore.neededBy(postgres, tenantId, needed);
  const elsewhere = new Map(reach.map((each) => [each.id, each.alarming]));
  const evidence = await correlationStore.byIds(postgres, tenantId, evidenceOf(events));
  const partition = partitionEvents(events, {
    linked: linksWithin(needs, dependentsIn(upstream), elsewhere),
    faultsOf: (some) => (ciIds.length > MAX.evidence ? asTheyAre(some) : faultsOf(some, evidence, upstream)),
    makeId: newId,
  });
  if (events.every((event) => partition.incidentOf.get(event.id) === event.incidentId)) return false;
  await postgres.transaction((tx) => write(tx, tenantId, { incidents, events, partition, now: clock.now() }));
  return true;
}

/** Ids of events that show each CI's part: the first one of each, then the second ones, as far as there is room. */
function evidenceOf(events: readonly MemberEvent[]): string[] {
  const shown = new Map<string, number>();
  const ranked = events.map(({ id, affectedCis }) => {
    const rank = Math.min(...affectedCis.map((ciId) => shown.get(ciId) ?? 0));
    for (const ciId of affectedCis) shown.set(ciId, (shown.get(ciId) ?? 0) + 1);
    return { id, rank };
  });
  // Sorting is stable: of equal ranks the oldest come first.
  const first = ranked.sort((a, b) => a.rank - b.rank).slice(0, MAX.evidence);
  return first.map(({ id }) => id);
}

/** The faults of linked CIs, of which those that have incidents of their own were told apart before. */
function faultsOf(events: readonly MemberEvent[], evidence: readonly CorrelatedEvent[], upstream: Upstream): Fault[] {
  const ids = new Set(events.map(({ id }) => id));
  const known = new Set(events.map(({ incidentId }) => incidentId)).size;
  return separateFaults(upstream, alarmsOf(evidence.filter(({ id }) => ids.has(id))), known);
}

/** As many faults as there are incidents, where the evidence cannot show those of all CIs. */
function asTheyAre(events: readonly MemberEvent[]): Fault[] {
  const byIncident = [...Map.groupBy(events, ({ incidentId }) => incidentId).values()];
  return byIncident.map((some) => {
    const explains = [...new Set(some.flatMap(({ affectedCis }) => affectedCis))];
    return { ciId: explains[0]!, explains };
  });
}

/** Writes nothing if one of the incidents changed since it was read: it is then considered again. */
async function write(
  tx: Sql,
  tenantId: string,
  {
    incidents,
    events,
    partition: { incidentOf, splitFrom, mergedInto, apartFrom },
    now,
  }: { incidents: readonly SplitCandidate[]; events: readonly MemberEvent[]; partition: Partition; now: Date },
): Promise<void> {
  await incidentsStore.lock(tx, tenantId);
  if (!(await incidentSplitsStore.areUnchanged(tx, tenantId, incidents))) return;
  const moved = events.filter((event) => incidentOf.get(event.id) !== event.incidentId);
  const merged = [...Map.groupBy([...mergedInto], ([, into]) => into)].map(
    ([into, pairs]) => [into, pairs.map(([id]) => id)] as const,
  );
  const considered = new Set(incidents.map(({ id }) => id));
  const others = new Map(incidents.map((each) => [each.id, each.apartFrom.filter((id) => !considered.has(id))]));
  const states = [...Map.groupBy(events, (event) => mustGet(incidentOf, event.id))].map(([id, some]) => {
    const resolved = some.flatMap(({ incidentId }) => others.get(incidentId) ?? []);
    return stateOf(id, some, [...new Set([...(apartFrom.get(id) ?? []), ...resolved])]);
  });
  await incidentsStore.putGroups(
    tx,
    tenantId,
    {
      states: states.sort((a, b) => compare(a.id, b.id)),
      members: moved.map(({ id, isOpen }) => ({ eventId: id, isOpen, incidentId: mustGet(incidentOf, id) })),
      merged: new Map(merged),
    },
    now,
  );
  const changed = states.map(({ id }) => id);
  await incidentSplitsStore.markSplit(tx, tenantId, changed, splitFrom);
}

function stateOf(id: string, events: readonly MemberEvent[], apartFrom: readonly string[]): IncidentState {
  return {
    id,
    firstSeen: events.map(({ at }) => at).reduce((a, b) => earlier(a, b)),
    lastSeen: events.map(({ lastSeen }) => lastSeen).reduce((a, b) => later(a, b)),
    eventCount: events.length,
    openCount: events.filter(({ isOpen }) => isOpen).length,
    severity: events.map(({ severity }) => severity).reduce((a, b) => moreSevere(a, b)),
    apartFrom,
  };
}
