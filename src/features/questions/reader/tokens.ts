/** A word, number, comma or quoted text of a question, with its place in the text. */
export interface Token {
  /** As written; of a quoted text what stands between the quotes. */
  text: string;
  /** In lower case; empty for a quoted text, which is no word of the grammar. */
  word: string;
  from: number;
  to: number;
  isQuoted: boolean;
}

/** Marks that end or begin a word without belonging to it. */
const BEFORE = /^[([{¿¡]+/;
const AFTER = /[)\]}.!?;:,]+$/;
const QUOTES: Record<string, string> = { '"': '"', "“": "”", "„": "“", "«": "»", "'": "'", "‘": "’", "`": "`" };
/** A number and its unit, or an operator and a number, written as one word. */
const NUMBER_UNIT = /^(\d+(?:[.,]\d+)*)([a-z%]{1,8})$/i;
const OPERATOR = /^(>=|<=|=|>|<|≥|≤|!=|≠)(.+)$/;
/** After these `'s` is a verb. */
const CONTRACTED = /^(?:what|who|where|which|that|there|how|it|here)$/i;
const NEGATED = /^(do|does|did|is|are|was|were|has|have|had|would|should|ca|could)n['’]?t$/i;

/**
 * Splits a question into tokens. Quoted texts stay whole; `don't` is two words, as are `16GB`, `>8`, `non-production` and a
 * possessive. Commas are tokens, all other marks at the ends of words are dropped.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at]!)) {
      at++;
      continue;
    }
    const end = quoteEnd(text, at);
    if (end !== undefined) {
      tokens.push({ text: text.slice(at + 1, end), word: "", from: at, to: end + 1, isQuoted: true });
      at = end + 1;
      continue;
    }
    let to = at;
    while (to < text.length && !/\s/.test(text[to]!)) to++;
    splitWord(text, at, to, tokens);
    at = to;
  }
  return tokens;
}

/** Index of the quote that closes the one at `at`. A single quote opens only where it cannot be an apostrophe. */
function quoteEnd(text: string, at: number): number | undefined {
  const close = QUOTES[text[at]!];
  if (close === undefined) return undefined;
  for (let end = text.indexOf(close, at + 1); end !== -1; end = text.indexOf(close, end + 1)) {
    if (end > at + 1 && /^(?:[\s)\]}.!?;:,]|$)/.test(text.slice(end + 1, end + 2))) return end;
  }
  return undefined;
}

function splitWord(text: string, start: number, end: number, tokens: Token[]): void {
  const push = (from: number, to: number, word = text.slice(from, to).toLowerCase()) => {
    if (to > from) tokens.push({ text: text.slice(from, to), word, from, to, isQuoted: false });
  };
  const from = start + (BEFORE.exec(text.slice(start, end))?.[0].length ?? 0);
  const tail = AFTER.exec(text.slice(from, end))?.[0] ?? "";
  const to = end - tail.length;
  const whole = text.slice(from, to);
  splitCore(whole, from, push);
  if (tail.includes(",")) push(to, to + 1, ",");
}

function splitCore(whole: string, from: number, push: (from: number, to: number, word?: string) => void): void {
  const to = from + whole.length;
  const negated = NEGATED.exec(whole);
  const operator = OPERATOR.exec(whole);
  const unit = NUMBER_UNIT.exec(whole);
  const possessive = /^(.+)['’]s$/i.exec(whole);
  const non = /^(non)-(.+)$/i.exec(whole);
  if (negated) {
    const verb = negated[1]!.length;
    push(from, from + verb, negated[1]!.toLowerCase() === "ca" ? "can" : undefined);
    push(from + verb, to, "not");
  } else if (operator) {
    push(from, from + operator[1]!.length);
    splitCore(operator[2]!, from + operator[1]!.length, push);
  } else if (unit) {
    push(from, from + unit[1]!.length);
    push(from + unit[1]!.length, to);
  } else if (possessive) {
    push(from, to - 2);
    push(to - 2, to, CONTRACTED.test(possessive[1]!) ? "is" : "'s");
  } else if (non) {
    push(from, from + 3);
    push(from + 4, to);
  } else push(from, to);
}
