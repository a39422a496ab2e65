import { readFileSync } from "node:fs";
import path from "node:path";
import { expandCypher, typesOf } from "./expand.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../../cypher");

/** The allowed values of a literal: an integer within bounds, or a word from the list in the file's header. */
export type LiteralSpec = { kind: "Integer"; min: number; max: number } | { kind: "Word"; words: readonly string[] };

export interface CypherFile {
  /** Path below `cypher/` without the ending, e.g. `ci/create`. */
  name: string;
  /** The text after `expand.ts` has filled in sets of relationship types and repeated blocks. */
  text: string;
  access: "READ" | "WRITE";
  /** Names in the `@param` lines, without `$`. */
  params: readonly string[];
  literals: ReadonlyMap<string, LiteralSpec>;
  /** Reason in `@tenant none`; undefined if the statement is bound to a tenant. */
  tenantFree: string | undefined;
  /** Reason in `@scan`; the plan may then scan. */
  scan: string | undefined;
}

/** Reads one file of the catalogue. Throws with the file's name if its header or a placeholder is wrong. */
export function loadCypher(name: string): CypherFile {
  const text = readFileSync(path.join(FOLDER, `${name}.cypher`), "utf8");
  return parseCypher(name, text);
}

export function parseCypher(name: string, written: string): CypherFile {
  const text = expandCypher(name, written);
  const header = text.split("\n").filter((line) => line.startsWith("//"));
  const tags = (tag: string) =>
    header.flatMap((line) => {
      const match = new RegExp(`^// @${tag}\\s+(.*)$`).exec(line);
      return match?.[1] ? [match[1].trim()] : [];
    });
  const access = tags("access")[0];
  if (access !== "READ" && access !== "WRITE") throw new Error(`cypher/${name}: @access must be READ or WRITE`);
  const tenant = tags("tenant")[0];
  return {
    name,
    text,
    access,
    params: tags("param").map((line) => line.split(/\s+/)[0]?.replace(/^\$/, "") ?? ""),
    literals: new Map(tags("literal").map((line) => parseLiteral(name, line))),
    tenantFree: tenant?.startsWith("none ") ? tenant.slice(5) : undefined,
    scan: tags("scan")[0],
  };
}

function parseLiteral(file: string, line: string): [string, LiteralSpec] {
  const [name, kind, range] = line.split(/\s+/);
  const bounds = /^(\d+)\.\.(\d+)$/.exec(range ?? "");
  if (name && kind === "Integer" && bounds) return [name, { kind, min: Number(bounds[1]), max: Number(bounds[2]) }];
  if (name && kind === "Word" && range) return [name, { kind, words: range.split("|") }];
  if (name && kind === "Type" && range) return [name, { kind: "Word", words: typesOf(file, range) }];
  throw new Error(
    `cypher/${file}: @literal ${line}: expected "name Integer 1..64", "name Word a|b" or "name Type allTypes"`,
  );
}

/** A literal's sample value and its mark `/*name*\/`. The value has no blanks, brackets, commas or colons. */
const placeholder = (name: string) => new RegExp(`[^\\s(){}\\[\\],:]+/\\*${name}\\*/`, "g");

/** Replaces the sample values of literals by the given ones. The only substitution at run time. */
export function bindLiterals(file: CypherFile, values: Readonly<Record<string, string | number>>): string {
  let text = file.text;
  for (const [name, value] of Object.entries(values)) {
    const spec = file.literals.get(name);
    if (!spec) throw new Error(`cypher/${file.name}: no @literal ${name}`);
    const allowed =
      spec.kind === "Integer"
        ? Number.isInteger(value) && Number(value) >= spec.min && Number(value) <= spec.max
        : spec.words.includes(String(value));
    if (!allowed) throw new Error(`cypher/${file.name}: literal ${name} must not be ${String(value)}`);
    if (!placeholder(name).test(text)) throw new Error(`cypher/${file.name}: no mark /*${name}*/ in the text`);
    text = text.replace(placeholder(name), `${value}/*${name}*/`);
  }
  return text;
}
