import { foldKey } from "../names/name-keys.ts";
import { normalizeName } from "../names/normalize-name.ts";
import { normalizeVendor } from "../names/normalize-vendor.ts";
import type { Compacter } from "./compact.ts";
import type { SoftwareFamilyName } from "./families.ts";
import { addCutProcesses, addPackages, createFiling, type Lists } from "./knowledge-filing.ts";
import { addVendor, addVendors, type Makers, makerFamilies, makerKeysOf, packagedVendors } from "./knowledge-makers.ts";
import type { KnownProcesses, KnownProduct, OtherFacts, ProductFacts, VersionCounts } from "./known-product.ts";

/** `windows:svchost`: platform, and the image name in lower case without `.exe`. */
export function processKey(platform: string, process: string): string {
  return `${platform}:${process.toLowerCase().replace(/\.exe$/, "")}`;
}

export interface Knowledge {
  products: readonly KnownProduct[];
  /** Comparing keys of each product's makers, today's first. */
  makerKeys: readonly (readonly string[])[];
  /** Products by comparing key of a name. */
  byName: ReadonlyMap<string, readonly number[]>;
  /** Products by comparing key of a name without the vendor's in front ("teams"): weaker. */
  byShortName: ReadonlyMap<string, readonly number[]>;
  /** Products by `platform:package`, lower case, as written and without the versions in it. */
  byPackage: ReadonlyMap<string, readonly number[]>;
  /** Products by `platform:process`, lower case. */
  byProcess: ReadonlyMap<string, readonly number[]>;
  byService: ReadonlyMap<string, readonly number[]>;
  processes: KnownProcesses;
  /** Makers' own ways of counting versions. */
  versionCounts: VersionCounts;
  /** Products by `vendor:product`. */
  byCpe: ReadonlyMap<string, readonly number[]>;
  /** Vendors of the CPE dictionary by comparing key of a maker's name. */
  cpeVendors: ReadonlyMap<string, readonly string[]>;
  /** The family of most of a maker's products, by comparing key of its name of today. */
  makerFamilies: ReadonlyMap<string, SoftwareFamilyName>;
  /** Vendors of the CPE dictionary of whom distributions carry several products. */
  packagedVendors: ReadonlySet<string>;
  /** A maker's name as it is written today, by comparing key of any spelling. */
  vendorNames: ReadonlyMap<string, string>;
  /** Whether a key is that of a name of which nothing is to be cut: digits and editions in it are the product's. */
  isKnownName(key: string): boolean;
}

/** Hash indexes over the products: every question is one look-up. */
export function indexKnowledge(
  facts: Iterable<ProductFacts>,
  { system, shared, vendors, versionCounts }: OtherFacts,
): Knowledge {
  const filing = createFiling();
  const { compact } = filing;
  const byName: Lists = new Map();
  const byShortName: Lists = new Map();
  const byPackage: Lists = new Map();
  const byProcess: Lists = new Map();
  const byService: Lists = new Map();
  const byCpe: Lists = new Map();
  const makers: Makers = { cpe: new Map(), names: new Map() };
  const products: KnownProduct[] = [];
  const makerKeys: (readonly string[])[] = [];
  const ownNames = new Set<string>();
  for (const product of facts) {
    const { id } = product;
    products.push(kept(product, compact));
    makerKeys.push(compact.list(makerKeysOf(product)));
    for (const name of [product.name, ...product.names]) {
      const key = compact.text(foldKey(name));
      if (isWhole(name, product)) ownNames.add(key);
      filing.add(byName, key, id);
    }
    for (const short of shortNames(product)) filing.add(byShortName, short, id);
    for (const [platform, packages] of Object.entries(product.packages))
      addPackages(byPackage, platform, packages ?? [], id, filing);
    for (const [platform, names] of Object.entries(product.processes)) {
      for (const process of names ?? []) filing.add(byProcess, `${platform}:${process.toLowerCase()}`, id);
    }
    for (const service of product.services) filing.add(byService, service.toLowerCase(), id);
    for (const { vendor, product: name } of product.cpe ?? []) filing.add(byCpe, `${vendor}:${name}`, id);
    addVendors(product, makerKeys[id]!, makers, compact);
  }
  addCutProcesses(products, byProcess, filing);
  for (const line of vendors) addVendor(line, makers, compact);
  return {
    products,
    makerKeys,
    byName,
    byShortName,
    byPackage,
    byProcess,
    byService,
    processes: { system, shared },
    versionCounts,
    byCpe,
    cpeVendors: makers.cpe,
    makerFamilies: makerFamilies(products, makerKeys),
    packagedVendors: packagedVendors(products),
    vendorNames: makers.names,
    isKnownName: memberOf(ownNames),
  };
}

/** Apart, so that nothing of the reading lives on beside the names. */
function memberOf(names: ReadonlySet<string>): (key: string) => boolean {
  return (key) => names.has(key);
}

/** Member by member: an object that grows by spreading takes twice the memory. */
function kept(product: ProductFacts, { text, list }: Compacter): KnownProduct {
  return {
    id: product.id,
    name: text(product.name),
    vendor: text(product.vendor),
    family: product.family,
    kind: product.kind,
    part: product.part,
    names: list(product.names),
    packageSystems: list(Object.keys(product.packages)),
    processes: product.processes,
    services: list(product.services),
    shared: product.shared,
    cpe: product.cpe?.map((pair) => ({ vendor: text(pair.vendor), product: text(pair.product) })),
    platforms: product.platforms,
  };
}

/** Names without the maker's name in front, where that leaves a word of some weight. */
function shortNames(product: ProductFacts): string[] {
  const found: string[] = [];
  for (const maker of [product.vendor, ...product.vendors]) {
    const vendor = normalizeVendor(maker)?.name ?? maker;
    const first = vendor.split(" ")[0]!;
    for (const name of [product.name, ...product.names]) {
      for (const start of [vendor, first]) {
        if (start.length < 2 || name.length <= start.length + 1) continue;
        if (name.slice(0, start.length + 1).toLowerCase() !== `${start.toLowerCase()} `) continue;
        const short = foldKey(name.slice(start.length + 1));
        if (short.length >= 3) found.push(short);
      }
    }
  }
  return [...new Set(found)];
}

/** A name belongs to a product in whole unless it has a number, edition or architecture that the product's own has not. */
function isWhole(name: string, product: ProductFacts): boolean {
  const { cuts } = normalizeName(name, "windows_program");
  if (name === product.name || cuts.length === 0) return true;
  const digits = new Set(product.name.match(/\d+/g));
  return cuts.every(({ kind }) => kind === "version") && (name.match(/\d+/g) ?? []).every((group) => digits.has(group));
}
