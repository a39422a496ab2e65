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
  /** Milliseconds from its closing until nobody writes in the tenant's name any more; default 10,000. */
  settleMs?: number;
}

export interface RemovedTenant extends Tenant {
  /** What was removed by this run. */
  nodes: number;
  rows: number;
}

/**
 * Removes a tenant with all that is its own in both stores, for good. From the first moment nobody can log in any more,
 * and within seconds no process honours its credentials; the rest goes in small steps beside a running service. Cut
 * short, it is repeated by the same name. Throws 404 for an unknown tenant, 409 for the last one.
 */
export type RemoveTenant = (name: string, signal?: AbortSignal) => Promise<RemovedTenant>;

/** Work that was under way when the tenant was closed may still write: what it leaves is found by another round. */
const MAX_ROUNDS = 10;
/** Other processes learn of it within five seconds, and answer what they were asked by then within as many. */
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
