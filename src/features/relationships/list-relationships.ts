import { type RequestContext, requireScope } from "../../context.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { createSettledTotals } from "../../platform/graph/settled-totals.ts";
import type { CollectedAt, Relationship } from "./relationship.model.ts";
import {
  type Anchor,
  type Bound,
  boundOf,
  type ListFilters,
  type Order,
  type PageWindow,
  relationshipListGraph,
  startBound,
} from "./relationship-list.graph.store.ts";
import { withLastSeen } from "./with-last-seen.ts";

export interface ListRelationshipsInput {
  sourceCi?: string | undefined;
  targetCi?: string | undefined;
  /** Either end. */
  ciId?: string | undefined;
  /** In any spelling. */
  type?: string | undefined;
  /** Whether to include relationships found by an AI model. */
  includeAi: boolean;
  order: Order;
  limit: number;
  /** 1-based; ignored where `after` is given. */
  page: number;
  /** Cursor: the page starts after this position. */
  after?: Bound | undefined;
}

export interface RelationshipPage {
  items: Relationship[];
  /** Exact. */
  total: number;
  /** Position of the last item; undefined at the end of the list. */
  next: Bound | undefined;
}

export type ListRelationships = (ctx: RequestContext, input: ListRelationshipsInput) => Promise<RelationshipPage>;

/** From this offset on, the start of a page is located before the page is read. */
const FAR_PAGE_OFFSET = 2_000;

/**
 * Returns one page of relationships in order of creation, with an exact total. Runs one query, and without a filter by CI
 * a second one for the count if the tenant has changed since the last count. Relationships found by scans cost one more
 * query, for when they were last seen. Unknown CIs and types give an empty list.
 */
export function createListRelationships(deps: {
  graph: Graph;
  clock: Clock;
  collectedAt?: CollectedAt;
}): ListRelationships {
  const { graph } = deps;
  const totals = createSettledTotals(deps.clock);

  const readFarPage = async (tenantId: string, filters: ListFilters, window: PageWindow) => {
    const { total, bound, skip } = await relationshipListGraph.locatePage(
      graph,
      tenantId,
      filters,
      window.order,
      window.skip,
    );
    const rows =
      skip >= total
        ? []
        : (await relationshipListGraph.readPage(graph, tenantId, filters, { ...window, bound, skip })).relationships;
    return { rows, total };
  };

  const readNearPage = async (tenantId: string, filters: ListFilters, window: PageWindow) => {
    const {
      relationships: rows,
      total,
      stamp,
    } = await relationshipListGraph.readPage(graph, tenantId, filters, window);
    if (total !== undefined) return { rows, total };
    const list = JSON.stringify([filters.type, filters.includeAi]);
    return {
      rows,
      total: await totals.total(tenantId, list, stamp, () =>
        relationshipListGraph.countTenant(graph, tenantId, filters),
      ),
    };
  };

  return async (ctx, input) => {
    requireScope(ctx, "cmdb.read");
    const anchor = anchorOf(input);
    if (!anchor) return { items: [], total: 0, next: undefined };
    const { order, limit, after, type, includeAi } = input;
    const filters: ListFilters = { anchor, type, includeAi };
    const skip = after ? 0 : (input.page - 1) * limit;
    const window: PageWindow = { order, bound: after ?? startBound(order), skip, limit: limit + 1 };
    const isFar = anchor.of === "tenant" && type === undefined && skip > FAR_PAGE_OFFSET;
    const { rows, total } = await (isFar ? readFarPage : readNearPage)(ctx.tenantId, filters, window);
    const items = await withLastSeen(deps.collectedAt, ctx.tenantId, rows.slice(0, limit));
    const last = items.at(-1);
    return { items, total, next: rows.length > limit && last ? boundOf(last) : undefined };
  };
}

/** Combines the three filters by CI; undefined if no relationship can match them all. */
function anchorOf({ sourceCi, targetCi, ciId }: ListRelationshipsInput): Anchor | undefined {
  if (sourceCi !== undefined && targetCi !== undefined) {
    if (sourceCi === targetCi || (ciId !== undefined && ciId !== sourceCi && ciId !== targetCi)) return undefined;
    return { of: "pair", sourceId: sourceCi, targetId: targetCi };
  }
  if (sourceCi !== undefined) {
    if (ciId === undefined || ciId === sourceCi) return { of: "ci", ciId: sourceCi, direction: "outgoing" };
    return { of: "pair", sourceId: sourceCi, targetId: ciId };
  }
  if (targetCi !== undefined) {
    if (ciId === undefined || ciId === targetCi) return { of: "ci", ciId: targetCi, direction: "incoming" };
    return { of: "pair", sourceId: ciId, targetId: targetCi };
  }
  return ciId === undefined ? { of: "tenant" } : { of: "ci", ciId, direction: "either" };
}
