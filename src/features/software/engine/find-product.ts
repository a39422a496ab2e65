import { vendorInName } from "./find-vendor.ts";
import type { Knowledge } from "./knowledge/knowledge-index.ts";
import { currentKeyOf } from "./knowledge/knowledge-makers.ts";
import type { KnownProduct } from "./knowledge/known-product.ts";
import { isCommonName } from "./names/common-words.ts";
import type { NameForm, ParsedName } from "./names/name-forms.ts";
import { foldKey } from "./names/name-keys.ts";
import { mayCarryCpe, type SoftwareKind } from "./names/software-kind.ts";
import { EXTENSION_PLATFORMS, LIBRARY_PLATFORMS, PACKAGE_PLATFORMS, type SoftwarePlatform } from "./platforms.ts";

/** The product of the built-in knowledge that a reported name denotes. */
export interface FoundProduct {
  product: KnownProduct;
  matchedBy: "package" | "name" | "short_name";
  /** 0 to 1. */
  confidence: number;
  reasons: string[];
}

type Agreement = "yes" | "no" | "open";

/** Finds the known product of a name; undefined if several are equally likely or the vendor differs. */
export function findProduct(parsed: ParsedName, kind: SoftwareKind, knowledge: Knowledge): FoundProduct | undefined {
  const byPackage = findPackage(parsed, kind, knowledge);
  if (byPackage) return byPackage;
  // A library or extension matches only the names of its own registry.
  if (LIBRARY_PLATFORMS.has(parsed.platform) || EXTENSION_PLATFORMS.has(parsed.platform))
    return findOnPlatform(parsed, knowledge);
  const forms = mayCarryCpe(kind) ? parsed.forms : reportedForms(parsed);
  for (const form of forms) {
    const found = choose(parsed, form, knowledge.byName.get(form.key), "name", knowledge);
    if (found) return found;
  }
  for (const form of forms) {
    const found = choose(parsed, form, knowledge.byShortName.get(form.key), "short_name", knowledge);
    if (found) return found;
  }
  return parsed.vendorKey === undefined ? findBehindVendor(parsed, knowledge) : undefined;
}

/** Without a reported vendor: the product of the known vendor whose name the program's begins with ("Example Studio"). */
function findBehindVendor(parsed: ParsedName, knowledge: Knowledge): FoundProduct | undefined {
  const maker = vendorInName(parsed, knowledge);
  const ids = maker && knowledge.byName.get(foldKey(maker.rest));
  const product = ids && bestProduct({ ...parsed, vendorKey: maker.key }, ids, knowledge);
  if (!product || product.kind === "os" || agreementOf(product, maker.key, knowledge) !== "yes") return undefined;
  return {
    product,
    matchedBy: "name",
    confidence: 0.8,
    reasons: [`name behind its maker's "${maker.rest.slice(0, 80)}"`],
  };
}

/** The forms as reported: software that accompanies a product (its updater, its fonts) matches only by its own name. */
function reportedForms({ forms, platform }: ParsedName): readonly NameForm[] {
  return PACKAGE_PLATFORMS.has(platform) ? forms.slice(0, 1) : forms.filter(({ weight }) => weight === 1);
}

function isPackageForm(text: string): boolean {
  return /^[a-z0-9][a-z0-9+._:@/-]*$/.test(text);
}

/** Package systems whose names a platform's list may contain. */
const SYSTEMS_OF: Partial<Readonly<Record<SoftwarePlatform, readonly string[]>>> = {
  macos_app: ["macos_bundle"],
  other: ["deb", "rpm", "homebrew", "macos_bundle"],
};

/** Finds a product by package name: as written, else without version unless the package only accompanies the product. */
function findPackage(parsed: ParsedName, kind: SoftwareKind, knowledge: Knowledge): FoundProduct | undefined {
  const systems = SYSTEMS_OF[parsed.platform] ?? [parsed.platform];
  for (const name of mayCarryCpe(kind) ? [parsed.text, parsed.generic] : [parsed.text]) {
    const low = name.toLowerCase();
    // The last part of an identifier, as in "org.example.Studio", may be a word that many programs are called.
    if (name !== parsed.text && isCommonName(low)) continue;
    for (const system of systems) {
      const ids = knowledge.byPackage.get(`${system}:${low}`);
      const found = ids && bestProduct(parsed, ids, knowledge);
      // "Rhino 7" of another vendor is not the package rhino.
      if (found && !isPackageForm(parsed.text) && agreementOf(found, parsed.vendorKey, knowledge) === "no") continue;
      if (found) return { product: found, matchedBy: "package", confidence: 0.97, reasons: [`package ${low}`] };
    }
  }
  return undefined;
}

