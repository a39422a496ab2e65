import { normalizeVendor } from "../names/normalize-vendor.ts";
import type { SoftwareFamilyName } from "./families.ts";
import type { Interner } from "./interner.ts";
import type { VendorLine } from "./knowledge-schema.ts";
import type { KnownProduct, ProductFacts } from "./known-product.ts";

/** Keys of a product's vendors, the current one first. */
export function makerKeysOf({ vendor, vendors }: ProductFacts): string[] {
  const keys = [vendor, ...vendors].map((maker) => normalizeVendor(maker)?.key).filter((key) => key !== undefined);
  return [...new Set(keys)];
}

/** The key of a vendor's current name, by the key of any of its spellings. */
export function currentKeyOf(key: string, names: ReadonlyMap<string, string>): string {
  return normalizeVendor(names.get(key))?.key ?? key;
}

/** Vendors by key of any spelling: their names in the CPE dictionary, their current name, the family of what they make. */
export interface Makers {
  cpe: Map<string, readonly string[]>;
  names: Map<string, string>;
  families: Map<string, SoftwareFamilyName>;
  /** Keys of today's vendors of products. */
  current: Set<string>;
}

/** Adds the vendors of a product. */
export function addVendors(product: ProductFacts, keys: readonly string[], makers: Makers, interner: Interner): void {
  for (const [at, key] of keys.entries()) {
    const name = makers.names.get(key);
    if (at === 0) makers.current.add(key);
    if (at === 0 || name === undefined) makers.names.set(key, interner.text(product.vendor));
    // A former maker of what several have today is none of them.
    else if (name !== product.vendor && !makers.current.has(key))
      makers.names.set(key, interner.text(spellingOf(key, product)));
    const known = makers.cpe.get(key) ?? [];
    // Only the current vendor and the current pair surely belong together.
    const todaysCpeVendor = at === 0 && product.cpe?.[0] ? [product.cpe[0].vendor] : [];
    makers.cpe.set(key, interner.list([...new Set([...known, ...todaysCpeVendor])]));
  }
}

/** A vendor's name without its legal form, as a product lists it. */
function spellingOf(key: string, { vendors }: ProductFacts): string {
  return vendors.map((vendor) => normalizeVendor(vendor)).find((vendor) => vendor?.key === key)?.name ?? key;
}

/** Adds a line of the vendors' file, which overrides the names from products. */
export function addVendor({ vendor, aliases, cpe, family }: VendorLine, makers: Makers, interner: Interner): void {
  for (const spelling of [vendor, ...(aliases ?? [])]) {
    const key = normalizeVendor(spelling)?.key;
    if (key === undefined) continue;
    makers.names.set(interner.text(key), interner.text(vendor));
    if (family !== undefined) makers.families.set(interner.text(key), family);
    makers.cpe.set(interner.text(key), interner.list([...new Set([...(cpe ?? []), ...(makers.cpe.get(key) ?? [])])]));
  }
}

/** Upstream projects: vendors with at least three products that have a Debian or RPM package. */
export function packagedVendors(products: readonly KnownProduct[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { packageSystems, cpe } of products) {
    const vendor = cpe?.[0]?.vendor;
    if (vendor !== undefined && packageSystems.some((system) => system === "deb" || system === "rpm"))
      counts.set(vendor, (counts.get(vendor) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= 3).map(([vendor]) => vendor));
}

/**
 * Families of what vendors make by their applications, by the key of the vendor's current name: `usual` of those with two
 * or more, at least two thirds of them in one family; `sole` of those with a single one.
 */
export function makerFamilies(
  products: readonly KnownProduct[],
  makerKeys: readonly (readonly string[])[],
  names: ReadonlyMap<string, string>,
): Record<"usual" | "sole", ReadonlyMap<string, SoftwareFamilyName>> {
  const counts = new Map<string, Map<SoftwareFamilyName, number>>();
  for (const { id, kind, family } of products) {
    const own = makerKeys[id]![0];
    if (own === undefined || kind !== "application") continue;
    const key = currentKeyOf(own, names);
    const makerCounts = counts.get(key) ?? new Map<SoftwareFamilyName, number>();
    counts.set(key, makerCounts.set(family, (makerCounts.get(family) ?? 0) + 1));
  }
  const usual = new Map<string, SoftwareFamilyName>();
  const sole = new Map<string, SoftwareFamilyName>();
  for (const [key, own] of counts) {
    const all = [...own.values()].reduce((sum, count) => sum + count, 0);
    const [family, familyCount] = [...own].reduce((best, other) => (other[1] > best[1] ? other : best));
    if (all === 1) sole.set(key, family);
    else if (familyCount * 3 >= all * 2) usual.set(key, family);
  }
  return { usual, sole };
}
