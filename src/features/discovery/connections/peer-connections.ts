import type { NetworkConnection, ProcessRecord } from "../../../model/host.ts";
import { isIdentifyingIp, normalizeIp } from "../../../model/identifiers.ts";

/** A connection between a host and another, once however many sockets there are. */
export interface PeerConnection {
  /** Whether the host opened it; else it came in. */
  outgoing: boolean;
  /** Normalised. */
  remoteIp: string;
  /** The port that was connected to: of the remote end where the host opened it, else its own. */
  port: number;
  /** Lower case, without the version of IP: `tcp`. */
  protocol: string;
  /** The host's own process. */
  process: string | null;
}

/**
 * States in which a socket has no peer, or none that has answered: RFC 9293, section 3.3.2. One that is being closed had
 * its peer; absent counts as open.
 */
const WITHOUT_PEER = /^(listen|listening|close|closed|none|bound|syn[_-]?\w*)$/i;
/** What programs show as the state of a UDP socket without a peer. */
const UNCONNECTED = /^(|listen|listening|none|unconn|unconnected|bound|\*)$/i;

/**
 * What a host's sockets connect it to: addresses that can belong to another host. It opened what does not come in to a
 * port that it listens on.
 */
export function peerConnections(connections: readonly NetworkConnection[]): PeerConnection[] {
  const listening = listeningProcesses(connections);
  const found = new Map<string, PeerConnection>();
  for (const one of connections) {
    const remoteIp = one.remote_address ? normalizeIp(one.remote_address) : undefined;
    if (!remoteIp || !isIdentifyingIp(remoteIp) || !one.remote_port || isListening(one)) continue;
    if (one.state && WITHOUT_PEER.test(one.state.trim())) continue;
    const protocol = protocolOf(one);
    const local = one.local_port ? listenerKey(protocol, one.local_port) : "";
    const outgoing = !listening.has(local);
    const port = outgoing ? one.remote_port : (one.local_port ?? 0);
    const process = one.process_name?.trim() || (outgoing ? null : (listening.get(local) ?? null));
    const connection = { outgoing, remoteIp, port, protocol, process };
    found.set(JSON.stringify(connection), connection);
  }
  return [...found.values()];
}

/** The processes that listen on a host, by protocol and port; null where nobody could tell. */
export function listeningProcesses(connections: readonly NetworkConnection[]): Map<string, string | null> {
  const names = new Map<string, string | null>();
  for (const one of connections) {
    if (!isListening(one) || !one.local_port) continue;
    const key = listenerKey(protocolOf(one), one.local_port);
    names.set(key, names.get(key) ?? (one.process_name?.trim() || null));
  }
  return names;
}

export function listenerKey(protocol: string, port: number): string {
  return `${protocol} ${port}`;
}

/** TCP says so in its state; a UDP socket without a peer waits for whoever comes. */
export function isListening({ protocol, state, remote_address, remote_port, local_port }: NetworkConnection): boolean {
  if (!local_port) return false;
  const stateText = state?.trim() ?? "";
  if (/^listen/i.test(stateText)) return true;
  const remote = remote_address ? normalizeIp(remote_address) : undefined;
  const withoutPeer = !remote_port && (remote === undefined || remote === "0.0.0.0" || remote === "::");
  if (/^udp/i.test(protocol?.trim() ?? "")) return withoutPeer && UNCONNECTED.test(stateText);
  return withoutPeer && stateText === "";
}

/** Sockets with the name of their process, by its id where the scanner gave no more. */
export function withProcessNames(
  connections: readonly NetworkConnection[],
  processes: readonly ProcessRecord[],
): NetworkConnection[] {
  const names = new Map(processes.flatMap(({ pid, name }) => (pid && name?.trim() ? [[pid, name] as const] : [])));
  return connections.map((one) => {
    const name = one.process_name?.trim() || !one.pid ? undefined : names.get(one.pid);
    return name === undefined ? one : { ...one, process_name: name };
  });
}

function protocolOf({ protocol }: NetworkConnection): string {
  return (protocol?.trim().toLowerCase() || "tcp").replace(/[46]$/, "");
}
