import { type RequestContext, requireScope } from "../../../context.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { RISK_LEVELS, type RiskLevel } from "../change-analysis.model.ts";
import { areaUnderCurve } from "./curve.ts";
import { outcomesStore } from "./outcomes.store.ts";
import { type SuggestedWeights, suggestWeights } from "./suggest-weights.ts";

export interface Backtest {
  /** Completed analyses whose outcome is known, and how many of the changes failed. */
  analyses: number;
  failed: number;
  /** Null without a change of both kinds. */
  auc: number | null;
  /** Every level. */
  byLevel: { level: RiskLevel; analyses: number; failed: number }[];
  suggested: SuggestedWeights | null;
}

/** Compares the scores as callers saw them with the outcomes of the changes. Throws 403 without `cmdb.read`. */
export type ReadBacktest = (ctx: RequestContext) => Promise<Backtest>;

export function createReadBacktest({ postgres }: { postgres: Postgres }): ReadBacktest {
  return async (ctx) => {
    requireScope(ctx, "cmdb.read");
    const groups = await outcomesStore.byScore(postgres, ctx.tenantId);
    const auc = areaUnderCurve(groups);
    const sumOf = (of: typeof groups) => ({
      analyses: of.reduce((sum, { analyses }) => sum + analyses, 0),
      failed: of.reduce((sum, { failed }) => sum + failed, 0),
    });
    return {
      ...sumOf(groups),
      auc,
      byLevel: RISK_LEVELS.map((level) => ({ level, ...sumOf(groups.filter((group) => group.level === level)) })),
      suggested: auc === null ? null : suggestWeights(await outcomesStore.samples(postgres, ctx.tenantId)),
    };
  };
}
