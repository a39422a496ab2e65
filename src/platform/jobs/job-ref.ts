import { z } from "zod";
import type { Logger } from "../log.ts";

export type JobPayload = z.ZodType<object, object>;

export interface QueueOptions {
  /** Retries after a failure, with growing pauses; default 5. */
  retryLimit?: number;
  /** Longest pause between two tries, in seconds; default 10. */
  retryDelayMaxSeconds?: number;
  /** Seconds that one run may take; default 900. */
  expireInSeconds?: number;
  /** Concurrent runs in this process; default 1. */
  concurrency?: number;
}

/**
 * Queue of a job that does owed work. It tries every few seconds, so that work continues soon after an outage of any length
 * and the sweep need not send more jobs; a job that used up its tries after minutes of failures is sent again.
 */
export const OWED_WORK_QUEUE = { retryLimit: 60, retryDelayMaxSeconds: 4 } as const satisfies QueueOptions;

/**
 * A kind of job: its queue name, the schema of its payload and its queue's options. The queue and backups store the
 * name.
 */
export interface JobRef<P extends JobPayload = JobPayload> {
  readonly name: string;
  readonly payload: P;
  readonly queue: QueueOptions;
}

/**
 * Declares a kind of job, in the `job-refs.ts` of its feature. Stores and backups hold the name and the payload: the
 * schema must still accept the jobs of older versions.
 */
export function jobRef<P extends JobPayload>(name: string, payload: P, queue: QueueOptions = {}): JobRef<P> {
  return { name, payload, queue };
}

export interface JobCall {
  signal: AbortSignal;
  log: Logger;
}

/** The work of a job. It calls verbs and contains no rules. */
export interface JobHandler<P extends JobPayload> {
  /** Schedule with five fields, in UTC; a scheduled job has the payload `{}`. */
  cron?: string;
  /** Must be idempotent: the queue repeats a run that dies. */
  run(payload: z.output<P>, call: JobCall): Promise<void>;
}

/** A ref with its handler. */
export interface JobDefinition {
  readonly ref: JobRef;
  readonly cron: string | undefined;
  /** Parses the payload, then runs the handler. Rejects with UnknownPayload if the payload has another shape. */
  run(payload: unknown, call: JobCall): Promise<void>;
}

/** A payload that this version does not know: a newer or a much older version may have sent the job. */
export class UnknownPayload extends Error {
  override readonly name = "UnknownPayload";
}

/**
 * Binds a handler to a job ref. A feature returns the definition in `Feature.jobs`; the queue then runs the handler for
 * each job that `jobs.send(ref, payload)` enqueues, with the payload as the ref's schema parses it. A run that rejects is
 * retried as `ref.queue` says.
 */
export function defineJob<P extends JobPayload>(ref: JobRef<P>, handler: JobHandler<P>): JobDefinition {
  return { ref, cron: handler.cron, run: async (payload, call) => handler.run(parsePayload(ref, payload), call) };
}

/** The payload as the ref's schema reads it. Throws UnknownPayload, which names its shape and no value. */
export function parsePayload<P extends JobPayload>(
  { name, payload: schema }: JobRef<P>,
  payload: unknown,
): z.output<P> {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  const reason = z.prettifyError(parsed.error).replaceAll(/\s*\n\s*/g, " ");
  throw new UnknownPayload(
    `this version does not know the shape of the payload (${shapeOf(payload)}) of ${name}: ${reason}`,
    { cause: parsed.error },
  );
}

/** Names and types of the members, without their values. */
function shapeOf(payload: unknown): string {
  if (payload === null || typeof payload !== "object" || Array.isArray(payload)) return typeof payload;
  return Object.entries(payload)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? "array" : value === null ? "null" : typeof value}`)
    .join(", ");
}
