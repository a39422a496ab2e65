import { type RequestContext, requireScope } from "../../context.ts";
import { invalidField } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { createSettledTotals } from "../../platform/graph/settled-totals.ts";
import type { ListedCi } from "./ci.model.ts";
import { promotedProperty, textsOfValue } from "./ci.node.ts";
import {
  type Bound,
  boundOf,
  type CiFilters,
  ciListGraph,
  type Order,
  type SortField,
  startBound,
} from "./ci-list.graph.store.ts";
import { parseSearch } from "./parse-search.ts";

export type { Bound, Order, SortField } from "./ci-list.graph.store.ts";

/** One field of `attributes` or `custom_fields`, compared as text. */
export interface FieldFilter {
  object: "attributes" | "custom_fields";
  key: string;
  value: string;
}

export interface ListCisInput {
  /** Canonical types; undefined: any. */
  types?: string[] | undefined;
  statuses?: string[] | undefined;
  /** ISO 8601 in UTC with milliseconds. */
  updatedSince?: string | undefined;
  fields?: FieldFilter[] | undefined;
  /** Words of name and description, or an address, serial number or host name. */
  search?: string | undefined;
  sort: SortField;
  order: Order;
  limit: number;
  /** 1-based; ignored where `after` is given. */
  page: number;
  /** Cursor: the page starts after this position. */
  after?: Bound | undefined;
}

export interface CiPage {
  items: ListedCi[];
  /** Exact, even under concurrent writes. */
  total: number;
  /** Position of the last row; undefined at the end of the list. */
  next: Bound | undefined;
}

export type ListCis = (ctx: RequestContext, input: ListCisInput) => Promise<CiPage>;

/**
 * Returns one page of CIs with an exact total. Runs one query, and a second one for the count only if the page does not
 * reach the end of the list and the tenant has changed since these filters were last counted. Throws 400 for a field that
 * is not filterable.
 */
export function createListCis(deps: { graph: Graph; clock: Clock }): ListCis {
  const { graph } = deps;
  const totals = createSettledTotals(deps.clock);

  return async (ctx, input) => {
    requireScope(ctx, "cmdb.read");
    const { sort, order, limit, page, after } = input;
    const filters = filtersOf(ctx.tenantId, input);
    const skip = after ? 0 : (page - 1) * limit;
    const place = { sort, order, bound: after ?? startBound(order), skip, limit: limit + 1 };
    const { stamp, items } = await ciListGraph.readPage(graph, ctx.tenantId, { filters, ...place });
    const isLast = items.length <= limit;
    const reachesEnd = isLast && !after && (skip === 0 || items.length > 0);
    const count = () => ciListGraph.countAll(graph, ctx.tenantId, filters);
    const total = reachesEnd
      ? skip + items.length
      : await totals.total(ctx.tenantId, JSON.stringify(filters), stamp, count);
    const shown = items.slice(0, limit);
    return { items: shown, total, next: isLast ? undefined : boundOf(shown.at(-1)!, sort) };
  };
}

function filtersOf(tenantId: string, input: ListCisInput): CiFilters {
  const { types, statuses, updatedSince, fields = [], search } = input;
  return {
    types,
    statuses,
    updatedSince,
    properties: fields.map(({ object, key, value }) => {
      const property = promotedProperty(object, key);
      if (!property) throw invalidField(`query.${object}.${key}`, "is not a name that can be filtered by");
      return { property, values: textsOfValue(value) };
    }),
    search: search === undefined ? undefined : parseSearch(tenantId, search),
  };
}
