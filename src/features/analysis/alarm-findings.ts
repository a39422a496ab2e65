import { type Evidence, type Finding, SEVERITIES } from "./analysis.model.ts";
import { MOST_NAMED, shortName } from "./evidence.ts";
import type { Facts } from "./facts.ts";

/** Its open events, and the open incidents that they belong to. */
export function alarms({ events, incidents }: Facts): Finding[] {
  const open = events.filter(({ suppressed }) => !suppressed);
  if (open.length === 0) return [];
  const severity = SEVERITIES.find((one) => open.some((event) => event.severity === one)) ?? "low";
  const evidence: Evidence[] = [
    ...incidents.slice(0, 3).map(({ id, severity: worst, openCount }): Evidence => {
      return { kind: "incident", id, value: `${worst}, ${openCount} open events` };
    }),
    ...open.slice(0, MOST_NAMED).map(({ id, severity: value }): Evidence => ({ kind: "event", id, value })),
  ].slice(0, MOST_NAMED);
  const within = incidents.length === 0 ? "" : `, in ${incidents.length} open incidents`;
  return [
    { category: "events", severity, text: `${open.length} events are open, the worst ${severity}${within}`, evidence },
  ];
}

/** What was changed shortly before it alarmed may be why. */
export function changedBefore({ changes }: Facts): Finding[] {
  if (changes.length === 0) return [];
  const text = `It was changed ${changes.length} times within the day before an open event`;
  const evidence = changes.slice(0, MOST_NAMED).flatMap(({ id, action, actor, at, eventId }): Evidence[] => [
    { kind: "history", id, value: `${action} by ${shortName(actor)} at ${at.toISOString()}` },
    { kind: "event", id: eventId, value: "came after it" },
  ]);
  const unique = [...new Map(evidence.map((one) => [`${one.kind} ${one.id}`, one])).values()];
  return [{ category: "changes", severity: "medium", text, evidence: unique.slice(0, MOST_NAMED) }];
}
