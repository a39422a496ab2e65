import type { NetworkConnection } from "../../../model/host.ts";
import { compare } from "../../../model/order.ts";
import { connectedToKey } from "../../relationships/index.ts";
import type { ConnectionRow } from "../graph.store.ts";
import type { Observation } from "../hosts/server-state.ts";
import type { PeerConnection } from "./peer-connections.ts";

/** A host whose newest sockets are written to the graph. */
export interface ReportingHost {
  ciId: string;
  peers: readonly PeerConnection[];
}

/** A connection to create. */
export interface NewConnection {
  reporter: string;
  source: string;
  target: string;
  protocol: string;
  port: number;
  sourceProcess: string | null;
  targetProcess: string | null;
  observer: "source" | "target";
}

/** A change of a stored connection. */
export interface KnownConnection {
  row: ConnectionRow;
  reporter: string;
  change: "seen" | "missing";
  /** The process that the source names now, where it was unknown. */
  sourceProcess?: string;
  /** The listening process, where it differs from the stored one. */
  targetProcess?: string;
  observer: "source" | "target";
}

export interface ConnectionPlan {
  create: NewConnection[];
  known: KnownConnection[];
  /** Connections that better known ones replace. */
  remove: { row: ConnectionRow; reporter: string }[];
}

/** Connections from one CI to one port of another, as both ends report them. */
interface Endpoint {
  source: string;
  target: string;
  protocol: string;
  port: number;
  /** Processes that the source named. */
  named: Set<string>;
  /** Whether the source also has a socket without a process name. */
  nameless: boolean;
  /** The target's own process, where the target reports the connection. */
  incoming: { process: string | null } | undefined;
}

/**
 * Plans what the sockets of a batch of hosts change in their connections. The source's report has precedence, because it
 * names the process. A connection that only the target reports has an unknown process, and is created only where none is
 * stored between these ends; a later report of the source completes it. Connections that people created stay unchanged.
 *
 * @param peers CI id by address
 * @param listener the process that listens on a port of a CI
 */
export function planConnections(
  tenantId: string,
  hosts: readonly ReportingHost[],
  peers: ReadonlyMap<string, string>,
  rows: readonly ConnectionRow[],
  listener: (ciId: string, protocol: string, port: number) => string | null,
): ConnectionPlan {
  const plan: ConnectionPlan = { create: [], known: [], remove: [] };
  const rowsByEndpoint = Map.groupBy(rows, (row) =>
    endpointKey(row.sourceId, row.targetId, row.protocol ?? "", row.port ?? -1),
  );
  for (const [key, endpoint] of endpointsOf(hosts, peers)) {
    planEndpoint(
      tenantId,
      plan,
      endpoint,
      rowsByEndpoint.get(key) ?? [],
      listener(endpoint.target, endpoint.protocol, endpoint.port),
    );
  }
  const planned = new Set([...plan.known, ...plan.remove].map(({ row }) => row.id));
  const reporting = new Set(hosts.map(({ ciId }) => ciId));
  for (const row of rows) {
    if (planned.has(row.id) || !isDiscovered(row)) continue;
    const observer = row.observer ?? "source";
    const reporter = observer === "source" ? row.sourceId : row.targetId;
    const isMissing = row.missingSince === null && reporting.has(reporter);
    const named = reporting.has(row.targetId)
      ? namedTarget(row, listener(row.targetId, row.protocol ?? "", row.port ?? -1))
      : {};
    if (isMissing) plan.known.push({ row, reporter, change: "missing", observer });
    else if (named.targetProcess && row.missingSince === null) {
      plan.known.push({ row, reporter: row.targetId, change: "seen", observer, ...named });
    }
  }
  return plan;
}

/** Whether a scan created it. */
function isDiscovered(row: Pick<ConnectionRow, "discoveredBy">): boolean {
  return row.discoveredBy?.startsWith("scan:") === true;
}

