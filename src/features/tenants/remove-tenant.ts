import type { Graph } from "../../platform/graph/graph.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { Operator, Tenant } from "../access/index.ts";
import { removeFromGraph } from "./graph.store.ts";
import { removeRows } from "./rows.store.ts";

export interface RemoveTenantDeps {
  graph: Graph;
  postgres: Postgres;
  operator: Pick<Operator, "beginRemoval" | "endRemoval">;
}

export interface RemovedTenant extends Tenant {
  /** What was removed by this run. */
  nodes: number;
  rows: number;
}

/**
 * Removes a tenant with all that is its own in both stores, for good. From the first moment nobody gets in any more; the
 * rest goes in small steps beside a running service. Cut short, it is repeated by the same name. Throws 404 for an
 * unknown tenant, 409 for the last one.
 */
export type RemoveTenant = (name: string, signal?: AbortSignal) => Promise<RemovedTenant>;

/** Work that was under way when the tenant was closed may still write: what it leaves is found by another round. */
const MOST_ROUNDS = 10;

export function createRemoveTenant({ graph, postgres, operator }: RemoveTenantDeps): RemoveTenant {
  return async (name, signal) => {
    const tenant = await operator.beginRemoval(name);
    let [nodes, rows] = [0, 0];
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const gone = await removeFromGraph(graph, tenant.id, signal);
      const goneRows = await removeRows(postgres, tenant.id, signal);
      nodes += gone;
      rows += goneRows;
      if (gone + goneRows === 0) break;
    }
    await operator.endRemoval(tenant.id);
    return { ...tenant, nodes, rows };
  };
}
