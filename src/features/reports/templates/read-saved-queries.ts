import type { RequestContext } from "../../../context.ts";
import { isNotFound } from "../../../errors.ts";
import { isId } from "../../../platform/ids.ts";
import type { Query, SavedQuery } from "../../query/index.ts";
import type { SavedQueryForReport, SavedQueryReads } from "./saved-query.ts";

const PAGE = 100;

/** Saved queries as templates of reports read them. */
export function createSavedQueryReads(saved: Query["savedQueries"]): SavedQueryReads {
  return {
    async list(ctx) {
      const all: SavedQueryForReport[] = [];
      let after: { at: Date; id: string } | undefined;
      do {
        const page = await saved.list(ctx, { order: "asc", page: 1, limit: PAGE, after });
        all.push(...page.items.map(forReport));
        after = page.next;
      } while (after);
      return all;
    },

    async find(ctx: RequestContext, id: string) {
      if (!isId(id)) return undefined;
      try {
        return forReport(await saved.get(ctx, id));
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
  };
}

function forReport({ id, name, description, form }: SavedQuery): SavedQueryForReport {
  return { id, name, description, query: form };
}
