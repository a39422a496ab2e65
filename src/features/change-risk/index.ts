import type { Model } from "../../platform/ai/index.ts";
import { type Clock, daysAgo } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Route } from "../../platform/http/route.ts";
import { defineJob, type JobDefinition, type JobRef } from "../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import { type OwedWork, owedWork } from "../../platform/jobs/owed-work.ts";
import type { ParkedWork } from "../../platform/jobs/parked-work.ts";
import type { StoresTakeWrites } from "../../platform/jobs/stores-take-writes.ts";
import type { MetricSource } from "../../platform/metrics.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { RecordAiQuery } from "../ai-usage/index.ts";
import type { Integrations } from "../integrations/index.ts";
import { type AnalyseByHandDeps, createAnalyseByHand } from "./analyse-by-hand.ts";
import { analysesStore } from "./analyses.store.ts";
import { type AssessChange, type AssessDeps, createAssessChange, createAssessWarmUp } from "./assess/index.ts";
import { createReadBacktest } from "./backtest/backtest.ts";
import { type ChangeRiskVerbs, changeAnalysisRoutes } from "./change-analyses.v1.ts";
import { changeRiskMetrics } from "./change-risk-metrics.ts";
import { inboundApiRoutes } from "./inbound/inbound.api.ts";
import { createReceiveChange } from "./inbound/receive-change.ts";
import { ANALYSE_CHANGES, changeRiskJobRefs, WRITE_BACK } from "./job-refs.ts";
import { createManageAnalyses } from "./manage-analyses.ts";
import { parkedChangeWork } from "./parked-analyses.ts";
import { plannedChangesStore } from "./planned-changes.store.ts";
import { createPreviewAnalysis } from "./preview-analysis.ts";
import { createRequestAnalysis, type RequestAnalysis } from "./request-analysis.ts";
import { createAnalyseChanges } from "./runs/analyse-changes.ts";
import { runsStore } from "./runs/runs.store.ts";
import { createWriteBack, type TaskWriter } from "./write-back/write-back.ts";
import { writeBacksStore } from "./write-back/write-backs.store.ts";

export type { ChangeRiskVerbs } from "./change-analyses.v1.ts";
export { ANALYSIS_STATUSES, RISK_LEVELS, WRITE_BACK_STATUSES } from "./change-analysis.model.ts";

/** What other features read of the estate for an assessment. */
type AssessSources = Omit<
  AssessDeps,
  "graph" | "postgres" | "clock" | "model" | "recordAiQuery" | "plannedChanges" | "pastChanges"
>;

export interface ChangeRiskDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  jobs: SendJobs;
  storesTakeWrites: StoresTakeWrites;
  /** What the assessment reads; tests give an assessment of their own. */
  assess: AssessSources | AssessChange;
  model: Model;
  recordAiQuery: RecordAiQuery;
  integrations: { writer: TaskWriter; integrationOf: AnalyseByHandDeps["integrationOf"] } & Pick<
    Integrations,
    "authenticateInbound" | "confirmWebhook"
  >;
  /** How often work says that it lives, in milliseconds; default 3,000. */
  renewMs?: number;
}

export interface ChangeRisk {
  verbs: ChangeRiskVerbs & { requestAnalysis: RequestAnalysis };
  routes: { v1: Route[]; api: Route[] };
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
  /** Changes to analyse, and analyses to write back. */
  owedWork: readonly OwedWork[];
  parkedWork: readonly ParkedWork[];
  metrics: MetricSource[];
  /** Deletes analyses after three years: changes of the same CIs are judged by what became of earlier ones. */
  retention: { change_analyses(tenantId: string): Promise<number> };
  /** Lets Neo4j plan the queries of an assessment. `tenantId` names no tenant. */
  warmUp(tenantId: string): Promise<void>;
}

const KEPT_DAYS = 1_100;

/** Analyses of the risk of changes, asked for by service desks and people, and written back to the tasks. */
export function createChangeRisk({ assess, ...given }: ChangeRiskDeps): ChangeRisk {
  const { postgres, clock } = given;
  const deps = { ...given, assessChange: typeof assess === "function" ? assess : assessBy(given, assess) };
  const { writer, integrationOf } = deps.integrations;
  const requestAnalysis = createRequestAnalysis(deps);
  const previewAnalysis = createPreviewAnalysis(deps);
  const byHand = createAnalyseByHand({ requestAnalysis, previewAnalysis, integrationOf });
  const verbs = { ...createManageAnalyses(deps), ...byHand, requestAnalysis, backtest: createReadBacktest(deps) };
  const inbound = createReceiveChange({ ...deps.integrations, requestAnalysis });
  const forTenants = (ids: readonly string[]) => ids.map((tenantId) => ({ tenantId }));
  return {
    verbs,
    routes: { v1: changeAnalysisRoutes(verbs), api: inboundApiRoutes(inbound) },
    jobs: [
      defineJob(ANALYSE_CHANGES, { run: createAnalyseChanges(deps) }),
      defineJob(WRITE_BACK, { run: createWriteBack({ ...deps, writer }) }),
    ],
    jobRefs: changeRiskJobRefs,
    owedWork: [
      owedWork(ANALYSE_CHANGES, async () => forTenants(await runsStore.tenantsWithDue(postgres, clock.now()))),
      owedWork(WRITE_BACK, async () => forTenants(await writeBacksStore.tenantsWithDue(postgres, clock.now()))),
    ],
    parkedWork: parkedChangeWork(deps),
    metrics: changeRiskMetrics(postgres),
    retention: {
      change_analyses: (tenantId) => analysesStore.deleteEnded(postgres, tenantId, daysAgo(clock, KEPT_DAYS)),
    },
    warmUp: typeof assess === "function" ? async () => {} : createAssessWarmUp({ ...given, ...assess }),
  };
}

function assessBy(deps: Omit<ChangeRiskDeps, "assess">, sources: AssessSources): AssessChange {
  const changes = { plannedChanges: plannedChangesStore.planned, pastChanges: plannedChangesStore.past };
  return createAssessChange({ ...deps, ...sources, ...changes });
}
