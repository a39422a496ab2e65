import { absentModel, type Model } from "../../platform/ai/index.ts";
import { type EnrichmentNews, unseenNews } from "../../platform/enrichment.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import type { StoresTakeWrites } from "../../platform/jobs/stores-take-writes.ts";
import type { Nvd } from "../../platform/nvd/index.ts";
import type { CpeDictionary } from "../cpe-dictionary/index.ts";
import { identifySoftware, mayCarryCpe, whyNoCpe } from "./engine/index.ts";
import { createIdentification, type Identification, type IdentificationDeps } from "./identify/index.ts";
import { createLookUps } from "./look-ups/index.ts";
import { createPipeline, type Pipeline, type PipelineDeps, sendEnrichment, sendReapply } from "./pipeline/index.ts";
import { createInstanceCpe } from "./pipeline/instance-cpe.ts";
import { instanceCpeRoutes } from "./pipeline/instance-cpe.v1.ts";
import type { MappingCatalogue, SoftwareIdentifier } from "./ports.ts";
import { createProcesses } from "./processes/index.ts";
import type { ProcessVerbs } from "./processes/processes.verbs.ts";

export interface SoftwareDeps extends IdentificationDeps {
  graph: Graph;
  outbox: Outbox;
  jobs: SendJobs;
  storesTakeWrites: StoresTakeWrites;
  /** Default: uses the tenant's mappings, the built-in knowledge and the dictionary. */
  identifier?: SoftwareIdentifier;
  /** Default: the tenant's mappings over the built-in ones. */
  catalogue?: MappingCatalogue;
  /** The vulnerability database, for programs that the dictionary lacks; absent: no look-ups. */
  source?: { nvd: Nvd; dictionary: Pick<CpeDictionary, "importRecords" | "recountPairs"> } | undefined;
  /** Items per batch of the pipeline's jobs; default 10. */
  batchSize?: number | undefined;
  /** Shows the work of the jobs as runs; default: nowhere. */
  news?: EnrichmentNews | undefined;
  /** Items per batch of process mapping; default: each step's own size. */
  processBatchSize?: number | undefined;
  /** Names programs that neither mappings nor the built-in knowledge know; default: no model, rules decide. */
  model?: Model | undefined;
  modelTiming?: PipelineDeps["modelTiming"];
}

export interface Software extends Identification, Pipeline {
  /** Deletes expired look-ups. */
  installationRetention: { look_ups(): Promise<number> };
  processes: ProcessVerbs;
}

/**
 * The software feature: identifies installed programs however a host spells them, and links and enriches them during
 * and after scans (section 1 of the interface specification).
 */
export function createSoftware(deps: SoftwareDeps): Software {
  const { jobs } = deps;
  const identification = createIdentification({ ...deps, sendReapply: sendReapply(jobs) });
  const { knowledge, mappings } = identification;
  const identifier = deps.identifier ?? identification.identifier;
  const lookUps =
    deps.source && createLookUps({ ...deps, ...deps.source, knowledge, jobs, enrich: sendEnrichment(jobs) });
  const pipeline = createPipeline({
    ...deps,
    jobs,
    identifier,
    catalogue: deps.catalogue ?? mappings.catalogue,
    lookUps,
    catchUp: identification.catchUp,
    mappings: { ...mappings, isBuiltIn: (id) => mappings.builtIn().get(id) !== undefined },
    mayHaveCpe(program) {
      const identified = identifySoftware(program, knowledge());
      return mayCarryCpe(identified.kind) && whyNoCpe(identified) === undefined;
    },
  });
  const processes = createProcesses({
    ...deps,
    jobs,
    model: deps.model ?? absentModel,
    news: deps.news ?? unseenNews,
    batchSize: deps.processBatchSize,
    knowledge,
    mappings,
    identifier,
  });
  const { v1, api } = identification.routes;
  return {
    ...identification,
    ...pipeline,
    identifier,
    processes: processes.verbs,
    jobs: [...pipeline.jobs, ...processes.jobs, ...(lookUps?.jobs ?? [])],
    jobRefs: [...pipeline.jobRefs, ...processes.jobRefs, ...(lookUps?.jobRefs ?? [])],
    routes: { v1: [...v1, ...instanceCpeRoutes(createInstanceCpe(deps))], api: [...api, ...processes.routes.api] },
    owedWork: [...pipeline.owedWork, ...processes.owedWork, ...(lookUps?.owedWork ?? [])],
    enrichment: [...pipeline.enrichment, processes.enrichment],
    installationRetention: { look_ups: async () => (await lookUps?.deleteExpired()) ?? 0 },
  };
}
