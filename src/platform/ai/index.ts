import { absentEmbedder, createOpenAiEmbedder, type Embedder } from "./embedder.ts";
import { absentModel, type Model } from "./model.ts";
import { createModelService, type ModelServiceOptions, type Price, REQUESTS_PER_MINUTE } from "./model-service.ts";
import { createOpenAiModel, type StructuredOutput } from "./openai-model.ts";

export { withoutAddresses } from "./addresses.ts";
export { type Agent, createAgentLibrary } from "./agent-library.ts";
export { askOrNone } from "./ask-or-none.ts";
export type { Embedder, EmbedUse } from "./embedder.ts";
export {
  type Account,
  type AgentChat,
  absentModel,
  type Budget,
  type ChatUse,
  type Data,
  type Model,
  ModelFault,
  type ModelFaultKind,
  type ModelRequest,
  type Spent,
} from "./model.ts";
export {
  deleteOldModelCalls,
  type GroupedCalls,
  groupModelCalls,
  type ModelUsage,
  sumCallsOfQuery,
  sumCallsOfRuns,
} from "./model-calls.store.ts";
export { REQUESTS_PER_MINUTE } from "./model-service.ts";
export { redacted, redactedText } from "./redact.ts";
export { isSupported, supportedWords } from "./supported-words.ts";

/** The model service; without a key there is no model. */
export interface ModelConfig {
  apiKey: string | undefined;
  baseUrl: string;
  name: string;
  /** Price of a million tokens. */
  price: Price | undefined;
  /** How answers get their form; default `auto`. */
  structuredOutput?: StructuredOutput | undefined;
  /** Name of the embedding model; absent: none. */
  embeddingName?: string | undefined;
  /** Price of a million tokens. */
  embeddingPrice?: number | undefined;
}

export type ModelOptions = Omit<ModelServiceOptions, "config"> & {
  config: ModelConfig;
  /** Longest deadline of a question or of texts to embed, with all its requests, in milliseconds. */
  deadlineMs?: number;
};

/** The part of the service's limit that is used. */
export interface LimiterUsage {
  limit: number;
  /** Requests of all processes within the last minute. */
  used: number;
  /** Requests of this process that wait for their turn. */
  waiting: number;
}

export interface Ai {
  model: Model;
  embedder: Embedder;
  limiter(): Promise<LimiterUsage>;
}

/** Creates the configured model and embedder, which share the service's limit. Loads nothing before the first request. */
export function createAi({ config, deadlineMs, ...rest }: ModelOptions): Ai {
  const { apiKey, baseUrl, name, price, structuredOutput = "auto", embeddingName, embeddingPrice } = config;
  const limit = rest.perMinute ?? REQUESTS_PER_MINUTE;
  if (apiKey === undefined) {
    return { model: absentModel, embedder: absentEmbedder, limiter: async () => ({ limit, used: 0, waiting: 0 }) };
  }
  const service = createModelService({ ...rest, config: { apiKey, baseUrl } });
  const embedding = embeddingName && { service, name: embeddingName, price: embeddingPrice, deadlineMs };
  return {
    model: createOpenAiModel({ service, name, price, structuredOutput, deadlineMs }),
    embedder: embedding ? createOpenAiEmbedder(embedding) : absentEmbedder,
    limiter: async () => ({ limit, ...(await service.usage()) }),
  };
}

/** Creates the configured model, or `absentModel` without a key. */
export function createModel(options: ModelOptions): Model {
  return createAi(options).model;
}
