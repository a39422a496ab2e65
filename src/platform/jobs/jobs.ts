import { PgBoss } from "pg-boss";
import type { z } from "zod";
import { coerceError } from "../../errors.ts";
import type { Logger } from "../log.ts";
import { translatePostgresFault } from "../postgres/faults.ts";
import type { Sql } from "../postgres/postgres.ts";
import { repeat } from "../repeat.ts";
import { tidyFailedJobs } from "./failed-jobs.ts";
import { type JobDefinition, type JobPayload, type JobRef, parsePayload } from "./job-ref.ts";
import { createQueueDatabase } from "./queue-database.ts";
import { RETIRED_JOBS } from "./retired-jobs.ts";
import { createJobRunner, type JobRunner } from "./run-job.ts";
import type { StoresTakeWrites } from "./stores-take-writes.ts";

export interface SendJobOptions {
  /** The caller's transaction: the job exists once it commits. */
  tx?: Sql;
  /**
   * Sends no job while one of this name and key waits that runs as soon. That one may start before `tx` commits: for work
   * that a sweep would find as well.
   */
  singletonKey?: string;
  startAfterSeconds?: number;
}

export interface SendJobs {
  /**
   * Enqueues one job, unless one with the same `singletonKey` waits: that one keeps its place, so that a tenant that
   * sends many gets one turn. Two senders at once may both enqueue. Rejects if the ref has no handler or the payload
   * another shape, and with AppError 503 if Postgres is unavailable.
   */
  send<P extends JobPayload>(ref: JobRef<P>, payload: z.input<P>, options?: SendJobOptions): Promise<void>;
}

export interface Jobs extends SendJobs {
  /** Enqueues a job from a backup, unless its kind is retired. Rejects as `send` does. */
  resend(name: string, payload: object, options?: SendJobOptions): Promise<void>;
  /** Adds handlers, before the start. Throws if a name already has one. */
  define(definitions: readonly JobDefinition[]): void;
  /** Adds refs that features send. Each needs a handler by the start. */
  expect(refs: readonly JobRef[]): void;
  /** Throws if an expected ref has no handler, or two refs share a name. */
  check(): void;
  /** Checks, connects, creates the queues, and with `work` starts to run jobs. */
  start(options: { work: boolean }): Promise<void>;
  /**
   * Aborts running jobs, so that none waits for a service outside, and lets them end for up to `timeoutMs` milliseconds.
   * All of them run again, here or in another process.
   */
  stop(timeoutMs: number): Promise<void>;
}

const HEARTBEAT_SECONDS = 10;
/** The longest pause between two tries: after an outage of any length a job runs again so soon. */
const MAX_RETRY_DELAY_SECONDS = 10;
/** How long completed jobs are kept; failed ones are kept longer, see `tidyFailedJobs`. */
const COMPLETED_JOB_SECONDS = 24 * 3_600;
const TIDY_MS = 30_000;
/** Time for the statements of the queue at the end, after which its connections are closed. */
const LAST_STATEMENTS_MS = 1_000;

export interface JobsDeps {
  url: string;
  log: Logger;
  /** Distinguishes an outage from a failed job; by default every failure is the job's own. */
  storesTakeWrites?: StoresTakeWrites;
}

/** A waiting job replaces a new one if it starts at most this much later. */
const SOON_SECONDS = 5;
const WAITING = `select 1 from pgboss.job where name = $1 and singleton_key = $2 and state in ('created', 'retry')
  and start_after < now() + make_interval(secs => $3) limit 1`;

