import { type RequestContext, requireScope } from "../../../context.ts";
import type { Model } from "../../../platform/ai/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { EnrichmentNews, EnrichmentWork } from "../../../platform/enrichment.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { Route } from "../../../platform/http/route.ts";
import type { JobDefinition, JobRef } from "../../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import type { Outbox } from "../../../platform/jobs/outbox.ts";
import type { OwedWork } from "../../../platform/jobs/owed-work.ts";
import type { StoresTakeWrites } from "../../../platform/jobs/stores-take-writes.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import type { Knowledge } from "../engine/index.ts";
import type { Mappings } from "../mappings/index.ts";
import { createAssignFamily } from "../pipeline/assign-family.ts";
import { createLinkSoftware } from "../pipeline/link-software.ts";
import type { SoftwareIdentifier } from "../ports.ts";
import { analyze, listFamilies, unmappedStats } from "./analyze.ts";
import { createApplyNow } from "./apply-now.ts";
import { createFindProcessNames } from "./find-process-names.ts";
import { createIdentifyVerbs } from "./identify-processes.ts";
import { processJobRefs } from "./job-refs.ts";
import { createListUnnamed } from "./list-unnamed.ts";
import { mappingWork } from "./mapping-work.ts";
import { processApiRoutes } from "./processes.api.ts";
import { processJobs } from "./processes.job.ts";
import type { ProcessVerbs } from "./processes.verbs.ts";
import { createRunMapping, owedRuns } from "./run-mapping.ts";
import { createSteps } from "./run-steps.ts";
import { createRunVerbs } from "./start-run.ts";

export interface Processes {
  verbs: ProcessVerbs;
  routes: { api: Route[] };
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
  owedWork: readonly OwedWork[];
  enrichment: EnrichmentWork;
}

export interface ProcessesDeps {
  graph: Graph;
  postgres: Postgres;
  outbox: Outbox;
  clock: Clock;
  log: Logger;
  jobs: SendJobs;
  storesTakeWrites: StoresTakeWrites;
  knowledge: () => Knowledge;
  mappings: Pick<Mappings, "builtIn" | "invalidate">;
  identifier: Pick<SoftwareIdentifier, "classify">;
  model: Model;
  /** Shows the runs of the routes among the runs of enrichment. */
  news: EnrichmentNews;
  /** Items per batch of a run; default: each step's own size. */
  batchSize?: number | undefined;
}

/**
 * Process mapping: which processes belong to which software, and which application each relationship between servers
 * serves.
 */
export function createProcesses({ mappings, ...deps }: ProcessesDeps): Processes {
  const { builtIn } = mappings;
  const shared = {
    ...deps,
    recordAudit,
    builtIn,
    find: createFindProcessNames(deps),
    onMappingsChanged: mappings.invalidate,
    steps: { link: createLinkSoftware(deps), family: createAssignFamily(deps) },
  };
  const reading = (ctx: RequestContext) => {
    requireScope(ctx, "software.read");
    return ctx;
  };
  const verbs: ProcessVerbs = {
    runs: createRunVerbs({ ...deps, recordAudit }),
    apply: createApplyNow({ ...deps, recordAudit }),
    software: createIdentifyVerbs(shared),
    unnamed: createListUnnamed(deps),
    analyze: async (ctx) => analyze(shared, reading(ctx)),
    families: async (ctx) => listFamilies(shared, reading(ctx)),
    unmapped: async (ctx) => unmappedStats(shared, reading(ctx)),
  };
  const runMapping = createRunMapping({ ...deps, steps: createSteps(shared) });
  const stepsFor = (runId: string) =>
    createSteps({ ...shared, find: createFindProcessNames({ ...deps, model: accountedTo(deps.model, runId) }) });
  return {
    verbs,
    routes: { api: processApiRoutes(verbs) },
    jobs: processJobs(runMapping),
    jobRefs: processJobRefs,
    owedWork: [owedRuns(deps)],
    enrichment: mappingWork({ postgres: deps.postgres, stepsFor }),
  };
}

/** The model, with each question accounted to the run. */
function accountedTo(model: Model, runId: string): Model {
  return { ...model, ask: (request, signal) => model.ask({ ...request, account: { runId } }, signal) };
}
