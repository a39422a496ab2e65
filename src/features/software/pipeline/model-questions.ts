import { createHash } from "node:crypto";
import { z } from "zod";
import {
  cleanText,
  familyByName,
  foldKey,
  normalizeName,
  normalizeVendor,
  SOFTWARE_FAMILIES,
  type SoftwareFamilyName,
  wordsOf,
} from "../engine/index.ts";
import type { QuestionKind } from "./answers.store.ts";

/** A name that neither mappings nor the built-in knowledge know. */
export interface UnknownName {
  /** As installed. */
  name: string;
  vendor: string | null;
  /** Without version and packaging; names with equal normalised names share one question. */
  normalizedName: string;
}

export interface ProductAnswer {
  name: string;
  vendor: string | null;
  confidence: number;
}

export interface FamilyAnswer {
  family: SoftwareFamilyName;
  confidence: number;
}

/** One kind of question about names: prompt, answer schema and acceptance rule. */
export interface NameQuestion<R extends z.ZodType, A> {
  kind: QuestionKind;
  purpose: string;
  system: string;
  schema: R;
  /** The usable answer in one row; undefined if it is not usable. */
  accept(asked: UnknownName, row: z.output<R>): A | undefined;
}

/** Below it, the guess from the words of the name is better (section 1 of the interface specification, rule 12). */
const MIN_CONFIDENCE = 0.7;

const MAX_NAME_LENGTH = 255;
const id = z.int().describe("the id of the program");
const confidence = z.number().min(0).max(1).describe("1: certain; below 0.7: a guess");

export const productQuestion: NameQuestion<typeof productRow, ProductAnswer> = {
  kind: "product",
  purpose: "software.product",
  system:
    "You name installed programs. For each program of the list say the generic name of its product, as its maker calls it, " +
    "without version, edition, language, architecture and packaging, and the maker. " +
    "Take each by itself. Where you do not know the product, say so by a low confidence.",
  get schema() {
    return productRow;
  },
  accept(asked, { product, vendor, confidence: sure }) {
    const said = printable(product, MAX_NAME_LENGTH);
    const generic = normalizeName(said, "other").name || said;
    if (sure < MIN_CONFIDENCE || !isPlausibleProduct(generic, asked.name)) return undefined;
    // The maker in the record takes precedence.
    const maker = asked.vendor ?? (printable(vendor ?? "", MAX_NAME_LENGTH) || null);
    return { name: generic, vendor: maker, confidence: sure };
  },
};
const productRow = z.object({
  id,
  product: z.string().max(1_000),
  vendor: z.string().max(1_000).nullable(),
  confidence,
});

const familyRow = z.object({ id, family: z.enum(SOFTWARE_FAMILIES), confidence });
export const familyQuestion: NameQuestion<typeof familyRow, FamilyAnswer> = {
  kind: "family",
  purpose: "software.family",
  system:
    "You sort software products into families. For each product of the list say the one family that fits best. " +
    "Take each by itself. Where you do not know the product, say so by a low confidence.",
  schema: familyRow,
  accept: (_asked, { family, confidence: sure }) => (sure < MIN_CONFIDENCE ? undefined : { family, confidence: sure }),
};

/** Comparing key of a name: the same for every version and host. */
export function keyOfName({ normalizedName, vendor }: UnknownName): string {
  const name = foldKey(normalizedName) || normalizedName.slice(0, MAX_NAME_LENGTH).toLowerCase();
  const maker = normalizeVendor(vendor)?.key ?? "";
  return createHash("sha256")
    .update(JSON.stringify([name, maker]))
    .digest("base64url");
}

/** The text without control characters, cut to `maxLength`. */
export function printable(text: string, maxLength: number): string {
  return cleanText(text.slice(0, 4 * maxLength).toWellFormed())
    .slice(0, maxLength)
    .toWellFormed()
    .trim();
}

/**
 * Whether the product can be installed under the name: they share a word, the name contains the product, or has its
 * initials. Any other answer is a hallucination or the effect of a prompt injection.
 */
export function isPlausibleProduct(product: string, name: string): boolean {
  const words = wordsOf(product);
  const nameWords = new Set(wordsOf(name));
  if (words.some((word) => word.length > 1 && /\p{L}/u.test(word) && nameWords.has(word))) return true;
  const key = foldKey(product);
  if (key.length < 2 || !/\p{L}/u.test(key)) return false;
  const initials = words.map((word) => word[0]).join("");
  return foldKey(name).includes(key) || (initials.length > 1 && nameWords.has(initials));
}

const storedProduct = z.object({ name: z.string().min(1), vendor: z.string().nullable(), confidence: z.number() });
const storedFamily = z.object({ family: z.string().transform((text) => familyByName(text)), confidence: z.number() });

/** A stored answer; undefined if it has an older format. */
export function readProductAnswer(stored: unknown): ProductAnswer | undefined {
  return storedProduct.safeParse(stored).data;
}

export function readFamilyAnswer(stored: unknown): FamilyAnswer | undefined {
  const found = storedFamily.safeParse(stored).data;
  return found?.family && { family: found.family, confidence: found.confidence };
}
