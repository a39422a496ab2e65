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
  /** Whether those that a model found are shown. */
  includeAi: boolean;
  order: Order;
  limit: number;
  /** 1-based; ignored where `after` is given. */
  page: number;
  /** Place after which the page starts (a cursor). */
  after?: Bound | undefined;
}

export interface RelationshipPage {
  items: Relationship[];
  /** Exact. */
  total: number;
  /** Place of the last one shown; undefined at the end of the list. */
  next: Bound | undefined;
}

export type ListRelationships = (ctx: RequestContext, input: ListRelationshipsInput) => Promise<RelationshipPage>;

/** Beyond so many entries the start of a page is looked up before the page is read. */
const FAR_PAGE_OFFSET = 2_000;

/**
 * One page of relationships in the order of their creation, with an exact total. One query where a CI is named; else one,
 * and a second that counts only where something in the tenant has changed since the last count. What scans found costs one
 * look-up of when it was last seen. Unknown CIs and types
 * give an empty list.
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

/** The three filters by CI as one place to start from; undefined where no relationship can pass them all. */
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
