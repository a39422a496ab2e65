import { mustGet } from "../../../../model/must-get.ts";
/** Finds, for a text, the owners one of whose required literals stands in it. */
export interface LiteralIndex {
  /** Owners of which a literal stands in the text (lower case); each once, ascending. */
  find(text: string): number[];
}

interface Filed {
  literal: string;
  owners: number[];
}

const GRAM = 6;
const BITS = 18;
const BASE = 0x01000193;

/**
 * Each literal is filed under its rarest run of six signs, a shorter one as a whole. A text's own runs are looked up in a bitmap of 32 KiB
 * first, so that a text in which nothing is found costs some nanoseconds a sign. Owners without literals are the caller's.
 */
export function createLiteralIndex(owners: readonly { id: number; literals: readonly string[] }[]): LiteralIndex {
  const { byGram, bitmap, lengths } = fileAll(owners);

  /** The hash of each run follows from the one before it: a multiplication or two a sign. */
  function find(text: string): number[] {
    let found: Set<number> | undefined;
    for (const length of lengths) {
      const leaving = power(length);
      let hash = hashOf(text, 0, Math.min(length, text.length));
      for (let at = 0; at + length <= text.length; at++) {
        if (at > 0) {
          const gone = Math.imul(leaving, text.charCodeAt(at - 1));
          hash = (Math.imul(hash - gone, BASE) + text.charCodeAt(at + length - 1)) | 0;
        }
        const bit = bitOf(hash, length);
        if ((bitmap[bit >>> 5]! & (1 << (bit & 31))) === 0) continue;
        const filed = byGram.get(text.slice(at, at + length));
        if (filed) found = collect(filed, text, found);
      }
    }
    return found ? (found.size === 1 ? [...found] : [...found].sort((a, b) => a - b)) : [];
  }
  return { find };
}

interface Files {
  byGram: ReadonlyMap<string, readonly Filed[]>;
  bitmap: Uint32Array;
  lengths: ReadonlySet<number>;
}

/** Apart from the searching, so that the counts of all runs are let go of. */
function fileAll(owners: readonly { id: number; literals: readonly string[] }[]): Files {
  const frequency = new Map<string, number>();
  for (const { literals } of owners) {
    for (const literal of literals)
      for (const gram of gramsOf(literal)) frequency.set(gram, (frequency.get(gram) ?? 0) + 1);
  }
  const byGram = new Map<string, Filed[]>();
  const bitmap = new Uint32Array(1 << (BITS - 5));
  const lengths = new Set<number>();
  for (const { id, literals } of owners) {
    for (const literal of literals) {
      const grams = [...gramsOf(literal)];
      const gram = grams.reduce((one, other) => (mustGet(frequency, other) < mustGet(frequency, one) ? other : one));
      lengths.add(gram.length);
      const bit = bitOf(hashOf(gram, 0, gram.length), gram.length);
      bitmap[bit >>> 5]! |= 1 << (bit & 31);
      file(byGram, gram, literal, id);
    }
  }
  return { byGram, bitmap, lengths };
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
  let hash = 0;
  for (let step = 0; step < length; step++) hash = (Math.imul(hash, BASE) + text.charCodeAt(at + step)) | 0;
  return hash;
}

/** What the first sign of a run of that length was multiplied by. */
function power(length: number): number {
  let product = 1;
  for (let step = 1; step < length; step++) product = Math.imul(product, BASE);
  return product;
}

function bitOf(hash: number, length: number): number {
  const mixed = Math.imul(hash ^ length, 0x9e3779b1);
  return mixed >>> (32 - BITS);
}

/** All runs of six signs, or the whole of a shorter literal. */
function gramsOf(literal: string): Set<string> {
  if (literal.length <= GRAM) return new Set([literal]);
  const grams = new Set<string>();
  for (let at = 0; at + GRAM <= literal.length; at++) grams.add(literal.slice(at, at + GRAM));
  return grams;
}
