/** What is not done: a job that waits, runs or has failed for good, or changes that were refused for good. */
export const JOB_STATES = ["waiting", "running", "failed", "parked"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** The name under which parked changes are listed among the jobs. */
export const PARKED_CHANGES = "outbox.changes";

/** One job of the queue, or the parked changes of one write. */
export interface Job {
  id: string;
  name: string;
  /** `completed` only of a job that is asked for by its id. */
  state: JobState | "completed";
  /** Null: a job of the installation, whose work concerns every tenant. */
  tenantId: string | null;
  /** Tries so far, the current one included. */
  tries: number;
  createdAt: Date;
  /** Beginning of the last try. */
  startedAt: Date | null;
  endedAt: Date | null;
  /** Of a job that waits: it does not begin before. */
  startsAfter: Date | null;
  /** Why the last try failed; null before the first failure. */
  error: string | null;
  /** Null where the viewer may not see it. */
  payload: Readonly<Record<string, unknown>> | null;
}

export interface JobFilter {
  state?: JobState | undefined;
  name?: string | undefined;
}

/** Position in the list: by creation, then by id. */
export interface JobPosition {
  at: Date;
  id: string;
}

const MAX_ERROR_CHARS = 500;

/** The first line of an error, without credentials and parameters in addresses. */
export function publicError(text: string): string {
  const line = text.split("\n")[0] ?? "";
  const plain = line.replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)([^\s/?#]*@)?([^\s?#"']*)(?:[?#][^\s"']*)?/gi, "$1$3");
  return plain.slice(0, MAX_ERROR_CHARS);
}

/**
 * The job as an administrator of one tenant sees it: the work of the installation concerns others too, so neither its
 * payload nor the text of its error is shown.
 */
export function jobForTenant(job: Job): Job {
  if (job.tenantId !== null) return job;
  const error = job.error === null ? null : "The work of the installation failed: `orrery jobs list` shows why";
  return { ...job, payload: null, error };
}
