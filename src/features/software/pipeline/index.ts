import { systemContext } from "../../../context.ts";
import { absentModel, type Model } from "../../../platform/ai/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import { type EnrichmentNews, type EnrichmentWork, unseenNews } from "../../../platform/enrichment.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import { newId } from "../../../platform/ids.ts";
import type { ChangeConsumers } from "../../../platform/jobs/changes.ts";
import type { JobDefinition, JobRef } from "../../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import type { Outbox } from "../../../platform/jobs/outbox.ts";
import type { OwedWork } from "../../../platform/jobs/owed-work.ts";
import { type ParkedWork, parkedWork } from "../../../platform/jobs/parked-work.ts";
import type { StoresTakeWrites } from "../../../platform/jobs/stores-take-writes.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { DictionaryReader } from "../../cpe-dictionary/index.ts";
import { isScanRunning } from "../../inventory/index.ts";
import type { LookUps } from "../look-ups/index.ts";
import type { MappingCatalogue, ProgramName, SoftwareIdentifier } from "../ports.ts";
import { type AskNamesDeps, createAskNames, type OnAnswered } from "./ask-names.ts";
import { createAskPending } from "./ask-pending.ts";
import { createAssignFamily, createPrepareFamily } from "./assign-family.ts";
import { createEnrichCpe } from "./enrich-cpe.ts";
import { createSoftwareIntake, type SoftwareIntake } from "./intake.ts";
import { pipelineJobRefs } from "./job-refs.ts";
import { createLinkSoftware, createPrepareLink } from "./link-software.ts";
import {
  familyQuestion,
  type ProductAnswer,
  productQuestion,
  readFamilyAnswer,
  readProductAnswer,
} from "./model-questions.ts";
import { pipelineJobs } from "./pipeline.job.ts";
import { pipelineWorkStore } from "./pipeline-work.store.ts";
import { pipelineWorks } from "./pipeline-works.ts";
import { createReapplyMappings, type KnownMappings } from "./reapply-mappings.ts";
import { createRunReapply, owedReapplications, type RunReapplyDeps } from "./run-reapply.ts";
import { createRunStep, owedSteps } from "./run-step.ts";
import { createTriggers, sendStep } from "./triggers.ts";
import { createUnfinished } from "./unfinished.ts";

export interface PipelineDeps {
  graph: Graph;
  postgres: Postgres;
  outbox: Outbox;
  clock: Clock;
  log: Logger;
  jobs: SendJobs;
  storesTakeWrites: StoresTakeWrites;
  dictionary: DictionaryReader;
  identifier: SoftwareIdentifier;
  catalogue?: MappingCatalogue | undefined;
  lookUps?: LookUps | undefined;
  /** Resolves once searches see the dictionary at this change or a later one. */
  catchUp: (change: number) => Promise<void>;
  /** Whether a program of this kind can have a CPE name. */
  mayHaveCpe: (program: ProgramName) => boolean;
  /** Shows the work of the jobs as runs; default: nowhere. */
  news?: EnrichmentNews | undefined;
  mappings: KnownMappings & Pick<RunReapplyDeps, "invalidate">;
  /** Items per batch of the pipeline's jobs; default BATCH_SIZE. */
  batchSize?: number | undefined;
  /** Names programs that neither mappings nor the built-in knowledge know; default: no model. */
  model?: Model | undefined;
  /** Back-off and timeout of questions to the model, in milliseconds; default: see `AskNamesDeps`. */
  modelTiming?: Pick<AskNamesDeps, "backoffMs" | "timeoutMs"> | undefined;
}

export interface Pipeline {
  intake: SoftwareIntake;
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
  owedWork: readonly OwedWork[];
  parkedWork: readonly ParkedWork[];
  enrichment: readonly EnrichmentWork[];
  consumers: ChangeConsumers;
  /** Deletes pending work and CPE matches of purged CIs. */
  onCisPurged(tenantId: string, ciIds: readonly string[]): Promise<void>;
}

/** Default items per batch (rule 10 in section 1 of the interface specification). */
export const BATCH_SIZE = 10;

/** The software pipeline: describes programs during a scan, and links and enriches their instances after it. */
export function createPipeline(deps: PipelineDeps): Pipeline {
  const { postgres, jobs, storesTakeWrites, batchSize = BATCH_SIZE } = deps;
  const { model = absentModel, log, catalogue } = deps;
  const askDeps = { ...deps.modelTiming, postgres, model, log, batchSize };
  const products = createAskNames(askDeps, productQuestion, readProductAnswer, suggestTo(catalogue));
  const families = createAskNames(askDeps, familyQuestion, readFamilyAnswer);
  const naming = { ...deps, products, families };
  const steps = { link: createLinkSoftware(naming), family: createAssignFamily(naming), cpe: createEnrichCpe(deps) };
  const prepare = model.isAvailable ? { link: createPrepareLink(naming), family: createPrepareFamily(naming) } : {};
  const isScanning = (tenantId: string) => isScanRunning(postgres, tenantId);
  const stepDeps = { postgres, jobs, steps, prepare, isScanning, storesTakeWrites, batchSize };
  const runStep = createRunStep({ ...stepDeps, news: deps.news ?? unseenNews });
  const { invalidate } = deps.mappings;
  const runReapply = createRunReapply({ postgres, jobs, invalidate, reapply: createReapplyMappings(deps) });
  return {
    intake: createSoftwareIntake(deps),
    jobs: pipelineJobs({ runStep, runReapply }),
    jobRefs: pipelineJobRefs,
    owedWork: [owedSteps(deps), owedReapplications(deps)],
    parkedWork: [parkedWork(postgres, "software.run-step", "software_work")],
    enrichment: pipelineWorks({
      ...stepDeps,
      log,
      unfinished: createUnfinished(deps),
      askPending: createAskPending(naming),
    }),
    consumers: { graph: createTriggers({ jobs, catalogue }) },
    onCisPurged: (tenantId, ciIds) => pipelineWorkStore.deleteOfCis(postgres, tenantId, ciIds),
  };
}

export { sendReapply } from "./run-reapply.ts";

/** Enqueues CPE enrichment of a tenant. */
export function sendEnrichment(jobs: SendJobs): (tenantId: string) => Promise<void> {
  return (tenantId) => sendStep(jobs, tenantId, "cpe");
}

/** Suggests the model's answers as mappings, for a person to review. */
function suggestTo(catalogue: MappingCatalogue | undefined): OnAnswered<ProductAnswer> {
  return async (tenantId, answers) => {
    const suggestions = answers.map(({ asked: { name, vendor }, answer }) => ({
      name,
      vendor,
      software: { name: answer.name, vendor: answer.vendor },
      confidence: answer.confidence,
    }));
    await catalogue?.suggest(systemContext(tenantId, newId()), suggestions);
  };
}
