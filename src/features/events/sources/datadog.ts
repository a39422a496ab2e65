import type { EventStatus, Severity } from "../event.model.ts";
import { severityOfWord } from "../severity.ts";
import {
  hostOf,
  identityOf,
  incomingEvent,
  isRecord,
  knownMembers,
  limitIdentity,
  ownEntry,
  readerByPlainName,
  timeOfEpoch,
} from "./message-fields.ts";
import { oneEvent, type ParseMessage, unreadable } from "./source.ts";

const SEVERITY_OF_TYPE: Readonly<Record<string, Severity>> = {
  error: "high",
  warning: "medium",
  success: "low",
  info: "low",
};

/**
 * Parses a payload made by a Datadog template. `id` differs in each message; the alert's cycle key links trigger and
 * recovery.
 */
export const readDatadog: ParseMessage = (body) => {
  if (!isRecord(body)) return unreadable("the message is no object");
  const read = readerByPlainName(body);
  const title = read("alerttitle") ?? read("title") ?? read("eventtitle");
  if (title === undefined) return unreadable("the message has neither alert_title nor title");
  const tags = tagsOf(read("tags"));
  const scope = tagsOf(read("alertscope"));
  const host = read("hostname") ?? read("host") ?? tags.host ?? scope.host;
  const cycle = read("alertcyclekey") ?? read("aggregkey");
  return oneEvent(
    incomingEvent({
      title,
      description: read("body") ?? read("eventmsg") ?? read("alertstatus") ?? null,
      severity: severityIn(read),
      status: statusOf(read),
      sourceId: cycle === undefined ? monitorIdentity(read, host) : limitIdentity(cycle),
      ...hostOf(host),
      occurredAt: timeOfEpoch(read("date"), 1_000) ?? timeOfEpoch(read("lastupdated"), 1_000),
      context: knownMembers({
        tags,
        monitor_id: read("alertid"),
        metric: read("alertmetric"),
        query: read("alertquery"),
        status: read("alertstatus"),
        url: read("link"),
      }),
    }),
  );
};

type Read = (name: string) => string | undefined;

function statusOf(read: Read): EventStatus {
  const transition = read("alerttransition")?.toLowerCase();
  if (transition !== undefined) return /\brecovered\b/.test(transition) ? "resolved" : "open";
  return read("alerttype")?.toLowerCase() === "success" ? "resolved" : "open";
}

/** From the monitor's priority, else from the transition and the type of the alert. */
function severityIn(read: Read): Severity {
  const priority = read("priority") ?? read("alertpriority");
  if (priority !== undefined && /^p[1-5]$/i.test(priority)) return severityOfWord(priority) ?? "medium";
  if (/\bwarn/i.test(read("alerttransition") ?? "")) return "medium";
  return ownEntry(SEVERITY_OF_TYPE, read("alerttype")?.toLowerCase()) ?? severityOfWord(priority) ?? "medium";
}

/** Monitor and scope: a monitor alerts separately for each of its groups. */
function monitorIdentity(read: Read, host: string | undefined): string | null {
  const monitor = read("alertid");
  return monitor === undefined ? null : identityOf(monitor, read("alertscope") ?? host);
}

/** Parses `env:prod,host:app-03,monitor`; tags without value are left out. */
function tagsOf(text: string | undefined): Record<string, string> {
  const pairs = (text ?? "").split(",").slice(0, 100);
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const at = pair.indexOf(":");
      return at > 0 ? [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]] : [];
    }),
  );
}
