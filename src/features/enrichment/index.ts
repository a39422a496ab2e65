import type { Clock } from "../../platform/clock.ts";
import { daysAgo } from "../../platform/clock.ts";
import type { NamedFeature } from "../../platform/feature.ts";
import type { Route } from "../../platform/http/route.ts";
import { defineJob, type JobDefinition, type JobRef } from "../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import { type OwedWork, owedWork } from "../../platform/jobs/owed-work.ts";
import type { MetricSource } from "../../platform/metrics.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { type AiJobDeps, aiJobRoutes } from "./ai-jobs.api.ts";
import { type EmbeddingStatusDeps, embeddingStatusRoute } from "./embedding-status.api.ts";
import { enrichmentV1Routes } from "./enrichment.v1.ts";
import { enrichmentJobRefs, RUN_SCHEDULES, TAKE_TURN } from "./job-refs.ts";
import { type CostsOfRuns, createManageRuns, type RunVerbs } from "./manage-runs.ts";
import { createManageSchedules, type ScheduleVerbs } from "./manage-schedules.ts";
import { RUN_DAYS } from "./run.model.ts";
import { enrichmentMetrics } from "./run-metrics.ts";
import { createRunSchedules } from "./run-schedules.ts";
import { runsStore } from "./runs.store.ts";
import { schedulesStore } from "./schedules.store.ts";
import { createTakeTurn, type TakeTurnDeps } from "./take-turn.ts";
import { turnsStore } from "./turns.store.ts";
import { checkWorks, createWorks } from "./works.ts";

export { createEnrichmentNews } from "./follow-news.ts";

export interface Enrichment {
  runs: RunVerbs;
  schedules: ScheduleVerbs;
  routes: { v1: Route[]; api: Route[] };
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
  /** Runs that go on, and schedules whose time has come. */
  owedWork: readonly OwedWork[];
  metrics: readonly MetricSource[];
  retention: { enrichment_runs(tenantId: string): Promise<number> };
  /** Throws where two features offer the same enrichment. */
  prepare(): Promise<void>;
}

export interface EnrichmentDeps extends Pick<TakeTurnDeps, "turnLimitMs" | "renewMs"> {
  postgres: Postgres;
  clock: Clock;
  jobs: SendJobs;
  /** All features: the enrichment that they offer. */
  features: readonly NamedFeature[];
  costsOf: CostsOfRuns;
  hasScan: AiJobDeps["hasScan"];
  getEmbeddingStatus: EmbeddingStatusDeps["getEmbeddingStatus"];
}

/** Enrichment of all features as runs that can be seen, scheduled, started and cancelled (section 15 of the interface contract). */
export function createEnrichment(deps: EnrichmentDeps): Enrichment {
  const { postgres, clock } = deps;
  const works = createWorks(deps.features);
  const parts = { ...deps, works };
  const runs = createManageRuns(parts);
  const schedules = createManageSchedules(parts);
  const forTenants = (ids: readonly string[]) => ids.map((tenantId) => ({ tenantId }));
  const namesOffered = () => works.all().map(({ name }) => name);
  return {
    runs,
    schedules,
    routes: {
      v1: enrichmentV1Routes({ runs, schedules }),
      api: [...aiJobRoutes({ ...deps, runs }), embeddingStatusRoute({ ...deps, runs })],
    },
    jobs: [
      defineJob(TAKE_TURN, { run: createTakeTurn(parts) }),
      defineJob(RUN_SCHEDULES, { run: createRunSchedules(parts) }),
    ],
    jobRefs: enrichmentJobRefs,
    owedWork: [
      owedWork(TAKE_TURN, async () => forTenants(await turnsStore.tenantsWithDue(postgres))),
      owedWork(RUN_SCHEDULES, async () =>
        forTenants(await schedulesStore.tenantsWithDue(postgres, namesOffered(), clock.now())),
      ),
    ],
    metrics: enrichmentMetrics(postgres),
    retention: {
      enrichment_runs: (tenantId) => runsStore.deleteEnded(postgres, tenantId, daysAgo(clock, RUN_DAYS)),
    },
    prepare: async () => checkWorks(works.all()),
  };
}
