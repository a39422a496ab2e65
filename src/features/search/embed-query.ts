import type { Embedder } from "../../platform/ai/index.ts";
import { ModelFault } from "../../platform/ai/model.ts";
import type { Logger } from "../../platform/log.ts";
import { within } from "../../platform/within.ts";

/** The vector of a search text by a model; undefined if the model does not answer in time. */
export type EmbedQuery = (
  text: string,
  use: { tenantId: string; queryId: string; model: string; dimensions: number },
  signal?: AbortSignal,
) => Promise<readonly number[] | undefined>;

/** A search waits so long for the model, then answers by words alone. */
const PATIENCE_MS = 3_000;
/** Vectors of texts that were searched for before; the least recently used goes. */
const MAX_KEPT = 500;
const PURPOSE = "search.query";

export function createEmbedQuery({ embedder, log }: { embedder: Embedder; log: Logger }): EmbedQuery {
  const kept = new Map<string, readonly number[]>();
  return async (text, { tenantId, queryId, model, dimensions }, signal) => {
    const isConfigured = model === embedder.model;
    if (!embedder.isAvailable) return undefined;
    // By tenant, so that no tenant learns from an answer's speed what another searches for.
    const key = JSON.stringify([tenantId, model, text]);
    const known = kept.get(key);
    if (known?.length === dimensions) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const timeout = AbortSignal.timeout(PATIENCE_MS);
    const use = { tenantId, purpose: PURPOSE, account: { queryId }, ...(!isConfigured && { model }) };
    try {
      const asked = embedder.embed([text], use, signal ? AbortSignal.any([signal, timeout]) : timeout);
      const [vector] = (await within(PATIENCE_MS, asked)).vectors;
      if (vector?.length !== dimensions || !vector.every(Number.isFinite) || vector.every((each) => each === 0)) {
        throw new ModelFault("invalid", "The model gave a vector of another length, or one that cannot be compared");
      }
      kept.set(key, vector);
      if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? "");
      return vector;
    } catch (error) {
      signal?.throwIfAborted();
      log.warn({ error: (error as Error).message }, "a search text was not embedded; words alone answer");
      return undefined;
    }
  };
}
