import { setTimeout as sleep } from "node:timers/promises";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { Operator, Tenant } from "../access/index.ts";
import { tenantRowsStore } from "./tenant-rows.store.ts";
import { tenantsGraph } from "./tenants.graph.store.ts";

export interface RemoveTenantDeps {
  graph: Graph;
  postgres: Postgres;
  operator: Pick<Operator, "beginRemoval" | "endRemoval">;
  /** Milliseconds after closing the tenant until no process writes for it any more; default 10,000. */
  settleMs?: number;
}

export interface RemovedTenant extends Tenant {
  /** Removed by this run. */
  nodes: number;
  rows: number;
}

/**
 * Removes a tenant and all its data from both stores, permanently. Logins fail at once, and within seconds every process
 * rejects its credentials; the data is deleted in small transactions while the service runs. After an interruption, call
 * it again with the same name. Throws 404 for an unknown tenant, 409 for the last one.
 */
export type RemoveTenant = (name: string, signal?: AbortSignal) => Promise<RemovedTenant>;

/** Requests and jobs in flight when the tenant was closed may still write; a further round deletes what they wrote. */
const MAX_ROUNDS = 10;
/** Other processes see the closed tenant within 5 s, and finish the requests they had accepted within another 5 s. */
const SETTLE_MS = 10_000;

export function createRemoveTenant(deps: RemoveTenantDeps): RemoveTenant {
  const { graph, postgres, operator, settleMs = SETTLE_MS } = deps;
  return async (name, signal) => {
    const tenant = await operator.beginRemoval(name);
    const settledAt = performance.now() + settleMs;
    let [nodes, rows] = [0, 0];
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const removedNodes = await tenantsGraph.remove(graph, tenant.id, signal);
      const removedRows = await tenantRowsStore.remove(postgres, tenant.id, signal);
      nodes += removedNodes;
      rows += removedRows;
      const remainingMs = settledAt - performance.now();
      if (removedNodes + removedRows > 0) continue;
      if (remainingMs <= 0) break;
      await sleep(remainingMs, undefined, { signal });
    }
    await operator.endRemoval(tenant.id);
    return { ...tenant, nodes, rows };
  };
}
