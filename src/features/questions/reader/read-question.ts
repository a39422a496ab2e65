import type { QueryForm } from "../../query/index.ts";
import { compile } from "./compile.ts";
import { type Interpretation, interpret } from "./interpret.ts";
import type { Ask } from "./meaning.ts";
import type { QuestionClock } from "./moments.ts";
import { createPhrase, type Phrase } from "./phrase.ts";
import { isGrammarWord } from "./phrase-table.ts";
import { readSentence } from "./sentences.ts";
import { tokensOf } from "./tokens.ts";
import { Unclear } from "./unclear.ts";
import type { Vocabulary } from "./vocabulary.model.ts";

/** What a question means, or why it was not understood. */
export type ReadQuestion =
  | { understood: true; form: QueryForm; interpretation: Interpretation }
  | { understood: false; words: string[]; reason: string };

/**
 * Reads a question by a grammar of English. Every word must belong to a reading: one that is neither grammar nor known in the
 * tenant's data makes the question not understood, and is named. Two things that fit equally are both told.
 */
export function readQuestion(text: string, vocabulary: Vocabulary, clock: QuestionClock): ReadQuestion {
  const tokens = tokensOf(text);
  const phrase = createPhrase(text, tokens, vocabulary);
  const faults: Unclear[] = [];
  const make = (ask: Ask): ReadQuestion | undefined => {
    try {
      const { form, cis } = compile(ask, vocabulary, clock.zone);
      return { understood: true, form, interpretation: interpret(ask, form, cis) };
    } catch (error) {
      if (!(error instanceof Unclear)) throw error;
      faults.push(error);
      if (error.kind === "ambiguous") return { understood: false, words: [...error.words], reason: error.message };
      return undefined;
    }
  };
  const { made, furthest } = readSentence(phrase, clock, make);
  return made ?? notUnderstood(phrase, furthest, faults);
}

function notUnderstood(phrase: Phrase, furthest: number, faults: readonly Unclear[]): ReadQuestion {
  const unknown = unknownWords(phrase);
  if (unknown.length > 0) {
    const told = unknown.map((word) => `"${word}"`).join(", ");
    return { understood: false, words: unknown, reason: `Not known here: ${told}` };
  }
  const fault = faults.find(({ kind }) => kind === "unknown") ?? faults[0];
  if (fault) return { understood: false, words: [...fault.words], reason: fault.message };
  const rest = phrase.text(furthest, phrase.length);
  const words = furthest < phrase.length && rest !== "" ? [rest] : [];
  return {
    understood: false,
    words,
    reason: words[0] ? `Each word is known, but not what "${rest}" means here` : "The question is not complete",
  };
}

/** Words that are neither grammar nor known values, names, types or fields; neighbours are told as one. */
function unknownWords(phrase: Phrase): string[] {
  const isKnown = new Array<boolean>(phrase.length).fill(false);
  for (let at = 0; at < phrase.length; at++) {
    const word = phrase.words[at]!;
    if (isGrammarWord(word) || phrase.number(at) || phrase.unit(at) || /^[\d:.-]+(?:t[\d:.]+z?)?$|^,$|^'s$/.test(word))
      isKnown[at] = true;
    const matches = [
      phrase.cis(at),
      phrase.programs(at),
      phrase.mentions(at),
      phrase.fields(at),
      phrase.nouns(at),
    ].flat();
    // A quoted text is known only where the data has it.
    for (const { to } of matches) for (let each = at; each < to; each++) isKnown[each] = true;
  }
  const words: string[] = [];
  for (let at = 0; at < phrase.length; at++) {
    if (isKnown[at]) continue;
    let to = at;
    while (to < phrase.length && !isKnown[to]) to++;
    words.push(phrase.text(at, to));
    at = to;
  }
  return words;
}
