import { chatOptions, clientOptions, createLibrary, withOwnFaults } from "./library.ts";
import { createModelFetch, type ModelFetchDeps, type Wire } from "./model-fetch.ts";
import type { OutputMethod } from "./prompt.ts";

/** One question to the model and the format of its answer. */
export interface ChatRequest {
  system: string;
  user: string;
  method: OutputMethod;
  jsonSchema: Record<string, unknown>;
  /** Name of the schema for the service. */
  name: string;
  maxTokens: number;
}

/**
 * Asks one question. Returns the answer's text, or the arguments of the function that the model calls instead, as JSON.
 * Rejects with ModelFault, or with the signal's reason.
 */
export type Chat = (exchange: ChatRequest, wire: Wire, signal: AbortSignal) => Promise<string>;

export function createChat(model: string, deps: ModelFetchDeps): Chat {
  const library = createLibrary();
  return async (exchange, wire, signal) => {
    const { ChatOpenAICompletions, noTracer } = await library.get();
    const chat = new ChatOpenAICompletions({
      ...chatOptions(model, exchange.maxTokens),
      ...clientOptions(deps.baseUrl, createModelFetch(deps, wire, signal)),
    });
    const messages: [string, string][] = [
      ["system", exchange.system],
      ["human", exchange.user],
    ];
    const options = { signal, callbacks: [noTracer] };
    const { method, jsonSchema } = exchange;
    return withOwnFaults(wire, signal, async () => {
      if (method === "plain") return (await chat.invoke(messages, options)).text;
      const name = exchange.name.replaceAll(".", "_");
      // The library's own reading would complete half an answer: the raw one is read instead.
      const { raw } = await chat
        .withStructuredOutput(jsonSchema, { name, method, includeRaw: true })
        .invoke(messages, options);
      return argumentsOf(raw, name) ?? raw.text;
    });
  };
}

/** Arguments of the first call of the function, as the library read them; undefined without a call. */
function argumentsOf(message: object, name: string): string | undefined {
  const { tool_calls: calls } = message as { tool_calls?: { name: string; args: unknown }[] };
  const call = calls?.find((each) => each.name === name);
  return call && JSON.stringify(call.args);
}
