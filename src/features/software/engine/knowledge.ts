import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { createCompacter } from "./compact.ts";
import type { VersionCount, VersionCounts } from "./cpe-version-rules.ts";
import type { SoftwareFamilyName } from "./families.ts";
import {
  type CpePair,
  indexKnowledge,
  type Knowledge,
  type OtherFacts,
  type ProductFacts,
  processKey,
} from "./knowledge-index.ts";
import {
  FAMILY_FILES,
  type ProductLine,
  productLineSchema,
  sharedProcessSchema,
  supplementLineSchema,
  systemProcessSchema,
  type VersionCountLine,
  vendorLineSchema,
  versionCountSchema,
} from "./knowledge-schema.ts";
import { PROCESS_PLATFORMS } from "./platforms.ts";
import { foldKey } from "./text.ts";

export type { CpePair, Knowledge, KnownProduct } from "./knowledge-index.ts";

/** The supplement adds products of any family, and corrects and completes products of the other files. */
const SUPPLEMENT = "supplement";
/** `windows-system-processes.ndjson` and its like for other systems. */
const SYSTEM_PROCESSES = "-system-processes.ndjson";
const SHARED_PROCESSES = "ambiguous-processes.ndjson";
const VENDORS = "vendors.ndjson";
const VERSION_COUNTS = "version-counts.ndjson";
/** Where the product's own files lie. */
export const KNOWLEDGE_FOLDER = path.join(import.meta.dirname, "..", "knowledge");

/** A line of the knowledge with the family whose file it stands in. */
export interface FamilyLine {
  line: ProductLine;
  family: SoftwareFamilyName;
}

/**
 * Reads the built-in knowledge, some thousands of lines, and builds its indexes. Called once at start. Throws an Error
 * naming file and line for anything that is not as the schema says.
 */
export function loadKnowledge(folder: string = KNOWLEDGE_FOLDER): Knowledge {
  const files = readdirSync(folder).filter((file) => file.endsWith(".ndjson"));
  const read = <T>(file: string, schema: z.ZodType<T>): T[] =>
    files.includes(file) ? parsedLines(path.join(folder, file), schema) : [];
  const system = PROCESS_PLATFORMS.flatMap((platform) =>
    read(`${platform}${SYSTEM_PROCESSES}`, systemProcessSchema).map(({ process }) => processKey(platform, process)),
  );
  const { text } = createCompacter();
  const shared = read(SHARED_PROCESSES, sharedProcessSchema);
  const products = files.filter(holdsProducts).sort(supplementLast);
  return knowledgeOf(
    products.flatMap((file) => readLines(path.join(folder, file))),
    {
      system: new Set(system.map(text)),
      shared: new Map(shared.map(({ platform, process, products: some }) => [processKey(platform, process), some])),
      vendors: read(VENDORS, vendorLineSchema),
      versionCounts: countsOf(read(VERSION_COUNTS, versionCountSchema)),
    },
  );
}

/** Knowledge of these products; a product that comes twice is one with the facts of both. */
export function knowledgeOf(lines: readonly FamilyLine[], others: Partial<OtherFacts> = {}): Knowledge {
  const products: ProductFacts[] = [];
  const ids = new Map<string, number>();
  for (const { line, family } of lines) addProduct(products, ids, line, family);
  return indexKnowledge(products, {
    system: new Set(),
    shared: new Map(),
    vendors: [],
    versionCounts: new Map(),
    ...others,
  });
}

function holdsProducts(file: string): boolean {
  return !file.endsWith("-processes.ndjson") && file !== VENDORS && file !== VERSION_COUNTS;
}

function countsOf(lines: readonly VersionCountLine[]): VersionCounts {
  const counts = new Map<string, VersionCount[]>();
  for (const { cpe, from, to } of lines) {
    const count = { from: new RegExp(from), to };
    for (const pair of cpe) counts.set(pair, [...(counts.get(pair) ?? []), count]);
  }
  return counts;
}

function supplementLast(a: string, b: string): number {
  return Number(a.startsWith(SUPPLEMENT)) - Number(b.startsWith(SUPPLEMENT)) || (a < b ? -1 : 1);
}

/** Lines of one family's file, or of the supplement. */
export function readLines(file: string): FamilyLine[] {
  const stem = path.basename(file, ".ndjson");
  const family = FAMILY_FILES[stem];
  if (family !== undefined) return parsedLines(file, productLineSchema).map((line) => ({ line, family }));
  if (stem !== SUPPLEMENT) throw new Error(`${stem} is the file of no family`);
  return parsedLines(file, supplementLineSchema).map(({ family: own, ...line }) => ({ line, family: own }));
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

/**
 * Appends a product, or joins it to the product of the same name, maker and platforms: the later line says the family,
 * and its CPE pairs go first.
 */
function addProduct(
  products: ProductFacts[],
  ids: Map<string, number>,
  line: ProductLine,
  family: SoftwareFamilyName,
): void {
  const key = [line.name, line.vendor, (line.platforms ?? []).join()].map(foldKey).join(" ");
  const known = ids.get(key);
  const product = toProduct(line, family, known ?? products.length);
  if (known === undefined) {
    ids.set(key, product.id);
    products.push(product);
    return;
  }
  const same = products[known]!;
  products[known] = {
    ...same,
    family,
    vendors: [...same.vendors, ...product.vendors],
    names: [...same.names, ...product.names],
    services: [...same.services, ...product.services],
    packages: merged(same.packages, product.packages),
    processes: merged(same.processes, product.processes),
    cpe: same.cpe || product.cpe ? withoutDoubles([...(product.cpe ?? []), ...(same.cpe ?? [])]) : undefined,
  };
}

function withoutDoubles(pairs: readonly CpePair[]): CpePair[] {
  return pairs.filter(
    (pair, at) => pairs.findIndex(({ vendor, product }) => vendor === pair.vendor && product === pair.product) === at,
  );
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
    cpe: line.cpe?.map(pairOf),
    platforms: line.platforms ? new Set(line.platforms) : undefined,
  };
}

function pairOf(text: string): CpePair {
  const colon = text.search(/(?<!:):(?!:)/);
  return { vendor: text.slice(0, colon), product: text.slice(colon + 1) };
}

type Lists = Readonly<Record<string, readonly string[] | undefined>>;

function merged(one: Lists, other: Lists): Lists {
  const out: Record<string, readonly string[]> = {};
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    out[key] = [...new Set([...(one[key] ?? []), ...(other[key] ?? [])])];
  }
  return out;
}
