import { EVENT_LIMITS, EVENT_STATUSES, type EventStatus } from "../event.model.ts";
import { severityOf } from "../severity.ts";
import {
  hostOf,
  incomingEvent,
  isRecord,
  knownTextOf,
  limitIdentity,
  ownEntry,
  textOf,
  timeOf,
  timeOfEpoch,
  withAddress,
} from "./message-fields.ts";
import { oneEvent, type ParseMessage, unreadable } from "./source.ts";

/** Status by the words that senders use. */
const STATUS_OF_WORD: Readonly<Record<string, EventStatus>> = {
  ...(Object.fromEntries(EVENT_STATUSES.map((status) => [status, status])) as Record<EventStatus, EventStatus>),
  ok: "resolved",
  up: "resolved",
  recovered: "resolved",
  recovery: "resolved",
  cleared: "resolved",
  closed: "resolved",
  normal: "resolved",
  ack: "acknowledged",
};

/**
 * Parses a message with the event's member names, or with those that the tenant configured: a dotted path per member, whose
 * parts are names or list indexes.
 */
export const readGeneric: ParseMessage = (body, { genericFields }) => {
  if (!isRecord(body)) return unreadable("the message is no object");
  const at = (name: string): unknown => {
    const path = genericFields[name];
    return path === undefined ? body[name] : valueAt(body, path);
  };
  const title = knownTextOf(at("title"), EVENT_LIMITS.title);
  if (title === undefined) return unreadable(`the message has no title (${genericFields.title ?? "title"})`);
  const sourceId = knownTextOf(at("source_id"), EVENT_LIMITS.sourceId * 4);
  const address = knownTextOf(at("ip_address"));
  const fqdn = knownTextOf(at("fqdn"));
  const metrics = at("metrics");
  const tags = at("tags");
  const context = at("context");
  const time = at("timestamp") ?? at("occurred_at");
  return oneEvent(
    incomingEvent({
      title,
      description: knownTextOf(at("description"), EVENT_LIMITS.description) ?? null,
      severity: severityOf(textOf(at("severity"))),
      status: ownEntry(STATUS_OF_WORD, knownTextOf(at("status"))?.toLowerCase()) ?? "open",
      sourceId: sourceId === undefined ? null : limitIdentity(sourceId),
      ...withAddress(hostOf(fqdn, knownTextOf(at("hostname")), address), address),
      occurredAt: timeOf(time) ?? epochOf(time),
      metrics: isRecord(metrics) ? metrics : {},
      context: { ...(isRecord(context) && context), ...(tags !== undefined && tags !== null && { tags }) },
    }),
  );
};

/** Larger numbers are taken as milliseconds: in seconds this is the year 5138. */
const MAX_EPOCH_SECONDS = 1e11;

function epochOf(value: unknown): Date | null {
  return timeOfEpoch(value, Number(textOf(value, 64)) > MAX_EPOCH_SECONDS ? 1_000 : 1);
}

function valueAt(body: Record<string, unknown>, path: string): unknown {
  let value: unknown = body;
  for (const name of path.split(".")) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
