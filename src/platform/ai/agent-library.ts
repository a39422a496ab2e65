import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import type { z } from "zod";
import { loadOnce } from "../load-once.ts";

/** The part of `langchain` that agents use. */
interface AgentLibrary {
  createAgent(options: {
    model: BaseChatModel;
    tools: readonly StructuredToolInterface[];
    systemPrompt?: string;
    /** Made by `toolStrategy`; the answer is then in `structuredResponse`. */
    responseFormat?: ResponseStrategy;
  }): Agent;
  /** Has the model answer by calling a tool with the schema, which every service with tools can. */
  toolStrategy(schema: z.ZodType): ResponseStrategy;
}

/** As `langchain` makes it. */
type ResponseStrategy = { readonly __strategy?: never };

export interface Agent {
  invoke(
    state: { messages: readonly { role: "user" | "assistant"; content: string }[] },
    config?: { callbacks?: BaseCallbackHandler[]; recursionLimit?: number; signal?: AbortSignal },
  ): Promise<{ messages: BaseMessage[]; structuredResponse?: unknown }>;
}

/**
 * Loads `langchain` when the first agent is made. It has the types above instead of its own, which hide the methods that
 * `@hono/zod-openapi` adds to the types of zod, in every file of the project.
 */
export const createAgentLibrary = () =>
  loadOnce(async () => (await import("langchain" as string)) as unknown as AgentLibrary);
