import type { SoftwarePlatform } from "../platforms.ts";
import type { SoftwareFamilyName } from "./families.ts";
import type { VendorLine } from "./knowledge-schema.ts";

/** Vendor and product as the CPE dictionary spells them, unescaped. */
export interface CpePair {
  vendor: string;
  product: string;
}

/** A pair of a known product. */
export interface ProductPair extends CpePair {
  /** Highest first number of the versions that it holds: a generation of the product. Undefined: all versions. */
  lastMajor?: number;
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
  /** Platforms (and `macos_bundle`) with known package names. */
  packageSystems: readonly string[];
  /** Image names by operating system. */
  processes: Readonly<Record<string, readonly string[] | undefined>>;
  services: readonly string[];
  /** Its process runs other products as well. */
  shared: boolean;
  /** Undefined: unknown. Empty: the dictionary has none. */
  cpe: readonly ProductPair[] | undefined;
  /** The only platforms on which the entry applies; undefined: all. */
  platforms: ReadonlySet<SoftwarePlatform> | undefined;
}

/** A product as read, with the members that only the indexes need. */
export interface ProductFacts extends Omit<KnownProduct, "packageSystems"> {
  /** Other spellings and former vendors. */
  vendors: readonly string[];
  /** Exact package names by platform (and `macos_bundle`). */
  packages: Readonly<Record<string, readonly string[] | undefined>>;
}

/** Processes that identify no product; keys by `processKey`. */
export interface KnownProcesses {
  /** Processes of an operating system itself. */
  system: ReadonlySet<string>;
  /** Processes that run several products, with some of these. */
  shared: ReadonlyMap<string, readonly string[]>;
}

/**
 * Maps the version numbering of a product's installers to that of its vendor and the CPE dictionary; undefined where it says
 * nothing of a version. The version comes as reported, or as parsed with a blank before the update: `8 update291`.
 */
export type VersionScheme = (version: string) => string | undefined;

/** Version schemes by `vendor:product`, and by `vendor:*` for all products of a vendor. */
export type VersionSchemes = ReadonlyMap<string, readonly VersionScheme[]>;

/** The built-in knowledge besides products. */
export interface OtherFacts extends KnownProcesses {
  vendors: readonly VendorLine[];
  versionSchemes: VersionSchemes;
  /** Pairs whose version is that in the program's name, not the installer's build number. */
  namedVersions: ReadonlySet<string>;
}
