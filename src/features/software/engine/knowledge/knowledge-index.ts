import { foldKey } from "../names/name-keys.ts";
import { normalizeName } from "../names/normalize-name.ts";
import { normalizeVendor } from "../names/normalize-vendor.ts";
import type { SoftwareFamilyName } from "./families.ts";
import type { Interner } from "./interner.ts";
import { addVendor, addVendors, type Makers, makerFamilies, makerKeysOf, packagedVendors } from "./knowledge-makers.ts";
import { addPackages, addTruncatedProcesses, createPostings, type PostingLists } from "./knowledge-postings.ts";
import type { KnownProcesses, KnownProduct, OtherFacts, ProductFacts, VersionSchemes } from "./known-product.ts";

/** Key of a process: platform, and the image name in lower case without `.exe`, as in `windows:svchost`. */
export function processKey(platform: string, process: string): string {
  return `${platform}:${process.toLowerCase().replace(/\.exe$/, "")}`;
}

export interface Knowledge {
  products: readonly KnownProduct[];
  /** Keys (`foldKey`) of each product's vendors, the current one first. */
  makerKeys: readonly (readonly string[])[];
  /** Products by key of a name. */
  byName: ReadonlyMap<string, readonly number[]>;
  /** Products by key of a name without its leading vendor ("teams"): weaker evidence. */
  byShortName: ReadonlyMap<string, readonly number[]>;
  /** Products by `platform:package`, lower case, as written and without the versions in it. */
  byPackage: ReadonlyMap<string, readonly number[]>;
  /** Products by `platform:process`, lower case. */
  byProcess: ReadonlyMap<string, readonly number[]>;
  byService: ReadonlyMap<string, readonly number[]>;
  processes: KnownProcesses;
  /** Version numbering of vendors' installers. */
  versionSchemes: VersionSchemes;
  /** Pairs whose version is that in the program's name, not the installer's build number. */
  namedVersions: ReadonlySet<string>;
  /** Products by `vendor:product`. */
  byCpe: ReadonlyMap<string, readonly number[]>;
  /** Vendors of the CPE dictionary by key of a vendor's name. */
  cpeVendors: ReadonlyMap<string, readonly string[]>;
  /** The family of nearly all that a vendor makes, by key of any spelling. */
  statedFamilies: ReadonlyMap<string, SoftwareFamilyName>;
  /** The family of most of a vendor's known products, by key of its current name. */
  makerFamilies: ReadonlyMap<string, SoftwareFamilyName>;
  /** The family of the one known application of a vendor, by key of its current name. */
  soleFamilies: ReadonlyMap<string, SoftwareFamilyName>;
  /** Vendors of the CPE dictionary with several products in Linux distributions. */
  packagedVendors: ReadonlySet<string>;
  /** A vendor's current name, by key of any spelling. */
  vendorNames: ReadonlyMap<string, string>;
  /** Whether a key is that of a full product name: digits and editions in it belong to the name. */
  isKnownName(key: string): boolean;
}

/** Builds hash indexes over the products, so that every query is one look-up. */
export function indexKnowledge(
  facts: Iterable<ProductFacts>,
  { system, shared, vendors, versionSchemes, namedVersions }: OtherFacts,
): Knowledge {
  const postings = createPostings();
  const { interner } = postings;
  const byName: PostingLists = new Map();
  const byShortName: PostingLists = new Map();
  const byPackage: PostingLists = new Map();
  const byProcess: PostingLists = new Map();
  const byService: PostingLists = new Map();
  const byCpe: PostingLists = new Map();
  const makers: Makers = { cpe: new Map(), names: new Map(), families: new Map(), current: new Set() };
  const products: KnownProduct[] = [];
  const makerKeys: (readonly string[])[] = [];
  const fullNames = new Set<string>();
  for (const product of facts) {
    const { id } = product;
    products.push(internedProduct(product, interner));
    makerKeys.push(interner.list(makerKeysOf(product)));
    for (const name of [product.name, ...product.names]) {
      const key = interner.text(foldKey(name));
      if (isFullName(name, product)) fullNames.add(key);
      postings.add(byName, key, id);
    }
    for (const short of shortNames(product)) postings.add(byShortName, short, id);
    for (const [platform, packages] of Object.entries(product.packages))
      addPackages(byPackage, platform, packages ?? [], id, postings);
    for (const [platform, names] of Object.entries(product.processes)) {
      for (const process of names ?? []) postings.add(byProcess, `${platform}:${process.toLowerCase()}`, id);
    }
    for (const service of product.services) postings.add(byService, service.toLowerCase(), id);
    for (const { vendor, product: name } of product.cpe ?? []) postings.add(byCpe, `${vendor}:${name}`, id);
    addVendors(product, makerKeys[id]!, makers, interner);
  }
  addTruncatedProcesses(products, byProcess, postings);
  for (const line of vendors) addVendor(line, makers, interner);
  const families = makerFamilies(products, makerKeys, makers.names);
  return {
    products,
    makerKeys,
    byName,
    byShortName,
    byPackage,
    byProcess,
    byService,
    processes: { system, shared },
    versionSchemes,
    namedVersions,
    byCpe,
    cpeVendors: makers.cpe,
    statedFamilies: makers.families,
    makerFamilies: families.usual,
    soleFamilies: families.sole,
    packagedVendors: packagedVendors(products),
    vendorNames: makers.names,
    isKnownName: createMembershipTest(fullNames),
  };
}

/** A function of its own, so that its closure keeps only the names alive. */
function createMembershipTest(names: ReadonlySet<string>): (key: string) => boolean {
  return (key) => names.has(key);
}

/** Lists the members one by one: an object built by spreading takes twice the memory. */
function internedProduct(product: ProductFacts, { text, list }: Interner): KnownProduct {
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
    cpe: product.cpe?.map((pair) => ({ ...pair, vendor: text(pair.vendor), product: text(pair.product) })),
    platforms: product.platforms,
  };
}

/** Keys of names without their leading vendor, of at least three characters. */
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

/** Whether all of a name belongs to the product: it has no number, edition or architecture that the product's name lacks. */
function isFullName(name: string, product: ProductFacts): boolean {
  const { cuts } = normalizeName(name, "windows_program");
  if (name === product.name || cuts.length === 0) return true;
  const digits = new Set(product.name.match(/\d+/g));
  return cuts.every(({ kind }) => kind === "version") && (name.match(/\d+/g) ?? []).every((group) => digits.has(group));
}
