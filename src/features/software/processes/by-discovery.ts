import { foldKey, type Knowledge, normalizeName, normalizeVendor, type ProcessPlatform } from "../engine/index.ts";
import { type Finding, hasNames, MAX_INSTANCE_NAMES, type Product } from "./process-names.model.ts";
import { isProductSpecific } from "./product-specific.ts";
import { readProcess } from "./read-process.ts";

/** Installations of a product, and the processes of their servers. */
export interface Evidence {
  installations: readonly { name: string; location: string | null; hostId: string }[];
  /** By server id. */
  hosts: ReadonlyMap<string, { platform: ProcessPlatform | undefined; processes: readonly string[] }>;
}

const CONFIDENCE = { path: 0.9, name: 0.8 } as const;
const MAX_NAMES = 10;
const MIN_KEY_LENGTH = 3;
/** Folders that many products share: a process in one of them is no evidence. */
const SHARED_FOLDER =
  /^(?:[a-z]:)?(?:\/(?:usr|opt|bin|sbin|lib|lib64|local|share|libexec|applications|utilities|program files(?: \(x86\))?|programdata|windows|system32|syswow64|users|home|library|system|var|snap|srv|etc|tmp))*$/;

/**
 * Finds process names on servers that have the product installed: processes whose image lies in its folder or whose
 * name matches its name. Leaves out processes of the operating system, of another known product, or of several
 * products.
 */
export function findByDiscovery(product: Product, evidence: Evidence, knowledge: Knowledge): Finding | undefined {
  const names = { windows: new Set<string>(), macos: new Set<string>(), linux: new Set<string>() };
  const keys = nameKeysOf(product, knowledge);
  let best = 0;
  for (const { hostId, location } of evidence.installations) {
    const host = evidence.hosts.get(hostId);
    if (!host) continue;
    const folder = folderOf(location);
    for (const text of host.processes) {
      const process = readProcess(text);
      const platform = host.platform ?? (/\.exe$/i.test(process.name) ? "windows" : undefined);
      if (platform === undefined || process.stem === "") continue;
      const method = isWithin(process.image, folder) ? "path" : matchesName(process.stem, keys) ? "name" : undefined;
      if (!method || !isProductSpecific(process, platform, product.name, knowledge)) continue;
      if (names[platform].size < MAX_NAMES) names[platform].add(process.name);
      best = Math.max(best, CONFIDENCE[method]);
    }
  }
  const found = { windows: distinct(names.windows), macos: distinct(names.macos), linux: distinct(names.linux) };
  if (!hasNames(found)) return undefined;
  return { names: found, services: [], processType: "application", confidence: best, source: "discovery" };
}

/** The names sorted; of names that differ only in case, one. */
function distinct(names: ReadonlySet<string>): string[] {
  return [...new Map([...names].sort().map((name) => [name.toLowerCase(), name])).values()];
}

/** Comparison keys of the product's names: as given, generic, and without a leading maker's name. */
function nameKeysOf({ name, vendor, instanceNames }: Product, knowledge: Knowledge): ReadonlySet<string> {
  const keys = new Set<string>();
  const makers = vendor === null ? [] : [vendor, normalizeVendor(vendor)?.name ?? ""];
  for (const productName of [name, ...instanceNames.slice(0, MAX_INSTANCE_NAMES)]) {
    const generic = normalizeName(productName, "other", knowledge.isKnownName).name;
    for (const form of [productName, generic]) {
      keys.add(foldKey(form));
      for (const maker of makers) {
        const start = `${maker.toLowerCase()} `;
        if (maker !== "" && form.toLowerCase().startsWith(start)) keys.add(foldKey(form.slice(start.length)));
      }
    }
  }
  return new Set([...keys].filter((key) => key.length >= MIN_KEY_LENGTH));
}

/** Whether the process name is a product name, also followed by the word size, a version, or a daemon's `d`. */
function matchesName(stem: string, keys: ReadonlySet<string>): boolean {
  const key = foldKey(stem);
  const bare = key.replace(/(?:x?64|x86|32)$/, "").replace(/\d+$/, "");
  return [key, bare, key.replace(/d$/, "")].some((form) => keys.has(form));
}

/** The folder in lower case with `/`; undefined for none, and for one that many products share. */
function folderOf(location: string | null): string | undefined {
  const folder = withSlashes(location ?? "").replace(/\/+$/, "");
  return folder.length < 4 || !folder.includes("/") || SHARED_FOLDER.test(folder) ? undefined : folder;
}

function isWithin(image: string, folder: string | undefined): boolean {
  return folder !== undefined && withSlashes(image).startsWith(`${folder}/`);
}

function withSlashes(path: string): string {
  return path
    .trim()
    .replace(/^["']|["']$/g, "")
    .replaceAll("\\", "/")
    .toLowerCase();
}
