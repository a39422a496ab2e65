import { z } from "zod";
import type { Identifier } from "../../model/identifiers.ts";
import type { Graph, GraphTx } from "../../platform/graph/graph.ts";
import { propertyMap, query } from "../../platform/graph/query.ts";
import { ciNodeSchema } from "../ci/index.ts";

const tenantId = z.string();
const identifier = z.object({ kind: z.string(), value: z.string() });
const properties = propertyMap;

type Fields = Record<string, unknown>;
const installItem = z.object({
  id: z.string(),
  instances: z.array(z.object({ properties, link: properties })),
});
const reinstallItem = z.object({ id: z.string(), serverId: z.string(), properties, link: properties });

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
const findInstalled = query("discovery/instances", {
  params: z.object({ tenantId, serverIds: z.array(z.string()) }),
  row: z.object({ serverId: z.string(), installed: z.array(z.string()) }),
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
  row: z.object({ linked: z.int() }),
});
const uninstall = query("discovery/uninstall", {
  params: z.object({
    tenantId,
    items: z.array(z.object({ id: z.string(), serverId: z.string() })),
    at: z.string(),
    actor: z.string(),
  }),
  row: z.object({ ci: ciNodeSchema, relationshipId: z.string(), serverId: z.string() }),
});
const findPeers = query("discovery/peers", {
  params: z.object({ tenantId, ips: z.array(z.string()) }),
  row: z.object({ ip: z.string(), id: z.string(), name: z.string() }),
});
const findConnections = query("discovery/connections", {
  params: z.object({ tenantId, ids: z.array(z.string()) }),
  row: z.object({
    sourceId: z.string(),
    id: z.string(),
    key: z.string(),
    targetId: z.string(),
    missingSince: z.string().nullable(),
    targetProcess: z.string().nullable(),
  }),
});
const connect = query("discovery/connect", {
  params: z.object({
    tenantId,
    items: z.array(z.object({ source: z.string(), target: z.string(), properties })),
  }),
  row: z.object({ id: z.string(), created: z.boolean() }),
});
const missConnections = query("discovery/miss-connections", {
  params: z.object({
    tenantId,
    items: z.array(z.object({ source: z.string(), key: z.string() })),
    at: z.string(),
  }),
  row: z.object({ marked: z.int() }),
});
const own = query("discovery/own", {
  params: z.object({
    tenantId,
    items: z.array(z.object({ id: z.string(), scanHashes: z.array(z.string()), sourceKeys: z.array(z.string()) })),
  }),
  row: z.object({ written: z.int() }),
});

/** A read on its own, or within a transaction. */
export type GraphReader = GraphTx["run"];

export function readerOf(graph: Graph): GraphReader {
  return (statement, params) => graph.read(statement, params);
}

/** Every graph statement of a scan. Lists are sorted by the caller, so that all scans lock in one order. */
export const scanGraph = {
  candidates: (run: GraphReader, tenant: string, identifiers: Identifier[]) =>
    identifiers.length === 0 ? Promise.resolve([]) : run(findCandidates, { tenantId: tenant, identifiers }),
  installed: async (tx: GraphTx, tenant: string, serverIds: string[]) =>
    serverIds.length === 0 ? [] : tx.run(findInstalled, { tenantId: tenant, serverIds }),
  knownInstances: async (tx: GraphTx, tenant: string, ids: string[]) =>
    ids.length === 0 ? [] : tx.run(findKnownInstances, { tenantId: tenant, ids }),
  async install(tx: GraphTx, tenant: string, servers: z.input<typeof installItem>[]) {
    if (servers.length > 0) await tx.run(install, { tenantId: tenant, servers });
  },
  async reinstall(tx: GraphTx, tenant: string, items: z.input<typeof reinstallItem>[]) {
    if (items.length > 0) await tx.run(reinstall, { tenantId: tenant, items });
  },
  uninstall: async (
    tx: GraphTx,
    tenant: string,
    items: { id: string; serverId: string }[],
    at: string,
    actor: string,
  ) => (items.length === 0 ? [] : tx.run(uninstall, { tenantId: tenant, items, at, actor })),
  peers: async (run: GraphReader, tenant: string, ips: string[]) =>
    ips.length === 0 ? [] : run(findPeers, { tenantId: tenant, ips }),
  connections: async (tx: GraphTx, tenant: string, ids: string[]) =>
    ids.length === 0 ? [] : tx.run(findConnections, { tenantId: tenant, ids }),
  connect: async (tx: GraphTx, tenant: string, items: { source: string; target: string; properties: Fields }[]) =>
    items.length === 0 ? [] : tx.run(connect, { tenantId: tenant, items }),
  async missConnections(tx: GraphTx, tenant: string, items: { source: string; key: string }[], at: string) {
    if (items.length > 0) await tx.run(missConnections, { tenantId: tenant, items, at });
  },
  async own(tx: GraphTx, tenant: string, items: { id: string; scanHashes: string[]; sourceKeys: string[] }[]) {
    if (items.length > 0) await tx.run(own, { tenantId: tenant, items });
  },
};
