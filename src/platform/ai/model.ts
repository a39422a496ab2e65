import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { z } from "zod";

/** JSON data. */
export type Data = string | number | boolean | null | undefined | readonly Data[] | { readonly [name: string]: Data };

/** What asked the model; tokens and cost are summed by it. */
export interface Account {
  /** The AI operation of a caller (`AiUsage`). */
  queryId?: string | undefined;
  /** The enrichment run. */
  runId?: string | undefined;
  /** Whether somebody waits for the answer, so that it goes before enrichment; default: where there is a `queryId`. */
  isAwaited?: boolean | undefined;
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

/** What an agent may use. */
export interface Budget {
  /** Questions to the model. */
  calls: number;
  /** Prompt and completion tokens together; default without limit. */
  tokens?: number | undefined;
  /** In the currency of the configured price; default without limit. Needs a configured price. */
  cost?: number | undefined;
  /** Milliseconds from the creation of the chat model, including waits for our own rate limit. */
  deadlineMs: number;
}

export interface Spent {
  calls: number;
  promptTokens: number;
  completionTokens: number;
  /** Null without a configured price. */
  cost: number | null;
}

/** Who uses a chat model, for what, and how much of it. */
export interface ChatUse {
  /** Purpose in the accounts: 1 to 64 letters, digits, `.`, `_`, `-`. */
  purpose: string;
  tenantId: string;
  account?: Account | undefined;
  budget: Budget;
  /** Maximum of tokens in one answer; default 2,000. */
  maxTokens?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** A chat model for an agent. */
export interface AgentChat {
  /**
   * For `createAgent`. A call rejects with ModelFault, `budget` once the budget is spent, or with the signal's reason.
   * Secrets are taken out of every message but the system's.
   */
  chat: BaseChatModel;
  /** For the agent's own `invoke`, `{ callbacks }`: without them its steps could be sent to a tracing service. */
  callbacks: BaseCallbackHandler[];
  /** What has been used so far. */
  spent(): Spent;
}

/** A model service, or its absence. Callers fall back to their own rules when it does not answer. */
export interface Model {
  readonly isAvailable: boolean;
  /** Name of the model; null without a service. */
  readonly name: string | null;
  /** Asks a question. Rejects with ModelFault (ModelUnavailable without a service), or with the signal's reason. */
  ask<T>(request: ModelRequest<T>, signal?: AbortSignal): Promise<ModelAnswer<T>>;
  /** Creates a chat model for one agent's run. Rejects with ModelUnavailable without a service. */
  chat(use: ChatUse): Promise<AgentChat>;
}

/**
 * `absent`: no service is configured; `timeout`; `rate_limited`: the service's or our own limit is exhausted for too
 * long; `refused`: the service rejects the request or the key; `failed`: unreachable or failing, also after retries;
 * `unreadable`: the answer has no JSON; `invalid`: the JSON does not match the schema; `too_large`: the input or the
 * answer; `budget`: what the caller allowed is spent.
 */
export type ModelFaultKind =
  | "absent"
  | "timeout"
  | "rate_limited"
  | "refused"
  | "failed"
  | "unreadable"
  | "invalid"
  | "too_large"
  | "budget";

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
export class ModelUnavailable extends ModelFault {
  override readonly name: string = "ModelUnavailable";

  constructor() {
    super("absent", "No model service is configured");
  }
}

/** The model of an installation without a model service. */
export const absentModel: Model = {
  isAvailable: false,
  name: null,
  ask: () => Promise.reject(new ModelUnavailable()),
  chat: () => Promise.reject(new ModelUnavailable()),
};
