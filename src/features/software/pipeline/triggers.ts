import type { SendJobOptions, SendJobs } from "../../../platform/jobs/jobs.ts";
import type { NewsEntry } from "../../../platform/jobs/outbox.ts";
import type { NewsSink } from "../../../platform/jobs/relay.ts";
import { type Fields, isObject } from "../../ci/index.ts";
import { RUN_STEP } from "./job-refs.ts";
import { addWork, STEPS, type Step } from "./work.store.ts";

const SAVED = new Set(["ci.created", "ci.updated", "ci.restored"]);
/** Job and run are a second apart: what an equal job stands for is then committed before that one runs. */
export const START_AFTER_SECONDS = 1;

/**
 * Automatic triggers (rule 11 in section 1 of the interface specification): an instance that is saved without software is
 * to be linked, one without a CPE name to be enriched, a Software CI without family to be given one. Each waits once.
 */
export function createTriggers(deps: { jobs: SendJobs }): NewsSink {
  return async (tx, tenantId, entries) => {
    const waiting: Record<Step, string[]> = { link: [], family: [], cpe: [] };
    for (const entry of entries) for (const step of stepsFor(entry)) waiting[step].push(entry.subject.id);
    for (const step of STEPS) {
      if (waiting[step].length === 0) continue;
      await addWork(tx, tenantId, step, waiting[step]);
      await sendStep(deps.jobs, tenantId, step, { tx });
    }
  };
}

export function sendStep(jobs: SendJobs, tenantId: string, step: Step, options: SendJobOptions = {}): Promise<void> {
  const once = { singletonKey: `${tenantId} ${step}`, startAfterSeconds: START_AFTER_SECONDS };
  return jobs.send(RUN_STEP, { tenantId, step }, { ...once, ...options });
}

function stepsFor({ kind, after }: NewsEntry): Step[] {
  if (!SAVED.has(kind) || !isObject(after) || !isObject(after.attributes)) return [];
  if (after.type === "software") return lacksFamily(after.attributes) ? ["family"] : [];
  if (after.type !== "software_instance") return [];
  const steps: Step[] = [];
  if (lacksSoftware(after.attributes)) steps.push("link");
  if (lacksCpe(after.attributes)) steps.push("cpe");
  return steps;
}

export function lacksSoftware({ software_id }: Fields): boolean {
  return software_id === undefined;
}

export function lacksFamily({ family_id }: Fields): boolean {
  return family_id === undefined;
}

/** Not yet looked for: what has been looked for in vain is no matter of saving. */
export function lacksCpe({ cpe, enrichment_status }: Fields): boolean {
  return cpe === undefined && enrichment_status !== "done" && enrichment_status !== "not_needed";
}
