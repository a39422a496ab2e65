import { mustGet } from "../../../model/must-get.ts";
import { compare } from "../../../model/order.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { alarmsOf } from "../causes/explain-cause.ts";
import { type Fault, separateFaults } from "../causes/separate-faults.ts";
import type { CorrelatedEvent } from "../correlation.model.ts";
import { correlationStore } from "../correlations/correlation.store.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { MAX_CIS } from "../upstream/walk-dependencies.ts";
import { alarmReachStore } from "./alarm-reach.store.ts";
import type { IncidentState, MemberEvent } from "./incident.model.ts";
import { incidentSplitsStore, type SplittableIncident } from "./incident-splits.store.ts";
import { incidentsStore } from "./incidents.store.ts";
import { dependentsIn, linksWithin, MAX_NEEDED, needsIn } from "./link-cis.ts";
import { earlier, later, moreSevere } from "./merge-groups.ts";
import { type Partition, partitionEvents } from "./partition-events.ts";

/** An incident is not split where it has more events, or as many CIs, together with the incidents that it is apart from. */
const MAX = { events: 5_000, cis: MAX_CIS } as const;
/** Events that are read as evidence of faults. */
const MAX_EVIDENCE = 300;

export interface SplitIncidentDeps {
  postgres: Postgres;
  clock: Clock;
  upstreamOf: (ciIds: readonly string[]) => Promise<Upstream>;
}

/**
 * Splits an open incident whose events no longer belong together: nothing links their CIs any more, as a relationship was
 * deleted, or they show unconnected faults (see `separateFaults`). Incidents of unconnected faults are read together: an
 * event may move from one to the other, and they merge again where fewer failures explain the alarms better. Resolved events
 * count as unresolved ones do, since a recovery takes time and is no evidence of several faults. Where the graph does not show
 * what links the CIs, as one of them is deleted or inactive or too many lie upstream, the incident stays as it is.
 *
 * @returns whether it is to be read again: it was split, or changed while it was read
 */
export async function splitIncident(
  { postgres, clock, upstreamOf }: SplitIncidentDeps,
  tenantId: string,
  id: string,
): Promise<boolean> {
  const incidents = await incidentSplitsStore.withApart(postgres, tenantId, id);
  if (!incidents.some((each) => each.id === id) || incidents.every((each) => each.isUnchangedSinceSplit)) return false;
  if (incidents.reduce((sum, { eventCount }) => sum + eventCount, 0) > MAX.events) return false;
  const ids = incidents.map((each) => each.id);
  const events = await incidentSplitsStore.members(postgres, tenantId, ids);
  const ciIds = [...new Set(events?.flatMap(({ affectedCis }) => affectedCis))];
  if (!events || ciIds.length >= MAX.cis || (ciIds.length < 2 && incidents.length < 2)) return false;
  const upstream = await upstreamOf(ciIds);
  const needs = needsIn(upstream, ciIds);
  const isActive = (ciId: string) => (upstream.cis.get(ciId)?.status ?? "inactive") !== "inactive";
  const isShown = ciIds.every(isActive) && !upstream.isTruncated;
  if (!isShown || [...needs.values()].some(({ size }) => size >= MAX_NEEDED)) return false;
  const needed = [...new Set([...needs.values()].flatMap((of) => [...of.keys()]))];
  const reach = await alarmReachStore.neededBy(postgres, tenantId, needed);
  const elsewhere = new Map(reach.map((each) => [each.id, each.alarming]));
  const evidence = await correlationStore.byIds(postgres, tenantId, evidenceOf(events));
  const partition = partitionEvents(events, {
    linked: linksWithin(needs, dependentsIn(upstream), elsewhere),
    faultsOf: (some) => faultsOf(some, evidence, upstream),
    makeId: newId,
  });
  const states = statesOf(incidents, events, partition);
  if (isAsBefore(incidents, events, partition, states)) return false;
  await postgres.transaction((tx) => write(tx, tenantId, { incidents, events, partition, states, now: clock.now() }));
  return true;
}

