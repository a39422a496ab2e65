import { withArticle } from "../../../model/article.ts";
import { findPackageLine, findProduct, findProductLine } from "./find-product.ts";
import { familyOfNamesake, vendorInName, vendorOf } from "./find-vendor.ts";
import type { SoftwareFamilyName } from "./knowledge/families.ts";
import { familyOfKind, type GuessedFamily, guessFamily, hasFamilyWord } from "./knowledge/guess-family.ts";
import type { Knowledge } from "./knowledge/knowledge-index.ts";
import { currentKeyOf } from "./knowledge/knowledge-makers.ts";
import type { KnownProduct } from "./knowledge/known-product.ts";
import { isCommonName } from "./names/common-words.ts";
import { type ParsedName, parseName, type SoftwareName, withoutVendor } from "./names/name-forms.ts";
import { foldKey } from "./names/name-keys.ts";
import { type SoftwareKind, softwareKindOf } from "./names/software-kind.ts";
import { type ThingKind, thingKindOf } from "./names/thing-kind.ts";
import { LIBRARY_PLATFORMS, PACKAGE_PLATFORMS } from "./platforms.ts";

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
  // A service pack that goes by its product's name belongs to the product.
  const isOfProduct = found !== undefined && found.product.kind !== "os";
  const decided =
    familyOfKind(kind, parsed.text, found?.product) ??
    (kind === "os_update" && !isOfProduct ? familyOfUpdated(item, knowledge) : undefined);
  if (found) {
    const { product, confidence } = found;
    const thing = thingKindOf(parsed, kindOf(product, kind), product);
    return {
      parsed,
      product,
      confidence,
      kind: kindOf(product, kind),
      thing,
      normalizedName: spellingOf(parsed, product),
      software: { name: product.name, vendor: product.vendor || parsed.vendor },
      family: decided ?? (thing === "library" || isBinding(parsed) ? familyOfLibrary(parsed, product) : product.family),
      familyConfidence: confidence,
      reasons: [...reasons, ...found.reasons],
    };
  }
  const guess = decided
    ? { family: decided, confidence: 0.7, reason: withArticle(kind.replaceAll("_", " ")) }
    : familyOf(item, parsed, kind, knowledge);
  const vendor = vendorOf(parsed, knowledge);
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

/** The generic name; one that was made of an identifier's parts in the spelling of the product ("LibreOffice"). */
function spellingOf({ text, generic, genericKey }: ParsedName, { name, names }: KnownProduct): string {
  if (text.includes(" ") || !generic.includes(" ")) return generic;
  return [name, ...names].find((known) => foldKey(known) === genericKey) ?? generic;
}

/** The description of a library for other languages to call it ("gir1.2-example-1.0"), which Debian packages by itself. */
function isBinding({ text, platform }: ParsedName): boolean {
  return PACKAGE_PLATFORMS.has(platform) && text.startsWith("gir1.");
}

/** A program's library that a distribution packages by itself is there for other programs to run. */
function familyOfLibrary({ platform }: ParsedName, { family }: KnownProduct): SoftwareFamilyName {
  const isTool = family === "Utilities" || family === "Development Tools" || family === "Operating Systems";
  return isTool && !LIBRARY_PLATFORMS.has(platform) ? "Runtime Environments" : family;
}

/** The family of an unknown name: by the product line that its first words name, else guessed. */
function familyOf(
  item: SoftwareName,
  parsed: ParsedName,
  kind: SoftwareKind,
  knowledge: Knowledge,
): GuessedFamily | undefined {
  const { generic, platform } = parsed;
  const named = parsed.vendorKey === undefined ? vendorInName(parsed, knowledge) : undefined;
  const vendor = parsed.vendor ?? named?.key;
  const vendorKey = parsed.vendorKey ?? named?.key;
  // The vendor's own name says nothing of the product.
  const name = named?.rest ?? (vendor === undefined ? generic : (withoutVendor(generic, vendor) ?? generic));
  // "Example Runtime" runs what was made with Example.
  const isRuntime = kind === "redistributable" || /\brun-?time$/i.test(generic);
  const behind = named && { ...parsed, generic: named.rest, vendor, vendorKey };
  const line = isRuntime
    ? undefined
    : (findProductLine(parsed, 2, knowledge) ??
      (behind && findProductLine(behind, 2, knowledge)) ??
      (hasFamilyWord(name) ? undefined : findProductLine(parsed, 1, knowledge)));
  if (line) return { family: line.family, confidence: 0.6, reason: `${line.name}, whose name it begins with` };
  const unknown = {
    reported: parsed.text,
    reportedVendor: item.vendor,
    kind,
    platform,
    vendorKey,
    ...familiesOfMaker({ vendor, vendorKey }, knowledge),
    soleFamily:
      vendorKey === undefined ? undefined : knowledge.soleFamilies.get(currentKeyOf(vendorKey, knowledge.vendorNames)),
  };
  const guess =
    guessFamily({ ...unknown, name }) ?? (name === generic ? undefined : guessFamily({ ...unknown, name: generic }));
  if (guess && guess.confidence >= 0.4) return guess;
  const whole = findPackageLine(parsed, knowledge);
  if (whole) return { family: whole.family, confidence: 0.4, reason: `${whole.name}, whose package it extends` };
  if (guess) return guess;
  const namesake = familyOfNamesake(parsed, knowledge);
  return namesake && { family: namesake, confidence: 0.4, reason: "the maker that it is called after" };
}

/**
 * The families of what a maker makes: its own, or that of the known maker whose name its own begins with ("Example Process
 * Solutions" is a part of Example).
 */
function familiesOfMaker(
  { vendor, vendorKey }: Pick<ParsedName, "vendor" | "vendorKey">,
  { vendorNames, statedFamilies, makerFamilies }: Knowledge,
) {
  const words = vendor?.slice(0, 120).split(" ").slice(0, 5) ?? [];
  for (let end = words.length; end >= 1; end--) {
    const key = end === words.length ? vendorKey! : foldKey(words.slice(0, end).join(" "));
    if (end < words.length && (key.length < 4 || isCommonName(words.slice(0, end).join(" ").toLowerCase()))) break;
    const current = currentKeyOf(key, vendorNames);
    const [statedFamily, usualFamily] = [statedFamilies.get(key), makerFamilies.get(current)];
    if (statedFamily !== undefined || usualFamily !== undefined) return { statedFamily, usualFamily };
  }
  return { statedFamily: undefined, usualFamily: undefined };
}

const UPDATED = /^.{0,80}? (?:for|für|pour|para|per|dla|для|pro|pre|voor|för|til) (.{3,200})$/i;

/** The family of what an update is for: "Update for Microsoft Office 2013" belongs to that of Microsoft Office. */
function familyOfUpdated({ name, vendor, platform }: SoftwareName, knowledge: Knowledge): SoftwareFamilyName {
  const updated = UPDATED.exec(name.slice(0, 300))?.[1];
  const parsed = updated === undefined ? undefined : parseName({ name: updated, vendor, platform }, knowledge);
  const product =
    parsed && (findProduct(parsed, "application", knowledge)?.product ?? findProductLine(parsed, 2, knowledge));
  return product?.family ?? "Operating Systems";
}

/** The kind by the known product, else by the name. */
function kindOf(product: KnownProduct, kind: SoftwareKind): SoftwareKind {
  // A package of a kernel's image or of its headers is a part of the system.
  if (product.kind === "os") return kind === "os_component" || kind === "sdk" ? kind : "os";
  if (product.kind === "component") return kind === "application" ? "redistributable" : kind;
  return kind;
}
