import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { type FoundPage, findTimedPage, type TimedPageInput } from "../../platform/timed-list.ts";
import { recordAudit } from "../audit/index.ts";
import { type AnalysisFilter, analysesStore } from "./analyses.store.ts";
import type { ChangeAnalysis, Outcome } from "./change-analysis.model.ts";

export type AnalysisPageInput = AnalysisFilter & TimedPageInput;

export interface ManageAnalyses {
  /** By when they were asked for, each with its first CIs alone. Throws 403 without `cmdb.read`. */
  list(ctx: RequestContext, input: AnalysisPageInput): Promise<FoundPage<ChangeAnalysis>>;
  /** Throws 403 without `cmdb.read`, 404. */
  get(ctx: RequestContext, id: string): Promise<ChangeAnalysis>;
  /** Throws 403 without `cmdb.write`, 404. */
  requireKnown(ctx: RequestContext, id: string): Promise<void>;
  /** Records how the change ended; replaces an earlier outcome. Throws 403 without `cmdb.write`, 404. */
  recordOutcome(
    ctx: RequestContext,
    id: string,
    outcome: Pick<Outcome, "succeeded" | "incidents">,
  ): Promise<ChangeAnalysis>;
}

export function createManageAnalyses({ postgres, clock }: { postgres: Postgres; clock: Clock }): ManageAnalyses {
  return {
    async list(ctx, { order, limit, page, after, ...filter }) {
      requireScope(ctx, "cmdb.read");
      return findTimedPage<ChangeAnalysis>(
        { order, limit, page, after },
        {
          rows: (window) => analysesStore.window(postgres, ctx.tenantId, filter, window),
          count: () => analysesStore.count(postgres, ctx.tenantId, filter),
          positionOf: ({ createdAt, id }) => ({ at: createdAt, id: id ?? "" }),
        },
      );
    },

    async get(ctx, id) {
      requireScope(ctx, "cmdb.read");
      const analysis = await analysesStore.find(postgres, ctx.tenantId, id);
      if (!analysis) throw notFound("change analysis");
      return analysis;
    },

    async requireKnown(ctx, id) {
      requireScope(ctx, "cmdb.write");
      if (!(await analysesStore.exists(postgres, ctx.tenantId, id))) throw notFound("change analysis");
    },

    async recordOutcome(ctx, id, { succeeded, incidents }) {
      requireScope(ctx, "cmdb.write");
      return postgres.transaction(async (tx) => {
        const known = await analysesStore.lockOutcome(tx, ctx.tenantId, id);
        if (!known) throw notFound("change analysis");
        const at = clock.now();
        const after = { succeeded, incidents };
        const before = known.outcome && { succeeded: known.outcome.succeeded, incidents: known.outcome.incidents };
        await analysesStore.setOutcome(tx, ctx.tenantId, id, { ...after, at, by: actorName(ctx.actor) });
        const target = { kind: "change_analysis", id };
        const entry = { action: "change_analysis.outcome_recorded", target, ...(before && { before }), after };
        await recordAudit(tx, ctx, entry, at);
        const analysis = await analysesStore.find(tx, ctx.tenantId, id);
        if (!analysis) throw notFound("change analysis");
        return analysis;
      });
    },
  };
}
