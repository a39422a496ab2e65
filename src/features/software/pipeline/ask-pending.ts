import type { MappingCatalogue, SoftwareIdentifier } from "../ports.ts";
import type { AskNames } from "./ask-names.ts";
import type { ProductAnswer } from "./model-questions.ts";

export interface AskPendingDeps {
  identifier: Pick<SoftwareIdentifier, "classify">;
  products: AskNames<ProductAnswer>;
  catalogue?: Pick<MappingCatalogue, "pending"> | undefined;
}

const PAGE_SIZE = 500;
/** Names per call; with batches of ten these are ten questions. */
const MAX_NAMES_PER_RUN = 100;

/**
 * Asks the model about pending mappings that it was not asked about yet, such as those from before a model was
 * configured. Its answers put the mappings into review; links of instances do not change.
 */
export function createAskPending({ identifier, products, catalogue }: AskPendingDeps) {
  return async (tenantId: string, signal: AbortSignal, runId: string): Promise<void> => {
    if (!catalogue || !products.isAvailable) return;
    let left = MAX_NAMES_PER_RUN;
    for (let after = ""; left > 0; ) {
      signal.throwIfAborted();
      const page = await catalogue.pending(tenantId, after, PAGE_SIZE);
      const classified = await identifier.classify(
        tenantId,
        page.map(({ name, vendor }) => ({ name, vendor: vendor ?? undefined })),
      );
      const unknown = page.flatMap(({ name, vendor }, at) => {
        const { isSoftwareGuess, normalizedName } = classified[at]!;
        return isSoftwareGuess ? [{ name, vendor, normalizedName }] : [];
      });
      const toAsk = (await products.unasked(tenantId, unknown)).slice(0, left);
      left -= toAsk.length;
      await products.prepare(tenantId, toAsk, signal, runId);
      const last = page.at(-1);
      if (!last || page.length < PAGE_SIZE) return;
      after = last.id;
    }
  };
}
