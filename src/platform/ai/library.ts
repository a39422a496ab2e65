import { coerceError } from "../../errors.ts";
import { loadOnce } from "../load-once.ts";
import { ModelFault } from "./model.ts";
import type { Wire } from "./model-fetch.ts";

/** Loads LangChain with the first request: it takes half a second. */
export const createLibrary = () => loadOnce(loadLibrary);

async function loadLibrary() {
  // `ChatOpenAICompletions`: `ChatOpenAI` would choose another API than chat completions by the model's name.
  const [{ ChatOpenAICompletions, OpenAIEmbeddings }, { BaseCallbackHandler }] = await Promise.all([
    import("@langchain/openai"),
    import("@langchain/core/callbacks/base"),
  ]);
  // Replaces the library's tracer, which the environment can switch on: it would send questions and answers to another
  // service than the configured one.
  class NoTracer extends BaseCallbackHandler {
    readonly name = "langchain_tracer";
    updateFromRunTree(): void {}
    /** What steps within a run find as the run around them: one that is not traced. */
    getRunTreeWithTracingConfig() {
      return { tracingEnabled: false };
    }
  }
  return { ChatOpenAICompletions, OpenAIEmbeddings, noTracer: new NoTracer() };
}

/** Longer than any deadline of ours, so that the library's own timeout never fires. */
const LIBRARY_TIMEOUT_MS = 3_600_000;

/**
 * Options of every client of the library. It does not get the key, which `createModelFetch` adds; its debug log, which
 * prints prompts, stays off whatever the environment says.
 */
export function clientOptions(baseUrl: string, fetch: typeof globalThis.fetch) {
  return {
    apiKey: "added-where-requests-are-sent",
    // `createModelFetch` retries, where requests are counted.
    maxRetries: 0,
    timeout: LIBRARY_TIMEOUT_MS,
    configuration: { baseURL: baseUrl, fetch, logLevel: "off" as const },
  };
}

/** Reasoning models: they accept only their own temperature, and their reasoning uses tokens of the answer. */
const REASONING = /^(o\d|gpt-5)/;
const REASONING_TOKENS = 8_000;

/** Options of a chat model. */
export function chatOptions(model: string, maxTokens: number) {
  const isReasoning = REASONING.test(model);
  return {
    model,
    maxTokens: maxTokens + (isReasoning ? REASONING_TOKENS : 0),
    streaming: false,
    disableStreaming: true,
    ...(isReasoning ? {} : { temperature: 0 }),
  };
}

/**
 * Runs one call of the library, of which `ended` gets the status or our own fault. Rejects with ModelFault, or with the
 * signal's reason: errors of the library have the text of the service in their messages.
 */
export async function withOwnFaults<T>(
  ended: Pick<Wire, "status" | "fault">,
  signal: AbortSignal | undefined,
  call: () => Promise<T>,
): Promise<T> {
  delete ended.fault;
  delete ended.status;
  try {
    return await call();
  } catch (thrown) {
    signal?.throwIfAborted();
    throw ended.fault ?? faultOf(thrown, ended.status);
  }
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
