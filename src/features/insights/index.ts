import { type RequestContext, requireScope } from "../../context.ts";
import type { JobDefinition, Jobs } from "../../platform/jobs/jobs.ts";
import type { NewsSink } from "../../platform/jobs/relay.ts";
import { insightJobs } from "./insights.job.ts";
import type { CiInsights } from "./insights.model.ts";
import { insightsStore } from "./insights.store.ts";
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
  sinks: NewsSink[];
  /** Forgets what is kept of CIs that are gone for good. */
  forgetCis(tenantId: string, ciIds: string[]): Promise<void>;
}

export interface InsightsDeps extends MakeInsightDeps {
  /** Asked for when first used: the queue is made of the jobs that this feature defines. */
  jobs: () => Jobs;
  mostPerScan?: number | undefined;
}

/** What a model makes of servers and their connections after a scan (section 1 of the interface specification, rule 9). */
export function createInsights(deps: InsightsDeps): Insights {
  const { postgres, model, mostPerScan } = deps;
  const makeInsight = createMakeInsight(deps);
  const jobs: Pick<Jobs, "send"> = { send: (name, payload, options) => deps.jobs().send(name, payload, options) };
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
    sinks: [createInsightTrigger(running)],
    forgetCis: (tenantId, ciIds) => postgres.transaction((tx) => insightsStore.forgetCis(tx, tenantId, ciIds)),
  };
}