/** Ids of events as evidence: the oldest of each CI, then the second of each, as far as there is room. */
function evidenceOf(events: readonly MemberEvent[]): string[] {
  const shown = new Map<string, number>();
  const ranked = events.map(({ id, affectedCis }) => {
    const rank = Math.min(...affectedCis.map((ciId) => shown.get(ciId) ?? 0));
    for (const ciId of affectedCis) shown.set(ciId, (shown.get(ciId) ?? 0) + 1);
    return { id, rank };
  });
  // Sorting is stable: of equal ranks the oldest come first.
  const first = ranked.sort((a, b) => a.rank - b.rank).slice(0, MAX_EVIDENCE);
  return first.map(({ id }) => id);
}

/**
 * The faults of linked CIs, of which as many were told apart before as there are incidents; undefined where the evidence does
 * not show all of the CIs.
 */
function faultsOf(
  events: readonly MemberEvent[],
  evidence: readonly CorrelatedEvent[],
  upstream: Upstream,
): Fault[] | undefined {
  const ids = new Set(events.map(({ id }) => id));
  const own = evidence.filter(({ id }) => ids.has(id));
  const shown = new Set(own.flatMap(({ affectedCis }) => affectedCis));
  if (!events.every(({ affectedCis }) => affectedCis.every((ciId) => shown.has(ciId)))) return undefined;
  const known = new Set(events.map(({ incidentId }) => incidentId)).size;
  return separateFaults(upstream, alarmsOf(own), known);
}

function statesOf(
  incidents: readonly SplittableIncident[],
  events: readonly MemberEvent[],
  { incidentOf, apartFrom }: Partition,
): IncidentState[] {
  const read = new Set(incidents.map(({ id }) => id));
  const notRead = new Map(incidents.map((each) => [each.id, each.apartFrom.filter((id) => !read.has(id))]));
  const byIncident = [...Map.groupBy(events, (event) => mustGet(incidentOf, event.id))];
  const states = byIncident.map(([id, some]) => {
    const others = some.flatMap(({ incidentId }) => notRead.get(incidentId) ?? []);
    return stateOf(id, some, [...new Set([...(apartFrom.get(id) ?? []), ...others])].sort());
  });
  return states.sort((a, b) => compare(a.id, b.id));
}

function isAsBefore(
  incidents: readonly SplittableIncident[],
  events: readonly MemberEvent[],
  { incidentOf }: Partition,
  states: readonly IncidentState[],
): boolean {
  const before = new Map(incidents.map(({ id, apartFrom }) => [id, [...new Set(apartFrom)].sort().join()]));
  return (
    events.every((event) => incidentOf.get(event.id) === event.incidentId) &&
    states.every(({ id, apartFrom }) => before.get(id) === apartFrom.join())
  );
}

/** Writes nothing if one of the incidents changed since it was read. */
async function write(
  tx: Sql,
  tenantId: string,
  {
    incidents,
    events,
    partition: { incidentOf, splitFrom, mergedInto },
    states,
    now,
  }: {
    incidents: readonly SplittableIncident[];
    events: readonly MemberEvent[];
    partition: Partition;
    states: readonly IncidentState[];
    now: Date;
  },
): Promise<void> {
  await incidentsStore.lock(tx, tenantId);
  if (!(await incidentSplitsStore.areUnchanged(tx, tenantId, incidents))) return;
  const moved = events.filter((event) => incidentOf.get(event.id) !== event.incidentId);
  const merged = [...Map.groupBy([...mergedInto], ([, into]) => into)].map(
    ([into, pairs]) => [into, pairs.map(([id]) => id)] as const,
  );
  const members = moved.map(({ id, isOpen }) => ({ eventId: id, isOpen, incidentId: mustGet(incidentOf, id) }));
  await incidentsStore.putGroups(tx, tenantId, { states, members, merged: new Map(merged) }, now);
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
