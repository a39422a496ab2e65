import type { EventStatus, Severity } from "../event.model.ts";
import { severityOf } from "../severity.ts";
import {
  hostOf,
  identityOf,
  incomingEvent,
  isRecord,
  knownMembers,
  limitIdentity,
  readerByPlainName,
  timeOf,
  timeOfEpoch,
  withAddress,
} from "./message-fields.ts";
import { oneEvent, type ParseMessage, unreadable } from "./source.ts";

/** By number: not classified, information, warning, average, high, disaster. */
const SEVERITY_OF_NUMBER: readonly Severity[] = ["low", "low", "low", "medium", "high", "critical"];

/**
 * Parses parameters of a Zabbix webhook media type, all texts. The administrator chooses their names, so they are compared
 * without case and signs. `event_id` is the problem's id, also in its recovery.
 */
export const readZabbix: ParseMessage = (body) => {
  if (!isRecord(body)) return unreadable("the message is no object");
  const read = readerByPlainName(body);
  const title = read("eventname") ?? read("triggername") ?? read("alertsubject") ?? read("subject");
  const host = read("hostname") ?? read("hosthost") ?? read("host") ?? read("hostdns");
  const id = read("eventid") ?? read("problemid");
  const trigger = read("triggerid");
  if (title === undefined) return unreadable("the message has neither event_name nor alert_subject");
  const status = statusOf(read);
  return oneEvent(
    incomingEvent({
      title,
      description: read("triggerdescription") ?? read("eventopdata") ?? read("alertmessage") ?? null,
      severity: severityIn(read),
      status,
      sourceId: id === undefined ? identityOf(host, trigger ?? title) : limitIdentity(id),
      ...withAddress(hostOf(host, read("hostip"), read("hostconn")), read("hostip")),
      occurredAt: (status === "resolved" ? recoveredAt(read) : null) ?? happenedAt(read),
      context: knownMembers({
        host,
        trigger_id: trigger,
        tags: tagsOf(read("eventtags")),
        operational_data: read("eventopdata"),
        url: read("zabbixurl"),
      }),
    }),
  );
};

type Read = (name: string) => string | undefined;

/** `event_value` 0 is a recovery; an update carries whether the problem is acknowledged. */
function statusOf(read: Read): EventStatus {
  const value = read("eventvalue");
  const word = read("eventstatus")?.toUpperCase();
  if (value === "0" || (value === undefined && (word === "RESOLVED" || word === "OK"))) return "resolved";
  const acknowledged = /^(?:yes|1|true)$/i.test(read("eventackstatus") ?? "");
  return acknowledged && read("eventupdatestatus") === "1" ? "acknowledged" : "open";
}

function severityIn(read: Read): Severity {
  const byNumber = SEVERITY_OF_NUMBER[Number(read("eventnseverity") ?? read("triggernseverity") ?? Number.NaN)];
  if (byNumber) return byNumber;
  const word = read("eventseverity") ?? read("triggerseverity") ?? read("severity");
  return word?.toLowerCase() === "warning" ? "low" : severityOf(word);
}

/** From the epoch timestamp if present; dates have no time zone and are read as UTC. */
function happenedAt(read: Read): Date | null {
  return timeOfEpoch(read("eventtimestamp")) ?? dateAndTime(read("eventdate"), read("eventtime"));
}

function recoveredAt(read: Read): Date | null {
  return (
    timeOfEpoch(read("eventrecoverytimestamp")) ?? dateAndTime(read("eventrecoverydate"), read("eventrecoverytime"))
  );
}

function dateAndTime(date: string | undefined, time: string | undefined): Date | null {
  return date === undefined || time === undefined ? null : timeOf(`${date.replaceAll(".", "-")}T${time}Z`);
}

/** Parses `[{"tag": "scope", "value": "performance"}]`; undefined for other text. */
function tagsOf(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined) return undefined;
  try {
    const tags: unknown = JSON.parse(text);
    if (!Array.isArray(tags)) return undefined;
    const pairs = tags.slice(0, 100).flatMap((entry) => {
      const { tag, value } = isRecord(entry) ? entry : {};
      return typeof tag === "string" ? [[tag.slice(0, 255), String(value ?? "").slice(0, 255)] as const] : [];
    });
    return Object.fromEntries(pairs.map(([name, value]) => [clean(name), clean(value)]));
  } catch {
    return undefined; // some other way to write tags
  }
}

function clean(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}
