import type { MappingCatalogue, SoftwareIdentifier } from "../ports.ts";
import type { AskNames } from "./ask-names.ts";
import type { ProductAnswer } from "./model-questions.ts";

export interface AskPendingDeps {
  identifier: Pick<SoftwareIdentifier, "classify">;
  products: AskNames<ProductAnswer>;
  catalogue?: Pick<MappingCatalogue, "pending"> | undefined;
}

const PAGE = 500;
/** Names asked about in one go: at a batch of ten as many questions as ten. */
const MOST = 100;

/**
 * Has the model look at the pending mappings that it was not asked about, such as those from before there was one. What
 * it says goes to review with them; the instances stay linked as they are.
 */
export function createAskPending({ identifier, products, catalogue }: AskPendingDeps) {
  return async (tenantId: string, signal: AbortSignal): Promise<void> => {
    if (!catalogue || !products.isAvailable) return;
    let left = MOST;
    for (let after = ""; left > 0; ) {
      signal.throwIfAborted();
      const page = await catalogue.pending(tenantId, after, PAGE);
      const classified = await identifier.classify(
        tenantId,
        page.map(({ name, vendor }) => ({ name, vendor: vendor ?? undefined })),
      );
      const open = page.flatMap(({ name, vendor }, at) => {
        const { isSoftwareGuess, normalizedName } = classified[at]!;
        return isSoftwareGuess ? [{ name, vendor, normalizedName }] : [];
      });
      const asked = (await products.unasked(tenantId, open)).slice(0, left);
      left -= asked.length;
      await products.prepare(tenantId, asked, signal);
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = last.id;
    }
  };
}
