import { z } from "zod";
import { EVENT_LIMITS, type EventStatus, type Severity } from "../event.model.ts";
import { field, hostOf, identityOf, incomingEvent, knownMembers, ownEntry, timeOfEpoch } from "./message-fields.ts";
import { IGNORED, oneEvent, type ParseMessage, unreadable } from "./source.ts";

const CheckResult = z
  .object({
    state: field(),
    exit_status: field(),
    output: field(EVENT_LIMITS.description),
    performance_data: z.unknown(),
  })
  .partial();
const Body = z.object({
  type: field(),
  timestamp: field(),
  host: field(),
  service: field(),
  notification_type: field(),
  author: field(),
  text: field(),
  check_result: CheckResult.nullish().catch(undefined),
});

const STATUS_OF_KIND: Readonly<Record<string, EventStatus>> = {
  PROBLEM: "open",
  RECOVERY: "resolved",
  ACKNOWLEDGEMENT: "acknowledged",
};
/** By service state: OK, WARNING, CRITICAL, UNKNOWN. */
const SEVERITY_OF_STATE: readonly Severity[] = ["low", "medium", "critical", "medium"];

/** Parses an Icinga event of type Notification. Without a service it concerns the host, which is down: critical. */
export const readIcinga2: ParseMessage = (body) => {
  const parsed = Body.safeParse(body);
  if (!parsed.success) return unreadable("the message is no event of Icinga");
  const { type, host, service, notification_type, check_result, timestamp, author, text } = parsed.data;
  if (type !== undefined && type !== "Notification") return IGNORED;
  if (host === undefined) return unreadable("the message has no host");
  const kind = notification_type?.toUpperCase() ?? "";
  const state = Number(check_result?.state ?? check_result?.exit_status ?? Number.NaN);
  const status = kind === "CUSTOM" ? (state === 0 ? undefined : "open") : ownEntry(STATUS_OF_KIND, kind);
  if (status === undefined) return IGNORED;
  const output = check_result?.output;
  const about = service ?? host;
  const problemSeverity = service === undefined ? "critical" : (SEVERITY_OF_STATE[state] ?? "medium");
  return oneEvent(
    incomingEvent({
      title: output === undefined ? `${about}: ${kind.toLowerCase()}` : `${about}: ${output.split("\n", 1)[0]}`,
      description: output ?? null,
      severity: status === "resolved" ? "low" : problemSeverity,
      status,
      sourceId: identityOf(host, service),
      ...hostOf(host),
      occurredAt: timeOfEpoch(timestamp),
      context: knownMembers({ host, service, author, comment: text }),
    }),
  );
};
