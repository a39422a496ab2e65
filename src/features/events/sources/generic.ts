import { EVENT_STATUSES, type EventStatus, LONGEST } from "../event.model.ts";
import { severityOf } from "../severity.ts";
import {
  boundIdentity,
  entryOf,
  factOf,
  hostOf,
  incoming,
  isRecord,
  textOf,
  timeOf,
  timeOfEpoch,
  withAddress,
} from "./reading.ts";
import { oneEvent, type ReadSource, unreadable } from "./source.ts";

/** What senders call the states. */
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
 * A message in the event's own member names, or, where the tenant says so, in names of its own: a dotted path for each
 * member, whose parts are names or places in lists.
 */
export const readGeneric: ReadSource = (body, { genericFields }) => {
  if (!isRecord(body)) return unreadable("the message is no object");
  const at = (name: string): unknown => {
    const path = genericFields[name];
    return path === undefined ? body[name] : valueAt(body, path);
  };
  const title = factOf(at("title"), LONGEST.title);
  if (title === undefined) return unreadable(`the message has no title (${genericFields.title ?? "title"})`);
  const sourceId = factOf(at("source_id"), LONGEST.sourceId * 4);
  const address = factOf(at("ip_address"));
  const fqdn = factOf(at("fqdn"));
  const metrics = at("metrics");
  const tags = at("tags");
  const context = at("context");
  const time = at("timestamp") ?? at("occurred_at");
  return oneEvent(
    incoming({
      title,
      description: factOf(at("description"), LONGEST.description) ?? null,
      severity: severityOf(textOf(at("severity"))),
      status: entryOf(STATUS_OF_WORD, factOf(at("status"))?.toLowerCase()) ?? "open",
      sourceId: sourceId === undefined ? null : boundIdentity(sourceId),
      ...withAddress(hostOf(fqdn, factOf(at("hostname")), address), address),
      occurredAt: timeOf(time) ?? epochOf(time),
      metrics: isRecord(metrics) ? metrics : {},
      context: { ...(isRecord(context) && context), ...(tags !== undefined && tags !== null && { tags }) },
    }),
  );
};

/** Numbers beyond this are milliseconds: in seconds it is the year 5138. */
const MOST_SECONDS = 1e11;

function epochOf(value: unknown): Date | null {
  return timeOfEpoch(value, Number(textOf(value, 64)) > MOST_SECONDS ? 1_000 : 1);
}

function valueAt(body: Record<string, unknown>, path: string): unknown {
  let value: unknown = body;
  for (const name of path.split(".")) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
