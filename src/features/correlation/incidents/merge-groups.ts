import { mustGet } from "../../../model/must-get.ts";
import { SEVERITIES } from "../../events/index.ts";
import type { GroupedEvent, IncidentState, RegroupedIncidents } from "./incident.model.ts";

/**
 * Merges incidents in memory (union-find): a group is an existing incident or a new one, and the eldest gives a merged
 * group its id. Two groups merge only where their times are at most `maxGapMs` apart, and they are not of
 * unconnected faults.
 */
export function createGroups(incidents: readonly IncidentState[], maxGapMs: number) {
  const states = new Map(incidents.map((state) => [state.id, { ...state }]));
  const known = new Set(states.keys());
  const parent = new Map<string, string>();
  const incidentOfEvent = new Map<string, string>();
  const members: { eventId: string; isOpen: boolean }[] = [];
  const touched = new Set<string>();

  const root = (id: string): string => {
    let at = id;
    for (let up = parent.get(at); up !== undefined; up = parent.get(at)) at = up;
    return at;
  };

  const isClose = (a: IncidentState, b: IncidentState) =>
    a.firstSeen.getTime() - b.lastSeen.getTime() <= maxGapMs &&
    b.firstSeen.getTime() - a.lastSeen.getTime() <= maxGapMs;

  const isApart = (a: IncidentState, b: IncidentState) =>
    a.apartFrom.some((id) => root(id) === b.id) || b.apartFrom.some((id) => root(id) === a.id);

  const isElder = (a: IncidentState, b: IncidentState) =>
    known.has(a.id) !== known.has(b.id) ? known.has(a.id) : a.id < b.id;

  return {
    /** Adds an event to its incident, or to a new one; ignores a resolved event that has no incident. */
    add(event: GroupedEvent, makeId: () => string): void {
      const { member } = event;
      if (!member && !event.isOpen) return;
      const id = member ? root(member.incidentId) : makeId();
      const state = states.get(id);
      incidentOfEvent.set(event.id, id);
      members.push({ eventId: event.id, isOpen: event.isOpen });
      touched.add(id);
      const opened = Number(event.isOpen) - Number(member?.isOpen ?? false);
      states.set(id, {
        id,
        firstSeen: earlier(state?.firstSeen, event.at),
        lastSeen: later(state?.lastSeen, event.lastSeen),
        eventCount: (state?.eventCount ?? 0) + (member ? 0 : 1),
        openCount: (state?.openCount ?? 0) + opened,
        severity: moreSevere(state?.severity, event.severity),
        apartFrom: state?.apartFrom ?? [],
      });
    },

    /** The incident of an event that was added. */
    incidentOf: (eventId: string): string => mustGet(incidentOfEvent, eventId),

    /** Merges the event's incident with another one, unless they are more than `maxGapMs` apart or of unconnected faults. */
    join(eventId: string, incidentId: string): void {
      const [a, b] = [root(mustGet(incidentOfEvent, eventId)), root(incidentId)];
      const [left, right] = [states.get(a), states.get(b)];
      if (a === b || !left || !right || !isClose(left, right) || isApart(left, right)) return;
      const [elder, younger] = isElder(left, right) ? [left, right] : [right, left];
      parent.set(younger.id, elder.id);
      touched.add(elder.id);
      states.set(elder.id, {
        id: elder.id,
        firstSeen: earlier(elder.firstSeen, younger.firstSeen),
        lastSeen: later(elder.lastSeen, younger.lastSeen),
        eventCount: elder.eventCount + younger.eventCount,
        openCount: elder.openCount + younger.openCount,
        severity: moreSevere(elder.severity, younger.severity),
        apartFrom: [...new Set([...elder.apartFrom, ...younger.apartFrom])],
      });
    },

    /** What to store: changed incidents, the incident of each event, and the merged incidents by surviving one. */
    outcome(): RegroupedIncidents {
      const changed = new Set([...touched].map(root));
      const merged = new Map<string, string[]>();
      for (const id of parent.keys()) {
        if (known.has(id)) merged.set(root(id), [...(merged.get(root(id)) ?? []), id]);
      }
      return {
        states: [...changed].map((id) => mustGet(states, id)),
        members: members.map(({ eventId, isOpen }) => ({
          eventId,
          isOpen,
          incidentId: root(mustGet(incidentOfEvent, eventId)),
        })),
        merged,
      };
    },
  };
}

export function earlier(a: Date | undefined, b: Date): Date {
  return a && a < b ? a : b;
}

export function later(a: Date | undefined, b: Date): Date {
  return a && a > b ? a : b;
}

export function moreSevere(
  a: IncidentState["severity"] | undefined,
  b: IncidentState["severity"],
): IncidentState["severity"] {
  return a !== undefined && SEVERITIES.indexOf(a) <= SEVERITIES.indexOf(b) ? a : b;
}