/** The job queue on pg-boss. Features get it when they are created and define their handlers afterwards. */
export function createJobs(deps: JobsDeps): Jobs {
  const { log, storesTakeWrites = async () => true } = deps;
  const definitions = new Map<string, JobDefinition>();
  const expected = new Set<JobRef>();
  const db = createQueueDatabase(deps);
  const boss = new PgBoss({
    db,
    schema: "pgboss",
    useListenNotify: true,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  });
  boss.on("error", (error) => log.warn({ error: coerceError(error).message }, "jobs: a statement failed"));
  const runner = createJobRunner({ boss, log, storesTakeWrites });
  const tidying = repeat(() => tidyFailedJobs(boss.getDb()), TIDY_MS, log, "failed jobs could not be looked through");

  const definitionOf = (name: string): JobDefinition => {
    const definition = definitions.get(name);
    if (!definition) throw new Error(`no handler is defined for jobs called ${name}`);
    return definition;
  };
  const checkHandled = (ref: JobRef) => {
    if (definitionOf(ref.name).ref !== ref) throw new Error(`two job refs are called ${ref.name}`);
  };
  const check = () => expected.forEach(checkHandled);

  const isWaiting = async (tx: Sql | undefined, name: string, key: string, startAfterSeconds = 0): Promise<boolean> => {
    const sql = tx ? inTransaction(tx) : boss.getDb();
    const { rows } = await sql.executeSql(WAITING, [name, key, startAfterSeconds + SOON_SECONDS]);
    return rows.length > 0;
  };

  const enqueue = async (ref: JobRef, payload: object, options: SendJobOptions = {}) => {
    const data = parsePayload(ref, payload);
    const { tx, singletonKey, startAfterSeconds } = options;
    try {
      if (singletonKey !== undefined && (await isWaiting(tx, ref.name, singletonKey, startAfterSeconds))) return;
      await boss.send(ref.name, data, {
        ...(singletonKey === undefined ? {} : { singletonKey }),
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
        ...(tx ? { db: inTransaction(tx) } : {}),
      });
    } catch (error) {
      throw translatePostgresFault(error);
    }
  };

  return {
    async send(ref, payload, options) {
      checkHandled(ref);
      await enqueue(ref, payload, options);
    },

    async resend(name, payload, options) {
      if (RETIRED_JOBS.has(name)) return;
      await enqueue(definitionOf(name).ref, payload, options);
    },

    define(added) {
      for (const definition of added) {
        const { name } = definition.ref;
        if (definitions.has(name)) throw new Error(`two handlers are defined for jobs called ${name}`);
        definitions.set(name, definition);
      }
    },

    expect(refs) {
      for (const ref of refs) expected.add(ref);
    },

    check,

    async start(options) {
      check();
      await boss.start();
      for (const { ref } of definitions.values()) await ensureQueue(boss, ref);
      if (!options.work) return;
      for (const name of RETIRED_JOBS) await dropRetired(boss, name);
      for (const definition of definitions.values()) {
        await startWorker(boss, definition, runner);
        if (definition.cron) await boss.schedule(definition.ref.name, definition.cron, {});
      }
      tidying.start();
    },

    async stop(timeoutMs) {
      // A store that does not answer must not delay the stop: another process repeats what is not recorded.
      const cut = setTimeout(() => void db.close(), timeoutMs + LAST_STATEMENTS_MS);
      try {
        await runner.abort();
        await tidying.stop();
        await boss.stop({ graceful: true, timeout: timeoutMs });
      } finally {
        clearTimeout(cut);
      }
      await db.close();
    },
  };
}

async function ensureQueue(boss: PgBoss, { name, queue }: JobRef): Promise<void> {
  const options = {
    retryLimit: queue.retryLimit ?? 5,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: queue.retryDelayMaxSeconds ?? MAX_RETRY_DELAY_SECONDS,
    deleteAfterSeconds: COMPLETED_JOB_SECONDS,
    expireInSeconds: queue.expireInSeconds ?? 900,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    notify: true,
  };
  await boss.createQueue(name, options);
  await boss.updateQueue(name, options);
}

async function dropRetired(boss: PgBoss, name: string): Promise<void> {
  await boss.unschedule(name);
  if (!(await boss.getQueue(name))) return;
  await boss.deleteQueuedJobs(name);
  await boss.deleteStoredJobs(name);
}

async function startWorker(boss: PgBoss, definition: JobDefinition, runner: JobRunner): Promise<void> {
  const { name, queue } = definition.ref;
  const options = {
    localConcurrency: queue.concurrency ?? 1,
    pollingIntervalSeconds: 0.5,
    notifyPollingIntervalSeconds: 2,
  };
  await boss.work<object>(name, options, async (batch) => {
    for (const job of batch) await runner.run(definition, job);
  });
}

function inTransaction(tx: Sql) {
  return {
    async executeSql(text: string, values?: unknown[]) {
      return { rows: await tx.query(text, values) };
    },
  };
}
