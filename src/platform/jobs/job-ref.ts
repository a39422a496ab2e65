import type { z } from "zod";
import type { Logger } from "../log.ts";

export type JobPayload = z.ZodType<object, object>;

export interface QueueOptions {
  /** Repeats after a failure; default 5, with growing pauses. */
  retryLimit?: number;
  /** Seconds that one run may take; default 900. */
  expireInSeconds?: number;
  /** Runs at once in this process; default 1. */
  concurrency?: number;
}

/** A kind of job, by which it is sent and handled. In the queue and in backups it is known by its name. */
export interface JobRef<P extends JobPayload = JobPayload> {
  readonly name: string;
  readonly payload: P;
  readonly queue: QueueOptions;
}

/**
 * Declares a kind of job, in the `job-refs.ts` of its feature. Name and payload are what stores and backups hold: a job that
 * an older version sent must still pass.
 */
export function jobRef<P extends JobPayload>(name: string, payload: P, queue: QueueOptions = {}): JobRef<P> {
  return { name, payload, queue };
}

export interface JobCall {
  signal: AbortSignal;
  log: Logger;
}

/** What a job does. It calls verbs and holds no rules. */
export interface JobHandler<P extends JobPayload> {
  /** When it runs by itself, five fields in UTC; the payload is then `{}`. */
  cron?: string;
  /** Idempotent: a run that dies is repeated. */
  run(payload: z.output<P>, call: JobCall): Promise<void>;
}

/** A ref with its handler. */
export interface JobDefinition {
  readonly ref: JobRef;
  readonly cron: string | undefined;
  /** Parses the payload first; rejects with ZodError where it has another shape. */
  run(payload: unknown, call: JobCall): Promise<void>;
}

/** Gives a ref its handler. */
export function defineJob<P extends JobPayload>(ref: JobRef<P>, handler: JobHandler<P>): JobDefinition {
  const { payload: schema } = ref;
  return { ref, cron: handler.cron, run: async (payload, call) => handler.run(schema.parse(payload), call) };
}
