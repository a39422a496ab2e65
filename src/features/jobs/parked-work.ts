import { derivedId } from "../../platform/ids.ts";
import type { ParkedOfTenant, ParkedWork } from "../../platform/jobs/parked-work.ts";
import { type Job, type JobFilter, PARKED_CHANGES } from "./jobs.model.ts";
import type { JobViewer } from "./jobs.store.ts";

/** All kinds of parked work; features are added after this is created. */
export type AllParkedWork = () => readonly ParkedWork[];

/** Whether the job stands for parked work of its tenant, rather than for parked changes. */
export const isParkedWork = ({ state, name }: Job): boolean => state === "parked" && name !== PARKED_CHANGES;

/** Parked work as jobs: one for each kind and tenant. */
export async function listParkedWork(
  all: AllParkedWork,
  viewer: JobViewer,
  { state, name }: JobFilter = {},
): Promise<Job[]> {
  if ((state ?? "parked") !== "parked") return [];
  const wanted = all().filter((work) => name === undefined || work.name === name);
  const found = await Promise.all(
    wanted.map(async (work) => (await work.byTenant(viewer)).map((parked) => toJob(work.name, parked))),
  );
  return found.flat();
}

export async function findParkedWork(all: AllParkedWork, viewer: JobViewer, id: string): Promise<Job | undefined> {
  return (await listParkedWork(all, viewer)).find((job) => job.id === id);
}

function toJob(name: string, { tenantId, count, tries, firstFailedAt, failedAt }: ParkedOfTenant): Job {
  return {
    id: derivedId("parked work", name, tenantId),
    name,
    state: "parked",
    tenantId,
    tries,
    createdAt: firstFailedAt,
    startedAt: failedAt,
    endedAt: failedAt,
    startsAfter: null,
    error: "It failed again and again: the log of the service shows why",
    payload: { tenantId, count },
  };
}
