import { coerceError } from "../../errors.ts";
import { ModelFault } from "./model.ts";
import { createModelFetch, type ModelFetchDeps, type Wire } from "./model-fetch.ts";
import type { Method } from "./prompt.ts";

export interface ChatConfig {
  apiKey: string;
  baseUrl: string;
  /** Of the model. */
  name: string;
}

/** One question and the way in which it is put. */
export interface ChatRequest {
  system: string;
  user: string;
  method: Method;
  jsonSchema: object;
  /** What the service may call the schema. */
  name: string;
  maxTokens: number;
}

/** Puts one question and answers the text that came. Rejects with ModelFault, or with the signal's reason. */
export type Chat = (exchange: ChatRequest, wire: Wire, signal: AbortSignal) => Promise<string>;

/** These take no temperature but their own, and think within the tokens of their answer. */
const REASONING = /^(o\d|gpt-5)/;
const REASONING_TOKENS = 8_000;
/** Longer than any deadline of ours: the library's own clock must not be the one that rings. */
const LIBRARY_TIMEOUT_MS = 3_600_000;

export function createChat(config: ChatConfig, deps: ModelFetchDeps): Chat {
  // Half a second of loading, for those alone who ask.
  let loading: ReturnType<typeof loadLibrary> | undefined;

  return async (exchange, wire, signal) => {
    loading ??= loadLibrary();
    const { ChatOpenAI, noTracer } = await loading;
    delete wire.fault;
    delete wire.status;
    const isReasoning = REASONING.test(config.name);
    const chat = new ChatOpenAI({
      model: config.name,
      apiKey: config.apiKey,
      maxTokens: exchange.maxTokens + (isReasoning ? REASONING_TOKENS : 0),
      // Repeats are made where they are counted.
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
  // Stands where the library puts its tracer if the environment asks for one: that would send questions and answers to
  // another service than the configured one.
  class NoTracer extends BaseCallbackHandler {
    readonly name = "langchain_tracer";
  }
  return { ChatOpenAI, noTracer: new NoTracer() };
}

function formOf({ method, name, jsonSchema }: ChatRequest) {
  if (method === "plain") return {};
  if (method === "json_object") return { response_format: { type: "json_object" as const } };
  const schema = jsonSchema as Record<string, unknown>;
  return {
    response_format: { type: "json_schema" as const, json_schema: { name: name.replaceAll(".", "_"), schema } },
  };
}

/** Of the library's errors nothing is told on: they hold what the service wrote. */
function faultOf(thrown: unknown, status: number | undefined): ModelFault {
  const cause = coerceError(thrown);
  if (status === undefined) return new ModelFault("failed", "The model service could not be asked", cause);
  const message = `The model service answered ${status}`;
  if (status === 429) return new ModelFault("rate_limited", message, cause);
  if (status >= 500) return new ModelFault("failed", message, cause);
  if (status >= 400) return new ModelFault("refused", message, cause);
  return new ModelFault("unreadable", "The model service answered in another form than documented", cause);
}
