import { z } from "zod";
import { parseFields } from "../../model/fields.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";
import type { ListedCi } from "./ci.model.ts";
import { publicColumns } from "./ci.store.ts";
import type { Search } from "./parse-search.ts";

export type SortField = "created_at" | "updated_at" | "name";
export type Order = "asc" | "desc";

/** Position in a sort order: the value of the sorted column, then the id. */
export interface Bound {
  at: string;
  id: string;
}

export interface CiFilters {
  /** Canonical types; undefined: any. */
  types: string[] | undefined;
  statuses: string[] | undefined;
  updatedSince: string | undefined;
  /** Promoted properties, each with the texts that match. */
  properties: { property: string; values: string[] }[];
  search: Search | undefined;
}

export interface PageRequest {
  filters: CiFilters;
  sort: SortField;
  order: Order;
  bound: Bound;
  skip: number;
  limit: number;
}

const strings = z.array(z.string()).nullable();
const filterParams = {
  tenantId: z.string(),
  types: strings,
  statuses: strings,
  updatedSince: z.string().nullable(),
  filters: z.array(z.object({ property: z.string(), values: z.array(z.string()) })),
};
const { types: _types, ...filterParamsOfType } = filterParams;
const byType = { type: z.string() };
const bySearch = {
  words: z.string(),
  contained: z.array(z.string()),
  identifiers: z.array(z.object({ kind: z.string(), value: z.string() })),
};
const byOrder = { many: z.int(), budget: z.int() };
const pageParams = { boundValue: z.string(), boundId: z.string(), skip: z.int(), limit: z.int() };

const itemRow = z.object({
  stamp: z.int(),
  ...publicColumns,
  nameKey: z.string(),
  relationships: z.int(),
});
const totalRow = z.object({ stamp: z.int(), total: z.int() });
type ItemRow = z.output<typeof itemRow>;

/** One page in order. `stamp` is the tenant's before the page was read; undefined for an empty page. */
export interface StoredPage {
  stamp: number | undefined;
  items: (ListedCi & { nameKey: string })[];
}

const list = query("ci/list", { params: z.object({ ...filterParams, ...pageParams }), row: itemRow });
const listByType = query("ci/list-by-type", {
  params: z.object({ ...filterParamsOfType, ...byType, ...pageParams }),
  row: itemRow,
});
const search = query("ci/search", {
  params: z.object({ ...filterParams, ...bySearch, ...byOrder, ...pageParams }),
  row: itemRow,
});
const count = query("ci/count", { params: z.object(filterParams), row: totalRow });
const countByType = query("ci/count-by-type", {
  params: z.object({ ...filterParamsOfType, ...byType }),
  row: totalRow,
});
const countSearch = query("ci/count-search", { params: z.object({ ...filterParams, ...bySearch }), row: totalRow });

/** From so many matches on, a search walks the order instead of sorting what matches. */
const MANY_MATCHES = 5_000;
/**
 * CIs that a walk looks at before it gives up: what one in fifty matching takes. Looking at a CI costs a third of what
 * sorting a match costs, so a walk in vain stays cheap beside the sort that follows it.
 */
const WALK_PER_MATCH = 50;
const LEAST_WALK = 5_000;

const COLUMNS = { created_at: "createdAt", updated_at: "updatedAt", name: "nameKey" } as const;

/** Sorts after every name, whose length is limited. */
const AFTER_EVERY_NAME = "\u{10ffff}".repeat(128);

/** The bound before every value of the order. */
export function startBound(order: Order): Bound {
  return order === "desc" ? { at: AFTER_EVERY_NAME, id: "~" } : { at: "", id: "" };
}

/** Position of a CI in the sort order. */
export function boundOf(ci: StoredPage["items"][number], sort: SortField): Bound {
  const at = sort === "name" ? ci.nameKey : sort === "created_at" ? ci.createdAt : ci.updatedAt;
  return { at, id: ci.id };
}

/** One round trip. A search of at least `many` matches walks the order; what is read does not depend on it. */
async function readPage(
  graph: Graph,
  tenantId: string,
  request: PageRequest,
  many: number = MANY_MATCHES,
): Promise<StoredPage> {
  const rows = await readRows(graph, tenantId, request, many);
  return { stamp: rows[0]?.stamp, items: rows.map(listed) };
}

function listed({
  stamp: _stamp,
  attributes,
  customFields,
  relationships,
  ...ci
}: ItemRow): StoredPage["items"][number] {
  return {
    ...ci,
    attributes: parseFields(attributes),
    customFields: parseFields(customFields),
    relationshipCount: relationships,
  };
}

async function readRows(graph: Graph, tenantId: string, request: PageRequest, many: number): Promise<ItemRow[]> {
  const { filters, bound, skip, limit } = request;
  const page = { boundValue: bound.at, boundId: bound.id, skip, limit };
  const base = baseParams(tenantId, filters);
  if (filters.search) {
    const walk = { many, budget: Math.max(LEAST_WALK, WALK_PER_MATCH * (skip + limit)) };
    const params = { ...base, ...filters.search, ...walk, ...page };
    return graph.read(search.with(orderLiteralsOf(request)), params);
  }
  const type = onlyType(filters);
  const literals = { ...orderLiteralsOf(request), ...testLiteralsOf(filters) };
  if (type === undefined) {
    return graph.read(list.with({ ...literals, ...typeLiteralOf(filters) }), { ...base, ...page });
  }
  const { types: _, ...rest } = base;
  return graph.read(listByType.with(literals), { ...rest, type, ...page });
}

/** Exact number of CIs that match, with the tenant's stamp at the time of counting. */
async function countAll(graph: Graph, tenantId: string, filters: CiFilters): Promise<z.output<typeof totalRow>> {
  const base = baseParams(tenantId, filters);
  const type = onlyType(filters);
  const { types: _, ...rest } = base;
  const rows = filters.search
    ? await graph.read(countSearch, { ...base, ...filters.search })
    : type === undefined
      ? await graph.read(count.with({ ...testLiteralsOf(filters), ...typeLiteralOf(filters) }), base)
      : await graph.read(countByType.with(testLiteralsOf(filters)), { ...rest, type });
  return rows[0] ?? { stamp: 0, total: 0 };
}

function onlyType(filters: CiFilters): string | undefined {
  return filters.types?.length === 1 ? filters.types[0] : undefined;
}

function baseParams(tenantId: string, filters: CiFilters) {
  return {
    tenantId,
    types: filters.types ?? null,
    statuses: filters.statuses ?? null,
    updatedSince: filters.updatedSince ?? null,
    filters: filters.properties,
  };
}

/** The order of a page: its column, as a property and in an index, which side of the bound comes next, whether it is the first. */
function orderLiteralsOf({ sort, order, bound }: PageRequest): Record<string, string> {
  const desc = order === "desc";
  const start = startBound(order);
  return {
    column: `c.${COLUMNS[sort]}`,
    indexed: COLUMNS[sort],
    order: desc ? "DESC" : "ASC",
    edge: desc ? "<=" : ">=",
    beyond: desc ? "<" : ">",
    fromStart: String(bound.at === start.at && bound.id === start.id),
  };
}

/** `true` for each test that the filters do not use. */
function testLiteralsOf({ statuses, updatedSince, properties }: CiFilters): Record<string, string> {
  return {
    anyStatus: String(statuses === undefined),
    anyTime: String(updatedSince === undefined),
    anyField: String(properties.length === 0),
  };
}

function typeLiteralOf({ types }: CiFilters): Record<string, string> {
  return { anyType: String(types === undefined) };
}

/** Pages and totals of CIs. */
export const ciListGraph = { readPage, countAll };
