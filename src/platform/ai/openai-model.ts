import { coerceError } from "../../errors.ts";
import type { Clock } from "../clock.ts";
import type { Logger } from "../log.ts";
import type { BackOff } from "../outside/back-off.ts";
import { createCallThrottle } from "../outside/call-throttle.ts";
import { type CallOutside, createCallOutside } from "../outside/outside-call.ts";
import type { Postgres } from "../postgres/postgres.ts";
import { type ChatConfig, type ChatRequest, createChat } from "./chat.ts";
import { type Model, type ModelAnswer, ModelFault, type ModelRequest } from "./model.ts";
import { insertModelCall, type ModelCall } from "./model-calls.store.ts";
import type { ModelFetchDeps, Wire } from "./model-fetch.ts";
import { jsonSchemaOf, messagesOf, RESPONSE_FORMATS, type ResponseFormat } from "./prompt.ts";
import { readAnswer } from "./read-answer.ts";

export interface OpenAiModelOptions {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  config: ChatConfig & { price: { prompt: number; completion: number } | undefined };
  /** Requests per minute, over all processes. */
  perMinute?: number;
  backOff?: BackOff;
  /** Default: a client of its own. */
  callOutside?: CallOutside;
  /** Timeout of one request, and deadline of a question with all its requests. */
  timeoutMs?: number;
  deadlineMs?: number;
  maxBytes?: number;
}

/** Over all processes (section 8 of the interface specification). */
export const REQUESTS_PER_MINUTE = 30;
/** A little over a minute: the service counts by arrival, and latency varies. */
const MINUTE_MS = 60_100;
const BACK_OFF: BackOff = { tries: 4, baseMs: 1_000, capMs: 20_000 };
const MAX_TOKENS = 2_000;
/** Statuses of a service that does not support the response format. */
const UNSUPPORTED_FORMAT = new Set([400, 415, 422, 501]);
const PURPOSE = /^[\w.-]{1,64}$/;

/** Creates a model on any service with OpenAI's chat completions API. */
export function createOpenAiModel(options: OpenAiModelOptions): Model {
  const { postgres, clock, log, config, deadlineMs: longestMs = 180_000 } = options;
  const fetchDeps: ModelFetchDeps = {
    throttle: createCallThrottle({
      postgres,
      log,
      service: "model",
      calls: options.perMinute ?? REQUESTS_PER_MINUTE,
      perMs: MINUTE_MS,
      maxPauseMs: 60_000,
    }),
    callOutside: options.callOutside ?? createCallOutside(),
    backOff: options.backOff ?? BACK_OFF,
    timeoutMs: options.timeoutMs ?? 60_000,
    maxBytes: options.maxBytes ?? 2 * 1024 * 1024,
  };
  const chat = createChat(config, fetchDeps);
  /** Index of the most reliable response format that the service is known to support. */
  let bestFormat = 0;

  const askWithFallback = async <T>(request: ModelRequest<T>, wire: Wire, signal: AbortSignal): Promise<T> => {
    const jsonSchema = jsonSchemaOf(request.schema);
    let known = bestFormat;
    for (let i = bestFormat; ; i++) {
      const format = RESPONSE_FORMATS[i] as ResponseFormat;
      const isLast = i === RESPONSE_FORMATS.length - 1;
      try {
        const { system, user } = messagesOf(request.system, request.input, jsonSchema, format);
        const maxTokens = request.maxTokens ?? MAX_TOKENS;
        const exchange: ChatRequest = { system, user, format, jsonSchema, name: request.purpose, maxTokens };
        const value = readAnswer(await chat(exchange, wire, signal), request.schema);
        bestFormat = Math.max(bestFormat, known);
        return value;
      } catch (error) {
        if (!(error instanceof ModelFault) || isLast) throw error;
        const isUnknown = error.kind === "refused" && UNSUPPORTED_FORMAT.has(wire.status ?? 0);
        if (isUnknown) known = i + 1;
        else if (error.kind !== "unreadable" && error.kind !== "invalid") throw error;
      }
    }
  };

  return {
    isAvailable: true,

    async ask<T>(request: ModelRequest<T>, signal?: AbortSignal): Promise<ModelAnswer<T>> {
      if (!PURPOSE.test(request.purpose)) throw new RangeError("a purpose has 1 to 64 letters, digits, . _ -");
      signal?.throwIfAborted();
      const deadlineMs = Math.min(request.deadlineMs ?? longestMs, longestMs);
      const deadline = AbortSignal.timeout(deadlineMs);
      const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
      const started = performance.now();
      const wire: Wire = { requests: 0, promptTokens: null, completionTokens: null };
      let outcome: ModelCall["outcome"] = "failed";
      try {
        const value = await askWithFallback(request, wire, either);
        outcome = "ok";
        return { value, model: config.name, ...bill(wire, config.price), ms: since(started) };
      } catch (thrown) {
        if (signal?.aborted) outcome = "aborted";
        signal?.throwIfAborted();
        const fault = deadline.aborted
          ? new ModelFault("timeout", `The model service had no answer within ${deadlineMs / 1000} s`, thrown)
          : thrown;
        if (fault instanceof ModelFault) outcome = fault.kind;
        throw fault;
      } finally {
        const { tenantId, purpose, account = {} } = request;
        const { requests } = wire;
        const at = clock.now();
        const ms = since(started);
        await insertModelCall(postgres, {
          ...{ tenantId, purpose, account, at, ms, requests, outcome },
          model: config.name,
          ...bill(wire, config.price),
        }).catch((error) =>
          log.error({ error: coerceError(error).message, purpose }, "a model call was not accounted"),
        );
      }
    },
  };
}

function since(started: number): number {
  return Math.round(performance.now() - started);
}

function bill({ promptTokens, completionTokens }: Wire, price: OpenAiModelOptions["config"]["price"]) {
  const isKnown = price !== undefined && promptTokens !== null && completionTokens !== null;
  const cost = isKnown ? (promptTokens * price.prompt + completionTokens * price.completion) / 1_000_000 : null;
  return { promptTokens, completionTokens, cost };
}
