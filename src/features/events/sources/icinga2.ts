import { z } from "zod";
import { type EventStatus, LONGEST, type Severity } from "../event.model.ts";
import { entryOf, field, hostOf, identityOf, incoming, known, timeOfEpoch } from "./reading.ts";
import { IGNORED, oneEvent, type ReadSource, unreadable } from "./source.ts";

const CheckResult = z
  .object({ state: field(), exit_status: field(), output: field(LONGEST.description), performance_data: z.unknown() })
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
/** OK, WARNING, CRITICAL, UNKNOWN. */
const SEVERITY_OF_STATE: readonly Severity[] = ["low", "medium", "critical", "medium"];

/** An event of Icinga's kind Notification. Without a service it is about the host, whose problem is that it is down. */
export const readIcinga2: ReadSource = (body) => {
  const parsed = Body.safeParse(body);
  if (!parsed.success) return unreadable("the message is no event of Icinga");
  const { type, host, service, notification_type, check_result, timestamp, author, text } = parsed.data;
  if (type !== undefined && type !== "Notification") return IGNORED;
  if (host === undefined) return unreadable("the message has no host");
  const kind = notification_type?.toUpperCase() ?? "";
  const state = Number(check_result?.state ?? check_result?.exit_status ?? Number.NaN);
  const status = kind === "CUSTOM" ? (state === 0 ? undefined : "open") : entryOf(STATUS_OF_KIND, kind);
  if (status === undefined) return IGNORED;
  const output = check_result?.output;
  const about = service ?? host;
  const bad = service === undefined ? "critical" : (SEVERITY_OF_STATE[state] ?? "medium");
  return oneEvent(
    incoming({
      title: output === undefined ? `${about}: ${kind.toLowerCase()}` : `${about}: ${output.split("\n", 1)[0]}`,
      description: output ?? null,
      severity: status === "resolved" ? "low" : bad,
      status,
      sourceId: identityOf(host, service),
      ...hostOf(host),
      occurredAt: timeOfEpoch(timestamp),
      context: known({ host, service, author, comment: text }),
    }),
  );
};
