import { z } from "zod";
import { PROCESS_PLATFORMS, SOFTWARE_PLATFORMS } from "../platforms.ts";
import { SOFTWARE_FAMILIES, type SoftwareFamilyName } from "./families.ts";

const name = z.string().min(1).max(200);
const names = z.array(name);
/** `vendor:product`, split at the first single colon: vendors may hold double ones, as in `http::tiny_project:http::tiny`. */
const pair = z.string().regex(/^(?:[^\s:A-Z]|::)+:[^\sA-Z]+$/, "vendor:product, lower case");

/** A line of a family's file: one product of the built-in knowledge. */
export const productLineSchema = z.strictObject({
  name,
  /** Empty: unknown, so that the maker an inventory reports counts. */
  vendor: z.string().max(200),
  vendors: names.optional(),
  names: names.optional(),
  packages: z
    .strictObject({
      deb: names,
      rpm: names,
      homebrew: names,
      python: names,
      npm: names,
      java: names,
      macos_bundle: names,
      vscode_extension: names,
      chrome_extension: names,
      firefox_addon: names,
      android: names,
    })
    .partial()
    .optional(),
  processes: z.strictObject({ windows: names, macos: names, linux: names }).partial().optional(),
  /** Its process runs other products, as an interpreter does. */
  shared: z.boolean().optional(),
  windows_services: names.optional(),
  /** Pairs `vendor:product` of the CPE dictionary, the current one first; empty: known to have none. */
  cpe: z.array(pair).optional(),
  /** Pairs of earlier generations, with the highest first number of their versions. */
  generations: z.record(pair, z.int().min(0)).optional(),
  kind: z.enum(["component", "os"]).optional(),
  part: z.enum(["a", "o", "h"]).optional(),
  platforms: z.array(z.enum(SOFTWARE_PLATFORMS)).optional(),
});

export type ProductLine = z.infer<typeof productLineSchema>;

/** Families by the name of their file, without its extension. */
export const FAMILY_FILES: Readonly<Record<string, SoftwareFamilyName>> = Object.fromEntries(
  SOFTWARE_FAMILIES.map((family) => [family.toLowerCase().replace(/ /g, "-"), family]),
);

/** A process that is part of an operating system, and whether it runs as a service. */
export const systemProcessSchema = z.strictObject({ process: name, service: z.boolean() });

/** A process that runs several products, with some of them. */
export const sharedProcessSchema = z.strictObject({
  process: name,
  platform: z.enum(PROCESS_PLATFORMS),
  products: names,
});

/** Maps an installer's version numbering to that of advisories and the CPE dictionary; in `to` a blank precedes the update. */
const rewriteLineSchema = z.strictObject({
  cpe: z.array(pair).min(1),
  from: z
    .string()
    .max(200)
    .regex(/^\^.*\$$/)
    .refine((text) => !/\(\?(?:[=!]|<[=!])|\\[1-9]/.test(text), "no look-around and no references"),
  to: z.string().min(1).max(100),
});

/** Products whose version is the one in their name ("Example Server 2016"): what the installer reports is a build number. */
const namedVersionLineSchema = z.strictObject({ cpe: z.array(pair).min(1), version: z.literal("name") });

/** Releases by their first builds, where the installer reports a build: `{"16.0":"2022"}`. */
const buildsLineSchema = z.strictObject({
  cpe: z.array(pair).min(1),
  builds: z.record(z.string().regex(/^\d+(?:\.\d+){1,2}$/), z.string().min(1).max(40)),
});

export const versionSchemeLineSchema = z.union([rewriteLineSchema, namedVersionLineSchema, buildsLineSchema]);

export type VersionSchemeLine = z.infer<typeof versionSchemeLineSchema>;

/**
 * A vendor with its other spellings and former names, its names in the CPE dictionary, and the family of what it makes if
 * nearly all of it belongs to one.
 */
export const vendorLineSchema = z.strictObject({
  vendor: name,
  aliases: names.optional(),
  cpe: z.array(z.string().regex(/^[^\sA-Z]+$/)).optional(),
  family: z.enum(SOFTWARE_FAMILIES).optional(),
});

export type VendorLine = z.infer<typeof vendorLineSchema>;
