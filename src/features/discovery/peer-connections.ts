import { actorName } from "../../context.ts";
import { isIdentifyingIp, normalizeIp } from "../../model/identifiers.ts";
import { derivedId } from "../../platform/ids.ts";
import type { Fields } from "../ci/index.ts";
import { connectedToKey } from "../relationships/index.ts";
import type { NetworkConnection } from "./host.model.ts";
import type { Look } from "./server-state.ts";

/** A connection that a host opened to a port of another, once however many sockets there are. */
export interface PeerConnection {
  /** Normalised. */
  remoteIp: string;
  port: number;
  /** Lower case, without the version of IP: `tcp`. */
  protocol: string;
  sourceProcess: string | null;
}

/** States in which a socket has, or just had, a peer: RFC 9293, section 3.3.2. Absent counts as open. */
const WITHOUT_PEER = /^(listen|listening|closed|none|bound|syn_?received|syn_?recv)$/i;

/**
 * The connections that a host opened: to an address that can belong to another host, from a port that it does not listen
 * on. One that came in to a listening port is the peer's to report.
 */
export function outgoingConnections(connections: readonly NetworkConnection[]): PeerConnection[] {
  const listening = new Set(connections.filter(isListening).map((one) => `${protocolOf(one)} ${one.local_port ?? ""}`));
  const found = new Map<string, PeerConnection>();
  for (const one of connections) {
    const remoteIp = one.remote_address ? normalizeIp(one.remote_address) : undefined;
    const port = one.remote_port;
    if (!remoteIp || !isIdentifyingIp(remoteIp) || !port || isListening(one)) continue;
    if (one.state && WITHOUT_PEER.test(one.state.trim())) continue;
    const protocol = protocolOf(one);
    if (listening.has(`${protocol} ${one.local_port ?? ""}`)) continue;
    const sourceProcess = one.process_name?.trim() || null;
    const connection = { remoteIp, port, protocol, sourceProcess };
    found.set(JSON.stringify(connection), connection);
  }
  return [...found.values()];
}

/** The processes that listen on a host, by protocol and port. */
export function listeningProcesses(connections: readonly NetworkConnection[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const one of connections) {
    const name = one.process_name?.trim();
    if (!isListening(one) || !name || !one.local_port) continue;
    const key = listenerKey(protocolOf(one), one.local_port);
    if (!names.has(key)) names.set(key, name);
  }
  return names;
}

export function listenerKey(protocol: string, port: number): string {
  return `${protocol} ${port}`;
}

/** Properties of the `Connected To` that a connection between two CIs is. */
export function connectedToProperties(
  tenantId: string,
  sourceId: string,
  targetId: string,
  connection: PeerConnection,
  targetProcess: string | null,
  look: Look,
): Fields & { id: string; key: string } {
  const { port, protocol, sourceProcess } = connection;
  const key = connectedToKey(tenantId, sourceId, targetId, { protocol, port, sourceProcess });
  const attributes: Fields = { port, protocol };
  if (sourceProcess) attributes.source_process = sourceProcess;
  if (targetProcess) attributes.target_process = targetProcess;
  return {
    id: derivedId("connected_to", key),
    key,
    attributes: JSON.stringify(attributes),
    port,
    protocol,
    sourceProcess,
    targetProcess,
    discoveredBy: `scan:${look.scannerId}`,
    version: 1,
    firstSeen: look.observedAt,
    lastSeen: look.observedAt,
    createdAt: look.now,
    createdBy: actorName(look.ctx.actor),
    updatedAt: look.now,
  };
}

export function isListening({ state, remote_address, remote_port, local_port }: NetworkConnection): boolean {
  if (!local_port) return false;
  if (state) return /^listen/i.test(state.trim());
  return !remote_port && (!remote_address || normalizeIp(remote_address) === undefined || remote_port === 0);
}

function protocolOf({ protocol }: NetworkConnection): string {
  return (protocol?.trim().toLowerCase() || "tcp").replace(/[46]$/, "");
}
