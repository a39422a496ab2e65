import { setTimeout as sleep } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import { coerceError } from "../../errors.ts";
import type { Logger } from "../log.ts";
import { isServerCondition } from "../postgres/faults.ts";
import type { JobDefinition } from "./job-ref.ts";
import type { StoresTakeWrites } from "./stores-take-writes.ts";

/** A job as the queue hands it over. */
export interface QueuedJob {
  id: string;
  name: string;
  data: unknown;
  signal: AbortSignal;
}

export interface JobRunner {
  /** Runs the job; rejects if it has to run again or has failed. */
  run(definition: JobDefinition, job: QueuedJob): Promise<void>;
  /** Aborts the jobs that run: each runs again after the stop, with as many tries left as before. */
  abort(): Promise<void>;
}

export interface JobRunnerDeps {
  boss: PgBoss;
  log: Logger;
  storesTakeWrites: StoresTakeWrites;
}

/** How long a stop waits for a silent Postgres before it aborts the jobs, which then lose a try. */
const KEEP_TRIES_MS = 1_000;

/** Runs jobs. Neither an outage of a store nor a stop of the process uses up a try. */
export function createJobRunner({ boss, log, storesTakeWrites }: JobRunnerDeps): JobRunner {
  const running = new Set<QueuedJob>();
  const stop = new AbortController();

  /** Adds one try, which the queue then takes off for this run. Where Postgres is away, the run ends by its heartbeat. */
  const keepTries = async (jobs: readonly QueuedJob[]) => {
    if (jobs.length === 0) return;
    const text = "update pgboss.job set retry_limit = retry_limit + 1 where name = any($1) and id = any($2::uuid[])";
    const values = [[...new Set(jobs.map(({ name }) => name))], jobs.map(({ id }) => id)];
    await boss
      .getDb()
      .executeSql(text, values)
      .catch((error: unknown) =>
        log.debug({ error: coerceError(error).message }, "the queue could not keep a try of a job"),
      );
  };

  const explain = async (job: QueuedJob, thrown: unknown, jobLog: Logger) => {
    const error = coerceError(thrown).message;
    if (stop.signal.aborted) return jobLog.debug({ error }, "job aborted by the stop; it runs again");
    if (isServerCondition(thrown) || !(await storesTakeWrites())) {
      await keepTries([job]);
      return jobLog.warn({ error }, "job interrupted by an outage; it runs again");
    }
    jobLog.error({ error, cause: coerceError(coerceError(thrown).cause).message }, "job failed");
  };

  return {
    async run(definition, job) {
      const jobLog = log.child({ job: job.name, job_id: job.id });
      const started = performance.now();
      running.add(job);
      try {
        const signal = AbortSignal.any([job.signal, stop.signal]);
        await definition.run(job.data, { signal, log: jobLog });
        // A handler may end early where it is aborted: the job is not complete then.
        stop.signal.throwIfAborted();
        jobLog.debug({ ms: Math.round(performance.now() - started) }, "job done");
      } catch (error) {
        await explain(job, error, jobLog);
        throw error;
      } finally {
        running.delete(job);
      }
    },

    async abort() {
      await Promise.race([keepTries([...running]), sleep(KEEP_TRIES_MS, undefined, { ref: false })]);
      stop.abort(new Error("the process stops"));
    },
  };
}
