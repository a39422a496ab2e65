import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { PROCESS_PLATFORMS, type ProcessPlatform } from "../platforms.ts";
import type { SoftwareFamilyName } from "./families.ts";
import { createInterner } from "./interner.ts";
import { indexKnowledge, type Knowledge, processKey } from "./knowledge-index.ts";
import { MAX_LINUX_PROCESS_LENGTH } from "./knowledge-postings.ts";
import {
  FAMILY_FILES,
  type ProductLine,
  productLineSchema,
  sharedProcessSchema,
  systemProcessSchema,
  vendorLineSchema,
  versionSchemeLineSchema,
} from "./knowledge-schema.ts";
import type { CpePair, OtherFacts, ProductFacts } from "./known-product.ts";
import { schemesByPair } from "./version-schemes.ts";

export type { Knowledge } from "./knowledge-index.ts";
export type { KnownProduct } from "./known-product.ts";

/** Suffix of the files of system processes: `windows-system-processes.ndjson` ... */
const SYSTEM_PROCESSES_SUFFIX = "-system-processes.ndjson";
const SHARED_PROCESSES_FILE = "ambiguous-processes.ndjson";
const VENDORS_FILE = "vendors.ndjson";
const VERSION_SCHEMES_FILE = "version-counts.ndjson";
/** Folder of the built-in knowledge. */
export const KNOWLEDGE_FOLDER = path.join(import.meta.dirname, "..", "..", "knowledge");

/** A product's line with the family of its file. */
export interface FamilyLine {
  line: ProductLine;
  family: SoftwareFamilyName;
}

/**
 * Reads the built-in knowledge, some thousands of lines, and builds its indexes. Called once. Throws an Error naming file
 * and line for a line that violates the schema.
 */
export function loadKnowledge(folder: string = KNOWLEDGE_FOLDER): Knowledge {
  const files = readdirSync(folder).filter((file) => file.endsWith(".ndjson"));
  const read = <T>(file: string, schema: z.ZodType<T>): T[] =>
    files.includes(file) ? parsedLines(path.join(folder, file), schema) : [];
  const system = PROCESS_PLATFORMS.flatMap((platform) =>
    read(`${platform}${SYSTEM_PROCESSES_SUFFIX}`, systemProcessSchema).flatMap(({ process }) =>
      systemKeys(platform, process),
    ),
  );
  const { text } = createInterner();
  const shared = read(SHARED_PROCESSES_FILE, sharedProcessSchema);
  const schemes = read(VERSION_SCHEMES_FILE, versionSchemeLineSchema);
  const products = files.filter(holdsProducts).sort();
  return knowledgeOf(linesOf(products.map((file) => path.join(folder, file))), {
    system: new Set(system.map(text)),
    shared: new Map(shared.map(({ platform, process, products: some }) => [processKey(platform, process), some])),
    vendors: read(VENDORS_FILE, vendorLineSchema),
    versionSchemes: schemesByPair(schemes),
    namedVersions: new Set(schemes.flatMap((scheme) => ("version" in scheme ? scheme.cpe : []))),
  });
}

/** Builds knowledge from the given product lines, in their order. */
export function knowledgeOf(lines: Iterable<FamilyLine>, others: Partial<OtherFacts> = {}): Knowledge {
  return indexKnowledge(productsOf(lines), {
    system: new Set(),
    shared: new Map(),
    vendors: [],
    versionSchemes: new Map(),
    namedVersions: new Set(),
    ...others,
  });
}

/** Reads file by file, so that memory holds the raw lines of one file at a time. */
function* linesOf(files: readonly string[]): Iterable<FamilyLine> {
  for (const file of files) yield* readLines(file);
}

function* productsOf(lines: Iterable<FamilyLine>): Iterable<ProductFacts> {
  let id = 0;
  for (const { line, family } of lines) yield toProduct(line, family, id++);
}

/** The key of a process, and on Linux that of its truncated name. */
function systemKeys(platform: ProcessPlatform, process: string): string[] {
  const keys = [processKey(platform, process)];
  const long = platform === "linux" && process.length > MAX_LINUX_PROCESS_LENGTH;
  return long ? [...keys, processKey(platform, process.slice(0, MAX_LINUX_PROCESS_LENGTH))] : keys;
}

function holdsProducts(file: string): boolean {
  return !file.endsWith("-processes.ndjson") && file !== VENDORS_FILE && file !== VERSION_SCHEMES_FILE;
}

/** Reads one family's file. */
export function readLines(file: string): FamilyLine[] {
  const stem = path.basename(file, ".ndjson");
  const family = FAMILY_FILES[stem];
  if (family === undefined) throw new Error(`${stem} is the file of no family`);
  return parsedLines(file, productLineSchema).map((line) => ({ line, family }));
}

function parsedLines<T>(file: string, schema: z.ZodType<T>): T[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((text, at) =>
    text.trim() === "" ? [] : [parsed(schema, text, `${path.basename(file)}, line ${at + 1}`)],
  );
}

function parsed<T>(schema: z.ZodType<T>, text: string, where: string): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${where}: no JSON`, { cause });
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw new Error(`${where}: ${issue.path.join(".")}: ${issue.message}`);
}

function toProduct(line: ProductLine, family: SoftwareFamilyName, id: number): ProductFacts {
  return {
    id,
    name: line.name,
    vendor: line.vendor,
    family,
    kind: line.kind ?? "application",
    part: line.part ?? (line.kind === "os" ? "o" : "a"),
    vendors: line.vendors ?? [],
    names: line.names ?? [],
    packages: line.packages ?? {},
    processes: line.processes ?? {},
    services: line.windows_services ?? [],
    shared: line.shared ?? false,
    cpe: line.cpe?.map((text) => {
      const lastMajor = line.generations?.[text];
      return { ...pairOf(text), ...(lastMajor !== undefined && { lastMajor }) };
    }),
    platforms: line.platforms ? new Set(line.platforms) : undefined,
  };
}

function pairOf(text: string): CpePair {
  const colon = text.search(/(?<!:):(?!:)/);
  return { vendor: text.slice(0, colon), product: text.slice(colon + 1) };
}