function findOnPlatform(parsed: ParsedName, knowledge: Knowledge): FoundProduct | undefined {
  for (const form of parsed.forms) {
    const ids = knowledge.byName.get(form.key)?.filter((id) => knowledge.products[id]!.platforms?.has(parsed.platform));
    const found = choose(parsed, form, ids, "name", knowledge);
    if (found) return found;
  }
  return undefined;
}

function choose(
  parsed: ParsedName,
  form: NameForm,
  ids: readonly number[] | undefined,
  matchedBy: "name" | "short_name",
  knowledge: Knowledge,
): FoundProduct | undefined {
  if (!ids) return undefined;
  const product = bestProduct(parsed, ids, knowledge);
  // The software of an appliance is no package: "purity" of a distribution is something else.
  if (!product || (product.kind === "os" && PACKAGE_PLATFORMS.has(parsed.platform))) return undefined;
  const agreement = agreementOf(product, parsed.vendorKey, knowledge);
  if (agreement === "no" && form.withoutVendor) return undefined;
  // A short or shortened name of another vendor is another program.
  const words = form.text.split(/[\s-]+/).length;
  if (agreement === "no" && (matchedBy === "short_name" || (form.key.length < 6 && words < 2))) return undefined;
  // Without a vendor accept only a long and unique shortened name, on platforms that report no vendors.
  const omitsMakers = parsed.platform === "macos_app" || parsed.platform === "homebrew";
  if (matchedBy === "short_name" && agreement !== "yes" && !(omitsMakers && form.key.length >= 6 && ids.length === 1)) {
    return undefined;
  }
  const base = matchedBy === "name" ? 0.95 : 0.85;
  const confidence = base * form.weight * (agreement === "yes" ? 1 : agreement === "open" ? 0.95 : 0.75);
  const reasons = [`${matchedBy === "name" ? "name" : "name without the maker's"} "${form.text.slice(0, 80)}"`];
  if (agreement !== "open") reasons.push(agreement === "yes" ? "maker agrees" : "maker differs");
  return { product, matchedBy, confidence, reasons };
}

const MAX_LINE_WORDS = 6;

/**
 * The product whose full name an unknown name begins with, as "Example Studio Rich Client" does with "Example Studio"; its
 * vendor agrees or is not reported. A name of one word counts where the vendor makes little else, or where the word is long
 * and no other product's. An operating system's name, which much software of others begins with, counts only with its vendor
 * and one more word, and in no list of programs.
 */
export function findProductLine(parsed: ParsedName, minWords: number, knowledge: Knowledge): KnownProduct | undefined {
  const words = parsed.generic.slice(0, 200).split(" ");
  const isVendorFirst = parsed.vendor?.toLowerCase().split(" ")[0] === words[0]!.toLowerCase();
  for (let end = Math.min(words.length - 1, MAX_LINE_WORDS); end >= minWords; end--) {
    const key = foldKey(words.slice(0, end).join(" "));
    if (end === 1 && (key.length < 3 || isCommonName(words[0]!.toLowerCase()))) continue;
    // "Example Studio Suite Console" by Example, where the product is listed as "Studio Suite".
    const bare = isVendorFirst && end > 2 ? foldKey(words.slice(1, end).join(" ")) : "";
    const ids = knowledge.byName.get(key) ?? knowledge.byName.get(bare);
    const product = ids && bestProduct(parsed, ids, knowledge);
    if (!product) continue;
    const agreement = agreementOf(product, parsed.vendorKey, knowledge);
    // "ExampleOS Enhanced" of an appliance.
    if (product.kind === "os" && (parsed.platform !== "other" || agreement !== "yes" || words.length - end > 1))
      continue;
    const isTold = agreement === "yes" && (product.kind === "os" || isWhollyOf(product, knowledge));
    const isUnique = key.length >= 8 && ids!.length === 1;
    if (agreement !== "no" && (end > 1 || isTold || isUnique)) return product;
  }
  return undefined;
}

