import type { SoftwareFamilyName } from "../knowledge/families.ts";
import { type Knowledge, processKey } from "../knowledge/knowledge-index.ts";
import type { KnownProduct } from "../knowledge/known-product.ts";
import { isCommonName } from "../names/common-words.ts";
import { cleanText, foldKey } from "../names/name-keys.ts";
import type { ProcessPlatform, SoftwarePlatform } from "../platforms.ts";
import { foldersOf, splitCommandLine } from "./command-line.ts";
import { bareName, imageName, processForms } from "./process-names.ts";
import { productByFolders, productByName, productOfCommandLine } from "./product-of-command-line.ts";
import { isSharedProcess, isSystemHost, isSystemProcess } from "./system-processes.ts";

export interface ProcessName {
  /** Image name or path as the system reports it. */
  process: string;
  platform: ProcessPlatform;
  commandLine?: string | undefined;
}

/** The application of a process. */
export interface IdentifiedProcess {
  /** Null for an unknown name, and for one that several products share. */
  application: string | null;
  vendor: string | null;
  family: SoftwareFamilyName | null;
  kind: "application" | "os" | "unknown";
  /** 0 to 1. */
  confidence: number;
  /** Names of products that share the process name, at most 10. */
  alternatives: string[];
}

const SYSTEM: Readonly<Record<ProcessPlatform, [name: string, vendor: string]>> = {
  windows: ["Microsoft Windows", "Microsoft"],
  macos: ["macOS", "Apple"],
  linux: ["Linux", "Linux"],
};
const MAX_ALTERNATIVES = 10;

/**
 * Identifies the application of a process (rule 12 in section 1 of the interface specification). A name that several
 * products share identifies none of them, unless the command line shows which one runs. Bounded work on any input.
 */
export function identifyProcess(
  { process, platform, commandLine }: ProcessName,
  knowledge: Knowledge,
): IdentifiedProcess {
  const name = imageName(process, platform);
  if (name === "") return unknown([]);
  const bare = bareName(name);
  const known = productsOf(name, platform, knowledge);
  if (isSystemProcess(bare, platform) && ownedBySystem(known, platform)) {
    const hosted = isSystemHost(bare, platform) ? hostedBy(commandLine, knowledge) : undefined;
    return hosted ? application(hosted, 0.8) : system(platform);
  }
  const sharers = knowledge.processes.shared.get(processKey(platform, bare));
  if (sharers || isSharedName(bare) || known.length > 1 || known.some((product) => runsOthers(product, name))) {
    const run = productOfCommandLine(commandLine, process, knowledge);
    if (run) return application(run, 0.85);
    const names = [...known.map((product) => product.name), ...(sharers ?? [])];
    return unknown(names.length > 0 ? names : [cleanText(process).slice(0, 80)]);
  }
  const [product] = known;
  if (product) return product.kind === "os" ? system(platform) : application(product, 0.95);
  if (processForms(name, platform).some((form) => knowledge.processes.system.has(processKey(platform, form)))) {
    return system(platform);
  }
  const run = productOfCommandLine(commandLine, process, knowledge);
  if (run) return application(run, 0.7);
  const like = isCommonName(bare) ? undefined : productByName(name, knowledge);
  return like && runsOn(like, platform) ? application(like, 0.6) : unknown([]);
}

/**
 * The product that a Windows host process runs: a service by its name (`svchost -k netsvcs -s
 * Name`), or a library by its folder (`rundll32 "C:\\Program Files\\Tool\\tool.dll",Start`).
 */
function hostedBy(commandLine: string | undefined, knowledge: Knowledge): KnownProduct | undefined {
  const words = splitCommandLine(commandLine ?? "");
  const service = words[words.findIndex((word) => word.toLowerCase() === "-s") + 1]?.toLowerCase() ?? "";
  const ids = words.length > 1 ? (knowledge.byService.get(service) ?? []) : [];
  const products = ids.map((id) => knowledge.products[id]!).filter(({ vendor }) => vendor !== SYSTEM.windows[1]);
  if (products.length === 1) return products[0];
  const library = words.slice(1).find((word) => /^[a-z]:\\program/i.test(word));
  return library === undefined ? undefined : productByFolders(foldersOf(library), knowledge);
}

const PROGRAM_LISTS: Readonly<Record<ProcessPlatform, readonly SoftwarePlatform[]>> = {
  windows: ["windows_program"],
  macos: ["macos_app", "homebrew"],
  linux: ["deb", "rpm"],
};

/** Whether the product exists on the platform: Notes of macOS exists nowhere else. */
function runsOn({ platforms }: KnownProduct, platform: ProcessPlatform): boolean {
  return !platforms || PROGRAM_LISTS[platform].some((list) => platforms.has(list));
}

/** Whether the process may run other products: not if it has the product's own name (git.exe is Git). */
function runsOthers({ shared, name }: KnownProduct, process: string): boolean {
  return shared && !foldKey(process).startsWith(foldKey(name));
}

/** Whether several products run under the name, also with a version: python3.11, ruby2.7. */
function isSharedName(name: string): boolean {
  return isSharedProcess(name) || isSharedProcess(name.replace(/[-_.]?\d+(?:\.\d+)*$/, ""));
}

/** Whether all products of the name are of the system's vendor: then the process is the system's. */
function ownedBySystem(products: readonly KnownProduct[], platform: ProcessPlatform): boolean {
  if (platform === "linux") return products.length === 0;
  return products.every(({ vendor }) => vendor.startsWith(SYSTEM[platform][1]));
}

function system(platform: ProcessPlatform): IdentifiedProcess {
  const [application, vendor] = SYSTEM[platform];
  return { application, vendor, family: "Operating Systems", kind: "os", confidence: 0.95, alternatives: [] };
}

function application({ name, vendor, family, kind }: KnownProduct, confidence: number): IdentifiedProcess {
  return {
    application: name,
    vendor: vendor || null,
    family,
    kind: kind === "os" ? "os" : "application",
    confidence,
    alternatives: [],
  };
}

function unknown(alternatives: readonly string[]): IdentifiedProcess {
  const shown = [...new Set(alternatives)].slice(0, MAX_ALTERNATIVES);
  return { application: null, vendor: null, family: null, kind: "unknown", confidence: 0, alternatives: shown };
}

/** Products with the process name: as written, else without architecture and version. */
function productsOf(name: string, platform: ProcessPlatform, knowledge: Knowledge): KnownProduct[] {
  for (const form of processForms(name, platform)) {
    const ids = knowledge.byProcess.get(`${platform}:${form}`);
    if (ids)
      return claimants(
        ids.map((id) => knowledge.products[id]!),
        form,
      );
  }
  return [];
}

/** Narrows the products of a process name: applications before operating systems, then the product of that name. */
function claimants(products: KnownProduct[], process: string): KnownProduct[] {
  const applications = products.filter(({ kind }) => kind !== "os");
  const key = foldKey(bareName(process));
  const namesakes = applications.filter(({ name, names }) => [name, ...names].some((known) => foldKey(known) === key));
  if (namesakes.length === 1) return namesakes;
  // Prefer a member to a suite that also has the member's name.
  const members = applications.filter(
    (suite) => !applications.some(({ name }) => name !== suite.name && suite.names.includes(name)),
  );
  if (members.length === 1) return members;
  return applications.length > 0 ? applications : products.slice(0, 1);
}
