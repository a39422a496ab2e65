import type { RequestContext } from "../../context.ts";
import type { FoundPage, TimedPageInput } from "../../platform/timed-list.ts";
import type { FailedInsight } from "./insight-tasks.store.ts";
import type { CiInsights, Criticality, Insight } from "./insights.model.ts";
import type { MakeOptions } from "./make-insight.ts";

export interface InsightFilter {
  criticality?: readonly Criticality[] | undefined;
}

export interface InsightVerbs {
  /** The insights of a CI; undefined if none were made yet. Throws 403 without `cmdb.read`. */
  find(ctx: RequestContext, ciId: string): Promise<CiInsights | undefined>;
  /** As `find`, for a CI that must exist. Throws 404 too. */
  ofCi(ctx: RequestContext, ciId: string): Promise<CiInsights | undefined>;
  /** The records of the tenant's CIs by the time when they were made. Throws 403 without `cmdb.read`. */
  list(ctx: RequestContext, filter: InsightFilter, input: TimedPageInput): Promise<FoundPage<Insight>>;
  /** The CIs whose insights failed for good, newest first, at most 1,000. Throws 403 without `cmdb.read`. */
  failures(ctx: RequestContext): Promise<FailedInsight[]>;
  /**
   * Makes the insights of a CI of any type now. Returns the existing record if the facts are the same, unless `force`.
   * Throws 403, 404; rejects with ModelFault (ModelUnavailable without a key), and UnusableAnswer.
   */
  make(ctx: RequestContext, ciId: string, options?: MakeOptions): Promise<CiInsights>;
  /** Keeps the insights of rules as the CI's record, unless a model made some. Throws 403 without `cmdb.read`. */
  keepByRules(ctx: RequestContext, insight: Omit<Insight, "source" | "model" | "inputHash">): Promise<void>;
}
