/**
 * The words of a text as search compares them: compatibility forms and accents folded away (Unicode NFKD without marks),
 * lower case, split at everything that is neither letter nor digit. Used alike for what is stored and what is asked.
 */
export function searchTerms(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
