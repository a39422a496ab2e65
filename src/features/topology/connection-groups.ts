import { normalizeIp } from "../../model/identifiers.ts";
import { compare } from "../../model/order.ts";
import type { ConnectionTarget, OutgoingConnection } from "./topology.graph.store.ts";

/** Connections of one process to one address: section 2 of the interface specification. */
export interface ConnectionGroup {
  /** Null if no scan reported it. */
  processName: string | null;
  /** Normalised; null for a known connection to a CI without an address. */
  targetIP: string | null;
  /** Name of the CI; null if no CI has the address. */
  targetServer: string | null;
  targetCIId: string | null;
  /** Number of distinct ports. */
  connectionCount: number;
  ports: number[];
  /** ISO 8601. */
  firstSeen: string;
  lastSeen: string;
}

/** One connection of a process, from a socket or a relationship. */
export interface Connection {
  process: string | null;
  ip: string | null;
  port: number | null;
  ci: { id: string; name: string } | null;
  firstSeen: string;
  lastSeen: string;
}

/** Groups connections by process and address, newest first; each port once. */
export function groupConnections(connections: readonly Connection[]): ConnectionGroup[] {
  const groups = new Map<string, { first: Connection; connections: Connection[] }>();
  for (const connection of connections) {
    const place = JSON.stringify([
      connection.process,
      connection.ip,
      connection.ip === null ? connection.ci?.id : null,
    ]);
    const group = groups.get(place);
    if (group) group.connections.push(connection);
    else groups.set(place, { first: connection, connections: [connection] });
  }
  return [...groups.values()].map(({ first, connections: all }) => groupOf(first, all)).sort(newestFirst);
}

function groupOf(first: Connection, connections: Connection[]): ConnectionGroup {
  const ports = new Set(connections.map(({ port }) => port));
  const ci = connections.find((connection) => connection.ci !== null)?.ci ?? null;
  return {
    processName: first.process,
    targetIP: first.ip,
    targetServer: ci?.name ?? null,
    targetCIId: ci?.id ?? null,
    connectionCount: ports.size,
    ports: [...ports].filter((port) => port !== null).sort((a, b) => a - b),
    firstSeen: connections.map(({ firstSeen }) => firstSeen).sort()[0] ?? first.firstSeen,
    lastSeen:
      connections
        .map(({ lastSeen }) => lastSeen)
        .sort()
        .at(-1) ?? first.lastSeen,
  };
}

function newestFirst(a: ConnectionGroup, b: ConnectionGroup): number {
  return (
    compare(b.lastSeen, a.lastSeen) ||
    compare(b.firstSeen, a.firstSeen) ||
    compare(a.processName ?? "", b.processName ?? "") ||
    compare(a.targetIP ?? "", b.targetIP ?? "") ||
    compare(a.targetCIId ?? "", b.targetCIId ?? "")
  );
}

/**
 * Adds relationships of the graph to the host's own sockets. A relationship that matches a socket (its port, an address of
 * its target, its process or none) only extends the period in which that socket was seen.
 */
export function mergeGraphConnections(
  sockets: readonly Connection[],
  connections: readonly OutgoingConnection[],
  targets: readonly ConnectionTarget[],
  lastSeenOf: (connection: OutgoingConnection) => string,
): Connection[] {
  const merged = sockets.map((observed) => ({ ...observed }));
  const byId = new Map(targets.map((target) => [target.id, target]));
  const byPort = new Map<number | null, Connection[]>();
  for (const observed of merged) {
    const list = byPort.get(observed.port);
    if (list) list.push(observed);
    else byPort.set(observed.port, [observed]);
  }
  for (const connection of connections) {
    const target = byId.get(connection.targetId);
    if (!target) continue;
    const firstSeen = connection.firstSeen ?? connection.createdAt;
    const lastSeen = lastSeenOf(connection);
    const ips = new Set(target.ips);
    const matching = (byPort.get(connection.port) ?? []).filter(
      ({ process, ip }) =>
        ip !== null && ips.has(ip) && (connection.sourceProcess === null || process === connection.sourceProcess),
    );
    for (const observed of matching) widen(observed, firstSeen, lastSeen, target);
    if (matching.length > 0) continue;
    merged.push({
      process: connection.sourceProcess,
      ip: mainIp(target),
      port: connection.port,
      ci: { id: target.id, name: target.name },
      firstSeen,
      lastSeen,
    });
  }
  return merged;
}

function widen(observed: Connection, firstSeen: string, lastSeen: string, { id, name }: ConnectionTarget): void {
  if (firstSeen < observed.firstSeen) observed.firstSeen = firstSeen;
  if (lastSeen > observed.lastSeen) observed.lastSeen = lastSeen;
  observed.ci = { id, name };
}

/** The address in the CI's own field, else its first identifier. */
function mainIp({ mainIp: held, ips }: ConnectionTarget): string | null {
  const own = typeof held === "string" ? normalizeIp(held) : undefined;
  return own ?? ips[0] ?? null;
}
