import { type RequestContext, requireScope } from "../../context.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { createSettledAnswers } from "../../platform/graph/settled-answers.ts";
import { readStamp } from "../../platform/jobs/outbox.graph.store.ts";
import { type CiTotal, ciTotalsGraph } from "./ci-totals.graph.store.ts";

/** How many CIs of each type and status the tenant has, and how many were made or changed since a time. */
export type CountCis = (ctx: RequestContext, since: Date) => Promise<{ totals: CiTotal[]; changed: number }>;

const MAX_TENANTS = 1_000;

/** Throws 403 without `cmdb.read`. */
export function createCountCis({ graph, clock }: { graph: Graph; clock: Clock }): CountCis {
  const stateOf = (tenantId: string) => readStamp(graph, tenantId);
  const settled = createSettledAnswers<CiTotal[]>({ clock, stateOf, maxWeight: MAX_TENANTS });
  return async (ctx, since) => {
    requireScope(ctx, "cmdb.read");
    const { tenantId } = ctx;
    const [totals, changed] = await Promise.all([
      settled.answer(tenantId, "totals", () => ciTotalsGraph.totals(graph, tenantId)),
      ciTotalsGraph.changedSince(graph, tenantId, since.toISOString()),
    ]);
    return { totals, changed };
  };
}
