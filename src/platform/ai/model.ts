import type { z } from "zod";

/** JSON data. */
export type Data = string | number | boolean | null | undefined | readonly Data[] | { readonly [name: string]: Data };

/** What asked the model; tokens and cost are summed by it. */
export interface Account {
  /** The AI operation of a caller (`AiUsage`). */
  queryId?: string | undefined;
  /** The enrichment run. */
  runId?: string | undefined;
}

export interface ModelRequest<T> {
  /** Purpose of the question in the accounts: 1 to 64 letters, digits, `.`, `_`, `-`. */
  purpose: string;
  tenantId: string;
  account?: Account | undefined;
  /** The task of the model: our own text, never built from collected data. */
  system: string;
  /** Collected data. The model gets it as one JSON document, cleaned and limited in size. */
  input: Data;
  /** An object schema of the answer. Members that it does not name are removed. */
  schema: z.ZodType<T>;
  /** Maximum of tokens in the answer; default 2,000. */
  maxTokens?: number;
  /** Deadline in milliseconds, including waits for our own rate limit; default the model's. */
  deadlineMs?: number;
}

export interface ModelAnswer<T> {
  value: T;
  model: string;
  /** Sum over all requests of the question; null if the service does not report it. */
  promptTokens: number | null;
  completionTokens: number | null;
  /** Cost by the configured price; null without one. */
  cost: number | null;
  ms: number;
}

/** A model service, or its absence. Callers fall back to their own rules when it does not answer. */
export interface Model {
  readonly isAvailable: boolean;
  /** Asks a question. Rejects with ModelFault (ModelUnavailable without a service), or with the signal's reason. */
  ask<T>(request: ModelRequest<T>, signal?: AbortSignal): Promise<ModelAnswer<T>>;
}

/**
 * `absent`: no service is configured; `timeout`; `rate_limited`: the service's or our own limit is exhausted for too
 * long; `refused`: the service rejects the request or the key; `failed`: unreachable or failing, also after retries;
 * `unreadable`: the answer has no JSON; `invalid`: the JSON does not match the schema; `too_large`: the input or the
 * answer.
 */
export type ModelFaultKind =
  | "absent"
  | "timeout"
  | "rate_limited"
  | "refused"
  | "failed"
  | "unreadable"
  | "invalid"
  | "too_large";

/** The model gave no usable answer. The message is one line, without the key, the question or the answer. */
export class ModelFault extends Error {
  override readonly name: string = "ModelFault";
  readonly kind: ModelFaultKind;

  constructor(kind: ModelFaultKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}

/** No model service is configured: results come from rules. */
class ModelUnavailable extends ModelFault {
  override readonly name: string = "ModelUnavailable";

  constructor() {
    super("absent", "No model service is configured");
  }
}

/** The model of an installation without a model service. */
export const absentModel: Model = {
  isAvailable: false,
  ask: () => Promise.reject(new ModelUnavailable()),
};
