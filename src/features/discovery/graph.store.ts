import { z } from "zod";
import type { Fields } from "../../model/fields.ts";
import type { Identifier } from "../../model/identifiers.ts";
import type { Graph, GraphTx } from "../../platform/graph/graph.ts";
import { propertyMap, query } from "../../platform/graph/query.ts";

const tenantId = z.string();
const identifier = z.object({ kind: z.string(), value: z.string() });
const properties = propertyMap;

const installItem = z.object({
  id: z.string(),
  instances: z.array(z.object({ properties, link: properties })),
});
const reinstallItem = z.object({ id: z.string(), serverId: z.string(), properties, link: properties });

const uninstallItem = z.object({ id: z.string(), serverId: z.string(), key: z.string(), deactivate: z.boolean() });

const candidateRow = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  status: z.string(),
  deleted: z.boolean(),
  createdAt: z.string(),
  customFields: z.string(),
  scanHashes: z.array(z.string()),
  identifiers: z.array(identifier),
});
export type CandidateRow = z.output<typeof candidateRow>;

const findCandidates = query("discovery/candidates", {
  params: z.object({ tenantId, identifiers: z.array(identifier) }),
  row: candidateRow,
});
const findChosen = query("discovery/chosen", {
  params: z.object({ tenantId, ids: z.array(z.string()) }),
  row: candidateRow,
});
const findInstalled = query("discovery/instances", {
  params: z.object({ tenantId, serverIds: z.array(z.string()) }),
  row: z.object({ serverId: z.string(), found: z.array(z.string()), linked: z.array(z.string()) }),
});
const findKnownInstances = query("discovery/known-instances", {
  params: z.object({ tenantId, ids: z.array(z.string()) }),
  row: z.object({ id: z.string(), deleted: z.boolean() }),
});
const install = query("discovery/install", {
  params: z.object({
    tenantId,
    servers: z.array(installItem),
  }),
  row: z.object({ created: z.int() }),
});
const reinstall = query("discovery/reinstall", {
  params: z.object({
    tenantId,
    items: z.array(reinstallItem),
  }),
  row: z.object({ id: z.string(), linked: z.boolean() }),
});
const uninstall = query("discovery/uninstall", {
  params: z.object({
    tenantId,
    items: z.array(uninstallItem),
    updatedAt: z.string(),
    updatedBy: z.string(),
  }),
  row: z.object({ id: z.string(), relationshipId: z.string(), serverId: z.string() }),
});
const findPeers = query("discovery/peers", {
  params: z.object({ tenantId, ips: z.array(z.string()) }),
  row: z.object({ ip: z.string(), id: z.string(), name: z.string() }),
});
const connectionRow = z.object({
  id: z.string(),
  key: z.string(),
  sourceId: z.string(),
  targetId: z.string(),
  protocol: z.string().nullable(),
  port: z.int().nullable(),
  sourceProcess: z.string().nullable(),
  targetProcess: z.string().nullable(),
  foundTargetProcess: z.string().nullable(),
  observer: z.enum(["source", "target"]).nullable(),
  discoveredBy: z.string().nullable(),
  missingSince: z.string().nullable(),
  lastSeen: z.string().nullable(),
  attributes: z.string().nullable(),
  version: z.int(),
});
/** A stored `Connected To`. `observer`: the end whose sockets show it; null: the source. */
export type ConnectionRow = z.output<typeof connectionRow>;
const findConnections = query("discovery/connections", {
  params: z.object({ tenantId, ids: z.array(z.string()) }),
  row: connectionRow,
});
const connect = query("discovery/connect", {
  params: z.object({
    tenantId,
    items: z.array(z.object({ source: z.string(), target: z.string(), properties })),
  }),
  row: z.object({ id: z.string(), created: z.boolean() }),
});
const updateConnections = query("discovery/update-connections", {
  params: z.object({ tenantId, items: z.array(z.object({ id: z.string(), properties })) }),
  row: z.object({ updated: z.int() }),
});
const disconnect = query("discovery/disconnect", {
  params: z.object({ tenantId, ids: z.array(z.string()) }),
  row: z.object({ removed: z.int() }),
});
const lock = query("discovery/lock", {
  params: z.object({ tenantId, ids: z.array(z.string()) }),
  row: z.object({ id: z.string(), scanHashes: z.array(z.string()) }),
});
const findActive = query("discovery/active", {
  params: z.object({ tenantId, ids: z.array(z.string()) }),
  row: z.object({ id: z.string() }),
});
const ownershipItem = z.object({
  id: z.string(),
  scanHashes: z.array(z.string()),
  provenance: z.string().nullable(),
  sourceKeys: z.array(z.string()),
});
const recordOwnership = query("discovery/record-ownership", {
  params: z.object({
    tenantId,
    items: z.array(ownershipItem),
  }),
  row: z.object({ written: z.int() }),
});

