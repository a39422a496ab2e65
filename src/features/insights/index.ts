import { type RequestContext, requireScope } from "../../context.ts";
import type { ChangeConsumers } from "../../platform/jobs/changes.ts";
import type { JobDefinition, JobRef } from "../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { OwedWork } from "../../platform/jobs/owed-work.ts";
import { type FailedInsight, insightTasksStore } from "./insight-tasks.store.ts";
import { insightJobs } from "./insights.job.ts";
import type { CiInsights, Insight } from "./insights.model.ts";
import { insightsStore } from "./insights.store.ts";
import { insightJobRefs } from "./job-refs.ts";
import { createMakeInsight, type MakeInsightDeps } from "./make-insight.ts";
import { createInsightTrigger, createRunInsights, owedInsights } from "./run-insights.ts";

export type { FailedInsight } from "./insight-tasks.store.ts";
export type { CiInsights, Criticality, Insight, InsightDependency } from "./insights.model.ts";

export interface InsightVerbs {
  /** The insights of a CI; undefined if none were made yet. Throws 403 without `cmdb.read`. */
  find(ctx: RequestContext, ciId: string): Promise<CiInsights | undefined>;
  /** The CIs whose insights failed for good, newest first, at most 1,000. Throws 403 without `cmdb.read`. */
  failures(ctx: RequestContext): Promise<FailedInsight[]>;
  /**
   * Makes the insights of a CI of any type now. Returns the existing record if the facts are the same, unless `force`.
   * Throws 403, 404; rejects with ModelFault (ModelUnavailable without a key), and UnusableAnswer.
   */
  make(ctx: RequestContext, ciId: string, options?: { force?: boolean }): Promise<CiInsights>;
  /** Keeps the insights of rules as the CI's record, unless a model made some. Throws 403 without `cmdb.read`. */
  keepByRules(ctx: RequestContext, insight: Omit<Insight, "source" | "model" | "inputHash">): Promise<void>;
}

export interface Insights {
  verbs: InsightVerbs;
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
  owedWork: readonly OwedWork[];
  consumers: ChangeConsumers;
  /** Deletes the insights and tasks of purged CIs. */
  onCisPurged(tenantId: string, ciIds: readonly string[]): Promise<void>;
}

export interface InsightsDeps extends MakeInsightDeps {
  jobs: SendJobs;
  maxCisPerScan?: number | undefined;
}

const MAX_FAILURES = 1_000;

/** Insights that a model makes of servers and their connections after a scan (section 1 of the interface specification, rule 9). */
export function createInsights(deps: InsightsDeps): Insights {
  const { postgres, model, jobs, maxCisPerScan } = deps;
  const makeInsight = createMakeInsight(deps);
  const runDeps = { postgres, model, jobs, makeInsight, maxCisPerScan };
  return {
    verbs: {
      async find(ctx, ciId) {
        requireScope(ctx, "cmdb.read");
        const found = await insightsStore.find(postgres, ctx.tenantId, ciId);
        return found && { ...found, connections: await insightsStore.connections(postgres, ctx.tenantId, ciId) };
      },
      async failures(ctx) {
        requireScope(ctx, "cmdb.read");
        return insightTasksStore.failed(postgres, ctx.tenantId, MAX_FAILURES);
      },
      async make(ctx, ciId, { force = false } = {}) {
        return makeInsight.findOrMake(ctx, ciId, await makeInsight.collectInput(ctx, ciId), force);
      },
      async keepByRules(ctx, insight) {
        requireScope(ctx, "cmdb.read");
        // No facts have this digest: a model that becomes available is asked.
        const byRules = { ...insight, source: "rules", model: "rules", inputHash: "" } as const;
        await insightsStore.keepByRules(postgres, ctx.tenantId, byRules);
      },
    },
    jobs: insightJobs(createRunInsights(runDeps)),
    jobRefs: insightJobRefs,
    owedWork: [owedInsights(deps)],
    consumers: { graph: createInsightTrigger(runDeps) },
    onCisPurged: (tenantId, ciIds) => postgres.transaction((tx) => insightsStore.removeCis(tx, tenantId, ciIds)),
  };
}
