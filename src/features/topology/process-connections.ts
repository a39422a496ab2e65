import { type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { lastSeenOf, processesByPid, type SocketRecord, scannersOf, socketRecords } from "../inventory/index.ts";
import { type Connection, type ConnectionGroup, groupConnections, mergeGraphConnections } from "./connection-groups.ts";
import { isOutgoing, listeningPorts, type Socket, socketOf } from "./sockets.ts";
import { type Outgoing, type OutgoingConnection, topologyGraph } from "./topology.graph.store.ts";

export type ProcessConnections = (ctx: RequestContext, ciId: string) => Promise<ConnectionGroup[]>;

interface Deps {
  graph: Graph;
  postgres: Postgres;
}
/** An outgoing socket of the host, with its record. */
type OpenedSocket = { socket: Socket; process: string | null; record: SocketRecord };
type Owner = { id: string; name: string };

/** Most CIs with one address that are compared. */
const MAX_OWNERS = 20;

/**
 * Connections of a CI's processes: outgoing sockets of its newest collection, and its outgoing `Connected To`. Throws 404.
 */
export function createProcessConnections(deps: Deps): ProcessConnections {
  const { graph, postgres } = deps;
  return async (ctx, ciId) => {
    requireScope(ctx, "cmdb.read");
    const { tenantId } = ctx;
    const outgoing = await topologyGraph.outgoing(graph, tenantId, ciId);
    if (!outgoing) throw notFound("CI");
    const records = await socketRecords(postgres, tenantId, ciId);
    const sightings = await scannersOf(postgres, tenantId, ciId);
    const seenBy = (scanner: string | undefined) =>
      scanner === undefined ? undefined : sightings.lastSeen.get(scanner)?.toISOString();
    const opened = await openedSockets(postgres, tenantId, ciId, records);
    const owners = await ownersOf(deps, tenantId, opened, outgoing);
    const self = { id: ciId, name: outgoing.name };
    const observed = opened.map(({ socket, process, record }): Connection => {
      const collected = record.collectedAt.toISOString();
      const ip = socket.remoteIp!;
      return {
        process,
        ip,
        port: socket.remotePort,
        ci: isLoopback(ip) ? self : (owners.get(ip) ?? null),
        firstSeen: record.firstSeen.toISOString(),
        lastSeen: latest(collected, seenBy(sightings.socketsBy)),
      };
    });
    const lastSeenOf = (connection: OutgoingConnection) => lastSeen(connection, seenBy);
    return groupConnections(mergeGraphConnections(observed, outgoing.connections, outgoing.targets, lastSeenOf));
  };
}

async function openedSockets(
  postgres: Postgres,
  tenantId: string,
  ciId: string,
  records: SocketRecord[],
): Promise<OpenedSocket[]> {
  const sockets = records.map((record) => ({ record, socket: socketOf(record.fields) }));
  const listening = listeningPorts(sockets.map(({ socket }) => socket));
  const opened = sockets.filter(({ socket }) => isOutgoing(socket, listening));
  const pidsWithoutName = opened.flatMap(({ socket: { processName, pid } }) =>
    processName || pid === null ? [] : [pid],
  );
  const processes = await processesByPid(postgres, tenantId, ciId, [...new Set(pidsWithoutName)]);
  return opened.map(({ record, socket }) => {
    const known = socket.pid === null ? undefined : processes.get(socket.pid)?.name;
    return { record, socket, process: socket.processName ?? known?.trim() ?? null };
  });
}

/** CI of each address. Among several: one with a known connection, else the active one seen last. */
async function ownersOf(
  { graph, postgres }: Deps,
  tenantId: string,
  opened: OpenedSocket[],
  { targets }: Outgoing,
): Promise<Map<string, Owner>> {
  const ips = [...new Set(opened.map(({ socket }) => socket.remoteIp!))].filter((ip) => !isLoopback(ip)).sort();
  const candidates = await topologyGraph.cisOfAddresses(graph, tenantId, ips, MAX_OWNERS);
  const connected = new Set(targets.map(({ id }) => id));
  const ambiguous = [...candidates.values()].filter((list) => list.length > 1).flat();
  const seen = await lastSeenOf(postgres, tenantId, [...new Set(ambiguous.map(({ id }) => id))]);
  return new Map([...candidates].map(([ip, list]) => [ip, bestOwner(list, connected, seen)]));
}

function bestOwner(candidates: Owner[], connected: ReadonlySet<string>, seen: ReadonlyMap<string, Date>): Owner {
  const rank = ({ id }: Owner): [number, number] => [connected.has(id) ? 1 : 0, seen.get(id)?.getTime() ?? 0];
  return candidates.reduce((best, candidate) => {
    const [a, b] = [rank(candidate), rank(best)];
    return a[0] > b[0] || (a[0] === b[0] && a[1] > b[1]) ? candidate : best;
  });
}

/** When a connection was last seen: if a scan found and does not miss it, when the scanner last saw the host. */
function lastSeen(connection: OutgoingConnection, seenBy: (scanner: string | undefined) => string | undefined): string {
  const own = connection.lastSeen ?? connection.updatedAt ?? connection.createdAt;
  const scanner = connection.missingSince === null ? /^scan:(.*)$/.exec(connection.discoveredBy ?? "")?.[1] : undefined;
  return latest(own, seenBy(scanner));
}

function latest(a: string, b: string | undefined): string {
  return b !== undefined && b > a ? b : a;
}

function isLoopback(ip: string): boolean {
  return ip === "::1" || ip.startsWith("127.");
}
