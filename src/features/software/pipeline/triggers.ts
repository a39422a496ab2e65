import { savedCi } from "../../../model/changes.ts";
import type { Change, ChangeConsumer } from "../../../platform/jobs/changes.ts";
import type { SendJobOptions, SendJobs } from "../../../platform/jobs/jobs.ts";
import type { Fields } from "../../ci/index.ts";
import type { MappingCatalogue } from "../ports.ts";
import { RUN_STEP } from "./job-refs.ts";
import { pipelineWorkStore, STEPS, type Step } from "./pipeline-work.store.ts";
import { recordInstalled } from "./record-installed.ts";

/** Delay of each job: what a deduplicated job stands for is then committed before the job runs. */
const START_AFTER_SECONDS = 1;

/**
 * Automatic triggers (rule 11 in section 1 of the interface specification): a saved instance without software is queued
 * for linking, one without a CPE name for enrichment, a Software CI without family for assignment; each at most once.
 * It also counts the mappings of new instances, and proposes mappings for their names.
 */
export function createTriggers(deps: {
  jobs: SendJobs;
  catalogue?: Pick<MappingCatalogue, "recordUsage" | "propose"> | undefined;
}): ChangeConsumer {
  return async (tx, tenantId, changes) => {
    const waiting: Record<Step, string[]> = { link: [], family: [], cpe: [] };
    for (const change of changes) for (const step of stepsFor(change)) waiting[step].push(change.subject.id);
    for (const step of STEPS) {
      if (waiting[step].length === 0) continue;
      await pipelineWorkStore.addWork(tx, tenantId, step, waiting[step]);
      await sendStep(deps.jobs, tenantId, step, { tx });
    }
    if (deps.catalogue) await recordInstalled(deps.catalogue, tx, tenantId, changes);
  };
}

export function sendStep(jobs: SendJobs, tenantId: string, step: Step, options: SendJobOptions = {}): Promise<void> {
  const once = { singletonKey: `${tenantId} ${step}`, startAfterSeconds: START_AFTER_SECONDS };
  return jobs.send(RUN_STEP, { tenantId, step }, { ...once, ...options });
}

function stepsFor(change: Change): Step[] {
  const ci = savedCi(change);
  if (ci?.type === "software") return lacksFamily(ci.attributes) ? ["family"] : [];
  if (ci?.type !== "software_instance") return [];
  const steps: Step[] = [];
  if (lacksSoftware(ci.attributes)) steps.push("link");
  if (lacksCpe(ci.attributes)) steps.push("cpe");
  return steps;
}

export function lacksSoftware({ software_id }: Fields): boolean {
  return software_id === undefined;
}

export function lacksFamily({ family_id }: Fields): boolean {
  return family_id === undefined;
}

/** No CPE name and not searched yet. A save does not repeat a search that found none. */
export function lacksCpe({ cpe, enrichment_status }: Fields): boolean {
  return cpe === undefined && enrichment_status !== "done" && enrichment_status !== "not_needed";
}
