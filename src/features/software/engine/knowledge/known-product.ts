import type { SoftwarePlatform } from "../platforms.ts";
import type { SoftwareFamilyName } from "./families.ts";
import type { VendorLine } from "./knowledge-schema.ts";

/** Vendor and product as the CPE dictionary spells them, unescaped. */
export interface CpePair {
  vendor: string;
  product: string;
}

export interface KnownProduct {
  /** Position in `Knowledge.products`. */
  id: number;
  name: string;
  vendor: string;
  family: SoftwareFamilyName;
  kind: "application" | "component" | "os";
  part: "a" | "o" | "h";
  names: readonly string[];
  /** Platforms (and `macos_bundle`) of which package names are known. */
  packageSystems: readonly string[];
  /** Image names by operating system. */
  processes: Readonly<Record<string, readonly string[] | undefined>>;
  services: readonly string[];
  /** Its process runs other products as well. */
  shared: boolean;
  /** Undefined: not looked up. Empty: it has none. */
  cpe: readonly CpePair[] | undefined;
  /** Where alone the entry holds. */
  platforms: ReadonlySet<SoftwarePlatform> | undefined;
}

/** What is read of a product; what only the indexes need is not kept. */
export interface ProductFacts extends Omit<KnownProduct, "packageSystems"> {
  /** Other spellings and former makers. */
  vendors: readonly string[];
  /** Exact package names by platform (and `macos_bundle`). */
  packages: Readonly<Record<string, readonly string[] | undefined>>;
}

/** Processes that are no product's own; keys as `processKey` makes them. */
export interface KnownProcesses {
  /** Those that are an operating system itself. */
  system: ReadonlySet<string>;
  /** Those under which several products run, with some of them. */
  shared: ReadonlyMap<string, readonly string[]>;
}

/** How a product's installers count, and how its maker and the dictionary count the same. */
export interface VersionScheme {
  /** Tried on the version as reported and as read, its update behind a blank: `8 update291`. */
  from: RegExp;
  /** Replacement, an update behind a blank. */
  to: string;
}

/** Ways of counting by `vendor:product`, and by `vendor:*` for all products of a vendor. */
export type VersionSchemes = ReadonlyMap<string, readonly VersionScheme[]>;

/** What is known besides products. */
export interface OtherFacts extends KnownProcesses {
  vendors: readonly VendorLine[];
  versionSchemes: VersionSchemes;
}
