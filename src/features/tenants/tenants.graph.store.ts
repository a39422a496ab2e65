import { z } from "zod";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";

const schemas = {
  params: z.object({ tenantId: z.string(), limit: z.int() }),
  row: z.object({ removed: z.int() }),
};

const nodes = query("tenants/remove-nodes", schemas);
const identifiers = query("tenants/remove-identifiers", schemas);
const relationshipTypes = query("tenants/remove-relationship-types", schemas);
const cpeEntries = query("tenants/remove-cpe-entries", schemas);
const changeStamps = query("tenants/remove-change-stamps", schemas);

/** Query that removes a tenant's nodes, by label. The outbox comes first, to limit further deliveries. */
export const REMOVAL_BY_LABEL = {
  Outbox: nodes.with({ label: "Outbox" }),
  ParkedChange: nodes.with({ label: "ParkedChange" }),
  CI: nodes.with({ label: "CI" }),
  DeletedCI: nodes.with({ label: "DeletedCI" }),
  DeletedRelationship: nodes.with({ label: "DeletedRelationship" }),
  EmbeddingA: nodes.with({ label: "EmbeddingA" }),
  EmbeddingB: nodes.with({ label: "EmbeddingB" }),
  Identifier: identifiers,
  CpeEntry: cpeEntries,
  RelationshipType: relationshipTypes,
  ChangeStamp: changeStamps,
} as const;

const BATCH = 500;

/** Deletes every node of a tenant, in small transactions; returns their number. */
async function removeFromGraph(graph: Graph, tenantId: string, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (const removal of Object.values(REMOVAL_BY_LABEL)) {
    for (let removed = BATCH; removed === BATCH; ) {
      signal?.throwIfAborted();
      const rows = await graph.write((tx) => tx.run(removal, { tenantId, limit: BATCH }));
      removed = rows[0]?.removed ?? 0;
      total += removed;
    }
  }
  return total;
}

/** Nodes of tenants in the graph. */
export const tenantsGraph = { remove: removeFromGraph };
