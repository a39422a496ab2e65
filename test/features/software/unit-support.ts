import type { DictionaryEntry } from "../../../src/features/software/engine/cpe/cpe-dictionary.ts";
import { createCpeIndexBuilder } from "../../../src/features/software/engine/cpe/cpe-index.ts";
import type { SoftwareFamilyName } from "../../../src/features/software/engine/knowledge/families.ts";
import { knowledgeOf } from "../../../src/features/software/engine/knowledge/knowledge.ts";
import { productLineSchema } from "../../../src/features/software/engine/knowledge/knowledge-schema.ts";
import { schemesByPair } from "../../../src/features/software/engine/knowledge/version-schemes.ts";

/** Knowledge of fictitious products: family, then the product's line. */
export function madeUpKnowledge(...products: [SoftwareFamilyName, Record<string, unknown>][]) {
  return knowledgeOf(
    products.map(([family, line]) => ({ family, line: productLineSchema.parse(line) })),
    {
      system: new Set(["windows:wudfhost", "macos:launchd"]),
      shared: new Map([["windows:loader9", ["Someone", "Someone Else"]]]),
      versionSchemes: schemesByPair([
        { cpe: ["oracle:jre"], from: "^([5-8])\\.0\\.(\\d{1,3})0?(?:\\.\\d+)?$", to: "1.$1.0 update$2" },
        { cpe: ["oracle:jdk"], from: "^([5-8]) update(\\d{1,3})$", to: "1.$1.0 update$2" },
        { cpe: ["zoom:*"], from: "^(\\d+(?:\\.\\d+)+) \\((\\d+)\\)$", to: "$1.$2" },
      ]),
    },
  );
}

/** A dictionary of the given names; `vendor:product`, `vendor:product:version` or a whole CPE 2.3 name. */
export function dictionaryOf(...entries: (string | DictionaryEntry)[]) {
  const builder = createCpeIndexBuilder();
  for (const entry of entries)
    builder.add(typeof entry === "string" ? { cpeName: cpe(entry), deprecated: false } : entry);
  return builder.finish();
}

export function cpe(short: string): string {
  if (short.startsWith("cpe:")) return short;
  const [vendor, product, version = "*"] = short.split(":");
  return `cpe:2.3:a:${vendor}:${product}:${version}:*:*:*:*:*:*:*`;
}
