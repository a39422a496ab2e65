import neo4j from "neo4j-driver";
import { z } from "zod";
import { bindLiterals, type CypherFile, loadCypher } from "./catalogue.ts";
import { UnexpectedRow } from "./faults.ts";

/** Properties of a node or relationship that our own code built; passed on without a copy, for speed. */
export const propertyMap = z.custom<Record<string, unknown>>(
  (value) => value !== null && typeof value === "object" && !Array.isArray(value),
);

/** One file of the catalogue with its types: schemas parse the parameters and the rows. */
export interface GraphQuery<P, R> {
  readonly file: CypherFile;
  readonly paramNames: readonly string[];
  /** The text with the chosen literals, or the file's sample values. */
  readonly text: string;
  encode(params: P): Record<string, unknown>;
  decode(row: Record<string, unknown>): R;
  /** The same query with other literals, each checked against the header. Cached: the texts form a closed set. */
  with(literals: Readonly<Record<string, string | number>>): GraphQuery<P, R>;
}

/**
 * Binds `cypher/<name>.cypher` to its schemas. Throws if the header's `@param` lines and the schema's keys differ, so
 * that a mismatch fails the start and not a request.
 */
export function query<P extends z.ZodObject, R extends z.ZodObject>(
  name: string,
  schemas: { params: P; row: R },
): GraphQuery<z.input<P>, z.output<R>> {
  const file = loadCypher(name);
  const paramNames = Object.keys(schemas.params.shape);
  const same = paramNames.length === file.params.length && paramNames.every((param) => file.params.includes(param));
  if (!same) {
    throw new Error(`cypher/${name}: @param lines [${file.params.join(", ")}] differ from [${paramNames.join(", ")}]`);
  }
  const variants = new Map<string, GraphQuery<z.input<P>, z.output<R>>>();

  const bound = (text: string): GraphQuery<z.input<P>, z.output<R>> => ({
    file,
    paramNames,
    text,
    encode(params) {
      const parsed = schemas.params.safeParse(params);
      if (!parsed.success) throw new Error(`cypher/${name}: parameters: ${describe(parsed.error)}`);
      return toGraph(parsed.data) as Record<string, unknown>;
    },
    decode(row) {
      const parsed = schemas.row.safeParse(row);
      if (!parsed.success) throw new UnexpectedRow(`cypher/${name}: row: ${describe(parsed.error)}`);
      return parsed.data;
    },
    with(literals) {
      const key = JSON.stringify(Object.entries(literals).sort());
      let variant = variants.get(key);
      if (!variant) {
        variant = bound(bindLiterals(file, literals));
        variants.set(key, variant);
      }
      return variant;
    },
  });
  return bound(file.text);
}

/** Converts parameters for the driver, which sends JavaScript numbers as floats: integers become driver integers. */
export function toGraph(value: unknown): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? neo4j.int(value) : value;
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.map(toGraph);
  if (value !== null && typeof value === "object") {
    const out: Record<string, unknown> = {};
    for (const key in value) out[key] = toGraph((value as Record<string, unknown>)[key]);
    return out;
  }
  return value;
}

function describe(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue ? `${issue.path.join(".")}: ${issue.message}` : error.message;
}
