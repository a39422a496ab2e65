import { z } from "zod";
import { CI_STATUSES } from "../../model/ci-types.ts";
import { parseFields } from "../../model/fields.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";
import type { KeywordQuery } from "./keyword-query.ts";
import type { Candidate } from "./score-keywords.ts";
import type { SearchFilters } from "./search.model.ts";

const nullableTexts = z.array(z.string()).nullable();
const filters = { tenantId: z.string(), types: nullableTexts, statuses: nullableTexts, limit: z.int() };

const exact = query("search/exact", {
  params: z.object({
    ...filters,
    identifiers: z.array(z.object({ kind: z.string(), value: z.string() })),
    names: z.array(z.string()),
  }),
  row: z.object({ id: z.string(), kind: z.string(), place: z.int() }),
});
const keywords = query("search/keywords", {
  params: z.object({ ...filters, text: z.string() }),
  row: z.object({
    id: z.string(),
    type: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    status: z.enum(CI_STATUSES),
    attributes: z.string().nullable(),
    customFields: z.string().nullable(),
  }),
});

const MAX_NAMED = 50;
/** CIs that are read of the index and ranked anew. */
const MAX_CANDIDATES = 300;

export const keywordGraph = {
  /** CIs that have an identifier or a name of the query, those of the whole text first. */
  named: (graph: Graph, tenantId: string, asked: KeywordQuery, wanted: SearchFilters) =>
    graph.read(exact, {
      tenantId,
      ...params(wanted),
      identifiers: [...asked.identifiers],
      names: [...asked.names],
      limit: MAX_NAMED,
    }),
  /** The best by the full-text index; `text` is its query. */
  async candidates(graph: Graph, tenantId: string, text: string, wanted: SearchFilters): Promise<Candidate[]> {
    const rows = await graph.read(keywords, { tenantId, text, ...params(wanted), limit: MAX_CANDIDATES });
    return rows.map((row) => ({
      ...row,
      attributes: parseFields(row.attributes ?? "{}"),
      customFields: parseFields(row.customFields ?? "{}"),
    }));
  },
};

function params({ types, statuses }: SearchFilters) {
  return { types: types ? [...types] : null, statuses: statuses ? [...statuses] : null };
}
