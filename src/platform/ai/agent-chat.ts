import type { BaseMessage } from "@langchain/core/messages";
import { chatOptions, clientOptions, createLibrary, withOwnFaults } from "./library.ts";
import { type AgentChat, type ChatUse, ModelFault } from "./model.ts";
import { createModelBudget, type ModelBudget } from "./model-budget.ts";
import { createModelFetch, type Wire } from "./model-fetch.ts";
import type { ModelService, Price } from "./model-service.ts";
import { withoutInvisible } from "./prompt.ts";
import { redactedText } from "./redact.ts";

export interface AgentChatDeps {
  service: ModelService;
  /** Name of the model. */
  name: string;
  price: Price | undefined;
}

const MAX_TOKENS = 2_000;

/** Creates chat models for agents, each with a budget of its own. */
export function createAgentChat({ service, name, price }: AgentChatDeps): (use: ChatUse) => Promise<AgentChat> {
  const library = createLibrary();
  return async (use) => {
    const { ChatOpenAICompletions, noTracer } = await library.get();
    const budget = createModelBudget(use.budget, price);
    const endsAt = performance.now() + use.budget.deadlineMs;
    const ended: Ended = {};
    const fetch = budgetedFetch({ service, name, price, use, budget, endsAt, ended });

    /** Rejects with our own faults: the library wraps them, with the text of the service in its messages. */
    class BoundedChat extends ChatOpenAICompletions {
      override async _generate(messages: BaseMessage[], ...rest: Rest) {
        return withOwnFaults(ended, use.signal, () => super._generate(messages, ...rest));
      }
    }
    type Rest = Parameters<typeof ChatOpenAICompletions.prototype._generate> extends [unknown, ...infer R] ? R : never;

    const chat = new BoundedChat({
      ...chatOptions(name, use.maxTokens ?? MAX_TOKENS),
      ...clientOptions(service.fetchDeps.baseUrl, fetch),
      callbacks: [noTracer],
    });
    return { chat, callbacks: [noTracer], spent: budget.spent };
  };
}

interface Budgeted extends AgentChatDeps {
  use: ChatUse;
  budget: ModelBudget;
  /** As `performance.now()` counts. */
  endsAt: number;
  /** Of the call that runs. */
  ended: Ended;
}
type Ended = Pick<Wire, "status" | "fault">;

/** Sends one question of an agent within its budget: one row in the accounts, retries included. */
function budgetedFetch({ service, name, price, use, budget, endsAt, ended }: Budgeted): typeof globalThis.fetch {
  const { tenantId, purpose, account } = use;
  return async (input, init = {}) => {
    try {
      const request = redactedRequest(String(init.body ?? ""));
      const deadlineMs = Math.round(endsAt - performance.now());
      if (deadlineMs < 1)
        throw new ModelFault("timeout", `The ${use.budget.deadlineMs / 1000} s of the agent are over`);
      const sent = JSON.stringify(limited(request, budget.begin(JSON.stringify(request).length)));
      const signals = [use.signal, init.signal].filter((each) => each instanceof AbortSignal);
      const signal = signals.length > 0 ? AbortSignal.any(signals) : undefined;
      const call = { tenantId, purpose, account, model: name, price, deadlineMs, signal };
      const work = async (wire: Wire, either: AbortSignal) => {
        let answerLength = 0;
        try {
          const response = await createModelFetch(service.fetchDeps, wire, either)(input, { ...init, body: sent });
          const text = await response.text();
          answerLength = text.length;
          return new Response(text === "" ? null : text, { status: response.status, headers: response.headers });
        } finally {
          ended.status = wire.status;
          budget.end(wire, sent.length, answerLength);
        }
      };
      return (await service.accounted(call, work)).value;
    } catch (error) {
      if (error instanceof ModelFault) ended.fault = error;
      throw error;
    }
  };
}

interface ChatBody {
  messages?: { role?: string; content?: unknown }[];
  max_tokens?: number;
  max_completion_tokens?: number;
}

const cleaned = (text: string) => redactedText(withoutInvisible(text));

/** The request without secrets and invisible characters: agents put questions and results of tools into messages. */
function redactedRequest(body: string): ChatBody {
  const request = JSON.parse(body) as ChatBody;
  for (const message of request.messages ?? []) {
    if (message.role === "system" || message.role === "developer") continue;
    if (typeof message.content === "string") message.content = cleaned(message.content);
    else if (Array.isArray(message.content)) {
      for (const part of message.content) if (typeof part?.text === "string") part.text = cleaned(part.text);
    }
  }
  return request;
}

/** The request with at most this many tokens for its answer. */
function limited(request: ChatBody, most: number): ChatBody {
  const limits = { ...request };
  for (const key of ["max_tokens", "max_completion_tokens"] as const) {
    if (limits[key] !== undefined) limits[key] = Math.min(limits[key], most);
  }
  return limits;
}
