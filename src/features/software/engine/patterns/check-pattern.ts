import { RE2JS } from "re2js";

/** A user's regular expression that is safe to run on any text. */
export interface CompiledPattern {
  /** Whether the pattern matches anywhere in the text, ignoring case; linear in the text. */
  test(text: string): boolean;
  /** Number of instructions of its automaton, some 400 bytes each; 0 for plain texts. */
  size: number;
}

const MAX_PATTERN_LENGTH = 500;
/** Limit of instructions of the automaton: each may run once per character of a text. */
const MAX_PROGRAM_SIZE = 1_000;
/** Of a longer name only the beginning is matched, so that a match costs a bounded time. */
export const MAX_MATCHED_LENGTH = 512;

const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/\(\?<?[=!]/, "lookahead and lookbehind are not supported"],
  [/\\[1-9]|\\k[<{']|\(\?P=/, "backreferences are not supported"],
  [/\(\?>/, "atomic groups are not supported"],
  [/\(\?[R0-9&(#]/, "recursion, conditions and comments are not supported"],
];

/**
 * Compiles a mapping's pattern, or returns the reason why it is refused: longer than 500 characters, lookaround, backreferences,
 * other constructs without a linear-time automaton, or an automaton that is too large. Never throws.
 */
export function checkPattern(
  pattern: string,
): { compiled: CompiledPattern; reason?: undefined } | { compiled?: undefined; reason: string } {
  if (pattern.trim() === "") return { reason: "is empty" };
  if (pattern.length > MAX_PATTERN_LENGTH) return { reason: `is longer than ${MAX_PATTERN_LENGTH} characters` };
  const bare = pattern.replace(/\\\\/g, "  ").replace(/\[[^\]]*\]/g, (inside) => " ".repeat(inside.length));
  for (const [refused, reason] of UNSUPPORTED) if (refused.test(bare)) return { reason };
  if (maxRepetition(bare) > MAX_PROGRAM_SIZE) return { reason: "repeats too often" };
  const plain = plainTest(pattern);
  if (plain) return { compiled: { test: (text) => plain(bounded(text)), size: 0 } };
  try {
    const expression = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL);
    const size = expression.programSize();
    if (size > MAX_PROGRAM_SIZE) return { reason: "is too large once its repetitions are written out" };
    return { compiled: { test: (text) => expression.test(bounded(text)), size } };
  } catch (error) {
    return { reason: `does not compile: ${String((error as Error).message).slice(0, 200)}` };
  }
}

function bounded(text: string): string {
  return text.length > MAX_MATCHED_LENGTH ? text.slice(0, MAX_MATCHED_LENGTH) : text;
}

const PLAIN = /^(\^)?(\.\*)?((?:[A-Za-z0-9 _,:;@%&~"'<>=/-]|\\[^A-Za-z0-9\s])+)(\.\*)?(\$)?$/;

/** Test for a pattern that is a text with `^`, `$` or `.*` around it, as most are: these need no automaton. */
function plainTest(pattern: string): ((text: string) => boolean) | undefined {
  const match = PLAIN.exec(pattern);
  if (!match) return undefined;
  const literal = match[3]!.replace(/\\(.)/g, "$1").toLowerCase();
  const start = match[1] !== undefined && match[2] === undefined;
  const end = match[5] !== undefined && match[4] === undefined;
  return (text) => {
    const low = foldCase(text);
    if (start && end) return low === literal;
    if (start) return low.startsWith(literal);
    return end ? low.endsWith(literal) : low.includes(literal);
  };
}

/** The only text that a pattern such as `^Example Tool$` matches, by `foldCase`; undefined for any other pattern. */
export function exactTextOf(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH || pattern[0] !== "^" || !pattern.endsWith("$")) return undefined;
  const match = PLAIN.exec(pattern);
  if (!match || match[2] !== undefined || match[4] !== undefined || match[5] === undefined) return undefined;
  return match[3]!.replace(/\\(.)/g, "$1").toLowerCase();
}

/** Folds case as the automaton does: the long s to s, the Kelvin sign to k. */
export function foldCase(text: string): string {
  return text
    .toLowerCase()
    .replace(/\u212a/g, "k")
    .replace(/\u017f/g, "s");
}

/** The largest product of nested upper bounds, computed before compilation: `((a{30}){30}){30}` is 27,000. */
function maxRepetition(pattern: string): number {
  const stack: number[] = [1];
  let largest = 1;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (character === "(") stack.push(1);
    else if (character === ")" || character === "{") {
      let inner = 1;
      if (character === ")" && stack.length > 1) inner = stack.pop()!;
      const count = upperBoundAt(pattern, character === ")" ? at + 1 : at);
      const total = inner * count;
      stack[stack.length - 1] = Math.max(stack.at(-1)!, total);
      largest = Math.max(largest, total);
    }
  }
  return largest;
}

function upperBoundAt(pattern: string, at: number): number {
  const counted = /^\{(\d{1,6})(?:,(\d{0,6}))?\}/.exec(pattern.slice(at, at + 20));
  return counted ? Math.max(1, Number(counted[1]), Number(counted[2] ?? 0)) : 1;
}
