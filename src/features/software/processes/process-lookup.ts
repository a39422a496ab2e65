import { identifyProcess, type Knowledge, PROCESS_PLATFORMS, type ProcessPlatform } from "../engine/index.ts";
import type { ProcessNames } from "../mappings/mapping.model.ts";
import { type ReadProcess, readProcess, stemOf } from "./read-process.ts";

/** The application as a relationship stores it. */
export interface Application {
  name: string;
  vendor: string | null;
  family: string | null;
}

/** A product with the names of its processes. */
export interface NamedProduct {
  application: Application;
  names: ProcessNames;
  /** Whether a person or an imported file gave the names. */
  isFromPerson: boolean;
}

export interface FoundApplication {
  application: Application;
  isSystem: boolean;
}

/** The application of a process; undefined if it is unknown or ambiguous. */
export type ProcessLookup = (process: string, platform: ProcessPlatform | undefined) => FoundApplication | undefined;

const MIN_CONFIDENCE = 0.7;

/**
 * Finds the application of a process by precedence: names that the tenant's people gave, names found for the tenant's
 * products, the built-in knowledge. A name of several products has no application, unless the command line decides.
 */
export function createProcessLookup(products: readonly NamedProduct[], knowledge: Knowledge): ProcessLookup {
  const byPeople = indexOf(products.filter(({ isFromPerson: isSaid }) => isSaid));
  const found = indexOf(products.filter(({ isFromPerson: isSaid }) => !isSaid));

  const applicationOn = (process: ReadProcess, platform: ProcessPlatform): FoundApplication | undefined => {
    const key = `${platform}:${process.stem}`;
    const stated = byPeople.get(key);
    if (stated) return stated.length === 1 ? { application: stated[0]!, isSystem: false } : undefined;
    const bare = identifyProcess({ process: process.name, platform }, knowledge);
    const isShared = bare.kind === "unknown" && bare.alternatives.length > 0;
    const claims = bare.kind === "os" || isShared ? undefined : found.get(key);
    if (claims) return claims.length === 1 ? { application: claims[0]!, isSystem: false } : undefined;
    const { image, commandLine } = process;
    const known = identifyProcess({ process: image, platform, commandLine }, knowledge);
    if (known.application === null || known.confidence < MIN_CONFIDENCE) return undefined;
    const { application: name, vendor, family, kind } = known;
    return { application: { name, vendor, family }, isSystem: kind === "os" };
  };

  return (text, platform) => {
    const process = readProcess(text);
    if (process.stem === "") return undefined;
    const where =
      platform ?? (/\.exe$/i.test(process.name) || /^[a-z]:\\/i.test(process.image) ? "windows" : undefined);
    if (where) return applicationOn(process, where);
    // On an unknown platform only if all platforms that know the name agree.
    const meanings = PROCESS_PLATFORMS.flatMap((candidate) => applicationOn(process, candidate) ?? []);
    const [first] = meanings;
    return meanings.every(({ application }) => application.name === first?.application.name) ? first : undefined;
  };
}

/** Applications by `platform:stem`, each once. */
function indexOf(products: readonly NamedProduct[]): ReadonlyMap<string, Application[]> {
  const index = new Map<string, Map<string, Application>>();
  for (const { application, names } of products) {
    for (const platform of PROCESS_PLATFORMS) {
      for (const name of names[platform]) {
        const stem = stemOf(name);
        if (stem === "") continue;
        const key = `${platform}:${stem}`;
        const claims = index.get(key) ?? new Map<string, Application>();
        // Spellings of makers vary, so products with equal names count as one.
        const same = application.name.toLowerCase();
        if (!claims.has(same)) claims.set(same, application);
        index.set(key, claims);
      }
    }
  }
  return new Map([...index].map(([key, claims]) => [key, [...claims.values()]]));
}

/**
 * The application of a connection: a program takes precedence over the operating system, and the listening end (the
 * first) over the connecting one, since the connection serves the listener.
 */
export function applicationOf(
  lookup: ProcessLookup,
  ends: readonly { process: string | null; platform: ProcessPlatform | undefined }[],
): Application | undefined {
  const found = ends.flatMap(({ process, platform }) => (process === null ? [] : (lookup(process, platform) ?? [])));
  return (found.find(({ isSystem }) => !isSystem) ?? found[0])?.application;
}
