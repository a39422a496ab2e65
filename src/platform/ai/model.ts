import type { z } from "zod";

/** Plain data, as JSON has it. */
export type Data = string | number | boolean | null | undefined | readonly Data[] | { readonly [name: string]: Data };

export interface ModelRequest<T> {
  /** What the answer is for, as it stands in the accounts: letters, digits, `.`, `_`, `-`. */
  purpose: string;
  tenantId: string;
  /** What the model is to do. Written by us, never made from what machines told. */
  system: string;
  /** What machines told. It reaches the model as one JSON document, cleaned and bounded. */
  input: Data;
  /** An object schema. Nothing that it does not name comes back. */
  schema: z.ZodType<T>;
  /** Most tokens of the answer; default 2,000. */
  maxTokens?: number;
  /** Milliseconds that the answer is worth waiting for, our own limit's included; default that of the model. */
  deadlineMs?: number;
}

export interface ModelAnswer<T> {
  value: T;
  model: string;
  /** Of all exchanges that it took; null where the service does not tell. */
  promptTokens: number | null;
  completionTokens: number | null;
  /** By the configured price; null without one. */
  cost: number | null;
  ms: number;
}

/** A model service, or its absence. Callers have rules of their own for what it does not answer. */
export interface Model {
  readonly isAvailable: boolean;
  /** Rejects with ModelFault (ModelUnavailable where there is none), or with the signal's reason. */
  ask<T>(request: ModelRequest<T>, signal?: AbortSignal): Promise<ModelAnswer<T>>;
}

/**
 * `absent`: no service is configured; `timeout`; `rate_limited`: the service or our own limit has no room for too long;
 * `refused`: the service does not take the request or the key; `failed`: it cannot be reached or broke down, also after
 * repeats; `unreadable`: no JSON came; `invalid`: it is not of the schema; `too_large`: the input or the answer.
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

/** The model gave nothing that can be used. The message is one line, without the key, the question or the answer. */
export class ModelFault extends Error {
  override readonly name: string = "ModelFault";
  readonly kind: ModelFaultKind;

  constructor(kind: ModelFaultKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}

/** There is no model service: results come from rules. */
class ModelUnavailable extends ModelFault {
  override readonly name: string = "ModelUnavailable";

  constructor() {
    super("absent", "No model service is configured");
  }
}

/** What stands in for a model service that is not configured. */
export const absentModel: Model = {
  isAvailable: false,
  ask: () => Promise.reject(new ModelUnavailable()),
};
