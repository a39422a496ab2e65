import { type RequestContext, requireScope } from "../../context.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { HistoryEntry, HistoryPosition } from "./history.model.ts";
import { historyStore } from "./history.store.ts";

export interface ListHistoryInput {
  ciId: string;
  limit: number;
  /** 1-based; ignored when `after` is given. */
  page: number;
  /** By version; default newest first. */
  order?: "asc" | "desc" | undefined;
  after?: HistoryPosition | undefined;
}

export interface HistoryPage {
  items: HistoryEntry[];
  total: number;
  /** Position of the last entry; undefined on the last page. */
  next: HistoryPosition | undefined;
}

export type ListHistory = (ctx: RequestContext, input: ListHistoryInput) => Promise<HistoryPage>;

export interface ListHistoryDeps {
  postgres: Postgres;
  /** Throws 404 unless the CI exists. */
  requireCi: (ctx: RequestContext, id: string) => Promise<void>;
}

/** Lists the changes of a CI, by default newest first. Lags at most a second behind the write. Throws 404, for a deleted CI too. */
export function createListHistory({ postgres, requireCi }: ListHistoryDeps): ListHistory {
  return async (ctx, { ciId, limit, page, order = "desc", after }) => {
    requireScope(ctx, "cmdb.read");
    await requireCi(ctx, ciId);
    const skip = after ? 0 : (page - 1) * limit;
    const query = { subjectKind: "ci", subjectId: ciId, order, after, skip, limit: limit + 1 };
    const [found, total] = await Promise.all([
      historyStore.read(postgres, ctx.tenantId, query),
      historyStore.count(postgres, ctx.tenantId, "ci", ciId),
    ]);
    const items = found.slice(0, limit);
    const last = items.at(-1);
    return { items, total, next: found.length > limit && last ? { version: last.version, id: last.id } : undefined };
  };
}
