import { type RequestContext, requireScope } from "../../../context.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { mappingNamesStore } from "./mapping-names.store.ts";
import { processGraph, type UnnamedPage, type UnnamedSoftware } from "./process.graph.store.ts";

export interface ListUnnamedInput extends Pick<UnnamedPage, "sort" | "order" | "after" | "limit"> {
  /** 1-based; ignored where `after` is given. */
  page: number;
  family: string | undefined;
}

export interface ListedUnnamed {
  items: UnnamedSoftware[];
  total: number;
  /** Position of the last entry; undefined at the end. */
  next: { at: string; id: string } | undefined;
}

/** Software CIs without process names, neither on the CI nor in a mapping of the tenant. Throws 403. */
export type ListUnnamed = (ctx: RequestContext, input: ListUnnamedInput) => Promise<ListedUnnamed>;

export function createListUnnamed({ graph, postgres }: { graph: Graph; postgres: Sql }): ListUnnamed {
  return async (ctx, { page, limit, family, ...order }) => {
    requireScope(ctx, "software.read");
    const mappedNameKeys = await mappingNamesStore.softwareKeysWithNames(postgres, ctx.tenantId);
    const filter = { mappedNameKeys, family };
    const skip = order.after ? 0 : (page - 1) * limit;
    const [rows, total] = await Promise.all([
      processGraph.unnamed(graph, ctx.tenantId, filter, { ...order, skip, limit: limit + 1 }),
      processGraph.countUnnamed(graph, ctx.tenantId, filter),
    ]);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const at = order.sort === "name" ? last?.nameKey : last?.createdAt;
    return { items, total, next: last && at !== undefined ? { at, id: last.id } : undefined };
  };
}
