import { createAgentChat } from "./agent-chat.ts";
import { type ChatRequest, createChat } from "./chat.ts";
import { type Model, ModelFault, type ModelRequest } from "./model.ts";
import type { Wire } from "./model-fetch.ts";
import type { ModelService, Price } from "./model-service.ts";
import { jsonSchemaOf, messagesOf, OUTPUT_METHODS, type OutputMethod } from "./prompt.ts";
import { readAnswer } from "./read-answer.ts";

export interface OpenAiModelOptions {
  service: ModelService;
  /** Name of the model. */
  name: string;
  price: Price | undefined;
  /** How the service is told the form of answers; `auto` finds out. */
  structuredOutput: StructuredOutput;
  /** Longest deadline of a question with all its requests, in milliseconds. */
  deadlineMs?: number | undefined;
}

export type StructuredOutput = "auto" | Exclude<OutputMethod, "plain">;

const MAX_TOKENS = 2_000;
/** Statuses of a service that does not support the method. */
const UNSUPPORTED_METHOD = new Set([400, 415, 422, 501]);
/** Answers of one question that may have the wrong form before it is given up. */
const MAX_BAD_ANSWERS = 3;
/** Models of which the library knows that they lack the method `jsonSchema`. */
const WITHOUT_JSON_SCHEMA = /^gpt-3|^gpt-4(-|$)/;

/** Creates a model on any service with OpenAI's chat completions API. */
export function createOpenAiModel(options: OpenAiModelOptions): Model {
  const { service, name, price, deadlineMs: longestMs = 180_000 } = options;
  const chat = createChat(name, service.fetchDeps);
  const methods = methodsOf(name, options.structuredOutput);
  /** Index of the most reliable method that the service is known to support. */
  let best = 0;

  const askWithFallback = async <T>(request: ModelRequest<T>, wire: Wire, signal: AbortSignal): Promise<T> => {
    const jsonSchema = jsonSchemaOf(request.schema);
    let known = best;
    let bad = 0;
    for (let i = best; ; i++) {
      const method = methods[i] as OutputMethod;
      try {
        const { system, user } = messagesOf(request.system, request.input, jsonSchema, method);
        const maxTokens = request.maxTokens ?? MAX_TOKENS;
        const exchange: ChatRequest = { system, user, method, jsonSchema, name: request.purpose, maxTokens };
        const value = readAnswer(await chat(exchange, wire, signal), request.schema);
        best = Math.max(best, known);
        return value;
      } catch (error) {
        if (!(error instanceof ModelFault) || i === methods.length - 1) throw error;
        const isUnknown = error.kind === "refused" && UNSUPPORTED_METHOD.has(wire.status ?? 0);
        const isBad = error.kind === "unreadable" || error.kind === "invalid";
        if (isUnknown) known = i + 1;
        else if (!isBad || ++bad >= MAX_BAD_ANSWERS) throw error;
      }
    }
  };

  return {
    isAvailable: true,
    name,
    chat: createAgentChat({ service, name, price }),

    async ask<T>(request: ModelRequest<T>, signal?: AbortSignal) {
      const { tenantId, purpose, account } = request;
      const deadlineMs = Math.min(request.deadlineMs ?? longestMs, longestMs);
      const call = { tenantId, purpose, account, model: name, price, deadlineMs, signal };
      const answer = await service.accounted(call, (wire, either) => askWithFallback(request, wire, either));
      return { ...answer, model: name };
    },
  };
}

/** The methods that are tried, the most reliable first. A configured one is followed by plain text alone. */
function methodsOf(model: string, configured: StructuredOutput): readonly OutputMethod[] {
  if (configured !== "auto") return [configured, "plain"];
  return OUTPUT_METHODS.filter((method) => method !== "jsonSchema" || !WITHOUT_JSON_SCHEMA.test(model));
}
