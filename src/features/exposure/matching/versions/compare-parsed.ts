import { LETTER_RANK, type Num, type ParsedVersion, type Qualifier, UNKNOWN_RANK } from "./parsed-version.ts";

export type Order = -1 | 0 | 1;

/** The order of two versions, their updates included; null if words meet whose order nobody knows. */
export function compareParsed(a: ParsedVersion, b: ParsedVersion): Order | null {
  return compareTo(a, a.qualifiers.length, b, b.qualifiers.length);
}

/** The order of two versions without what stands behind their own letters: 9.3p1 and 9.3 are one. */
export function compareOwn(a: ParsedVersion, b: ParsedVersion): Order | null {
  return compareTo(a, a.own, b, b.own);
}

/** Whether two versions are one, their updates included and their prefixes aside: different words are different versions. */
export function isSameParsed(a: ParsedVersion, b: ParsedVersion): boolean {
  return isSameTo(a, a.qualifiers.length, b, b.qualifiers.length);
}

/** Whether two versions are one without what stands behind their own letters. */
export function isSameOwn(a: ParsedVersion, b: ParsedVersion): boolean {
  return isSameTo(a, a.own, b, b.own);
}

function isSameTo(a: ParsedVersion, aLength: number, b: ParsedVersion, bLength: number): boolean {
  if (aLength !== bLength || compareNumbers(a.numbers, b.numbers) !== 0) return false;
  for (let at = 0; at < aLength; at++) {
    const left = a.qualifiers[at]!;
    const right = b.qualifiers[at]!;
    if (left.word !== right.word || compareNumbers(left.numbers, right.numbers) !== 0) return false;
  }
  return true;
}

function compareTo(a: ParsedVersion, aLength: number, b: ParsedVersion, bLength: number): Order | null {
  if (a.prefix !== b.prefix) return null;
  const numbers = compareNumbers(a.numbers, b.numbers);
  if (numbers !== 0) return numbers;
  const length = Math.max(aLength, bLength);
  for (let at = 0; at < length; at++) {
    const order = compareQualifiers(
      at < aLength ? a.qualifiers[at] : undefined,
      at < bLength ? b.qualifiers[at] : undefined,
    );
    if (order !== 0) return order;
  }
  return 0;
}

function compareNumbers(a: readonly Num[], b: readonly Num[]): Order {
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a[at] ?? 0;
    const right = b[at] ?? 0;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

function compareQualifiers(a: Qualifier | undefined, b: Qualifier | undefined): Order | null {
  const left = a?.rank ?? 0;
  const right = b?.rank ?? 0;
  if (left === UNKNOWN_RANK || right === UNKNOWN_RANK) {
    return left === right && a!.word === b!.word ? compareNumbers(a!.numbers, b!.numbers) : null;
  }
  if (left !== right) return left < right ? -1 : 1;
  if (a === undefined || b === undefined) return 0;
  if (a.word === b.word) return compareNumbers(a.numbers, b.numbers);
  if (left !== LETTER_RANK) return null;
  if (a.word.length !== b.word.length) return a.word.length < b.word.length ? -1 : 1;
  return a.word < b.word ? -1 : 1;
}
