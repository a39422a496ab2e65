import type { RequestContext } from "../../../context.ts";
import type { NetworkConnection } from "../../../model/host.ts";
import type { GraphTx } from "../../../platform/graph/graph.ts";
import type { Publish } from "../../../platform/jobs/outbox.ts";
import { type GraphReader, scanGraph } from "../graph.store.ts";
import { type ConnectedHost, planConnections } from "./connection-plan.ts";
import { listenerKey, listeningProcesses, type PeerConnection, peerConnections } from "./peer-connections.ts";
import { writeConnections } from "./write-connections.ts";

export interface AppliedConnections {
  /** CIs whose report changed a connection. */
  changed: Set<string>;
  /** By CI: addresses that no CI has. */
  unresolved: Map<string, string[]>;
}

/** Reads the processes that listen on ports of CIs from stored records; keys are `ci protocol port`. */
export type ReadListeners = (ciIds: string[], ports: number[]) => Promise<ReadonlyMap<string, string>>;

/**
 * Writes `Connected To` between hosts and the CIs that they are connected to. It returns the addresses that no CI has, to
 * be resolved when a CI appears there. Missing connections are marked, not deleted. The caller holds the locks of the
 * hosts and of the far ends of new connections (`peersToLock`).
 */
export async function applyConnections(
  tx: GraphTx,
  ctx: RequestContext,
  hosts: readonly ConnectedHost[],
  publish: Publish,
  readListeners: ReadListeners,
): Promise<AppliedConnections> {
  const reporting = connectedHosts(hosts);
  const peers = await peersOf(tx.run, ctx.tenantId, reporting);
  const rows = await knownConnections(tx.run, ctx.tenantId, reporting);
  const listeners = await listenersOf(reporting, peers, readListeners);
  const plan = planConnections(ctx.tenantId, reporting, peers, rows, (ciId, protocol, port) => {
    return listeners.get(`${ciId} ${listenerKey(protocol, port)}`) ?? null;
  });
  const byId = new Map(reporting.map((host) => [host.ciId, host]));
  const changed = await writeConnections(tx, ctx, plan, byId, publish);
  const unresolved = new Map(reporting.map((host) => [host.ciId, unresolvedOf(host.peers, peers)]));
  return { changed, unresolved };
}

/**
 * CIs at the far end of connections that will be created, read without locks: hosts and peers must be locked together in
 * the order of ids. `applyConnections` reads peers and connections again under the locks.
 */
export async function peersToLock(
  run: GraphReader,
  tenantId: string,
  hosts: readonly Pick<ConnectedHost, "ciId" | "isNew" | "connections">[],
): Promise<string[]> {
  const reporting = connectedHosts(hosts);
  const peers = await peersOf(run, tenantId, reporting);
  if (peers.size === 0) return [];
  const known = new Set(
    (await knownConnections(run, tenantId, reporting)).flatMap(({ sourceId, targetId, protocol, port }) => [
      `${sourceId} ${targetId} ${protocol} ${port}`,
    ]),
  );
  const toLock = reporting.flatMap(({ ciId, peers: connections }) =>
    connections.flatMap(({ outgoing, remoteIp, protocol, port }) => {
      const peer = peers.get(remoteIp);
      if (peer === undefined || peer === ciId) return [];
      const ends = outgoing ? `${ciId} ${peer}` : `${peer} ${ciId}`;
      return known.has(`${ends} ${protocol} ${port}`) ? [] : [peer];
    }),
  );
  return [...new Set(toLock)];
}

type Reporting<H> = H & { connections: readonly NetworkConnection[]; peers: PeerConnection[] };

function connectedHosts<H extends Pick<ConnectedHost, "connections">>(hosts: readonly H[]): Reporting<H>[] {
  return hosts.flatMap((host) =>
    host.connections ? [{ ...host, connections: host.connections, peers: peerConnections(host.connections) }] : [],
  );
}

async function peersOf(
  run: GraphReader,
  tenantId: string,
  reporting: readonly { peers: PeerConnection[] }[],
): Promise<Map<string, string>> {
  const ips = [...new Set(reporting.flatMap(({ peers }) => peers.map(({ remoteIp }) => remoteIp)))].sort();
  return new Map((await scanGraph.peers(run, tenantId, ips)).map((row) => [row.ip, row.id]));
}

function knownConnections(run: GraphReader, tenantId: string, reporting: readonly { ciId: string; isNew: boolean }[]) {
  const ids = reporting.flatMap(({ ciId, isNew }) => (isNew ? [] : [ciId])).sort();
  return scanGraph.connections(run, tenantId, ids);
}

function unresolvedOf(connections: readonly PeerConnection[], peers: ReadonlyMap<string, string>): string[] {
  return [...new Set(connections.map(({ remoteIp }) => remoteIp).filter((ip) => !peers.has(ip)))];
}

/** Listening processes by `ci protocol port`: from the batch, and for far ends outside of it from stored records. */
async function listenersOf(
  reporting: readonly Reporting<ConnectedHost>[],
  peers: ReadonlyMap<string, string>,
  readListeners: ReadListeners,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const inBatch = new Set<string>();
  for (const { ciId, connections } of reporting) {
    inBatch.add(ciId);
    for (const [key, name] of listeningProcesses(connections)) if (name !== null) names.set(`${ciId} ${key}`, name);
  }
  const peerIds = new Set<string>();
  const ports = new Set<number>();
  for (const { outgoing, remoteIp, port } of reporting.flatMap(({ peers }) => peers)) {
    const peer = peers.get(remoteIp);
    if (!outgoing || peer === undefined || inBatch.has(peer)) continue;
    peerIds.add(peer);
    ports.add(port);
  }
  if (peerIds.size > 0) for (const [key, name] of await readListeners([...peerIds], [...ports])) names.set(key, name);
  return names;
}