function endpointsOf(hosts: readonly ReportingHost[], peers: ReadonlyMap<string, string>): Map<string, Endpoint> {
  const endpoints = new Map<string, Endpoint>();
  for (const { ciId, peers: connections } of hosts) {
    for (const { outgoing, remoteIp, protocol, port, process } of connections) {
      const peer = peers.get(remoteIp);
      if (peer === undefined || peer === ciId) continue;
      const [source, target] = outgoing ? [ciId, peer] : [peer, ciId];
      const key = endpointKey(source, target, protocol, port);
      let endpoint = endpoints.get(key);
      if (!endpoint) {
        endpoint = { source, target, protocol, port, named: new Set(), nameless: false, incoming: undefined };
        endpoints.set(key, endpoint);
      }
      if (!outgoing) endpoint.incoming = { process: endpoint.incoming?.process ?? process };
      else if (process === null) endpoint.nameless = true;
      else endpoint.named.add(process);
    }
  }
  return endpoints;
}

function endpointKey(source: string, target: string, protocol: string, port: number): string {
  return `${source} ${target} ${protocol} ${port}`;
}

function planEndpoint(
  tenantId: string,
  plan: ConnectionPlan,
  endpoint: Endpoint,
  known: readonly ConnectionRow[],
  listening: string | null,
): void {
  const targetProcess = listening ?? endpoint.incoming?.process ?? null;
  const bySource = endpoint.named.size > 0 || endpoint.nameless;
  const observer = bySource ? "source" : "target";
  const reporter = bySource ? endpoint.source : endpoint.target;
  const { source, target, protocol, port } = endpoint;
  const create = (sourceProcess: string | null) =>
    plan.create.push({ reporter, source, target, protocol, port, sourceProcess, targetProcess, observer });
  const markSeen = (row: ConnectionRow, more: Pick<KnownConnection, "sourceProcess"> = {}) => {
    if (isDiscovered(row)) {
      plan.known.push({ row, reporter, change: "seen", observer, ...namedTarget(row, targetProcess), ...more });
    }
  };
  if (endpoint.named.size === 0) {
    planNameless(endpoint, known, markSeen, () => create(null));
    return;
  }
  const nameless = known.filter((row) => row.sourceProcess === null && isDiscovered(row));
  for (const name of [...endpoint.named].sort()) {
    const key = connectedToKey(tenantId, source, target, { protocol, port, sourceProcess: name });
    const row = known.find((stored) => stored.key === key);
    if (row) markSeen(row);
    else if (nameless.length > 0) markSeen(nameless.shift()!, { sourceProcess: name });
    else create(name);
  }
  for (const row of nameless) plan.remove.push({ row, reporter });
}

/**
 * Plans a socket without a process name. It counts for every present connection between these ends; if all are missing,
 * for the one seen last; if none is stored, it becomes a new one.
 */
function planNameless(
  endpoint: Endpoint,
  known: readonly ConnectionRow[],
  markSeen: (row: ConnectionRow) => void,
  create: () => void,
): void {
  const present = known.filter((row) => row.missingSince === null);
  if (present.length > 0) {
    for (const row of present) if (endpoint.nameless || row.observer === "target") markSeen(row);
    return;
  }
  const lastSeen = [...known].sort((a, b) => compare(b.lastSeen ?? "", a.lastSeen ?? "") || compare(b.id, a.id))[0];
  if (lastSeen) markSeen(lastSeen);
  else create();
}

/** The listening process to write; a name that a person wrote over a scan's stays. */
function namedTarget(row: ConnectionRow, name: string | null): Pick<KnownConnection, "targetProcess"> {
  const isFromScan = row.targetProcess === null || row.targetProcess === row.foundTargetProcess;
  return name !== null && name !== row.targetProcess && isFromScan ? { targetProcess: name } : {};
}

/** A host whose newest collection of connections is written to the graph. */
export interface ConnectedHost {
  ciId: string;
  isNew: boolean;
  observation: Observation;
  /** Undefined where the host reports no collection of connections: nothing is concluded then. */
  connections: readonly NetworkConnection[] | undefined;
  /** ISO 8601: when the stored connections were collected; undefined where there are none. */
  collectedBefore: string | undefined;
}
