import { z } from "zod";
import type { Identifier } from "../../model/identifiers.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";

const tenantId = z.string();
const statusFields = { id: z.string(), status: z.enum(["active", "inactive", "maintenance"]), version: z.int() };

const candidateRow = z.object({
  kind: z.string(),
  value: z.string(),
  ...statusFields,
  type: z.string(),
  nameKey: z.string(),
  fqdns: z.array(z.string()),
});
/** A CI that holds an identifier; rows of one identifier come best first. */
export type CandidateRow = z.output<typeof candidateRow>;

const knownRow = z.object(statusFields);
/** Status and version of a CI. */
export type CiStatusRow = z.output<typeof knownRow>;

const findCandidates = query("events/candidates", {
  params: z.object({ tenantId, identifiers: z.array(z.object({ kind: z.string(), value: z.string() })) }),
  row: candidateRow,
});
const findKnown = query("events/known", { params: z.object({ tenantId, ids: z.array(z.string()) }), row: knownRow });

const findByFullName = query("events/by-full-name", {
  params: z.object({ tenantId, names: z.array(z.string()) }),
  row: z.object({
    names: z.array(z.string()),
    ids: z.array(statusFields.id),
    statuses: z.array(statusFields.status),
    versions: z.array(statusFields.version),
  }),
});

/** Every graph statement on events. */
export const eventsGraph = {
  /** The CI that alone holds a full name, by that name. Names held by none or several CIs are left out. */
  async byFullName(graph: Graph, tenantId: string, names: string[]): Promise<Map<string, CiStatusRow>> {
    if (names.length === 0) return new Map();
    const [row] = await graph.read(findByFullName, { tenantId, names });
    const { names: found = [], ids = [], statuses = [], versions = [] } = row ?? {};
    return new Map(found.map((name, i) => [name, { id: ids[i]!, status: statuses[i]!, version: versions[i]! }]));
  },

  candidates: async (graph: Graph, tenantId: string, identifiers: Identifier[]): Promise<CandidateRow[]> =>
    identifiers.length === 0 ? [] : graph.read(findCandidates, { tenantId, identifiers }),

  known: async (graph: Graph, tenantId: string, ids: string[]): Promise<CiStatusRow[]> =>
    ids.length === 0 ? [] : graph.read(findKnown, { tenantId, ids }),
};
