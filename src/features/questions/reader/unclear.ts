/** `ambiguous` ends the search for another reading: one of several things was named, and any choice would be a guess. */
export type UnclearKind = "ambiguous" | "unknown" | "unsayable";

/** A reading that makes no sense: the words that it fails on, and why. */
export class Unclear extends Error {
  override readonly name: string = "Unclear";
  readonly words: readonly string[];
  readonly kind: UnclearKind;

  constructor(words: ReadonlyArray<string>, reason: string, kind: UnclearKind) {
    super(reason);
    this.words = words;
    this.kind = kind;
  }
}
