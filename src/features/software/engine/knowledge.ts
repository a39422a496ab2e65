import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import type { SoftwareFamilyName } from "./families.ts";
import { type CpePair, indexKnowledge, type Knowledge, type KnownProduct } from "./knowledge-index.ts";
import { FAMILY_FILES, type ProductLine, productLineSchema, supplementLineSchema } from "./knowledge-schema.ts";
import { foldKey } from "./text.ts";

export type { CpePair, Knowledge, KnownProduct } from "./knowledge-index.ts";

/** The supplement adds products of any family, and further facts to products of the other files. */
const SUPPLEMENT = "supplement";
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
  return knowledgeOf(files.sort(supplementLast).flatMap((file) => readLines(path.join(folder, file))));
}

/** Knowledge of these products; a product that comes twice is one with the facts of both. */
export function knowledgeOf(lines: readonly FamilyLine[]): Knowledge {
  const products: KnownProduct[] = [];
  const ids = new Map<string, number>();
  for (const { line, family } of lines) addProduct(products, ids, line, family);
  return indexKnowledge(products);
}

function supplementLast(a: string, b: string): number {
  return Number(a.startsWith(SUPPLEMENT)) - Number(b.startsWith(SUPPLEMENT)) || (a < b ? -1 : 1);
}

/** Lines of one file. */
export function readLines(file: string): FamilyLine[] {
  const stem = path.basename(file, ".ndjson");
  const family = FAMILY_FILES[stem];
  if (stem !== SUPPLEMENT && family === undefined) throw new Error(`${stem} is the file of no family`);
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((text, at) => {
    if (text.trim() === "") return [];
    const where = `${path.basename(file)}, line ${at + 1}`;
    if (family) return [{ line: parsed(productLineSchema, text, where), family }];
    const { family: own, ...line } = parsed(supplementLineSchema, text, where);
    return [{ line, family: own }];
  });
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

/** Appends a product, or its further facts to the product of the same name, family and platforms. */
function addProduct(
  products: KnownProduct[],
  ids: Map<string, number>,
  line: ProductLine,
  family: SoftwareFamilyName,
): void {
  const key = `${family}\n${foldKey(line.name)}\n${(line.platforms ?? []).join()}`;
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
    vendors: [...same.vendors, ...product.vendors],
    names: [...same.names, ...product.names],
    services: [...same.services, ...product.services],
    packages: merged(same.packages, product.packages),
    processes: merged(same.processes, product.processes),
    cpe: same.cpe || product.cpe ? [...(same.cpe ?? []), ...(product.cpe ?? [])] : undefined,
  };
}

function toProduct(line: ProductLine, family: SoftwareFamilyName, id: number): KnownProduct {
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
