/**
 * Literals (lower case) of which every match of a regular expression contains at least one; undefined if there are none.
 * Parses sequences, groups, alternatives and quantifiers; any other construct ends a literal, which makes the result
 * weaker, never wrong. Case-insensitive k and s also match the Kelvin sign and the long s, so callers search texts with
 * these replaced (`foldCase`). Linear in the expression's length.
 */
export function requiredLiterals(pattern: string): string[] | undefined {
  const reader = { text: pattern, at: 0, depth: 0 };
  const found = alternatives(reader);
  return reader.at < pattern.length || !found ? undefined : found;
}

interface Reader {
  text: string;
  at: number;
  depth: number;
}

/** One literal of each alternative; undefined unless every alternative has one. */
type Required = string[] | undefined;

const MAX_ALTERNATIVES = 24;

function alternatives(reader: Reader): Required {
  let all: Required = [];
  for (;;) {
    const literals = sequence(reader);
    all = all && literals && all.length + literals.length <= MAX_ALTERNATIVES ? [...all, ...literals] : undefined;
    if (reader.text[reader.at] !== "|") return all;
    reader.at++;
  }
}

/** The best literals that a sequence requires: the set whose shortest text is the longest. */
function sequence(reader: Reader): Required {
  let best: Required;
  let run = "";
  const consider = (required: Required): void => {
    if (required && weight(required) > weight(best)) best = required;
  };
  const endRun = (): void => {
    if (run.length > 0) consider([run.toLowerCase()]);
    run = "";
  };
  while (reader.at < reader.text.length && reader.text[reader.at] !== "|" && reader.text[reader.at] !== ")") {
    const atom = readAtom(reader);
    const { atLeast, exactlyOne } = quantifier(reader);
    if (atom.literal !== undefined && atLeast > 0) {
      run += atom.literal;
      if (!exactlyOne) endRun();
      continue;
    }
    // A zero-width atom such as ^ or \b does not end the literal.
    if (atom.empty) continue;
    endRun();
    if (atLeast > 0) consider(atom.required);
  }
  endRun();
  return best;
}

function weight(required: Required): number {
  return required && required.length > 0 ? Math.min(...required.map((text) => text.length)) : 0;
}

interface Atom {
  literal?: string;
  required?: Required;
  /** Matches the empty text only. */
  empty?: boolean;
}

function readAtom(reader: Reader): Atom {
  const sign = reader.text[reader.at]!;
  if (sign === "(") return group(reader);
  if (sign === "[") {
    skipClass(reader);
    return {};
  }
  reader.at++;
  if (sign === "\\") return escaped(reader);
  if (sign === "^" || sign === "$") return { empty: true };
  if (sign === ".") return {};
  return /[\x20-\x7e]/.test(sign) ? { literal: sign } : {};
}

function escaped(reader: Reader): Atom {
  const sign = reader.text[reader.at];
  if (sign === undefined) return {};
  reader.at++;
  if (/[bBAzZ]/.test(sign)) return { empty: true };
  if (/[^A-Za-z0-9]/.test(sign)) return { literal: sign };
  if (sign === "Q") return quoted(reader);
  const argument =
    sign === "p" || sign === "P" || sign === "x"
      ? /^(?:\{[^}]{0,60}\}|[0-9A-Za-z]{1,2})/.exec(reader.text.slice(reader.at, reader.at + 64))
      : null;
  if (argument) reader.at += argument[0].length;
  return {};
}

function quoted(reader: Reader): Atom {
  const end = reader.text.indexOf("\\E", reader.at);
  reader.at = end === -1 ? reader.text.length : end + 2;
  return {};
}

function group(reader: Reader): Atom {
  reader.at++;
  const opening = /^\?(?:P?<[A-Za-z_]\w{0,60}>|[imsU-]{0,8}(:|\)))/.exec(reader.text.slice(reader.at, reader.at + 80));
  if (opening) {
    reader.at += opening[0].length;
    if (opening[1] === ")") return { empty: true };
  }
  // Any other group that begins with a question mark is refused by `checkPattern`.
  if ((!opening && reader.text[reader.at] === "?") || ++reader.depth > 60) {
    reader.at = reader.text.length + 1;
    return {};
  }
  const required = alternatives(reader);
  reader.depth--;
  if (reader.text[reader.at] === ")") reader.at++;
  else reader.at = reader.text.length + 1;
  return { required };
}

function skipClass(reader: Reader): void {
  let at = reader.at + 1;
  if (reader.text[at] === "^") at++;
  if (reader.text[at] === "]") at++;
  while (at < reader.text.length && reader.text[at] !== "]") {
    if (reader.text[at] === "\\") at++;
    else if (reader.text.startsWith("[:", at)) at = Math.max(at, reader.text.indexOf(":]", at) + 1);
    at++;
  }
  reader.at = at + 1;
}

function quantifier(reader: Reader): { atLeast: number; exactlyOne: boolean } {
  const sign = reader.text[reader.at];
  let atLeast = 1;
  let exactlyOne = true;
  if (sign === "*" || sign === "?" || sign === "+") {
    reader.at++;
    atLeast = sign === "+" ? 1 : 0;
    exactlyOne = false;
  } else if (sign === "{") {
    const counted = /^\{(\d{1,5})(?:,\d{0,5})?\}/.exec(reader.text.slice(reader.at, reader.at + 16));
    if (!counted) return { atLeast, exactlyOne };
    reader.at += counted[0].length;
    atLeast = Number(counted[1]);
    exactlyOne = false;
  } else return { atLeast, exactlyOne };
  if (reader.text[reader.at] === "?" || reader.text[reader.at] === "+") reader.at++;
  return { atLeast, exactlyOne };
}

/** The literal prefix of every match; it ranks patterns, the longest first. */
export function literalPrefix(pattern: string): string {
  const anchored = pattern.replace(/^(?:\(\?[imsU-]+\))?\^?/, "");
  const match = /^(?:[^\\.^$|?*+()[\]{}]|\\[^A-Za-z0-9])*/.exec(anchored)?.[0] ?? "";
  const after = anchored[match.length];
  // A quantifier may allow zero repetitions of the last character; alternatives leave no certain prefix.
  if (pattern.includes("|") && !/^[^|]*\(/.test(pattern)) return "";
  const sure = after === "*" || after === "?" || after === "{" ? match.replace(/(?:\\.|.)$/s, "") : match;
  return sure.replace(/\\(.)/g, "$1");
}
