/**
 * The search terms of a text: without compatibility forms and accents (Unicode NFKD without marks), lower case, split at
 * everything but letters and digits. Stored texts and queries use the same terms.
 */
export function searchTerms(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
