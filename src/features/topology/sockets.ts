import type { NetworkConnection } from "../../model/host.ts";
import { normalizeIp } from "../../model/identifiers.ts";
import { trimmedText } from "../../model/json.ts";

/** A reported socket with validated members. */
export interface Socket {
  /** Lower case, without the version of IP: `tcp`. */
  protocol: string;
  localAddress: string | null;
  localPort: number | null;
  /** Normalised; null where there is none, or none in particular (0.0.0.0, ::, *). */
  remoteIp: string | null;
  remotePort: number | null;
  state: string;
  pid: number | null;
  processName: string | null;
}

export function socketOf(fields: NetworkConnection): Socket {
  const remote = trimmedText(fields.remote_address);
  const remoteIp = remote === null ? undefined : normalizeIp(remote);
  return {
    protocol: (trimmedText(fields.protocol)?.toLowerCase() ?? "tcp").replace(/[46]$/, ""),
    localAddress: trimmedText(fields.local_address),
    localPort: portOf(fields.local_port),
    remoteIp: remoteIp === undefined || remoteIp === "0.0.0.0" || remoteIp === "::" ? null : remoteIp,
    remotePort: portOf(fields.remote_port),
    state: trimmedText(fields.state)?.toLowerCase() ?? "",
    pid: integerOf(fields.pid),
    processName: trimmedText(fields.process_name),
  };
}

/** TCP has a listening state (RFC 9293, section 3.3.2); a bound UDP socket has neither a state nor a peer. */
export function isListening({ state, localPort, remoteIp, remotePort, protocol }: Socket): boolean {
  if (localPort === null) return false;
  if (state.startsWith("listen")) return true;
  const withoutPeer = remoteIp === null && remotePort === null;
  if (protocol.startsWith("udp")) return withoutPeer && /^(|none|unconn|unconnected|bound|\*)$/.test(state);
  return withoutPeer && state === "";
}

/** States of a socket without a peer, or with an incoming one. */
const WITHOUT_PEER = /^(listen|listening|close|closed|none|bound|syn_?received|syn_?recv)$/;

/**
 * Whether the host opened this connection: it has a peer, and its local port is none that the host listens on. The peer
 * opened a connection to a listening port.
 *
 * @param listening `protocol port` of the host's listening sockets
 */
export function isOutgoing(socket: Socket, listening: ReadonlySet<string>): boolean {
  if (socket.remoteIp === null || socket.remotePort === null || isListening(socket)) return false;
  return !WITHOUT_PEER.test(socket.state) && !listening.has(`${socket.protocol} ${socket.localPort ?? ""}`);
}

export function listeningPorts(sockets: readonly Socket[]): Set<string> {
  return new Set(sockets.filter(isListening).map(({ protocol, localPort }) => `${protocol} ${localPort ?? ""}`));
}

function integerOf(value: unknown): number | null {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** Null for port 0, which means none. */
function portOf(value: unknown): number | null {
  const port = integerOf(value);
  return port !== null && port >= 1 && port <= 65_535 ? port : null;
}
