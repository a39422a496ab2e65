import { z } from "zod";
import { isUnavailable } from "../../../errors.ts";
import { nameKey } from "../../../model/identifiers.ts";
import type { ComposedStatement, Graph } from "../../../platform/graph/graph.ts";
import { type GraphQuery, propertyMap, query } from "../../../platform/graph/query.ts";
import { tookTooLong } from "../too-long.ts";

const tenantId = z.string();
const texts = z.array(z.string());

const ciOf = query("query/ci-of", {
  params: z.object({ tenantId, reference: z.string(), nameKey: z.string() }),
  row: z.object({ id: z.string(), byId: z.boolean() }),
});
const path = query("query/path", {
  params: z.object({ tenantId, id: z.string(), along: propertyMap, against: propertyMap, depth: z.int() }),
  row: z.object({ ids: texts }),
});
const hasKey = query("query/has-key", {
  params: z.object({ tenantId, property: z.string(), quoted: texts }),
  row: z.object({ known: z.boolean(), samples: texts }),
});
const relationshipKeys = query("query/relationship-keys", {
  params: z.object({ tenantId, quoted: texts }),
  row: z.object({ text: z.string() }),
});
const someHaveKeys = query("query/some-have-keys", {
  params: z.object({ tenantId, properties: texts }),
  row: z.object({ property: z.string() }),
});
const scanKeys = query("query/scan-keys", {
  params: z.object({ tenantId, attributes: texts, customFields: texts }),
  row: z.object({
    inAttributes: texts,
    inCustomFields: texts,
    attributes: z.string().nullable(),
    customFields: z.string().nullable(),
  }),
});
const keys = query("query/keys", { params: z.object({ tenantId }), row: z.object({ key: z.string() }) });

/** Kinds of relationships as the graph names them, and which way each is walked. */
export interface Walk {
  along: readonly string[];
  against: readonly string[];
}

/** How long a statement may take, and what ends it before. */
export interface Patience {
  /** By `performance.now()`. */
  deadline: number;
  /** How long that was at first, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

const setOf = (kinds: readonly string[]) => Object.fromEntries(kinds.map((kind) => [kind, true]));

export const queryGraph = {
  /** Ids of the CIs that a text names: the one of this id, else those of this name, at most 10. */
  async cisOf(graph: Graph, tenantId: string, reference: string): Promise<string[]> {
    const rows = await graph.read(ciOf, { tenantId, reference, nameKey: nameKey(reference) });
    const byId = rows.filter((row) => row.byId);
    return [...new Set((byId.length > 0 ? byId : rows).map(({ id }) => id))];
  },

  /** Ids of all CIs within `depth` relationships. */
  async reached(
    graph: Graph,
    tenantId: string,
    search: Walk & { id: string; depth: number },
    patience: Patience,
  ): Promise<string[]> {
    const rows = await queryGraph.all(graph, pathStatement(tenantId, search), patience);
    return rows.flatMap((row) => path.decode(row).ids);
  },

  /** The plan of `reached`. */
  planOfPath(graph: Graph, tenantId: string, search: Walk & { id: string; depth: number }): Promise<string[]> {
    return graph.plan(pathStatement(tenantId, search));
  },

  /** Which of the properties (`attributes.os`) some of the tenant's CIs have. Names others that are there at times. */
  async someHaveKeys(graph: Graph, tenantId: string, properties: string[], patience: Patience): Promise<string[]> {
    const rows = await readWithin(graph, someHaveKeys, { tenantId, properties }, patience);
    return rows.map(({ property }) => property);
  },

  /** Which quoted keys stand in JSON texts of CIs, each combination with a text of both kinds. */
  scanKeys(
    graph: Graph,
    tenantId: string,
    quoted: { attributes: string[]; customFields: string[] },
    patience: Patience,
  ) {
    return readWithin(graph, scanKeys, { tenantId, ...quoted }, patience);
  },

  /** Whether a CI has the key as a property; if none has, JSON texts that may hold it, at most 100. */
  async hasKey(
    graph: Graph,
    tenantId: string,
    object: "attributes" | "custom_fields",
    { key, quoted }: { key: string; quoted: string[] },
    patience: Patience,
  ): Promise<{ known: boolean; samples: string[] }> {
    const bound = hasKey.with({ object: object === "attributes" ? "c.attributes" : "c.customFields" });
    const [row] = await readWithin(graph, bound, { tenantId, property: `${object}.${key}`, quoted }, patience);
    return row ?? { known: false, samples: [] };
  },

  /** JSON texts of attributes of relationships that hold one of the quoted keys, some of each type. */
  async relationshipTexts(graph: Graph, tenantId: string, quoted: string[], patience: Patience): Promise<string[]> {
    return (await readWithin(graph, relationshipKeys, { tenantId, quoted }, patience)).map(({ text }) => text);
  },

  /** `attributes.os`, `custom_fields.owner`: what CIs of the tenant have as properties. */
  async keys(graph: Graph, tenantId: string, patience: Patience): Promise<string[]> {
    return (await readWithin(graph, keys, { tenantId }, patience)).map(({ key }) => key);
  },

  /** All rows of a statement. */
  async all(graph: Graph, statement: ComposedStatement, patience: Patience): Promise<Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = [];
    for await (const page of queryGraph.pages(graph, statement, patience)) for (const row of page) rows.push(row);
    return rows;
  },

  /** The rows of a statement in pages, as they are taken. Throws 503 once the time is over. */
  async *pages(
    graph: Graph,
    statement: ComposedStatement,
    { deadline, timeoutMs, signal }: Patience,
  ): AsyncGenerator<Record<string, unknown>[], void, undefined> {
    const left = Math.ceil(deadline - performance.now());
    if (left <= 0) throw tookTooLong(timeoutMs);
    try {
      yield* graph.stream(statement, { timeoutMs: left, signal });
    } catch (error) {
      throw isUnavailable(error) && performance.now() >= deadline ? tookTooLong(timeoutMs, error) : error;
    }
  },
};

/** The rows of a query of the catalogue within the time that a form has. */
async function readWithin<P, R>(graph: Graph, bound: GraphQuery<P, R>, params: P, patience: Patience): Promise<R[]> {
  const rows = await queryGraph.all(graph, { text: bound.text, params: bound.encode(params) }, patience);
  return rows.map((row) => bound.decode(row));
}

function pathStatement(
  tenantId: string,
  { id, depth, along, against }: Walk & { id: string; depth: number },
): ComposedStatement {
  // With a maximum of 1 the planner would not search.
  const bound = path.with({ maxDepth: Math.max(2, depth) });
  const params = path.encode({ tenantId, id, depth, along: setOf(along), against: setOf(against) });
  return { text: bound.text, params };
}
