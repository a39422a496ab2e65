import type { NetworkConnection, ProcessRecord } from "../../../model/host.ts";
import { isIdentifyingIp, normalizeIp } from "../../../model/identifiers.ts";

/** A connection between a host and another; several sockets make one connection. */
export interface PeerConnection {
  /** Whether the host opened it; else it is incoming. */
  outgoing: boolean;
  /** Normalised. */
  remoteIp: string;
  /** The destination port: the remote end's of an outgoing connection, else the host's own. */
  port: number;
  /** Lower case, without the IP version: `tcp`. */
  protocol: string;
  /** The host's own process. */
  process: string | null;
}

/**
 * States of a socket without a peer, or without an answer of it: RFC 9293, section 3.3.2. A closing socket had a peer; an
 * absent state counts as open.
 */
const WITHOUT_PEER = /^(listen|listening|close|closed|none|bound|syn[_-]?\w*)$/i;
/** States that programs report for a UDP socket without a peer. */
const UNCONNECTED = /^(|listen|listening|none|unconn|unconnected|bound|\*)$/i;

/**
 * Connections of a host's sockets to addresses that can belong to another host. A connection is incoming when the host
 * listens on its local port, else outgoing.
 */
export function peerConnections(connections: readonly NetworkConnection[]): PeerConnection[] {
  const listening = listeningProcesses(connections);
  const found = new Map<string, PeerConnection>();
  for (const socket of connections) {
    const remoteIp = socket.remote_address ? normalizeIp(socket.remote_address) : undefined;
    if (!remoteIp || !isIdentifyingIp(remoteIp) || !socket.remote_port || isListening(socket)) continue;
    if (socket.state && WITHOUT_PEER.test(socket.state.trim())) continue;
    const protocol = protocolOf(socket);
    const local = socket.local_port ? listenerKey(protocol, socket.local_port) : "";
    const outgoing = !listening.has(local);
    const port = outgoing ? socket.remote_port : (socket.local_port ?? 0);
    const process = socket.process_name?.trim() || (outgoing ? null : (listening.get(local) ?? null));
    const connection = { outgoing, remoteIp, port, protocol, process };
    found.set(JSON.stringify(connection), connection);
  }
  return [...found.values()];
}

/** The processes that listen on a host, by `listenerKey`; null where the process is unknown. */
export function listeningProcesses(connections: readonly NetworkConnection[]): Map<string, string | null> {
  const names = new Map<string, string | null>();
  for (const socket of connections) {
    if (!isListening(socket) || !socket.local_port) continue;
    const key = listenerKey(protocolOf(socket), socket.local_port);
    names.set(key, names.get(key) ?? (socket.process_name?.trim() || null));
  }
  return names;
}

export function listenerKey(protocol: string, port: number): string {
  return `${protocol} ${port}`;
}

/** Whether a socket listens: TCP by its state, UDP when it has no peer. */
export function isListening({ protocol, state, remote_address, remote_port, local_port }: NetworkConnection): boolean {
  if (!local_port) return false;
  const stateText = state?.trim() ?? "";
  if (/^listen/i.test(stateText)) return true;
  const remote = remote_address ? normalizeIp(remote_address) : undefined;
  const withoutPeer = !remote_port && (remote === undefined || remote === "0.0.0.0" || remote === "::");
  if (/^udp/i.test(protocol?.trim() ?? "")) return withoutPeer && UNCONNECTED.test(stateText);
  return withoutPeer && stateText === "";
}

/** Adds process names to sockets that carry only a process id. */
export function withProcessNames(
  connections: readonly NetworkConnection[],
  processes: readonly ProcessRecord[],
): NetworkConnection[] {
  const names = new Map(processes.flatMap(({ pid, name }) => (pid && name?.trim() ? [[pid, name] as const] : [])));
  return connections.map((socket) => {
    const name = socket.process_name?.trim() || !socket.pid ? undefined : names.get(socket.pid);
    return name === undefined ? socket : { ...socket, process_name: name };
  });
}

function protocolOf({ protocol }: NetworkConnection): string {
  return (protocol?.trim().toLowerCase() || "tcp").replace(/[46]$/, "");
}
