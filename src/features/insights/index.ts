import { type RequestContext, requireScope } from "../../context.ts";
import { type EnrichmentNews, type EnrichmentWork, unseenNews } from "../../platform/enrichment.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Route } from "../../platform/http/route.ts";
import type { ChangeConsumers } from "../../platform/jobs/changes.ts";
import type { JobDefinition, JobRef } from "../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { OwedWork } from "../../platform/jobs/owed-work.ts";
import type { ParkedWork } from "../../platform/jobs/parked-work.ts";
import type { StoresTakeWrites } from "../../platform/jobs/stores-take-writes.ts";
import type { Logger } from "../../platform/log.ts";
import { findTimedPage } from "../../platform/timed-list.ts";
import type { InsightVerbs } from "./insight.verbs.ts";
import { insightTasksStore } from "./insight-tasks.store.ts";
import { insightWork } from "./insight-work.ts";
import { insightJobs } from "./insights.job.ts";
import { insightsStore } from "./insights.store.ts";
import { insightRoutes } from "./insights.v1.ts";
import { insightJobRefs } from "./job-refs.ts";
import { createMakeInsight, type MakeInsightDeps } from "./make-insight.ts";
import { createInsightTrigger, createRunInsights, owedInsights } from "./run-insights.ts";

export type { InsightVerbs } from "./insight.verbs.ts";
export type { FailedInsight } from "./insight-tasks.store.ts";
export {
  type CiInsights,
  CRITICALITIES,
  type Criticality,
  type Insight,
  type InsightDependency,
} from "./insights.model.ts";

export interface Insights {
  verbs: InsightVerbs;
  routes: { v1: Route[] };
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
  owedWork: readonly OwedWork[];
  enrichment: readonly EnrichmentWork[];
  /** Servers whose insights failed again and again. */
  parkedWork: readonly ParkedWork[];
  consumers: ChangeConsumers;
  /** Deletes the insights and tasks of purged CIs. */
  onCisPurged(tenantId: string, ciIds: readonly string[]): Promise<void>;
}

export interface InsightsDeps extends MakeInsightDeps {
  graph: Graph;
  log: Logger;
  jobs: SendJobs;
  storesTakeWrites: StoresTakeWrites;
  /** Shows the work of the jobs as runs; default: nowhere. */
  news?: EnrichmentNews | undefined;
  maxCisPerScan?: number | undefined;
}

const MAX_FAILURES = 1_000;

/** Insights that a model makes of servers and their connections after a scan (section 1 of the interface specification, rule 9). */
export function createInsights(deps: InsightsDeps): Insights {
  const { postgres, model, jobs, storesTakeWrites, maxCisPerScan } = deps;
  const makeInsight = createMakeInsight(deps);
  const runDeps = {
    postgres,
    model,
    jobs,
    makeInsight,
    storesTakeWrites,
    maxCisPerScan,
    news: deps.news ?? unseenNews,
  };
  const find = async (ctx: RequestContext, ciId: string) => {
    requireScope(ctx, "cmdb.read");
    const found = await insightsStore.find(postgres, ctx.tenantId, ciId);
    return found && { ...found, connections: await insightsStore.connections(postgres, ctx.tenantId, ciId) };
  };
  const verbs: InsightVerbs = {
    find,
    async ofCi(ctx, ciId) {
      await deps.getCi(ctx, ciId);
      return find(ctx, ciId);
    },
    async list(ctx, filter, input) {
      requireScope(ctx, "cmdb.read");
      return findTimedPage(input, {
        rows: (window) => insightsStore.page(postgres, ctx.tenantId, filter, window),
        count: () => insightsStore.count(postgres, ctx.tenantId, filter),
        positionOf: ({ generatedAt, ciId }) => ({ at: generatedAt, id: ciId }),
      });
    },
    async failures(ctx) {
      requireScope(ctx, "cmdb.read");
      return insightTasksStore.failed(postgres, ctx.tenantId, MAX_FAILURES);
    },
    async make(ctx, ciId, options) {
      return makeInsight.findOrMake(ctx, ciId, await makeInsight.collectInput(ctx, ciId), options);
    },
    async keepByRules(ctx, insight) {
      requireScope(ctx, "cmdb.read");
      // No facts have this digest: a model that becomes available is asked.
      const byRules = { ...insight, source: "rules", model: "rules", inputHash: "" } as const;
      await insightsStore.keepByRules(postgres, ctx.tenantId, byRules);
    },
  };
  return {
    verbs,
    routes: { v1: insightRoutes(verbs) },
    jobs: insightJobs(createRunInsights(runDeps)),
    jobRefs: insightJobRefs,
    owedWork: [owedInsights(deps)],
    enrichment: [insightWork({ ...deps, makeInsight })],
    parkedWork: [insightTasksStore.parked(postgres)],
    consumers: { graph: createInsightTrigger(runDeps) },
    onCisPurged: (tenantId, ciIds) => postgres.transaction((tx) => insightsStore.removeCis(tx, tenantId, ciIds)),
  };
}
