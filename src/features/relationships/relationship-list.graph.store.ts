import { z } from "zod";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";
import { graphTypeOf, type Relationship } from "./relationship.model.ts";
import { fromRow, relationshipRow } from "./relationship.node.ts";

export type Order = "asc" | "desc";

/** Position in the order: creation time, then id. */
export interface Bound {
  at: string;
  id: string;
}

/** Scope of a list: the tenant, one CI in a direction, or a pair of CIs. */
export type Anchor =
  | { of: "tenant" }
  | { of: "ci"; ciId: string; direction: "outgoing" | "incoming" | "either" }
  | { of: "pair"; sourceId: string; targetId: string };

export interface ListFilters {
  anchor: Anchor;
  /** In any spelling; undefined: every type. */
  type: string | undefined;
  includeAi: boolean;
}

export interface PageWindow {
  order: Order;
  bound: Bound;
  skip: number;
  limit: number;
}

export interface Rows {
  relationships: Relationship[];
  /** Exact; undefined if the query does not count. */
  total: number | undefined;
  /** The tenant's stamp at the time of reading; undefined for an empty page or a known total. */
  stamp: number | undefined;
}

const tenantId = z.string();
const includeAi = z.boolean();
const nullableText = z.string().nullable();
const windowParams = { boundCreatedAt: z.string(), boundId: z.string(), skip: z.int(), limit: z.int() };
const stampedRow = relationshipRow.extend({ stamp: z.int() });
const countedRow = z.object({ total: z.int(), items: z.array(relationshipRow) });
const totalRow = z.object({ stamp: z.int(), total: z.int() });

const list = query("relationships/list", {
  params: z.object({ tenantId, includeAi, ...windowParams, rowsPerType: z.int() }),
  row: stampedRow,
});
const listOfType = query("relationships/list-of-type", {
  params: z.object({ tenantId, includeAi, ...windowParams }),
  row: stampedRow,
});
const listOfKind = query("relationships/list-of-kind", {
  params: z.object({ tenantId, kind: z.string(), includeAi, ...windowParams }),
  row: stampedRow,
});
const listOfCi = query("relationships/list-of-ci", {
  params: z.object({ tenantId, ciId: z.string(), kind: nullableText, includeAi, ...windowParams }),
  row: countedRow,
});
const listBetween = query("relationships/list-between", {
  params: z.object({
    tenantId,
    sourceId: z.string(),
    targetId: z.string(),
    kind: nullableText,
    includeAi,
    ...windowParams,
  }),
  row: countedRow,
});
const countOfType = query("relationships/count-of-type", { params: z.object({ tenantId, includeAi }), row: totalRow });
const countOfKind = query("relationships/count-of-kind", {
  params: z.object({ tenantId, kind: z.string(), includeAi }),
  row: totalRow,
});
const count = query("relationships/count", { params: z.object({ tenantId, includeAi }), row: totalRow });
const minutes = query("relationships/minutes", {
  params: z.object({ tenantId, includeAi }),
  row: z.object({ stamp: z.int(), minute: z.string(), n: z.int() }),
});

const ARROWS = {
  outgoing: { in: "-", out: "->" },
  incoming: { in: "<-", out: "-" },
  either: { in: "-", out: "-" },
} as const;

/** The bound before every value of the order. */
export function startBound(order: Order): Bound {
  return order === "desc" ? { at: "\u{10ffff}", id: "~" } : { at: "", id: "" };
}

export function boundOf(relationship: Relationship): Bound {
  return { at: relationship.createdAt, id: relationship.id };
}

/** One page, in order. One round trip. */
async function readPage(graph: Graph, tenantId: string, filters: ListFilters, window: PageWindow): Promise<Rows> {
  const { anchor, includeAi: ai } = filters;
  const base = {
    tenantId,
    includeAi: ai,
    boundCreatedAt: window.bound.at,
    boundId: window.bound.id,
    skip: window.skip,
    limit: window.limit,
  };
  const wantedType = filters.type === undefined ? undefined : graphTypeOf(filters.type);
  const desc = window.order === "desc";
  const order = { order: desc ? "DESC" : "ASC", beyond: desc ? "<" : ">" };
  if (anchor.of !== "tenant") {
    const words = wantedType ? { ...order, types: wantedType.graphType } : order;
    const kind = wantedType?.kind ?? null;
    const rows =
      anchor.of === "ci"
        ? await graph.read(listOfCi.with({ ...words, ...ARROWS[anchor.direction] }), {
            ...base,
            kind,
            ciId: anchor.ciId,
          })
        : await graph.read(listBetween.with(words), {
            ...base,
            kind,
            sourceId: anchor.sourceId,
            targetId: anchor.targetId,
          });
    return { relationships: (rows[0]?.items ?? []).map(fromRow), total: rows[0]?.total ?? 0, stamp: undefined };
  }
  const words = { ...order, edge: desc ? "<=" : ">=" };
  const rows = !wantedType
    ? await graph.read(list.with(words), { ...base, rowsPerType: window.skip + window.limit })
    : wantedType.kind !== null
      ? await graph.read(listOfKind.with(words), { ...base, kind: wantedType.kind })
      : await graph.read(listOfType.with({ ...words, type: wantedType.graphType }), base);
  return { relationships: rows.map(fromRow), total: undefined, stamp: rows[0]?.stamp };
}

/** Exact number of the tenant's relationships, of a type or of all, with the stamp at the time of counting. */
async function countTenant(
  graph: Graph,
  tenantId: string,
  { type, includeAi: ai }: ListFilters,
): Promise<z.output<typeof totalRow>> {
  const base = { tenantId, includeAi: ai };
  const wantedType = type === undefined ? undefined : graphTypeOf(type);
  const rows = !wantedType
    ? await graph.read(count, base)
    : wantedType.kind !== null
      ? await graph.read(countOfKind, { ...base, kind: wantedType.kind })
      : await graph.read(countOfType.with({ type: wantedType.graphType }), base);
  return rows[0] ?? { stamp: 0, total: 0 };
}

/** Total of the tenant's relationships, and a bound near the start of a far page with the rest to skip. */
async function locatePage(
  graph: Graph,
  tenantId: string,
  { includeAi: ai }: ListFilters,
  order: Order,
  skip: number,
): Promise<{ total: number; bound: Bound; skip: number }> {
  const rows = await graph.read(minutes, { tenantId, includeAi: ai });
  const total = rows.reduce((sum, { n }) => sum + n, 0);
  let left = skip;
  for (const { minute, n } of order === "desc" ? rows : rows.toReversed()) {
    // `~` sorts after every character of a timestamp: the bound lies after the whole minute.
    if (left < n)
      return { total, bound: order === "desc" ? { at: `${minute}~`, id: "~" } : { at: minute, id: "" }, skip: left };
    left -= n;
  }
  return { total, bound: startBound(order), skip };
}

/** Pages and totals of relationships. */
export const relationshipListGraph = { readPage, countTenant, locatePage };
