import type { SoftwareFamilyName } from "../knowledge/families.ts";
import type { Knowledge } from "../knowledge/knowledge-index.ts";
import type { KnownProduct } from "../knowledge/known-product.ts";
import { isCommonName } from "../names/common-words.ts";
import { foldKey } from "../names/name-keys.ts";
import { normalizeName } from "../names/normalize-name.ts";
import { readCommandLine } from "./command-line.ts";
import { productOfMainClass } from "./main-classes.ts";
import { bareName } from "./process-names.ts";
import { isSharedProcess } from "./system-processes.ts";

/** The product that a command line runs: by main class or module, by file name, or by folder. */
export function productOfCommandLine(
  commandLine: string | undefined,
  process: string,
  knowledge: Knowledge,
): KnownProduct | undefined {
  const path = /[/\\]/.test(process) ? process.slice(0, 4096) : "";
  for (const line of [commandLine ?? "", path === "" ? "" : `"${path.replace(/"/g, "")}"`]) {
    if (line === "") continue;
    const { names, folders } = readCommandLine(line);
    for (const name of names) {
      const main = productOfMainClass(name);
      const found = (main === undefined ? undefined : productNamed(main, knowledge)) ?? productByName(name, knowledge);
      if (found) return CONTAINERS.has(found.name) ? (productInContainer(names, folders, knowledge) ?? found) : found;
    }
    for (const path of folders) {
      const found = productByFolders(path, knowledge);
      if (found) return found;
    }
  }
  return undefined;
}

/** Servers that vendors embed in their products: the home folder, not the main class, identifies the product. */
const CONTAINERS: ReadonlySet<string> = new Set([
  "Apache Tomcat",
  "Eclipse Jetty",
  "Quarkus",
  "WildFly",
  "Spring Boot",
]);
const NOT_CONTAINED: ReadonlySet<SoftwareFamilyName> = new Set(["Runtime Environments", "Web Servers"]);

function productInContainer(
  names: readonly string[],
  folders: readonly (readonly string[])[],
  knowledge: Knowledge,
): KnownProduct | undefined {
  const isContained = (found: KnownProduct | undefined) => found !== undefined && !NOT_CONTAINED.has(found.family);
  for (const name of names) {
    const found = isCommonName(name.toLowerCase()) ? undefined : productByName(name, knowledge);
    if (isContained(found)) return found;
  }
  return folders.map((path) => productByFolders(path, knowledge)).find(isContained);
}

/**
 * The product of the innermost known folder of a program's path; folders of runtimes are skipped. A folder counts if it is
 * the outermost one, or if one around it is that of the product or of its vendor: whatever else a company keeps in its own
 * folder (`/opt/company/tool`) bears any name.
 */
export function productByFolders(folders: readonly string[], knowledge: Knowledge): KnownProduct | undefined {
  for (const [at, folder] of folders.entries()) {
    const found = productOfFolder(folder, knowledge);
    if (!found || found.family === "Runtime Environments") continue;
    const around = folders.slice(at + 1);
    if (around.length === 0 || around.some((outer) => isOf(found, outer, knowledge))) return found;
  }
  return undefined;
}

/** Whether a folder is named after a product or its vendor. */
function isOf(product: KnownProduct, folder: string, knowledge: Knowledge): boolean {
  const key = foldKey(folder);
  const own = [...knowledge.makerKeys[product.id]!, foldKey(product.name)];
  return (
    own.some((name) => name === key || (key.length >= 4 && name.startsWith(key))) ||
    productOfFolder(folder, knowledge) === product
  );
}

/** The only application whose full name, distribution package or process a folder bears. */
function productOfFolder(folder: string, knowledge: Knowledge): KnownProduct | undefined {
  const found = isCommonName(folder.toLowerCase()) ? undefined : productByName(folder, knowledge, true);
  if (!found) return undefined;
  const key = foldKey(normalizeName(folder.toLowerCase(), "other", knowledge.isKnownName).name);
  // A vendor's folder may hold any of its products.
  return knowledge.vendorNames.has(key) && foldKey(found.name) !== key ? undefined : found;
}

function productNamed(name: string, knowledge: Knowledge): KnownProduct | undefined {
  const id = knowledge.byName.get(foldKey(name))?.[0];
  return id === undefined ? undefined : knowledge.products[id];
}

/**
 * The only application of exactly that name, package or process; undefined for names under three characters. A folder is
 * evidence by the full name only: libraries of languages and names without their vendor are other things in a path.
 */
export function productByName(text: string, knowledge: Knowledge, isFolder = false): KnownProduct | undefined {
  const bare = bareName(text.toLowerCase());
  if (bare.length < 3 || isSharedProcess(bare) || bare.length > 120) return undefined;
  const { key, name } = normalizeName(bare, "other", knowledge.isKnownName);
  for (const ids of [
    knowledge.byName.get(foldKey(bare)),
    knowledge.byName.get(key),
    isFolder ? undefined : (knowledge.byPackage.get(`npm:${bare}`) ?? knowledge.byPackage.get(`python:${bare}`)),
    knowledge.byPackage.get(`deb:${name}`) ?? knowledge.byPackage.get(`rpm:${name}`),
    isFolder || isCommonName(bare) ? undefined : knowledge.byShortName.get(key),
    knowledge.byProcess.get(`linux:${bare}`),
  ]) {
    const products = ids
      ?.map((id) => knowledge.products[id]!)
      .filter(({ kind, shared, family }) => kind === "application" && !(shared && family === "Runtime Environments"));
    if (products?.length === 1) return products[0];
  }
  return undefined;
}
