import { type RequestContext, requireScope } from "../../context.ts";
import { nameKey } from "../../model/identifiers.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { type DeletedCi, deletedCisGraph } from "./deleted-cis.graph.store.ts";

export interface ListDeletedInput {
  /** Canonical types; undefined: any. */
  types?: string[] | undefined;
  /** Part of the name, in any case; undefined: any. */
  name?: string | undefined;
  limit: number;
  /** 1-based; ignored where `after` is given. */
  page: number;
  /** The page starts after the CI that was deleted then. */
  after?: { at: string; id: string } | undefined;
}

export interface DeletedPage {
  items: DeletedCi[];
  total: number;
  /** Position of the last row; undefined at the end of the list. */
  next: { at: string; id: string } | undefined;
}

/** CIs that are deleted and not yet purged, the latest deletion first. Throws 403 without `cmdb.read`. */
export type ListDeletedCis = (ctx: RequestContext, input: ListDeletedInput) => Promise<DeletedPage>;

/** Sorts after every time and every id. */
const START = { at: "~", id: "~" };

export function createListDeletedCis({ graph }: { graph: Graph }): ListDeletedCis {
  return async (ctx, { types, name = "", limit, page, after }) => {
    requireScope(ctx, "cmdb.read");
    const filters = { types: types ?? null, name: nameKey(name) };
    const bound = after ?? START;
    const skip = after ? 0 : (page - 1) * limit;
    const place = { boundTime: bound.at, boundId: bound.id, skip, limit: limit + 1 };
    const items = await deletedCisGraph.readPage(graph, ctx.tenantId, { ...filters, ...place });
    const shown = items.slice(0, limit);
    const last = shown.at(-1);
    const isLast = items.length <= limit;
    const reachesEnd = isLast && !after && (skip === 0 || items.length > 0);
    const total = reachesEnd ? skip + items.length : await deletedCisGraph.countAll(graph, ctx.tenantId, filters);
    return { items: shown, total, next: isLast || !last ? undefined : { at: last.deletedAt, id: last.id } };
  };
}
