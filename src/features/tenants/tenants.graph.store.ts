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
const outbox = query("tenants/remove-outbox", schemas);

/** How the nodes of each label that tenants have are removed. The outbox first, so that little of it is still delivered. */
export const REMOVAL_BY_LABEL = {
  Outbox: outbox,
  CI: nodes.with({ label: "CI" }),
  DeletedCI: nodes.with({ label: "DeletedCI" }),
  DeletedRelationship: nodes.with({ label: "DeletedRelationship" }),
  Identifier: identifiers,
  CpeEntry: cpeEntries,
  RelationshipType: relationshipTypes,
  ChangeStamp: changeStamps,
} as const;

const BATCH = 500;

/** Everything of a tenant in the graph, in small transactions; answers how many nodes went. */
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

/** What tenants have in the graph. */
export const tenantsGraph = { remove: removeFromGraph };
