import { PgBoss } from "pg-boss";
import type { z } from "zod";
import { coerceError } from "../../errors.ts";
import type { Logger } from "../log.ts";
import { translatePostgresFault } from "../postgres/faults.ts";
import type { Sql } from "../postgres/postgres.ts";

/** A kind of job: its payload, how its queue behaves, and what it does. It calls verbs and holds no rules. */
export interface JobDefinition<P extends z.ZodType = z.ZodType> {
  name: string;
  payload: P;
  queue?: {
    /** Repeats after a failure; default 5, with growing pauses. */
    retryLimit?: number;
    /** Seconds that one run may take; default 900. */
    expireInSeconds?: number;
    /** Runs at once in this process; default 1. */
    concurrency?: number;
  };
  /** When it runs by itself, five fields in UTC; the payload is then `{}`. */
  cron?: string;
  /** Idempotent: a run that dies is repeated. */
  run(payload: z.output<P>, call: { signal: AbortSignal; log: Logger }): Promise<void>;
}

export function defineJob<P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition {
  return definition as unknown as JobDefinition;
}

export interface SendJobOptions {
  /** Within the caller's transaction: the job exists when that commits. */
  tx?: Sql;
  /** One waiting job of this name and key is enough. */
  singletonKey?: string;
  startAfterSeconds?: number;
}

export interface Jobs {
  /** Enqueues one job; its payload is checked against the definition. Nothing happens where an equal one waits. */
  send(name: string, payload: object, options?: SendJobOptions): Promise<void>;
  /** Connects, makes the queues, and with `work` begins to run jobs. */
  start(options: { work: boolean }): Promise<void>;
  /** Lets running jobs end for up to `timeoutMs`; those that do not are repeated elsewhere. */
  stop(timeoutMs: number): Promise<void>;
}

const HEARTBEAT_SECONDS = 10;

/** The queue of all definitions over pg-boss. Two definitions of one name, or a send of none, throw. */
export function createJobs(deps: { url: string; definitions: readonly JobDefinition[]; log: Logger }): Jobs {
  const { log } = deps;
  const definitions = new Map<string, JobDefinition>();
  for (const definition of deps.definitions) {
    if (definitions.has(definition.name)) throw new Error(`two jobs are called ${definition.name}`);
    definitions.set(definition.name, definition);
  }
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
    if (!definition) throw new Error(`no job is called ${name}`);
    return definition;
  };

  const makeQueue = async ({ name, queue }: JobDefinition) => {
    const options = {
      retryLimit: queue?.retryLimit ?? 5,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 300,
      expireInSeconds: queue?.expireInSeconds ?? 900,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      notify: true,
    };
    await boss.createQueue(name, options);
    await boss.updateQueue(name, options);
  };

  const work = async (definition: JobDefinition) => {
    const options = {
      localConcurrency: definition.queue?.concurrency ?? 1,
      pollingIntervalSeconds: 0.5,
      notifyPollingIntervalSeconds: 2,
    };
    await boss.work<object>(definition.name, options, async (batch) => {
      for (const job of batch) await runJob(definition, job, log);
    });
  };

  return {
    async send(name, payload, options = {}) {
      const data = definitionOf(name).payload.parse(payload) as object;
      const { tx, singletonKey, startAfterSeconds } = options;
      try {
        await boss.send(name, data, {
          ...(singletonKey === undefined ? {} : { singletonKey, singletonSeconds: 1 }),
          ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
          ...(tx ? { db: inTransaction(tx) } : {}),
        });
      } catch (error) {
        throw translatePostgresFault(error);
      }
    },

    async start(options) {
      await boss.start();
      for (const definition of definitions.values()) await makeQueue(definition);
      if (!options.work) return;
      for (const definition of definitions.values()) {
        await work(definition);
        if (definition.cron) await boss.schedule(definition.name, definition.cron, {});
      }
    },

    async stop(timeoutMs) {
      await boss.stop({ graceful: true, close: true, timeout: timeoutMs });
    },
  };
}

async function runJob(
  definition: JobDefinition,
  job: { id: string; data: unknown; signal: AbortSignal },
  log: Logger,
): Promise<void> {
  const jobLog = log.child({ job: definition.name, job_id: job.id });
  const started = performance.now();
  try {
    await definition.run(definition.payload.parse(job.data), { signal: job.signal, log: jobLog });
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
