import { z } from "zod";
import type { EventStatus, IncomingEvent } from "../event.model.ts";
import { severityOf } from "../severity.ts";
import { boundIdentity, field, hostOf, identityOf, incoming, known, numbers, texts, timeOf } from "./reading.ts";
import { type ReadSource, type SourceError, unreadable } from "./source.ts";

const MAX_ALERTS = 5_000;
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

/** Labels that name the host, the first that does. */
const HOST_LABELS = ["instance", "host", "hostname", "node", "nodename"];

/**
 * The webhook of Alertmanager, version 4, and of Grafana's alerting, which has its form. Each alert has a state of its
 * own, which may differ from the group's; its fingerprint is its identity.
 */
export const readAlertmanager: ReadSource = (body) => {
  const parsed = Body.safeParse(body);
  if (!parsed.success) return unreadable("there is no list of alerts");
  const { alerts, status, externalURL } = parsed.data;
  const events: IncomingEvent[] = [];
  const errors: SourceError[] = [];
  alerts.slice(0, MAX_ALERTS).forEach((sent, index) => {
    const alert = Alert.safeParse(sent);
    const title = alert.data && titleOf(alert.data);
    if (!alert.data || title === undefined)
      errors.push({ index, error: "the alert has neither summary nor alertname" });
    else events.push(eventOf(alert.data, title, { status, externalURL }));
  });
  // Each of them is told: the sender's count is ours.
  for (let index = MAX_ALERTS; index < alerts.length; index++) {
    errors.push({ index, error: `beyond the ${MAX_ALERTS} alerts that are taken of one message` });
  }
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
  return incoming({
    title,
    description: annotations.description ?? annotations.message ?? null,
    severity: severityOf(labels.severity),
    status,
    sourceId: fingerprint === undefined ? labelIdentity(labels) : boundIdentity(fingerprint),
    ...hostOf(...HOST_LABELS.map((name) => labels[name])),
    occurredAt: ended ?? timeOf(alert.startsAt),
    metrics: values,
    context: known({
      labels,
      url: alert.panelURL ?? alert.dashboardURL ?? alert.generatorURL,
      runbook_url: annotations.runbook_url,
      sender: group.externalURL,
    }),
  });
}

/** Alerts are told apart by their labels; of these the fingerprint is made. */
function labelIdentity(labels: Record<string, string>): string {
  return identityOf(...Object.entries(labels).sort().flat());
}
