import { z } from "zod";
import type { EventStatus, IncomingEvent } from "../event.model.ts";
import { severityOf } from "../severity.ts";
import {
  field,
  hostOf,
  identityOf,
  incomingEvent,
  knownMembers,
  limitIdentity,
  numbers,
  texts,
  timeOf,
} from "./message-fields.ts";
import { type ParseMessage, type SourceError, unreadable } from "./source.ts";

const Body = z.object({ status: field(), externalURL: field(), alerts: z.array(z.unknown()) });
const Alert = z.object({
  status: field(),
  labels: texts,
  annotations: texts,
  startsAt: field(),
  endsAt: field(),
  fingerprint: field(10_000),
  generatorURL: field(),
  dashboardURL: field(),
  panelURL: field(),
  values: numbers,
});

/** Labels that may name the host; the first one present is used. */
const HOST_LABELS = ["instance", "host", "hostname", "node", "nodename"];

/**
 * Parses the webhook of Alertmanager, version 4, and of Grafana's alerting, which has the same form. Each alert has its own
 * status, which may differ from the group's; its fingerprint is its identity.
 */
export const readAlertmanager: ParseMessage = (body) => {
  const parsed = Body.safeParse(body);
  if (!parsed.success) return unreadable("there is no list of alerts");
  const { alerts, status, externalURL } = parsed.data;
  const events: IncomingEvent[] = [];
  const errors: SourceError[] = [];
  alerts.forEach((sent, index) => {
    const alert = Alert.safeParse(sent);
    const title = alert.data && titleOf(alert.data);
    if (!alert.data || title === undefined)
      errors.push({ index, error: "the alert has neither summary nor alertname" });
    else events.push(eventOf(alert.data, title, { status, externalURL }));
  });
  return { events, ignored: 0, errors };
};

function titleOf({ annotations, labels }: z.output<typeof Alert>): string | undefined {
  return annotations.summary ?? labels.alertname ?? annotations.title;
}

function eventOf(
  alert: z.output<typeof Alert>,
  title: string,
  group: { status: string | undefined; externalURL: string | undefined },
): IncomingEvent {
  const { labels, annotations, fingerprint, values } = alert;
  const status: EventStatus = (alert.status ?? group.status)?.toLowerCase() === "resolved" ? "resolved" : "open";
  const ended = status === "resolved" ? timeOf(alert.endsAt) : null;
  return incomingEvent({
    title,
    description: annotations.description ?? annotations.message ?? null,
    severity: severityOf(labels.severity),
    status,
    sourceId: fingerprint === undefined ? labelIdentity(labels) : limitIdentity(fingerprint),
    ...hostOf(...HOST_LABELS.map((name) => labels[name])),
    occurredAt: ended ?? timeOf(alert.startsAt),
    metrics: values,
    context: knownMembers({
      labels,
      url: alert.panelURL ?? alert.dashboardURL ?? alert.generatorURL,
      runbook_url: annotations.runbook_url,
      sender: group.externalURL,
    }),
  });
}

/** Identity of an alert without fingerprint: its labels, from which senders compute the fingerprint. */
function labelIdentity(labels: Record<string, string>): string {
  return identityOf(...Object.entries(labels).sort().flat());
}
