import type { EventStatus, Severity } from "../event.model.ts";
import { severityOf } from "../severity.ts";
import {
  byPlainName,
  entryOf,
  hostOf,
  identityOf,
  incoming,
  isRecord,
  known,
  timeOfEpoch,
  withAddress,
} from "./reading.ts";
import { IGNORED, oneEvent, type ReadSource, unreadable } from "./source.ts";

/** Kinds of notification that tell of a state. Others announce downtime or flapping. */
const STATUS_OF_KIND: Readonly<Record<string, EventStatus>> = {
  PROBLEM: "open",
  RECOVERY: "resolved",
  ACKNOWLEDGEMENT: "acknowledged",
};
const WELL = new Set(["OK", "UP"]);

/**
 * Notification macros of Nagios, also as it gives them to scripts (`NAGIOS_HOSTNAME`). Without a service it is about the
 * host. The number of a problem is 0 in its recovery, so host and service are the identity.
 */
export const readNagios: ReadSource = (body) => {
  if (!isRecord(body)) return unreadable("the message is no object");
  const read = byPlainName(body, "nagios");
  const host = read("hostname");
  const kind = read("notificationtype")?.toUpperCase();
  const service = read("servicedesc") ?? read("servicedescription");
  const state = (service === undefined ? read("hoststate") : read("servicestate"))?.toUpperCase();
  if (host === undefined) return unreadable("the message has no HOSTNAME");
  const status = kind === undefined || kind === "CUSTOM" ? statusOfState(state) : entryOf(STATUS_OF_KIND, kind);
  if (status === undefined) return IGNORED;
  const output = service === undefined ? read("hostoutput") : read("serviceoutput");
  return oneEvent(
    incoming({
      title: titleOf(host, service, state, output),
      description: (service === undefined ? read("longhostoutput") : read("longserviceoutput")) ?? output ?? null,
      severity: severityOfState(state),
      status,
      sourceId: identityOf(host, service),
      ...withAddress(hostOf(host, read("hostaddress")), read("hostaddress")),
      occurredAt: timeOfEpoch(read("timet")),
      context: known({
        host,
        service,
        alias: read("hostalias"),
        performance_data: read("serviceperfdata") ?? read("hostperfdata"),
        comment: read("notificationcomment"),
      }),
    }),
  );
};

function statusOfState(state: string | undefined): EventStatus | undefined {
  if (state === undefined) return undefined;
  return WELL.has(state) ? "resolved" : "open";
}

function severityOfState(state: string | undefined): Severity {
  return state !== undefined && WELL.has(state) ? "low" : severityOf(state);
}

function titleOf(host: string, service: string | undefined, state = "problem", output?: string): string {
  if (service !== undefined) return `${service}: ${output ?? state}`;
  return output === undefined ? `${host} is ${state}` : `${host} is ${state}: ${output}`;
}
