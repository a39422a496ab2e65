import type { EventStatus, Severity } from "../event.model.ts";
import { severityOfWord } from "../severity.ts";
import {
  boundIdentity,
  byPlainName,
  entryOf,
  hostOf,
  identityOf,
  incoming,
  isRecord,
  known,
  timeOfEpoch,
} from "./reading.ts";
import { oneEvent, type ReadSource, unreadable } from "./source.ts";

const SEVERITY_OF_TYPE: Readonly<Record<string, Severity>> = {
  error: "high",
  warning: "medium",
  success: "low",
  info: "low",
};

/**
 * A payload template of Datadog, filled with variables. `id` is new with each message; the key of the alert's cycle links
 * trigger and recovery.
 */
export const readDatadog: ReadSource = (body) => {
  if (!isRecord(body)) return unreadable("the message is no object");
  const read = byPlainName(body);
  const title = read("alerttitle") ?? read("title") ?? read("eventtitle");
  if (title === undefined) return unreadable("the message has neither alert_title nor title");
  const tags = tagsOf(read("tags"));
  const scope = tagsOf(read("alertscope"));
  const host = read("hostname") ?? read("host") ?? tags.host ?? scope.host;
  const cycle = read("alertcyclekey") ?? read("aggregkey");
  return oneEvent(
    incoming({
      title,
      description: read("body") ?? read("eventmsg") ?? read("alertstatus") ?? null,
      severity: severityIn(read),
      status: statusOf(read),
      sourceId: cycle === undefined ? monitorIdentity(read, host) : boundIdentity(cycle),
      ...hostOf(host),
      occurredAt: timeOfEpoch(read("date"), 1_000) ?? timeOfEpoch(read("lastupdated"), 1_000),
      context: known({
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

/** The priority that a monitor was given, then what the transition and the kind of the alert say. */
function severityIn(read: Read): Severity {
  const priority = read("priority") ?? read("alertpriority");
  if (priority !== undefined && /^p[1-5]$/i.test(priority)) return severityOfWord(priority) ?? "medium";
  if (/\bwarn/i.test(read("alerttransition") ?? "")) return "medium";
  return entryOf(SEVERITY_OF_TYPE, read("alerttype")?.toLowerCase()) ?? severityOfWord(priority) ?? "medium";
}

/** A monitor alerts once for each of its groups. */
function monitorIdentity(read: Read, host: string | undefined): string | null {
  const monitor = read("alertid");
  return monitor === undefined ? null : identityOf(monitor, read("alertscope") ?? host);
}

/** `env:prod,host:app-03,monitor`. */
function tagsOf(text: string | undefined): Record<string, string> {
  const pairs = (text ?? "").split(",").slice(0, 100);
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const at = pair.indexOf(":");
      return at > 0 ? [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]] : [];
    }),
  );
}
