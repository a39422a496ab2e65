import { type RequestContext, requireScope } from "../../context.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { type CiTotal, ciTotalsGraph } from "./ci-totals.graph.store.ts";

/** How many CIs of each type and status the tenant has, and how many were made or changed since a time. */
export type CountCis = (ctx: RequestContext, since: Date) => Promise<{ totals: CiTotal[]; changed: number }>;

/** A commit becomes visible gradually: what was counted within this time after the stamp was first seen is counted again. */
const SETTLED_MS = 5_000;
const MAX_AGE_MS = 60_000;
const MAX_TENANTS = 1_000;

interface Kept {
  stamp: number;
  /** When the stamp was first seen, and when the totals were counted, in milliseconds. */
  since: number;
  countedAt: number;
  totals: CiTotal[];
}

/** Throws 403 without `cmdb.read`. */
export function createCountCis({ graph, clock }: { graph: Graph; clock: Clock }): CountCis {
  const kept = new Map<string, Kept>();

  const totalsOf = async (tenantId: string): Promise<CiTotal[]> => {
    const stamp = await ciTotalsGraph.stamp(graph, tenantId);
    const now = clock.now().getTime();
    const known = kept.get(tenantId);
    const same = known?.stamp === stamp ? known : undefined;
    const isSettled = same !== undefined && same.countedAt - same.since >= SETTLED_MS;
    if (isSettled && now - same.countedAt <= MAX_AGE_MS) return same.totals;
    const totals = await ciTotalsGraph.totals(graph, tenantId);
    kept.delete(tenantId);
    kept.set(tenantId, { stamp, since: same?.since ?? now, countedAt: now, totals });
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_TENANTS) break;
      kept.delete(oldest);
    }
    return totals;
  };

  return async (ctx, since) => {
    requireScope(ctx, "cmdb.read");
    const { tenantId } = ctx;
    const [totals, changed] = await Promise.all([
      totalsOf(tenantId),
      ciTotalsGraph.changedSince(graph, tenantId, since.toISOString()),
    ]);
    return { totals, changed };
  };
}
