import type { RequestContext } from "../../context.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Tell } from "../../platform/jobs/outbox.ts";
import type { Fields } from "../ci/index.ts";
import { scanGraph } from "./graph.store.ts";
import type { NetworkConnection } from "./host.model.ts";
import {
  connectedToProperties,
  listenerKey,
  listeningProcesses,
  outgoingConnections,
  type PeerConnection,
} from "./peer-connections.ts";
import type { Look } from "./server-state.ts";

/** A host whose newest collection of connections is to be seen in the graph. */
export interface ConnectedHost {
  ciId: string;
  isNew: boolean;
  look: Look;
  /** Undefined where the host reports none: nothing is concluded then. */
  connections: readonly NetworkConnection[] | undefined;
}

export interface AppliedConnections {
  changed: Set<string>;
  /** By CI: addresses that no CI has. */
  unresolved: Map<string, string[]>;
}

/** Names the process that listens on a port of a CI, as far as known: of hosts of this batch, else of their records. */
export type ListenerOf = (ciId: string, protocol: string, port: number) => string | null;

/**
 * `Connected To` from each host to the CIs that it opened connections to. Those whose far end is unknown are named, to be
 * looked at again when it appears. Connections that are no longer there are marked, not deleted.
 */
export async function applyConnections(
  tx: GraphTx,
  ctx: RequestContext,
  hosts: readonly ConnectedHost[],
  tell: Tell,
  listenerOf: ListenerOf = () => null,
): Promise<AppliedConnections> {
  const tenant = ctx.tenantId;
  const reporting = hosts.flatMap((one) =>
    one.connections ? [{ ...one, outgoing: outgoingConnections(one.connections) }] : [],
  );
  const listeners = new Map(reporting.map((one) => [one.ciId, listeningProcesses(one.connections ?? [])]));
  const listener: ListenerOf = (ciId, protocol, port) =>
    listeners.get(ciId)?.get(listenerKey(protocol, port)) ?? listenerOf(ciId, protocol, port);
  const ips = [...new Set(reporting.flatMap((one) => one.outgoing.map(({ remoteIp }) => remoteIp)))].sort();
  const peers = new Map((await scanGraph.peers(tx.run, tenant, ips)).map((row) => [row.ip, row.id]));
  const known = await scanGraph.connections(
    tx,
    tenant,
    reporting.filter((one) => !one.isNew).map((one) => one.ciId),
  );
  const knownKeys = new Map(known.map((row) => [row.key, row]));
  const changed = new Set<string>();
  const unresolved = new Map<string, string[]>();
  const seen = new Set<string>();
  const items: { source: string; target: string; properties: Fields & { id: string; key: string } }[] = [];
  for (const { ciId, look, outgoing } of reporting) {
    unresolved.set(ciId, unresolvedOf(outgoing, peers));
    for (const connection of outgoing) {
      const target = peers.get(connection.remoteIp);
      if (!target || target === ciId) continue;
      const process = listener(target, connection.protocol, connection.port);
      const properties = connectedToProperties(tenant, ciId, target, connection, process, look);
      if (seen.has(properties.key)) continue;
      seen.add(properties.key);
      const there = knownKeys.get(properties.key);
      if (there && there.missingSince === null) continue;
      items.push({ source: ciId, target, properties });
    }
  }
  items.sort((a, b) => (a.source + a.target < b.source + b.target ? -1 : 1));
  const written = await scanGraph.connect(tx, tenant, items);
  const made = new Set(written.filter((row) => row.created).map((row) => row.id));
  for (const { source, target, properties } of items) {
    changed.add(source);
    if (made.has(properties.id) && !knownKeys.has(properties.key)) tellConnected(ctx, source, target, properties, tell);
  }
  const gone = known.filter((row) => row.missingSince === null && !seen.has(row.key));
  const at = reporting[0]?.look.observedAt ?? "";
  await scanGraph.missConnections(
    tx,
    tenant,
    gone.map((row) => ({ source: row.sourceId, key: row.key })),
    at,
  );
  return { changed, unresolved };
}

function unresolvedOf(outgoing: readonly PeerConnection[], peers: ReadonlyMap<string, string>): string[] {
  return [...new Set(outgoing.map(({ remoteIp }) => remoteIp).filter((ip) => !peers.has(ip)))];
}

function tellConnected(
  ctx: RequestContext,
  source: string,
  target: string,
  properties: Fields & { id: string },
  tell: Tell,
): void {
  tell(ctx, {
    kind: "relationship.created",
    subject: { kind: "relationship", id: properties.id },
    version: 1,
    before: null,
    after: {
      id: properties.id,
      type: "Connected To",
      source_ci: source,
      target_ci: target,
      attributes: JSON.parse(String(properties.attributes)) as unknown,
    },
  });
}
