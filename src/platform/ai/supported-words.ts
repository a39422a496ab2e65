import { withoutAddresses } from "./addresses.ts";

/** Numbers, versions and addresses of hosts, each as a whole. */
const FIGURES = /\d+(?:\.\d+)*/g;

/**
 * A model's words as they may be shown: cut to `longest` characters; undefined where nothing is left, where they hold an
 * address of a page, or a figure that does not stand in `evidence`, which is what the model was to put into words.
 */
export function supportedWords(words: string, evidence: string, longest: number): string | undefined {
  const text = words.slice(0, longest).toWellFormed().trim();
  if (text === "" || text !== withoutAddresses(text)) return undefined;
  const known = new Set(evidence.match(FIGURES));
  return (text.match(FIGURES) ?? []).every((figure) => known.has(figure)) ? text : undefined;
}
