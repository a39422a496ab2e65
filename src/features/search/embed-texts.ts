import type { Embedder } from "../../platform/ai/index.ts";
import { ModelFault } from "../../platform/ai/model.ts";
import { EMBEDDING_PURPOSE } from "./vector-indexes.ts";

/** The vector of each text; undefined for one that the model refuses or that cannot be indexed. */
export type EmbedTexts = (
  texts: readonly string[],
  use: { tenantId: string; runId: string },
  signal: AbortSignal,
) => Promise<(readonly number[] | undefined)[]>;

/** Faults that one text may cause for its whole request. */
const OF_A_TEXT: ReadonlySet<string> = new Set(["refused", "too_large", "invalid", "unreadable"]);

/**
 * Embeds texts by one request. Where the model refuses the request and yet answers another, the request is halved until the
 * text that it refuses stands alone. Rejects with ModelFault if the service as a whole does not answer.
 */
export function createEmbedTexts({ embedder }: { embedder: Embedder }): EmbedTexts {
  const ask = async (texts: readonly string[], tenantId: string, runId: string, signal: AbortSignal) => {
    const { vectors } = await embedder.embed(
      texts,
      { tenantId, purpose: EMBEDDING_PURPOSE, account: { runId } },
      signal,
    );
    if (vectors.length !== texts.length) {
      throw new ModelFault("invalid", `The model gave ${vectors.length} vectors for ${texts.length} texts`);
    }
    return vectors.map((vector) => (isIndexable(vector) ? vector : undefined));
  };

  return async (texts, { tenantId, runId }, signal) => {
    const halve = async (part: readonly string[]): Promise<(readonly number[] | undefined)[]> => {
      try {
        return await ask(part, tenantId, runId, signal);
      } catch (error) {
        if (!(error instanceof ModelFault) || !OF_A_TEXT.has(error.kind)) throw error;
        if (part.length === 1) return [undefined];
        const middle = part.length >> 1;
        return [...(await halve(part.slice(0, middle))), ...(await halve(part.slice(middle)))];
      }
    };
    try {
      return await ask(texts, tenantId, runId, signal);
    } catch (error) {
      if (!(error instanceof ModelFault) || !OF_A_TEXT.has(error.kind)) throw error;
      // A wrong key refuses everything: then no text is to blame.
      await ask(["configuration item"], tenantId, runId, signal);
      return halve(texts);
    }
  };
}

/** The index takes finite numbers, of which one at least is not 0. */
function isIndexable(vector: readonly number[]): boolean {
  return vector.length > 0 && vector.every(Number.isFinite) && vector.some((each) => each !== 0);
}
