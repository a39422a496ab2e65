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
      if (found)
        return CONTAINERS.has(found.name) ? (productInContainer([...names, ...folders], knowledge) ?? found) : found;
    }
    const found = productByFolders(folders, knowledge);
    if (found) return found;
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

function productInContainer(names: readonly string[], knowledge: Knowledge): KnownProduct | undefined {
  for (const name of names) {
    const found = isCommonName(name.toLowerCase()) ? undefined : productByName(name, knowledge);
    if (found && !NOT_CONTAINED.has(found.family)) return found;
  }
  return undefined;
}

/** The product of the innermost known folder; folders of runtimes are skipped. */
export function productByFolders(folders: readonly string[], knowledge: Knowledge): KnownProduct | undefined {
  for (const folder of folders) {
    const found = productByName(folder, knowledge);
    if (found && found.family !== "Runtime Environments") return found;
  }
  return undefined;
}

function productNamed(name: string, knowledge: Knowledge): KnownProduct | undefined {
  const id = knowledge.byName.get(foldKey(name))?.[0];
  return id === undefined ? undefined : knowledge.products[id];
}

/** The only application of exactly that name, package or process; undefined for names under three characters. */
export function productByName(text: string, knowledge: Knowledge): KnownProduct | undefined {
  const bare = bareName(text.toLowerCase());
  if (bare.length < 3 || isSharedProcess(bare) || bare.length > 120) return undefined;
  const { key, name } = normalizeName(bare, "other", knowledge.isKnownName);
  for (const ids of [
    knowledge.byName.get(foldKey(bare)),
    knowledge.byName.get(key),
    knowledge.byPackage.get(`npm:${bare}`) ?? knowledge.byPackage.get(`python:${bare}`),
    knowledge.byPackage.get(`deb:${name}`) ?? knowledge.byPackage.get(`rpm:${name}`),
    isCommonName(bare) ? undefined : knowledge.byShortName.get(key),
    knowledge.byProcess.get(`linux:${bare}`),
  ]) {
    const products = ids
      ?.map((id) => knowledge.products[id]!)
      .filter(({ kind, shared, family }) => kind === "application" && !(shared && family === "Runtime Environments"));
    if (products?.length === 1) return products[0];
  }
  return undefined;
}
