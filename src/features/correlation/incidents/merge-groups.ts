import { mustGet } from "../../../model/must-get.ts";
import { SEVERITIES } from "../../events/index.ts";
import type { GroupedEvent, IncidentState } from "./incident.model.ts";

/**
 * Incidents that grow together, in memory: a union of groups, each being one incident that there is or a new one, of
 * which the eldest gives its name. Two are joined only where their times lie no further apart than that.
 */
export function createGroups(incidents: readonly IncidentState[], apartMs: number) {
  const states = new Map(incidents.map((state) => [state.id, { ...state }]));
  const known = new Set(states.keys());
  const parent = new Map<string, string>();
  const placeOfEvent = new Map<string, string>();
  const members: { eventId: string; isOpen: boolean }[] = [];
  const touched = new Set<string>();

  const root = (id: string): string => {
    let at = id;
    for (let up = parent.get(at); up !== undefined; up = parent.get(at)) at = up;
    return at;
  };

  const isNear = (a: IncidentState, b: IncidentState) =>
    a.firstSeen.getTime() - b.lastSeen.getTime() <= apartMs && b.firstSeen.getTime() - a.lastSeen.getTime() <= apartMs;

  const isElder = (a: IncidentState, b: IncidentState) =>
    known.has(a.id) !== known.has(b.id) ? known.has(a.id) : a.id < b.id;

  return {
    /** Puts an event where it is already, or into a new incident of its own; resolved ones that are nowhere stay so. */
    take(event: GroupedEvent, makeId: () => string): void {
      const { member } = event;
      if (!member && !event.isOpen) return;
      const id = member ? root(member.incidentId) : makeId();
      const state = states.get(id);
      placeOfEvent.set(event.id, id);
      members.push({ eventId: event.id, isOpen: event.isOpen });
      touched.add(id);
      const opened = Number(event.isOpen) - Number(member?.isOpen ?? false);
      states.set(id, {
        id,
        firstSeen: earlier(state?.firstSeen, event.at),
        lastSeen: later(state?.lastSeen, event.lastSeen),
        eventCount: (state?.eventCount ?? 0) + (member ? 0 : 1),
        openCount: (state?.openCount ?? 0) + opened,
        severity: graver(state?.severity, event.severity),
      });
    },

    /** The incident of an event that was taken. */
    placeOf: (eventId: string): string => mustGet(placeOfEvent, eventId),

    /** Makes one incident of that of the event and another, unless too much time lies between the event and that. */
    join(eventId: string, incidentId: string): void {
      const [a, b] = [root(mustGet(placeOfEvent, eventId)), root(incidentId)];
      const [left, right] = [states.get(a), states.get(b)];
      if (a === b || !left || !right || !isNear(left, right)) return;
      const [elder, younger] = isElder(left, right) ? [left, right] : [right, left];
      parent.set(younger.id, elder.id);
      touched.add(elder.id);
      states.set(elder.id, {
        id: elder.id,
        firstSeen: earlier(elder.firstSeen, younger.firstSeen),
        lastSeen: later(elder.lastSeen, younger.lastSeen),
        eventCount: elder.eventCount + younger.eventCount,
        openCount: elder.openCount + younger.openCount,
        severity: graver(elder.severity, younger.severity),
      });
    },

    /** What is to be written: incidents as they stand now, who is a member of which, and which took which over. */
    outcome() {
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
          incidentId: root(mustGet(placeOfEvent, eventId)),
        })),
        merged,
      };
    },
  };
}

function earlier(a: Date | undefined, b: Date): Date {
  return a && a < b ? a : b;
}

function later(a: Date | undefined, b: Date): Date {
  return a && a > b ? a : b;
}

function graver(a: IncidentState["severity"] | undefined, b: IncidentState["severity"]): IncidentState["severity"] {
  return a !== undefined && SEVERITIES.indexOf(a) <= SEVERITIES.indexOf(b) ? a : b;
}
