import { z } from "zod";
import { type EventStatus, LONGEST, type Severity } from "../event.model.ts";
import { severityOfWord } from "../severity.ts";
import { boundIdentity, entryOf, field, incoming, known, timeOf } from "./reading.ts";
import { IGNORED, oneEvent, type ReadSource, unreadable } from "./source.ts";

const Reference = z.object({ summary: field(), html_url: field() }).nullish().catch(undefined);
const Incident = z.object({
  id: field(LONGEST.sourceId * 4),
  title: field(LONGEST.title),
  status: field(),
  urgency: field(),
  priority: Reference,
  service: Reference,
  html_url: field(),
  created_at: field(),
  incident_key: field(),
  number: field(),
});
const Body = z.object({ event: z.object({ event_type: field(), occurred_at: field(), data: z.unknown() }) });

/** Kinds of message that tell of an incident's state, and the state; undefined: what the incident itself says. */
const STATUS_OF_KIND: Readonly<Record<string, EventStatus | undefined>> = {
  "incident.triggered": "open",
  "incident.unacknowledged": "open",
  "incident.reopened": "open",
  "incident.acknowledged": "acknowledged",
  "incident.resolved": "resolved",
  "incident.priority_updated": undefined,
};
const STATUS_OF_WORD: Readonly<Record<string, EventStatus>> = {
  triggered: "open",
  acknowledged: "acknowledged",
  resolved: "resolved",
};

/** Webhooks V3 of PagerDuty: the incident's id is the identity, that of the message is new each time. */
export const readPagerduty: ReadSource = (body) => {
  const parsed = Body.safeParse(body);
  if (!parsed.success) return unreadable("the message has no event");
  const { event_type: kind, occurred_at, data } = parsed.data.event;
  if (kind === undefined || !Object.hasOwn(STATUS_OF_KIND, kind)) return IGNORED;
  const incident = Incident.safeParse(data);
  if (!incident.success || incident.data.id === undefined || incident.data.title === undefined) {
    return unreadable("the incident has no id or no title");
  }
  const { id, title, priority, urgency, service, status } = incident.data;
  return oneEvent(
    incoming({
      title,
      severity: severityOfIncident(priority?.summary, urgency),
      status: STATUS_OF_KIND[kind] ?? entryOf(STATUS_OF_WORD, status) ?? "open",
      sourceId: boundIdentity(id),
      occurredAt: timeOf(occurred_at) ?? timeOf(incident.data.created_at),
      context: known({
        service: service?.summary,
        incident_key: incident.data.incident_key,
        number: incident.data.number,
        url: incident.data.html_url,
      }),
    }),
  );
};

/** The priority, if it is one that we know; else the urgency. */
function severityOfIncident(priority: string | undefined, urgency: string | undefined): Severity {
  const byPriority = severityOfWord(priority);
  if (byPriority) return byPriority;
  const byUrgency: Record<string, Severity> = { high: "high", low: "low" };
  return entryOf(byUrgency, urgency?.toLowerCase()) ?? "medium";
}
