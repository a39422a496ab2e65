import { findProduct } from "./find-product.ts";
import type { SoftwareFamilyName } from "./knowledge/families.ts";
import { DEFAULT_CONFIDENCE, type GuessedFamily, guessFamily } from "./knowledge/family-patterns.ts";
import type { Knowledge } from "./knowledge/knowledge-index.ts";
import type { KnownProduct } from "./knowledge/known-product.ts";
import { type ParsedName, parseName, type SoftwareName } from "./names/name-forms.ts";
import { normalizeVendor } from "./names/normalize-vendor.ts";
import { type SoftwareKind, softwareKindOf } from "./names/software-kind.ts";

/** Identification of a program by its name. */
export interface Identification {
  /** Generic name: without version, architecture, locale, edition, packaging. */
  normalizedName: string;
  /** The product and its current vendor; an unknown vendor is undefined. */
  software: { name: string; vendor: string | undefined };
  family: SoftwareFamilyName;
  /** 0 to 1, of the family; 0.2 for the default family. */
  familyConfidence: number;
  /** 0 to 1, of the product: above 0.6 only for a product of the built-in knowledge. */
  confidence: number;
  kind: SoftwareKind;
  /** The product of the built-in knowledge, if any. */
  product: KnownProduct | undefined;
  /** Reasons, in the order of the steps. */
  reasons: string[];
}

export interface Identified extends Identification {
  parsed: ParsedName;
}

/** Identifies product, vendor and family of a program by its name, in memory and within microseconds. Never throws. */
export function identifySoftware(item: SoftwareName, knowledge: Knowledge): Identified {
  const parsed = parseName(item, knowledge);
  const kind = softwareKindOf(parsed.text, parsed.generic, parsed.platform);
  const reasons = parsed.cuts.slice(0, 8).map(({ kind: cut, text }) => `${cut} "${text.slice(0, 40)}" cut`);
  const found = findProduct(parsed, kind, knowledge);
  if (found) {
    const { product, confidence } = found;
    return {
      parsed,
      product,
      confidence,
      kind: kindOf(product, kind),
      normalizedName: parsed.generic,
      software: { name: product.name, vendor: product.vendor || parsed.vendor },
      family: product.family,
      familyConfidence: confidence,
      reasons: [...reasons, ...found.reasons],
    };
  }
  const guess = familyOf(parsed, kind, knowledge);
  const vendor =
    parsed.vendorKey === undefined ? undefined : (knowledge.vendorNames.get(parsed.vendorKey) ?? parsed.vendor);
  return {
    parsed,
    kind,
    product: undefined,
    normalizedName: parsed.generic,
    software: { name: parsed.generic, vendor },
    family: guess.family,
    familyConfidence: guess.confidence,
    confidence: parsed.generic === parsed.text ? 0.5 : 0.55,
    reasons: [...reasons, `family from ${guess.reason}`],
  };
}

/** The family by the words of the name, else by the vendor's other products. */
function familyOf(parsed: ParsedName, kind: SoftwareKind, { makerFamilies, vendorNames }: Knowledge): GuessedFamily {
  const guess = guessFamily(parsed.generic, parsed.vendorKey, kind, parsed.platform);
  if (guess.confidence > DEFAULT_CONFIDENCE || parsed.vendorKey === undefined) return guess;
  const today = normalizeVendor(vendorNames.get(parsed.vendorKey))?.key ?? parsed.vendorKey;
  const family = makerFamilies.get(today);
  return family ? { family, confidence: 0.4, reason: "what its maker makes" } : guess;
}

/** The kind by the known product, else by the name. */
function kindOf(product: KnownProduct, kind: SoftwareKind): SoftwareKind {
  if (product.kind === "os") return "os";
  if (product.kind === "component") return kind === "application" ? "redistributable" : kind;
  return kind;
}
