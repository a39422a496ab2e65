import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { GRAPH_RELATIONSHIP_TYPES } from "../../src/model/relationships.ts";
import { bindLiterals, type CypherFile, type LiteralSpec, loadCypher } from "../../src/platform/graph/catalogue.ts";
import { inTurn } from "./rotation.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const CYPHER = path.join(ROOT, "cypher");

/** Files below a folder of the project with this ending, as paths from the project's root. */
export function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => path.join(folder, file))
    .sort();
}

export function textOf(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8");
}

/** Names of the catalogue's queries, without the numbered schema files, which hold several statements. */
export function queryNames(): string[] {
  return filesBelow("cypher", ".cypher")
    .map((file) => path.relative(CYPHER, path.join(ROOT, file)).replace(/\.cypher$/, ""))
    .filter((name) => !/^schema\/\d{4}_/.test(name));
}

export function catalogue(): CypherFile[] {
  return queryNames().map(loadCypher);
}

/** The statement without comments, and with its texts emptied: marks of literals are comments, and go too. */
export function bodyOf({ text }: Pick<CypherFile, "text">): string {
  return text
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/\/\*\w+\*\//g, "")
    .replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''");
}

const isRelationshipType = (value: string | number) => GRAPH_RELATIONSHIP_TYPES.some((type) => type === value);

type Literals = Record<string, string | number>;

/**
 * Every statement that a file can send; above `most` combinations, each choice of each literal once. Of the
 * built-in relationship types, which all have the same indexes, one takes its turn, `turn` says which; RELATED, which has
 * more, is always tried.
 */
export function textsOf(file: CypherFile, turn: number, most = 60): { literals: Literals; text: string }[] {
  const choices = choicesOf(file).map((choice) => {
    if (!choice.every((literals) => Object.values(literals).every(isRelationshipType))) return choice;
    const { own = [], builtIn = [] } = Object.groupBy(choice, (literals) =>
      Object.values(literals).includes("RELATED") ? "own" : "builtIn",
    );
    return [...own, ...inTurn(builtIn, turn, 1)];
  });
  const product = choices.reduce((n, choice) => n * choice.length, 1);
  let picks: Literals[] = [{}];
  if (product > most) picks.push(...choices.flat());
  else for (const choice of choices) picks = picks.flatMap((pick) => choice.map((more) => ({ ...pick, ...more })));
  const seen = new Set<string>();
  return [{}, ...picks].flatMap((literals) => {
    const text = bindLiterals(file, literals);
    if (seen.has(text)) return [];
    seen.add(text);
    return [{ literals, text }];
  });
}

/** The direction of a list is spelled in up to three literals, the words of each in the same order. */
const DIRECTION: ReadonlySet<string> = new Set(["order", "edge", "beyond"]);

/**
 * The values of each literal. What can only be chosen together is: the words of a direction, and literals that name the
 * same columns place by place (`c.name`, `name`).
 */
function choicesOf(file: CypherFile): Literals[][] {
  const columns: { name: string; values: readonly (string | number)[] }[][] = [];
  for (const [name, spec] of file.literals) {
    const values = valuesOf(spec);
    const group = columns.find(
      ([first]) => first && (sameColumns(first.values, values) || (DIRECTION.has(first.name) && DIRECTION.has(name))),
    );
    if (group) group.push({ name, values });
    else columns.push([{ name, values }]);
  }
  return columns.map((group) =>
    group[0]!.values.map((_, i) => Object.fromEntries(group.map(({ name, values }) => [name, values[i]!]))),
  );
}

function sameColumns(a: readonly (string | number)[], b: readonly (string | number)[]): boolean {
  const column = (value: string | number) => String(value).replace(/^\w+\./, "");
  return a.length === b.length && a.every((value, i) => /\w/.test(String(value)) && column(value) === column(b[i]!));
}

function valuesOf(spec: LiteralSpec): readonly (string | number)[] {
  return spec.kind === "Word" ? spec.words : [...new Set([spec.min, Math.ceil((spec.min + spec.max) / 2), spec.max])];
}