/** Runs a query, outside a transaction or within one. */
export type GraphReader = GraphTx["run"];

/** Runs each query in a read transaction of its own. */
export function readerOf(graph: Graph): GraphReader {
  return (statement, params) => graph.read(statement, params);
}

/** All graph statements of a scan. The caller sorts the lists, so that all scans lock in one order. */
export const scanGraph = {
  candidates: (run: GraphReader, tenantId: string, identifiers: Identifier[]) =>
    identifiers.length === 0 ? Promise.resolve([]) : run(findCandidates, { tenantId, identifiers }),
  /** The living CIs of these ids. */
  chosen: async (run: GraphReader, tenantId: string, ids: string[]) =>
    ids.length === 0 ? [] : run(findChosen, { tenantId, ids }),
  installed: async (tx: GraphTx, tenantId: string, serverIds: string[]) =>
    serverIds.length === 0 ? [] : tx.run(findInstalled, { tenantId, serverIds }),
  knownInstances: async (tx: GraphTx, tenantId: string, ids: string[]) =>
    ids.length === 0 ? [] : tx.run(findKnownInstances, { tenantId, ids }),
  async install(tx: GraphTx, tenantId: string, servers: z.input<typeof installItem>[]) {
    if (servers.length > 0) await tx.run(install, { tenantId, servers });
  },
  reinstall: async (tx: GraphTx, tenantId: string, items: z.input<typeof reinstallItem>[]) =>
    items.length === 0 ? [] : tx.run(reinstall, { tenantId, items }),
  uninstall: async (
    tx: GraphTx,
    tenantId: string,
    items: z.input<typeof uninstallItem>[],
    at: string,
    actor: string,
  ) => (items.length === 0 ? [] : tx.run(uninstall, { tenantId, items, updatedAt: at, updatedBy: actor })),
  peers: async (run: GraphReader, tenantId: string, ips: string[]) =>
    ips.length === 0 ? [] : run(findPeers, { tenantId, ips }),
  connections: async (run: GraphReader, tenantId: string, ids: string[]) =>
    ids.length === 0 ? [] : run(findConnections, { tenantId, ids }),
  connect: async (tx: GraphTx, tenantId: string, items: { source: string; target: string; properties: Fields }[]) =>
    items.length === 0 ? [] : tx.run(connect, { tenantId, items }),
  async updateConnections(tx: GraphTx, tenantId: string, items: { id: string; properties: Fields }[]) {
    if (items.length > 0) await tx.run(updateConnections, { tenantId, items });
  },
  async disconnect(tx: GraphTx, tenantId: string, ids: string[]) {
    if (ids.length > 0) await tx.run(disconnect, { tenantId, ids });
  },
  /** The ids of active CIs among the given ones. */
  active: async (run: GraphReader, tenantId: string, ids: string[]) =>
    ids.length === 0 ? [] : (await run(findActive, { tenantId, ids })).map(({ id }) => id),
  lock: async (tx: GraphTx, tenantId: string, ids: string[]) =>
    ids.length === 0 ? [] : tx.run(lock, { tenantId, ids }),
  async recordOwnership(tx: GraphTx, tenantId: string, items: z.input<typeof ownershipItem>[]) {
    if (items.length > 0) await tx.run(recordOwnership, { tenantId, items });
  },
};
