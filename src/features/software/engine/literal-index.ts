/** Finds, for a text, the owners one of whose required literals stands in it. */
export interface LiteralIndex {
  /** Owners of which a literal stands in the text (lower case); each once, ascending. */
  find(text: string): number[];
}

interface Filed {
  literal: string;
  owners: number[];
}

const GRAM = 3;
const BITS = 18;
const MASK = (1 << BITS) - 1;

/**
 * Each literal is filed under its rarest run of three signs. A text's own runs are looked up in a bitmap of 32 KiB
 * first, so that a text in which nothing is found costs some nanoseconds a sign. Owners without literals are the caller's.
 */
export function createLiteralIndex(owners: readonly { id: number; literals: readonly string[] }[]): LiteralIndex {
  const frequency = new Map<string, number>();
  for (const { literals } of owners) {
    for (const literal of literals)
      for (const gram of gramsOf(literal)) frequency.set(gram, (frequency.get(gram) ?? 0) + 1);
  }
  const byGram = new Map<string, Filed[]>();
  const bitmap = new Uint32Array((MASK + 1) >>> 5);
  let shortest = GRAM;
  for (const { id, literals } of owners) {
    for (const literal of literals) {
      const grams = [...gramsOf(literal)];
      const gram = grams.reduce((one, other) => (frequency.get(other)! < frequency.get(one)! ? other : one));
      shortest = Math.min(shortest, gram.length);
      const hash = hashOf(gram, 0, gram.length);
      bitmap[hash >>> 5]! |= 1 << (hash & 31);
      file(byGram, gram, literal, id);
    }
  }

  function find(text: string): number[] {
    let found: Set<number> | undefined;
    for (let length = shortest; length <= GRAM; length++) {
      for (let at = 0; at + length <= text.length; at++) {
        const hash = hashOf(text, at, length);
        if ((bitmap[hash >>> 5]! & (1 << (hash & 31))) === 0) continue;
        const filed = byGram.get(text.slice(at, at + length));
        if (filed) found = collect(filed, text, found);
      }
    }
    return found ? [...found].sort((a, b) => a - b) : [];
  }
  return { find };
}

function collect(filed: readonly Filed[], text: string, before: Set<number> | undefined): Set<number> | undefined {
  let found = before;
  for (const { literal, owners } of filed) {
    if (literal.length > GRAM && !text.includes(literal)) continue;
    found ??= new Set();
    for (const id of owners) found.add(id);
  }
  return found;
}

function file(byGram: Map<string, Filed[]>, gram: string, literal: string, id: number): void {
  const filed = byGram.get(gram) ?? [];
  const same = filed.find((one) => one.literal === literal);
  if (same) same.owners.push(id);
  else filed.push({ literal, owners: [id] });
  byGram.set(gram, filed);
}

function hashOf(text: string, at: number, length: number): number {
  let hash = length;
  for (let step = 0; step < length; step++) hash = (Math.imul(hash, 61) + text.charCodeAt(at + step)) & 0xffffff;
  return (hash ^ (hash >>> 6)) & MASK;
}

/** All runs of three signs, or the whole of a shorter literal. */
function gramsOf(literal: string): Set<string> {
  if (literal.length <= GRAM) return new Set([literal]);
  const grams = new Set<string>();
  for (let at = 0; at + GRAM <= literal.length; at++) grams.add(literal.slice(at, at + GRAM));
  return grams;
}
