/** Beginnings that are written with a vowel and spoken with a consonant ("user"), or the other way ("hour"). */
const SPOKEN_CONSONANT = /^(?:u(?:ni|[st][aeiu]|bi)|eu|one\b|once\b)/i;
const SPOKEN_VOWEL = /^(?:[aeiou]|hour|hono|heir)/i;

/** A noun with its indefinite article: `an application`, `a user`. */
export function withArticle(noun: string): string {
  return `${SPOKEN_VOWEL.test(noun) && !SPOKEN_CONSONANT.test(noun) ? "an" : "a"} ${noun}`;
}
