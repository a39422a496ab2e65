import { z } from "zod";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";

const byId = { tenantId: z.string(), id: z.string(), limit: z.int() };

const nearRow = z.object({
  id: z.string(),
  distance: z.int(),
  /** Of a direct relationship. */
  graphType: z.string().nullable(),
  spelling: z.string().nullable(),
  outgoing: z.boolean().nullable(),
});
const softwareRow = z.object({ id: z.string(), shared: z.int(), rarity: z.number(), names: z.array(z.string()) });
const peerRow = z.object({ id: z.string(), shared: z.int(), names: z.array(z.string()) });

const near = query("search/related-near", { params: z.object(byId), row: nearRow });
const software = query("search/related-software", {
  params: z.object({ ...byId, mostServers: z.int() }),
  row: softwareRow,
});
const peers = query("search/related-peers", {
  params: z.object({ ...byId, mostOfNeighbour: z.int() }),
  row: peerRow,
});

export type NearCi = z.output<typeof nearRow>;
export type SoftwareMate = z.output<typeof softwareRow>;
export type Peer = z.output<typeof peerRow>;

/** Software on more servers, and neighbours with more relationships, have little to say of one CI. */
const MOST_SERVERS = 200;
const MOST_OF_NEIGHBOUR = 200;

/** What connects CIs with one CI. */
export const relatedGraph = {
  near: (graph: Graph, tenantId: string, id: string, limit: number) => graph.read(near, { tenantId, id, limit }),
  software: (graph: Graph, tenantId: string, id: string, limit: number) =>
    graph.read(software, { tenantId, id, limit, mostServers: MOST_SERVERS }),
  peers: (graph: Graph, tenantId: string, id: string, limit: number) =>
    graph.read(peers, { tenantId, id, limit, mostOfNeighbour: MOST_OF_NEIGHBOUR }),
};
