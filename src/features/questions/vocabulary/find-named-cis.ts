import type { RequestContext } from "../../../context.ts";
import { keyBetween, LONGEST_NAME } from "../reader/phrase.ts";
import { tokensOf } from "../reader/tokens.ts";
import { type NamedCi, SOFTWARE_TYPES } from "../reader/vocabulary.model.ts";
import type { LoadVocabulary } from "./load-vocabulary.ts";

/** The CIs that a text names, in the order of the text; longer names first where names overlap. Empty without `cmdb.read`. */
export type FindNamedCis = (ctx: RequestContext, text: string) => Promise<NamedCi[]>;

export function createFindNamedCis(loadVocabulary: LoadVocabulary): FindNamedCis {
  return async (ctx, text) => {
    const { cis } = await loadVocabulary(ctx, text);
    const tokens = tokensOf(text);
    const found = new Map<string, NamedCi>();
    for (let at = 0; at < tokens.length; ) {
      const named = longestNameAt(at);
      for (const ci of named.cis) found.set(ci.id, ci);
      at = named.to;
    }
    return [...found.values()];

    function longestNameAt(from: number): { cis: readonly NamedCi[]; to: number } {
      for (let to = Math.min(tokens.length, from + LONGEST_NAME); to > from; to--) {
        const key = keyBetween(text, tokens, from, to);
        const named = (key ? cis.get(key) : undefined)?.filter(({ type }) => !SOFTWARE_TYPES.has(type));
        if (named && named.length > 0) return { cis: named, to };
      }
      return { cis: [], to: from + 1 };
    }
  };
}
