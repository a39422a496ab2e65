import { withArticle } from "../../../model/article.ts";
import { findPackageLine, findProduct, findProductLine } from "./find-product.ts";
import type { SoftwareFamilyName } from "./knowledge/families.ts";
import { familyOfKind, type GuessedFamily, guessFamily, hasFamilyWord } from "./knowledge/guess-family.ts";
import type { Knowledge } from "./knowledge/knowledge-index.ts";
import type { KnownProduct } from "./knowledge/known-product.ts";
import { type ParsedName, parseName, type SoftwareName } from "./names/name-forms.ts";
import { normalizeVendor } from "./names/normalize-vendor.ts";
import { type SoftwareKind, softwareKindOf } from "./names/software-kind.ts";
import { type ThingKind, thingKindOf } from "./names/thing-kind.ts";

/** Identification of a program by its name. */
export interface Identification {
  /** Generic name: without version, architecture, locale, edition, packaging. */
  normalizedName: string;
  /** The product and its current vendor; an unknown vendor is undefined. */
  software: { name: string; vendor: string | undefined };
  /** Null if nothing says it. */
  family: SoftwareFamilyName | null;
  /** 0 to 1, of the family; 0 without one. */
  familyConfidence: number;
  /** 0 to 1, of the product: above 0.6 only for a product of the built-in knowledge. */
  confidence: number;
  kind: SoftwareKind;
  /** The kind as answers show it. */
  thing: ThingKind;
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
  const decided = familyOfKind(kind) ?? (kind === "os_update" ? familyOfUpdated(item, knowledge) : undefined);
  if (found) {
    const { product, confidence } = found;
    return {
      parsed,
      product,
      confidence,
      kind: kindOf(product, kind),
      thing: thingKindOf(parsed, kindOf(product, kind), product),
      normalizedName: parsed.generic,
      software: { name: product.name, vendor: product.vendor || parsed.vendor },
      family: decided ?? product.family,
      familyConfidence: confidence,
      reasons: [...reasons, ...found.reasons],
    };
  }
  const guess = decided
    ? { family: decided, confidence: 0.7, reason: withArticle(kind.replaceAll("_", " ")) }
    : familyOf(item, parsed, kind, knowledge);
  const vendor =
    parsed.vendorKey === undefined ? undefined : (knowledge.vendorNames.get(parsed.vendorKey) ?? parsed.vendor);
  return {
    parsed,
    kind,
    thing: thingKindOf(parsed, kind, undefined),
    product: undefined,
    normalizedName: parsed.generic,
    software: { name: parsed.generic, vendor },
    family: guess?.family ?? null,
    familyConfidence: guess?.confidence ?? 0,
    confidence: parsed.generic === parsed.text ? 0.5 : 0.55,
    reasons: [...reasons, guess ? `family from ${guess.reason}` : "nothing says its family"],
  };
}

/** The family of an unknown name: by the product line that its first words name, else guessed. */
function familyOf(
  item: SoftwareName,
  parsed: ParsedName,
  kind: SoftwareKind,
  knowledge: Knowledge,
): GuessedFamily | undefined {
  const { vendorKey, generic: name, platform } = parsed;
  const isRuntime = kind === "redistributable";
  const line = isRuntime
    ? undefined
    : (findProductLine(parsed, 2, knowledge) ??
      (hasFamilyWord(name) ? undefined : findProductLine(parsed, 1, knowledge)));
  if (line) return { family: line.family, confidence: 0.6, reason: `${line.name}, whose name it begins with` };
  const guess = guessFamily({
    name,
    reported: parsed.text,
    reportedVendor: item.vendor,
    kind,
    platform,
    vendorKey,
    ...familiesOfMaker(parsed, knowledge),
  });
  if (guess) return guess;
  const whole = findPackageLine(parsed, knowledge);
  return whole && { family: whole.family, confidence: 0.4, reason: `${whole.name}, whose package it extends` };
}

const FIELD_OF_MAKER =
  /^(.{2,80}) (?:software|systems?|technolog(?:y|ies)|solutions|group|international|labs|interactive|networks?|digital|holdings?|products|industries|europe|germany|deutschland|america|usa)$/i;

/** The families of what a maker makes: its own, or that of its name without a general word ("Example Systems" is Example). */
function familiesOfMaker({ vendor, vendorKey }: ParsedName, { vendorNames, statedFamilies, makerFamilies }: Knowledge) {
  if (vendor === undefined || vendorKey === undefined) return { statedFamily: undefined, usualFamily: undefined };
  const current = (key: string) => normalizeVendor(vendorNames.get(key))?.key ?? key;
  let [name, key] = [vendor, vendorKey];
  for (let round = 0; round < 3; round++) {
    const [statedFamily, usualFamily] = [statedFamilies.get(key), makerFamilies.get(current(key))];
    if (statedFamily !== undefined || usualFamily !== undefined) return { statedFamily, usualFamily };
    const shorter = normalizeVendor(FIELD_OF_MAKER.exec(name)?.[1]);
    if (shorter === undefined) break;
    ({ name, key } = shorter);
  }
  return { statedFamily: undefined, usualFamily: undefined };
}

const UPDATED = /^.{0,80}?\b(?:for|für|pour|para|per|dla|для) (.{3,200})$/i;

/** The family of what an update is for: "Update for Microsoft Office 2013" belongs to that of Microsoft Office. */
function familyOfUpdated({ name, vendor, platform }: SoftwareName, knowledge: Knowledge): SoftwareFamilyName {
  const updated = UPDATED.exec(name.slice(0, 300))?.[1];
  const product =
    updated === undefined
      ? undefined
      : findProduct(parseName({ name: updated, vendor, platform }, knowledge), "application", knowledge)?.product;
  return product?.family ?? "Operating Systems";
}

/** The kind by the known product, else by the name. */
function kindOf(product: KnownProduct, kind: SoftwareKind): SoftwareKind {
  if (product.kind === "os") return "os";
  if (product.kind === "component") return kind === "application" ? "redistributable" : kind;
  return kind;
}
