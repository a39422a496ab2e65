import { z } from "zod";
import { EVENT_LIMITS, type EventStatus, type Severity } from "../event.model.ts";
import { severityOfWord } from "../severity.ts";
import { field, incomingEvent, knownMembers, limitIdentity, ownEntry, timeOf } from "./message-fields.ts";
import { IGNORED, oneEvent, type ParseMessage, unreadable } from "./source.ts";

const Reference = z.object({ summary: field(), html_url: field() }).nullish().catch(undefined);
const Incident = z.object({
  id: field(EVENT_LIMITS.sourceId * 4),
  title: field(EVENT_LIMITS.title),
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

/** Status by event type; undefined: use the status of the incident. Other types are ignored. */
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

/** Parses PagerDuty webhooks V3. The incident's id is the identity; the message's id differs each time. */
export const readPagerduty: ParseMessage = (body) => {
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
    incomingEvent({
      title,
      severity: severityOfIncident(priority?.summary, urgency),
      status: STATUS_OF_KIND[kind] ?? ownEntry(STATUS_OF_WORD, status) ?? "open",
      sourceId: limitIdentity(id),
      occurredAt: timeOf(occurred_at) ?? timeOf(incident.data.created_at),
      context: knownMembers({
        service: service?.summary,
        incident_key: incident.data.incident_key,
        number: incident.data.number,
        url: incident.data.html_url,
      }),
    }),
  );
};

/** From the priority if its word is known, else from the urgency. */
function severityOfIncident(priority: string | undefined, urgency: string | undefined): Severity {
  const byPriority = severityOfWord(priority);
  if (byPriority) return byPriority;
  const byUrgency: Record<string, Severity> = { high: "high", low: "low" };
  return ownEntry(byUrgency, urgency?.toLowerCase()) ?? "medium";
}
