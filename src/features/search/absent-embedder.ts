import { ModelFault } from "../../platform/ai/index.ts";
import type { Embedder } from "./search.model.ts";

/** The embedding model of an installation without one. */
export const absentEmbedder: Embedder = {
  isAvailable: false,
  model: null,
  embed: () => Promise.reject(new ModelFault("absent", "No embedding model is configured")),
};
