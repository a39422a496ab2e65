import { absentModel, type Model } from "./model.ts";
import { createOpenAiModel, type OpenAiModelOptions } from "./openai-model.ts";

export {
  type Account,
  absentModel,
  type Data,
  type Model,
  ModelFault,
  type ModelFaultKind,
  type ModelRequest,
} from "./model.ts";
export { deleteOldModelCalls } from "./model-calls.store.ts";
export { REQUESTS_PER_MINUTE } from "./openai-model.ts";

/** The model service; without a key there is no model. */
export interface ModelConfig {
  apiKey: string | undefined;
  baseUrl: string;
  name: string;
  /** Price of a million tokens. */
  price: { prompt: number; completion: number } | undefined;
}

export type ModelOptions = Omit<OpenAiModelOptions, "config"> & { config: ModelConfig };

/** Creates the configured model, or `absentModel` without a key. Loads nothing before the first question. */
export function createModel({ config, ...rest }: ModelOptions): Model {
  const { apiKey, baseUrl, name, price } = config;
  return apiKey === undefined ? absentModel : createOpenAiModel({ ...rest, config: { apiKey, baseUrl, name, price } });
}
export { type AiAnswer, type RecordAiQuery, unrecorded } from "./record-query.ts";
