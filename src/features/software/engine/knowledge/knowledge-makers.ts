import { normalizeVendor } from "../names/normalize-vendor.ts";
import type { SoftwareFamilyName } from "./families.ts";
import type { Interner } from "./interner.ts";
import type { VendorLine } from "./knowledge-schema.ts";
import type { KnownProduct, ProductFacts } from "./known-product.ts";

/** Comparing keys of a product's makers, today's first. */
export function makerKeysOf({ vendor, vendors }: ProductFacts): string[] {
  const keys = [vendor, ...vendors].map((maker) => normalizeVendor(maker)?.key).filter((key) => key !== undefined);
  return [...new Set(keys)];
}

/** Of makers, by comparing key of any spelling: their names in the CPE dictionary, and the name of today. */
export interface Makers {
  cpe: Map<string, readonly string[]>;
  names: Map<string, string>;
}

/** What a product says of its makers. */
export function addVendors(product: ProductFacts, keys: readonly string[], makers: Makers, interner: Interner): void {
  for (const [at, key] of keys.entries()) {
    if (at === 0 || !makers.names.has(key)) makers.names.set(key, interner.text(product.vendor));
    const known = makers.cpe.get(key) ?? [];
    // Today's maker and today's pair belong together; former owners and former pairs would mix in any way.
    const todaysCpeVendor = at === 0 && product.cpe?.[0] ? [product.cpe[0].vendor] : [];
    makers.cpe.set(key, interner.list([...new Set([...known, ...todaysCpeVendor])]));
  }
}

/** A maker's own line goes before what products say of it. */
export function addVendor({ vendor, aliases, cpe }: VendorLine, makers: Makers, interner: Interner): void {
  for (const spelling of [vendor, ...(aliases ?? [])]) {
    const key = normalizeVendor(spelling)?.key;
    if (key === undefined) continue;
    makers.names.set(interner.text(key), interner.text(vendor));
    makers.cpe.set(interner.text(key), interner.list([...new Set([...(cpe ?? []), ...(makers.cpe.get(key) ?? [])])]));
  }
}

/** Upstream projects: those of whom at least three products are known by a package of Debian or of RPM. */
export function packagedVendors(products: readonly KnownProduct[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { packageSystems, cpe } of products) {
    const vendor = cpe?.[0]?.vendor;
    if (vendor !== undefined && packageSystems.some((system) => system === "deb" || system === "rpm"))
      counts.set(vendor, (counts.get(vendor) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= 3).map(([vendor]) => vendor));
}

/** Makers of two applications and more, at least two thirds of them in one family. */
export function makerFamilies(
  products: readonly KnownProduct[],
  makerKeys: readonly (readonly string[])[],
): ReadonlyMap<string, SoftwareFamilyName> {
  const counts = new Map<string, Map<SoftwareFamilyName, number>>();
  for (const { id, kind, family } of products) {
    const key = makerKeys[id]![0];
    if (key === undefined || kind !== "application") continue;
    const makerCounts = counts.get(key) ?? new Map<SoftwareFamilyName, number>();
    counts.set(key, makerCounts.set(family, (makerCounts.get(family) ?? 0) + 1));
  }
  const found = new Map<string, SoftwareFamilyName>();
  for (const [key, own] of counts) {
    const all = [...own.values()].reduce((sum, count) => sum + count, 0);
    const [family, familyCount] = [...own].reduce((one, other) => (other[1] > one[1] ? other : one));
    if (all >= 2 && familyCount * 3 >= all * 2) found.set(key, family);
  }
  return found;
}
