import { PgBoss } from "pg-boss";
import type { z } from "zod";
import { coerceError } from "../../errors.ts";
import type { Logger } from "../log.ts";
import { translatePostgresFault } from "../postgres/faults.ts";
import type { Sql } from "../postgres/postgres.ts";
import type { JobDefinition, JobPayload, JobRef } from "./job-ref.ts";

export interface SendJobOptions {
  /** The caller's transaction: the job exists once it commits. */
  tx?: Sql;
  /** At most one job of this name and key waits in the queue. */
  singletonKey?: string;
  startAfterSeconds?: number;
}

export interface SendJobs {
  /**
   * Enqueues one job, unless one with the same `singletonKey` waits. Rejects if the ref has no handler or the payload
   * another shape, and with AppError 503 if Postgres is unavailable.
   */
  send<P extends JobPayload>(ref: JobRef<P>, payload: z.input<P>, options?: SendJobOptions): Promise<void>;
}

export interface Jobs extends SendJobs {
  /** Enqueues a job from a backup. Rejects as `send` does. */
  resend(name: string, payload: object, options?: SendJobOptions): Promise<void>;
  /** Adds handlers, before the start. Throws if a name already has one. */
  define(definitions: readonly JobDefinition[]): void;
  /** Adds refs that features send. Each needs a handler by the start. */
  expect(refs: readonly JobRef[]): void;
  /** Throws if an expected ref has no handler, or two refs share a name. */
  check(): void;
  /** Checks, connects, creates the queues, and with `work` starts to run jobs. */
  start(options: { work: boolean }): Promise<void>;
  /** Lets running jobs end for up to `timeoutMs` milliseconds; another process repeats the others. */
  stop(timeoutMs: number): Promise<void>;
}

const HEARTBEAT_SECONDS = 10;

/** The job queue on pg-boss. Features get it when they are created and define their handlers afterwards. */
export function createJobs(deps: { url: string; log: Logger }): Jobs {
  const { log } = deps;
  const definitions = new Map<string, JobDefinition>();
  const expected = new Set<JobRef>();
  const boss = new PgBoss({
    connectionString: deps.url,
    application_name: "orrery-jobs",
    schema: "pgboss",
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    connectionTimeoutMillis: 4_000,
  });
  boss.on("error", (error) => log.warn({ error: coerceError(error).message }, "jobs: a statement failed"));

  const definitionOf = (name: string): JobDefinition => {
    const definition = definitions.get(name);
    if (!definition) throw new Error(`no handler is defined for jobs called ${name}`);
    return definition;
  };
  const checkHandled = (ref: JobRef) => {
    if (definitionOf(ref.name).ref !== ref) throw new Error(`two job refs are called ${ref.name}`);
  };
  const check = () => expected.forEach(checkHandled);

  const enqueue = async (ref: JobRef, payload: object, options: SendJobOptions = {}) => {
    const data = ref.payload.parse(payload);
    const { tx, singletonKey, startAfterSeconds } = options;
    try {
      await boss.send(ref.name, data, {
        ...(singletonKey === undefined ? {} : { singletonKey, singletonSeconds: 1 }),
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
      for (const definition of definitions.values()) {
        await startWorker(boss, definition, log);
        if (definition.cron) await boss.schedule(definition.ref.name, definition.cron, {});
      }
    },

    async stop(timeoutMs) {
      await boss.stop({ graceful: true, close: true, timeout: timeoutMs });
    },
  };
}

async function ensureQueue(boss: PgBoss, { name, queue }: JobRef): Promise<void> {
  const options = {
    retryLimit: queue.retryLimit ?? 5,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: queue.expireInSeconds ?? 900,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    notify: true,
  };
  await boss.createQueue(name, options);
  await boss.updateQueue(name, options);
}

async function startWorker(boss: PgBoss, definition: JobDefinition, log: Logger): Promise<void> {
  const { name, queue } = definition.ref;
  const options = {
    localConcurrency: queue.concurrency ?? 1,
    pollingIntervalSeconds: 0.5,
    notifyPollingIntervalSeconds: 2,
  };
  await boss.work<object>(name, options, async (batch) => {
    for (const job of batch) await runJob(definition, job, log);
  });
}

async function runJob(
  definition: JobDefinition,
  job: { id: string; data: unknown; signal: AbortSignal },
  log: Logger,
): Promise<void> {
  const jobLog = log.child({ job: definition.ref.name, job_id: job.id });
  const started = performance.now();
  try {
    await definition.run(job.data, { signal: job.signal, log: jobLog });
    jobLog.debug({ ms: Math.round(performance.now() - started) }, "job done");
  } catch (error) {
    jobLog.error(
      { error: coerceError(error).message, cause: coerceError(coerceError(error).cause).message },
      "job failed",
    );
    throw error;
  }
}

function inTransaction(tx: Sql) {
  return {
    async executeSql(text: string, values?: unknown[]) {
      return { rows: await tx.query(text, values) };
    },
  };
}
