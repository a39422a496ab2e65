import { type RequestContext, requireScope } from "../../context.ts";
import type { ChangeConsumers } from "../../platform/jobs/changes.ts";
import type { JobDefinition, JobRef } from "../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import { insightJobs } from "./insights.job.ts";
import type { CiInsights } from "./insights.model.ts";
import { insightsStore } from "./insights.store.ts";
import { insightJobRefs } from "./job-refs.ts";
import { createMakeInsight, type MakeInsightDeps } from "./make-insight.ts";
import { createInsightTrigger, createRunInsights } from "./run-insights.ts";

export type { CiInsights } from "./insights.model.ts";

export interface InsightVerbs {
  /** What was made of a CI; undefined where nothing was yet. Throws 403 without `cmdb.read`. */
  find(ctx: RequestContext, ciId: string): Promise<CiInsights | undefined>;
  /**
   * Makes it now, of a CI of any type; with the same facts the record that stands, unless `force`. Throws 403, 404;
   * rejects with ModelFault (ModelUnavailable without a key), and NoInsight where the answer is of no use.
   */
  make(ctx: RequestContext, ciId: string, options?: { force?: boolean }): Promise<CiInsights>;
}

export interface Insights {
  verbs: InsightVerbs;
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
  consumers: ChangeConsumers;
  /** Removes what is kept of CIs that were purged. */
  onCisPurged(tenantId: string, ciIds: readonly string[]): Promise<void>;
}

export interface InsightsDeps extends MakeInsightDeps {
  jobs: SendJobs;
  mostPerScan?: number | undefined;
}

/** What a model makes of servers and their connections after a scan (section 1 of the interface specification, rule 9). */
export function createInsights(deps: InsightsDeps): Insights {
  const { postgres, model, jobs, mostPerScan } = deps;
  const makeInsight = createMakeInsight(deps);
  const running = { postgres, model, jobs, makeInsight, mostPerScan };
  return {
    verbs: {
      async find(ctx, ciId) {
        requireScope(ctx, "cmdb.read");
        const found = await insightsStore.find(postgres, ctx.tenantId, ciId);
        return found && { ...found, connections: await insightsStore.connections(postgres, ctx.tenantId, ciId) };
      },
      async make(ctx, ciId, { force = false } = {}) {
        return makeInsight.record(ctx, ciId, await makeInsight.input(ctx, ciId), force);
      },
    },
    jobs: insightJobs({ ...running, run: createRunInsights(running) }),
    jobRefs: insightJobRefs,
    consumers: { graph: createInsightTrigger(running) },
    onCisPurged: (tenantId, ciIds) => postgres.transaction((tx) => insightsStore.removeCis(tx, tenantId, ciIds)),
  };
}
