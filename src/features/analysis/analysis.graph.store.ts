import { z } from "zod";
import { CI_STATUSES } from "../../model/ci-types.ts";
import { parseFields } from "../../model/fields.ts";
import { IDENTIFIER_KINDS, type Identifier } from "../../model/identifiers.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";

const tenantId = z.string();
const ids = z.array(z.string());
const text = z.string().nullable();

const record = query("analysis/record", {
  params: z.object({ tenantId, ids }),
  row: z.object({
    ci: z.object({
      id: z.string(),
      name: z.string(),
      type: z.string(),
      status: z.enum(CI_STATUSES),
      attributes: z.string(),
      customFields: z.string(),
      createdAt: z.string(),
      updatedAt: text,
      observedAt: text,
    }),
    isRelated: z.boolean(),
    twins: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        type: z.string(),
        kind: z.enum(IDENTIFIER_KINDS),
        value: z.string(),
      }),
    ),
  }),
});
const copies = z.array(z.object({ instance: z.string(), version: text }));
const peers = query("analysis/peers", {
  params: z.object({ tenantId, id: z.string(), type: z.string(), prefix: z.string() }),
  row: z.object({
    peers: z.array(z.object({ id: z.string(), name: z.string(), attributes: z.string() })),
    compared: z.int(),
    programs: z.array(z.object({ id: z.string(), name: z.string(), own: copies, others: copies })),
  }),
});
const mentioned = query("analysis/mentioned", {
  params: z.object({ tenantId, identifiers: z.array(z.object({ kind: z.enum(IDENTIFIER_KINDS), value: z.string() })) }),
  row: z.object({ kind: z.enum(IDENTIFIER_KINDS), value: z.string(), ids }),
});
const named = query("analysis/named", {
  params: z.object({ tenantId, nameKeys: z.array(z.string()) }),
  row: z.object({ nameKey: z.string(), ids, type: z.string() }),
});

export const analysisGraph = {
  /** Unknown ids are absent. */
  async records(graph: Graph, tenant: string, wanted: readonly string[]) {
    const rows = wanted.length === 0 ? [] : await graph.read(record, { tenantId: tenant, ids: [...wanted] });
    return rows.map(({ ci: { attributes, customFields, ...ci }, isRelated, twins }) => ({
      ...ci,
      attributes: parseFields(attributes),
      customFields: parseFields(customFields),
      isRelated,
      twins,
    }));
  },

  /** CIs of the role of a CI, and the programs in which it differs from some of them. */
  async peers(graph: Graph, tenant: string, { id, type, prefix }: { id: string; type: string; prefix: string }) {
    const [row] = await graph.read(peers, { tenantId: tenant, id, type, prefix });
    if (!row) return { peers: [], comparedPeers: 0, software: [] };
    const read = row.peers.map(({ attributes, ...peer }) => ({ ...peer, attributes: parseFields(attributes) }));
    return { peers: read, comparedPeers: row.compared, software: row.programs };
  },

  mentioned: (graph: Graph, tenant: string, identifiers: readonly Identifier[]) =>
    identifiers.length === 0 ? [] : graph.read(mentioned, { tenantId: tenant, identifiers: [...identifiers] }),

  named: (graph: Graph, tenant: string, nameKeys: readonly string[]) =>
    nameKeys.length === 0 ? [] : graph.read(named, { tenantId: tenant, nameKeys: [...nameKeys] }),
};

export type CiRecord = Awaited<ReturnType<typeof analysisGraph.records>>[number];
type Roles = Awaited<ReturnType<typeof analysisGraph.peers>>;
export type Peer = Roles["peers"][number];
export type PeerSoftware = Roles["software"][number];
