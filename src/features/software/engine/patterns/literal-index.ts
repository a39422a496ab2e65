import { mustGet } from "../../../../model/must-get.ts";
/** Finds, for a text, the owners one of whose required literals stands in it. */
export interface LiteralIndex {
  /** Owners of which a literal stands in the text (lower case); each once, ascending. */
  find(text: string): number[];
}

interface Posting {
  literal: string;
  owners: number[];
}

const GRAM_LENGTH = 6;
const HASH_BITS = 18;
const HASH_BASE = 0x01000193;

/**
 * Each literal is filed under its rarest run of six signs, a shorter one as a whole. A text's own runs are looked up in a bitmap of 32 KiB
 * first, so that a text in which nothing is found costs some nanoseconds a sign. Owners without literals are the caller's.
 */
export function createLiteralIndex(owners: readonly { id: number; literals: readonly string[] }[]): LiteralIndex {
  const { byGram, bitmap, lengths } = buildPostings(owners);

  /** The hash of each run follows from the one before it: a multiplication or two a sign. */
  function find(text: string): number[] {
    let found: Set<number> | undefined;
    for (const length of lengths) {
      const leadingFactor = leadingFactorOf(length);
      let hash = hashOf(text, 0, Math.min(length, text.length));
      for (let at = 0; at + length <= text.length; at++) {
        if (at > 0) {
          const leavingTerm = Math.imul(leadingFactor, text.charCodeAt(at - 1));
          hash = (Math.imul(hash - leavingTerm, HASH_BASE) + text.charCodeAt(at + length - 1)) | 0;
        }
        const bit = bitOf(hash, length);
        if ((bitmap[bit >>> 5]! & (1 << (bit & 31))) === 0) continue;
        const postings = byGram.get(text.slice(at, at + length));
        if (postings) found = addOwners(postings, text, found);
      }
    }
    return found ? (found.size === 1 ? [...found] : [...found].sort((a, b) => a - b)) : [];
  }
  return { find };
}

interface LiteralPostings {
  byGram: ReadonlyMap<string, readonly Posting[]>;
  bitmap: Uint32Array;
  lengths: ReadonlySet<number>;
}

/** Apart from the searching, so that the counts of all runs are let go of. */
function buildPostings(owners: readonly { id: number; literals: readonly string[] }[]): LiteralPostings {
  const frequency = new Map<string, number>();
  for (const { literals } of owners) {
    for (const literal of literals)
      for (const gram of gramsOf(literal)) frequency.set(gram, (frequency.get(gram) ?? 0) + 1);
  }
  const byGram = new Map<string, Posting[]>();
  const bitmap = new Uint32Array(1 << (HASH_BITS - 5));
  const lengths = new Set<number>();
  for (const { id, literals } of owners) {
    for (const literal of literals) {
      const grams = [...gramsOf(literal)];
      const gram = grams.reduce((one, other) => (mustGet(frequency, other) < mustGet(frequency, one) ? other : one));
      lengths.add(gram.length);
      const bit = bitOf(hashOf(gram, 0, gram.length), gram.length);
      bitmap[bit >>> 5]! |= 1 << (bit & 31);
      addPosting(byGram, gram, literal, id);
    }
  }
  return { byGram, bitmap, lengths };
}

function addOwners(
  postings: readonly Posting[],
  text: string,
  before: Set<number> | undefined,
): Set<number> | undefined {
  let found = before;
  for (const { literal, owners } of postings) {
    if (literal.length > GRAM_LENGTH && !text.includes(literal)) continue;
    found ??= new Set();
    for (const id of owners) found.add(id);
  }
  return found;
}

function addPosting(byGram: Map<string, Posting[]>, gram: string, literal: string, id: number): void {
  const postings = byGram.get(gram) ?? [];
  const same = postings.find((one) => one.literal === literal);
  if (same) same.owners.push(id);
  else postings.push({ literal, owners: [id] });
  byGram.set(gram, postings);
}

function hashOf(text: string, at: number, length: number): number {
  let hash = 0;
  for (let step = 0; step < length; step++) hash = (Math.imul(hash, HASH_BASE) + text.charCodeAt(at + step)) | 0;
  return hash;
}

/** What the first sign of a run of that length was multiplied by. */
function leadingFactorOf(length: number): number {
  let product = 1;
  for (let step = 1; step < length; step++) product = Math.imul(product, HASH_BASE);
  return product;
}

function bitOf(hash: number, length: number): number {
  const mixed = Math.imul(hash ^ length, 0x9e3779b1);
  return mixed >>> (32 - HASH_BITS);
}

/** All runs of six signs, or the whole of a shorter literal. */
function gramsOf(literal: string): Set<string> {
  if (literal.length <= GRAM_LENGTH) return new Set([literal]);
  const grams = new Set<string>();
  for (let at = 0; at + GRAM_LENGTH <= literal.length; at++) grams.add(literal.slice(at, at + GRAM_LENGTH));
  return grams;
}
