import type { EventStatus, Severity } from "../event.model.ts";
import { severityOf } from "../severity.ts";
import {
  hostOf,
  identityOf,
  incomingEvent,
  isRecord,
  knownMembers,
  ownEntry,
  readerByPlainName,
  timeOfEpoch,
  withAddress,
} from "./message-fields.ts";
import { IGNORED, oneEvent, type ParseMessage, unreadable } from "./source.ts";

/** Status by notification type. Other types announce downtime or flapping and are ignored. */
const STATUS_OF_KIND: Readonly<Record<string, EventStatus>> = {
  PROBLEM: "open",
  RECOVERY: "resolved",
  ACKNOWLEDGEMENT: "acknowledged",
};
const OK_STATES = new Set(["OK", "UP"]);

/**
 * Parses notification macros of Nagios, also as passed to scripts (`NAGIOS_HOSTNAME`). Without a service the message concerns
 * the host. The problem number is 0 in a recovery, so host and service are the identity.
 */
export const readNagios: ParseMessage = (body) => {
  if (!isRecord(body)) return unreadable("the message is no object");
  const read = readerByPlainName(body, "nagios");
  const host = read("hostname");
  const kind = read("notificationtype")?.toUpperCase();
  const service = read("servicedesc") ?? read("servicedescription");
  const state = (service === undefined ? read("hoststate") : read("servicestate"))?.toUpperCase();
  if (host === undefined) return unreadable("the message has no HOSTNAME");
  const status = kind === undefined || kind === "CUSTOM" ? statusOfState(state) : ownEntry(STATUS_OF_KIND, kind);
  if (status === undefined) return IGNORED;
  const output = service === undefined ? read("hostoutput") : read("serviceoutput");
  return oneEvent(
    incomingEvent({
      title: titleOf(host, service, state, output),
      description: (service === undefined ? read("longhostoutput") : read("longserviceoutput")) ?? output ?? null,
      severity: severityOfState(state),
      status,
      sourceId: identityOf(host, service),
      ...withAddress(hostOf(host, read("hostaddress")), read("hostaddress")),
      occurredAt: timeOfEpoch(read("timet")),
      context: knownMembers({
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
  return OK_STATES.has(state) ? "resolved" : "open";
}

function severityOfState(state: string | undefined): Severity {
  return state !== undefined && OK_STATES.has(state) ? "low" : severityOf(state);
}

function titleOf(host: string, service: string | undefined, state = "problem", output?: string): string {
  if (service !== undefined) return `${service}: ${output ?? state}`;
  return output === undefined ? `${host} is ${state}` : `${host} is ${state}: ${output}`;
}
