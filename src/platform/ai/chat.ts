import { coerceError } from "../../errors.ts";
import { loadOnce } from "../load-once.ts";
import { ModelFault } from "./model.ts";
import { createModelFetch, type ModelFetchDeps, type Wire } from "./model-fetch.ts";
import type { ResponseFormat } from "./prompt.ts";

export interface ChatConfig {
  apiKey: string;
  baseUrl: string;
  /** Name of the model. */
  name: string;
}

/** One question to the model and the format of its answer. */
export interface ChatRequest {
  system: string;
  user: string;
  format: ResponseFormat;
  jsonSchema: object;
  /** Name of the schema for the service. */
  name: string;
  maxTokens: number;
}

/** Asks one question and returns the answer's text. Rejects with ModelFault, or with the signal's reason. */
export type Chat = (exchange: ChatRequest, wire: Wire, signal: AbortSignal) => Promise<string>;

/** Reasoning models: they accept only their own temperature, and their reasoning uses tokens of the answer. */
const REASONING = /^(o\d|gpt-5)/;
const REASONING_TOKENS = 8_000;
/** Longer than any deadline of ours, so that the library's own timeout never fires. */
const LIBRARY_TIMEOUT_MS = 3_600_000;

export function createChat(config: ChatConfig, deps: ModelFetchDeps): Chat {
  // Loaded with the first question: it takes half a second.
  const library = loadOnce(loadLibrary);

  return async (exchange, wire, signal) => {
    const { ChatOpenAI, noTracer } = await library.get();
    delete wire.fault;
    delete wire.status;
    const isReasoning = REASONING.test(config.name);
    const chat = new ChatOpenAI({
      model: config.name,
      apiKey: config.apiKey,
      maxTokens: exchange.maxTokens + (isReasoning ? REASONING_TOKENS : 0),
      // `createModelFetch` retries, where requests are counted.
      maxRetries: 0,
      timeout: LIBRARY_TIMEOUT_MS,
      ...(isReasoning ? {} : { temperature: 0 }),
      configuration: { baseURL: config.baseUrl, fetch: createModelFetch(deps, wire, signal) },
    });
    const messages: [string, string][] = [
      ["system", exchange.system],
      ["human", exchange.user],
    ];
    try {
      return (await chat.invoke(messages, { signal, callbacks: [noTracer], ...formOf(exchange) })).text;
    } catch (thrown) {
      signal.throwIfAborted();
      throw wire.fault ?? faultOf(thrown, wire.status);
    }
  };
}

async function loadLibrary() {
  const [{ ChatOpenAI }, { BaseCallbackHandler }] = await Promise.all([
    import("@langchain/openai"),
    import("@langchain/core/callbacks/base"),
  ]);
  // Replaces the library's tracer, which the environment can switch on: it would send questions and answers to another
  // service than the configured one.
  class NoTracer extends BaseCallbackHandler {
    readonly name = "langchain_tracer";
  }
  return { ChatOpenAI, noTracer: new NoTracer() };
}

function formOf({ format, name, jsonSchema }: ChatRequest) {
  if (format === "plain") return {};
  if (format === "json_object") return { response_format: { type: "json_object" as const } };
  const schema = jsonSchema as Record<string, unknown>;
  return {
    response_format: { type: "json_schema" as const, json_schema: { name: name.replaceAll(".", "_"), schema } },
  };
}

/** A fault without the text of the library's error, which contains what the service wrote. */
function faultOf(thrown: unknown, status: number | undefined): ModelFault {
  const cause = coerceError(thrown);
  if (status === undefined) return new ModelFault("failed", "The model service could not be asked", cause);
  const message = `The model service answered ${status}`;
  if (status === 429) return new ModelFault("rate_limited", message, cause);
  if (status >= 500) return new ModelFault("failed", message, cause);
  if (status >= 400) return new ModelFault("refused", message, cause);
  return new ModelFault("unreadable", "The model service answered in another form than documented", cause);
}
