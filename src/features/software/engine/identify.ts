import { findProduct } from "./find-product.ts";
import type { SoftwareFamilyName } from "./knowledge/families.ts";
import { type GuessedFamily, guessFamily, NOTHING_KNOWN } from "./knowledge/family-patterns.ts";
import type { Knowledge } from "./knowledge/knowledge-index.ts";
import type { KnownProduct } from "./knowledge/known-product.ts";
import { type KindOfThing, kindOfThing } from "./names/kind-of-thing.ts";
import { type ReadName, readName, type SoftwareName } from "./names/name-forms.ts";
import { normalizeVendor } from "./names/normalize-vendor.ts";

/** What a program's name stands for. */
export interface Identification {
  /** Generic name: without version, architecture, locale, edition, packaging. */
  normalizedName: string;
  /** The product and its maker today; the maker is undefined where nobody is known. */
  software: { name: string; vendor: string | undefined };
  family: SoftwareFamilyName;
  /** 0 to 1, of the family; 0.2 says that nothing spoke for it. */
  familyConfidence: number;
  /** 0 to 1, of the product: above 0.6 only for one of the built-in knowledge. */
  confidence: number;
  kind: KindOfThing;
  /** The product of the built-in knowledge. */
  product: KnownProduct | undefined;
  /** Why, in the order of the steps. */
  reasons: string[];
}

export interface Identified extends Identification {
  read: ReadName;
}

/** Product, maker and family of a program's name, without any store and in microseconds. Never throws on any text. */
export function identifySoftware(item: SoftwareName, knowledge: Knowledge): Identified {
  const read = readName(item, knowledge);
  const kind = kindOfThing(read.text, read.generic, read.platform);
  const reasons = read.cuts.slice(0, 8).map(({ kind: cut, text }) => `${cut} "${text.slice(0, 40)}" cut`);
  const found = findProduct(read, kind, knowledge);
  if (found) {
    const { product, confidence } = found;
    return {
      read,
      product,
      confidence,
      kind: kindOf(product, kind),
      normalizedName: read.generic,
      software: { name: product.name, vendor: product.vendor || read.vendor },
      family: product.family,
      familyConfidence: confidence,
      reasons: [...reasons, ...found.reasons],
    };
  }
  const guess = familyOf(read, kind, knowledge);
  const vendor = read.vendorKey === undefined ? undefined : (knowledge.vendorNames.get(read.vendorKey) ?? read.vendor);
  return {
    read,
    kind,
    product: undefined,
    normalizedName: read.generic,
    software: { name: read.generic, vendor },
    family: guess.family,
    familyConfidence: guess.confidence,
    confidence: read.generic === read.text ? 0.5 : 0.55,
    reasons: [...reasons, `family from ${guess.reason}`],
  };
}

/** By the words of the name, else by what else its maker makes. */
function familyOf(read: ReadName, kind: KindOfThing, { makerFamilies, vendorNames }: Knowledge): GuessedFamily {
  const guess = guessFamily(read.generic, read.vendorKey, kind, read.platform);
  if (guess.confidence > NOTHING_KNOWN || read.vendorKey === undefined) return guess;
  const today = normalizeVendor(vendorNames.get(read.vendorKey))?.key ?? read.vendorKey;
  const family = makerFamilies.get(today);
  return family ? { family, confidence: 0.4, reason: "what its maker makes" } : guess;
}

/** A known component stays one; a known application under an updater's name does not become one. */
function kindOf(product: KnownProduct, kind: KindOfThing): KindOfThing {
  if (product.kind === "os") return "os";
  if (product.kind === "component") return kind === "application" ? "redistributable" : kind;
  return kind;
}