/** The product whose package a package's name begins with, as `example-server-plugin` does with `example-server`. */
export function findPackageLine(parsed: ParsedName, knowledge: Knowledge): KnownProduct | undefined {
  const { platform, text, generic } = parsed;
  if (!isPackageForm(text) || LIBRARY_PLATFORMS.has(platform) || EXTENSION_PLATFORMS.has(platform)) return undefined;
  const parts = generic.slice(0, 120).split("-");
  for (let end = Math.min(parts.length - 1, MAX_LINE_WORDS); end >= 1; end--) {
    const name = parts.slice(0, end).join("-");
    if (end === 1 && (name.length < 4 || isCommonName(name))) continue;
    const ids = knowledge.byPackage.get(`deb:${name}`) ?? knowledge.byPackage.get(`rpm:${name}`);
    const product = ids && bestProduct(parsed, ids, knowledge);
    if (product && product.kind !== "os") return product;
  }
  return undefined;
}

/** Whether the products of a product's vendor are mostly of its family, so that the vendor's name alone may be a line's. */
function isWhollyOf({ id, family }: KnownProduct, knowledge: Knowledge): boolean {
  const { makerKeys, makerFamilies, statedFamilies, vendorNames } = knowledge;
  const key = makerKeys[id]![0];
  if (key === undefined) return false;
  return (statedFamilies.get(key) ?? makerFamilies.get(currentKeyOf(key, vendorNames)) ?? family) === family;
}

/** The product that fits vendor and platform best. */
function bestProduct(parsed: ParsedName, ids: readonly number[], knowledge: Knowledge): KnownProduct | undefined {
  const usable = ids
    .map((id) => knowledge.products[id]!)
    .filter(({ platforms }) => !platforms || platforms.has(parsed.platform) || parsed.platform === "other");
  if (usable.length <= 1) return usable[0];
  const rank = (product: KnownProduct): number => {
    const agreement = agreementOf(product, parsed.vendorKey, knowledge);
    const isNamed = parsed.forms.some((form) => form.text.toLowerCase() === product.name.toLowerCase());
    return (agreement === "yes" ? 8 : agreement === "open" ? 4 : 0) + (product.platforms ? 2 : 0) + (isNamed ? 1 : 0);
  };
  return usable.reduce((best, other) => (rank(other) > rank(best) ? other : best));
}

/** Whether a reported vendor is that of a product, in any known spelling; `open` without a reported vendor. */
function agreementOf(product: KnownProduct, vendorKey: string | undefined, knowledge: Knowledge): Agreement {
  if (vendorKey === undefined) return "open";
  const makers = knowledge.makerKeys[product.id]!;
  for (const key of makers) {
    if (key === vendorKey || isSameVendor(key, vendorKey, knowledge)) return "yes";
    const [short, long] = key.length < vendorKey.length ? [key, vendorKey] : [vendorKey, key];
    if (short.length >= 3 && long.startsWith(short)) return "yes";
  }
  // A product listed without a maker belongs to the one that is called after it: "Example" of "The Example Consortium".
  // Any product belongs to its own team: "Example" of "The Example Team".
  const rest = restOfNamesake(vendorKey, product.name);
  if (rest !== undefined && (makers.length === 0 || OWN_TEAM.test(rest))) return "yes";
  return (product.cpe ?? []).some(
    ({ vendor }) => vendorKey.startsWith(vendor.replace(/[^a-z0-9]/g, "")) && vendor.length >= 3,
  )
    ? "yes"
    : "no";
}

const OWN_TEAM = /^(?:development)?(?:team|project|developers?|contributors|community)$/;

/** What follows a product's name in the key of a vendor that is called after it; undefined for any other vendor. */
function restOfNamesake(vendorKey: string, name: string): string | undefined {
  const key = foldKey(name);
  const own = vendorKey.replace(/^the/, "");
  if (key.length < 4 || isCommonName(name.toLowerCase()) || !own.startsWith(key)) return undefined;
  return own.slice(key.length);
}

/** Whether two keys are known spellings of one vendor. */
function isSameVendor(a: string, b: string, { vendorNames }: Knowledge): boolean {
  const name = vendorNames.get(a);
  return name !== undefined && name === vendorNames.get(b);
}
