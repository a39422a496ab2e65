import { hostAddresses, isLoopback } from "./addresses.ts";
import type { CollectedHost, HostReport, NetworkConnection, ScanSubmission } from "./collector.model.ts";
import { splitHostname } from "./hostname.ts";
import type { Notes } from "./parts.ts";
import { definedFields, sanitized } from "./text.ts";

/** Id of this scanner; with `host_id` it forms the host's source key. */
export const SCANNER_ID = "orrery-scan";

/** Most bytes of a submission. The service accepts 32 MB, and re-encoding may lengthen the JSON. */
const MAX_SUBMISSION_BYTES = 30 * 1024 * 1024;
/** Most records of a kind; the service refuses longer lists. */
const MAX_RECORDS = {
  network_connections: 50_000,
  processes: 50_000,
  user_accounts: 50_000,
  disks: 10_000,
  network_adapters: 10_000,
  ip_addresses: 10_000,
  mac_addresses: 10_000,
} as const;
const MAX_APPLICATIONS = 50_000;
/** Largest share of a submission for software. */
const MAX_SOFTWARE_SHARE = 0.8;
const SHORT_COMMAND_LINE_LENGTH = 256;

/** Builds the submission of one collected host, texts sanitized, at most `maxBytes` as JSON; notes what it leaves out. */
export function assembleSubmission(
  host: CollectedHost,
  timestamp: string,
  notes: Notes,
  maxBytes = MAX_SUBMISSION_BYTES,
): ScanSubmission {
  const { hostname, fqdn, adapters, defaultAdapter, ...rest } = host;
  const names = splitHostname(hostname ?? "");
  const report = definedFields<HostReport>({
    ...rest,
    ...names,
    ...(fqdn === undefined ? {} : { fqdn }),
    ...(adapters ? hostAddresses(adapters, defaultAdapter) : {}),
    open_ports: rest.network_connections && listeningPorts(rest.network_connections),
    network_adapters: adapters?.length
      ? adapters.map(({ loopback: _, virtual: __, ...adapter }) => adapter)
      : undefined,
  });
  return {
    scan_type: "agent",
    scanner_id: SCANNER_ID,
    timestamp,
    data: { discovered_hosts: [fitToSize(sanitized(report), maxBytes, notes)] },
  };
}

/** TCP ports that listen on a non-loopback address, ascending, without doubles. */
export function listeningPorts(connections: readonly NetworkConnection[]): number[] {
  const listening = connections.filter(
    ({ protocol, state, local_address }) => protocol === "tcp" && state === "LISTEN" && !isLoopback(local_address),
  );
  return [...new Set(listening.map((connection) => connection.local_port))].sort((a, b) => a - b);
}

type Shrinkable = keyof typeof MAX_RECORDS;
const SHRINKABLE = Object.keys(MAX_RECORDS) as Shrinkable[];
/** Sockets of higher rank are dropped first: closing ones are least useful. */
const STATE_RANK: Record<string, number> = { LISTEN: 0, ESTABLISHED: 1 };

function fitToSize(report: HostReport, maxBytes: number, notes: Notes): HostReport {
  const fit = { ...report };
  if (fit.network_connections) {
    const rank = (connection: NetworkConnection) => STATE_RANK[connection.state ?? ""] ?? 2;
    fit.network_connections = fit.network_connections.toSorted((a, b) => rank(a) - rank(b));
  }
  for (const kind of SHRINKABLE) shrink(fit, kind, MAX_RECORDS[kind], notes);
  // The service would read half a list of software as removals, so the whole list is left out.
  if (
    size(fit.installed_applications) > maxBytes * MAX_SOFTWARE_SHARE ||
    (fit.installed_applications?.length ?? 0) > MAX_APPLICATIONS
  ) {
    notes.add(
      `installed_applications: ${fit.installed_applications?.length ?? 0} left out, the submission being too large`,
    );
    delete fit.installed_applications;
  }
  if (size(fit) > maxBytes && fit.processes) {
    notes.add(
      `processes: command lines were cut to ${SHORT_COMMAND_LINE_LENGTH} characters, the submission being too large`,
    );
    fit.processes = fit.processes.map((process) =>
      process.command_line === undefined
        ? process
        : { ...process, command_line: process.command_line.slice(0, SHORT_COMMAND_LINE_LENGTH).toWellFormed() },
    );
  }
  while (size(fit) > maxBytes) {
    const largest = SHRINKABLE.toSorted((a, b) => size(fit[b]) - size(fit[a]))[0] as Shrinkable;
    const count = fit[largest]?.length ?? 0;
    if (count === 0) break;
    shrink(fit, largest, Math.floor(count / 2), notes);
  }
  return fit;
}

function shrink(report: HostReport, kind: Shrinkable, most: number, notes: Notes): void {
  const records = report[kind];
  if (records === undefined || records.length <= most) return;
  notes.add(`${kind}: ${records.length - most} of ${records.length} left out, the submission being too large`);
  Object.assign(report, { [kind]: records.slice(0, most) });
}

function size(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}
