/** Why a DOCTYPE is refused. */
export type DoctypeFault = { at: number; reason: string };

/**
 * Finds the end of a document type declaration (XML 1.0, section 2.8) without interpreting it. Its external subset is
 * never fetched. Entity declarations and parameter entity references are faults.
 *
 * @param start index of `<!DOCTYPE`
 * @returns index after its `>`
 */
export function doctypeEnd(text: string, start: number): number | DoctypeFault {
  let at = start + "<!DOCTYPE".length;
  for (;;) {
    const found = nextOf(text, at, OUTSIDE);
    if (found === undefined || text[found] === "<") break;
    if (text[found] === ">") return found + 1;
    const next = text[found] === "[" ? subsetEnd(text, found + 1) : literalEnd(text, found);
    if (typeof next === "object") return next;
    if (next === undefined) break;
    at = next;
  }
  return { at: start, reason: "does not close its DOCTYPE" };
}

const OUTSIDE = /["'[<>]/g;
const INSIDE = /[\]<%]/g;
const DECLARATION = /["'>]/g;

/** Index after the `]`. */
function subsetEnd(text: string, from: number): number | DoctypeFault | undefined {
  let at = from;
  for (;;) {
    const found = nextOf(text, at, INSIDE);
    if (found === undefined) return undefined;
    if (text[found] === "]") return found + 1;
    if (text[found] === "%") return { at: found, reason: "refers to an entity in its DOCTYPE, which is not allowed" };
    if (text.startsWith("<!ENTITY", found)) {
      return { at: found, reason: "declares an entity in its DOCTYPE, which is not allowed" };
    }
    const end = declarationEnd(text, found);
    if (end === undefined) return undefined;
    at = end;
  }
}

function declarationEnd(text: string, start: number): number | undefined {
  if (text.startsWith("<!--", start)) return behind(text, "-->", start + 4);
  if (text.startsWith("<?", start)) return behind(text, "?>", start + 2);
  let at = start + 1;
  for (;;) {
    const found = nextOf(text, at, DECLARATION);
    if (found === undefined) return undefined;
    if (text[found] === ">") return found + 1;
    const end = literalEnd(text, found);
    if (end === undefined) return undefined;
    at = end;
  }
}

/** Index after the quote that closes the one at `start`. */
function literalEnd(text: string, start: number): number | undefined {
  return behind(text, text[start] ?? "", start + 1);
}

function behind(text: string, terminator: string, from: number): number | undefined {
  const found = text.indexOf(terminator, from);
  return found === -1 ? undefined : found + terminator.length;
}

function nextOf(text: string, from: number, signs: RegExp): number | undefined {
  signs.lastIndex = from;
  return signs.exec(text)?.index;
}
