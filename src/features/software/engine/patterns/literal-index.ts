import { mustGet } from "../../../../model/must-get.ts";
/** Index of owners by required literals: finds the owners of which a text contains a literal. */
export interface LiteralIndex {
  /** Ids of owners with a literal in the text (lower case), ascending, without duplicates. */
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
 * Indexes each literal by its rarest 6-gram, a shorter one as a whole. A search tests the n-grams of a text in a bitmap of
 * 32 KiB first, so that a text without matches costs some nanoseconds a character. The caller handles owners without literals.
 */
export function createLiteralIndex(owners: readonly { id: number; literals: readonly string[] }[]): LiteralIndex {
  const { byGram, bitmap, lengths } = buildPostings(owners);

  /** Uses a rolling hash: one or two multiplications a character. */
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

/** A function of its own, so that the frequencies of all n-grams can be freed. */
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
      const gram = grams.reduce((rarest, other) =>
        mustGet(frequency, other) < mustGet(frequency, rarest) ? other : rarest,
      );
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
  const same = postings.find((posting) => posting.literal === literal);
  if (same) same.owners.push(id);
  else postings.push({ literal, owners: [id] });
  byGram.set(gram, postings);
}

function hashOf(text: string, at: number, length: number): number {
  let hash = 0;
  for (let step = 0; step < length; step++) hash = (Math.imul(hash, HASH_BASE) + text.charCodeAt(at + step)) | 0;
  return hash;
}

/** The factor of the first character in the hash of an n-gram of that length. */
function leadingFactorOf(length: number): number {
  let product = 1;
  for (let step = 1; step < length; step++) product = Math.imul(product, HASH_BASE);
  return product;
}

function bitOf(hash: number, length: number): number {
  const mixed = Math.imul(hash ^ length, 0x9e3779b1);
  return mixed >>> (32 - HASH_BITS);
}

/** All 6-grams of a literal, or a shorter literal as a whole. */
function gramsOf(literal: string): Set<string> {
  if (literal.length <= GRAM_LENGTH) return new Set([literal]);
  const grams = new Set<string>();
  for (let at = 0; at + GRAM_LENGTH <= literal.length; at++) grams.add(literal.slice(at, at + GRAM_LENGTH));
  return grams;
}
