import type { ParsedName } from "../names/name-forms.ts";
import { foldKey } from "../names/name-keys.ts";

/** A product key to look up, with its closeness to the reported name. */
export interface ProductKey {
  key: string;
  /** 0 to 1. */
  weight: number;
  /** Key of the leading words, which must then be the vendor. */
  vendorKey?: string;
}

const SUBPACKAGE =
  /^(.{2,60}?)-(?:servers?|clients?|common|bin|utils?|tools|data|libs?|base|core|daemon|agent|cli|dev|devel|headless|full|light|standard|extras?|runtime|daemon-config|systemd|minimal)$/;
const LANGUAGE_PREFIX = /^(python|php|perl|node|nodejs|ruby|rubygem|golang|ghc|lua|erlang|rust|ocaml)\d?-(.{2,60})$/;
const DEBIAN_LIBRARY = /^lib([a-z0-9.+-]{2,60}?)-(perl|java|ruby|python|php)$/;
const REGISTRIES: Readonly<Record<string, readonly string[]>> = {
  python: ["python", "pypi"],
  php: ["php"],
  perl: ["perl"],
  node: ["node.js", "nodejs"],
  nodejs: ["node.js", "nodejs"],
  ruby: ["ruby"],
  rubygem: ["ruby"],
  golang: ["go", "golang"],
  rust: ["rust"],
  java: ["java", "maven"],
};

/** Recognises a distribution's package of a language library: the library's name, and the language's `target_sw` values. */
export function languagePackage(name: string): { library: string; targets: readonly string[] } | undefined {
  const prefixed = LANGUAGE_PREFIX.exec(name);
  if (prefixed) return { library: prefixed[2]!, targets: REGISTRIES[prefixed[1]!] ?? [] };
  const suffixed = DEBIAN_LIBRARY.exec(name);
  return suffixed ? { library: suffixed[1]!, targets: REGISTRIES[suffixed[2]!] ?? [] } : undefined;
}

/** Keys under which the dictionary may list a name, the closest first. At most 24. */
export function productKeys(parsed: ParsedName): ProductKey[] {
  const found = new Map<string, ProductKey>();
  const add = (text: string, weight: number, vendorKey?: string): void => {
    const key = foldKey(text);
    const id = vendorKey === undefined ? key : `${vendorKey} ${key}`;
    if (key.length >= 1 && !found.has(id))
      found.set(id, { key, weight, ...(vendorKey !== undefined && { vendorKey }) });
  };
  for (const { text, weight } of parsed.forms) add(text, weight);
  const { platform, generic } = parsed;
  if (platform === "deb" || platform === "rpm" || platform === "homebrew") packageKeys(generic.toLowerCase(), add);
  else if (platform === "python") add(generic.replace(/^python[-_]?|[-_]python$/i, ""), 0.9);
  else if (platform === "vscode_extension") extensionKeys(parsed.text, generic, add);
  else if (platform === "java") add(generic.slice(generic.lastIndexOf(":") + 1), 0.95);
  else splitKeys(parsed, add);
  return [...found.values()].slice(0, 24);
}

type Add = (text: string, weight: number, vendorKey?: string) => void;

function packageKeys(name: string, add: Add): void {
  const library = languagePackage(name)?.library;
  if (library) add(library, 0.9);
  const main = SUBPACKAGE.exec(name)?.[1];
  if (main) add(main, 0.93);
  const stem = main ?? name;
  // "zip" is not libzip: the low weight needs a matching version in the dictionary.
  if (stem.startsWith("lib") && stem.length > 5) add(stem.slice(3), 0.8);
  else if (!stem.startsWith("lib")) add(`lib${stem}`, 0.8);
}

/** The dictionary names an extension as its identifier does (`vscode-example`), or without the host. */
function extensionKeys(id: string, name: string, add: Add): void {
  add(id.slice(id.indexOf(".") + 1), 1);
  add(`${name}_extension`, 0.97);
  add(`${name} for visual studio code`, 0.97);
  add(`visual_studio_code_${name}_extension`, 0.97);
  add(`vscode-${name}`, 0.97);
  const bare = name.replace(/[-_.](?:ai|vsc|code|tools|extension|support|plugin)$|^(?:code|vsc)[-_.]/i, "");
  if (bare !== name) add(bare, 0.9);
}

/** "Example Tools Viewer" may begin with its vendor, which may end at each of the first words. */
function splitKeys(parsed: ParsedName, add: Add): void {
  const form = parsed.forms.find(({ weight }) => weight < 1 && weight >= 0.95)?.text ?? parsed.generic;
  for (const text of new Set([parsed.generic, form])) {
    const words = text.slice(0, 200).split(/\s+/);
    for (let at = 1; at < Math.min(words.length, 4); at++) {
      add(words.slice(at).join(" "), 0.95, foldKey(words.slice(0, at).join(" ")));
    }
  }
}
