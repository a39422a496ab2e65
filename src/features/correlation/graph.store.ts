import { z } from "zod";
import { builtInTypeOfGraph, GRAPH_RELATIONSHIP_TYPES, shownType } from "../../model/relationships.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";
import type { CarryingKinds } from "../impact/index.ts";
import type { FailureCi, FailureEdge } from "./failure-graph.ts";

const tenantId = z.string();
const texts = z.array(z.string());
const graphType = z.enum(GRAPH_RELATIONSHIP_TYPES);
const carrying = { towardsSource: texts, towardsTarget: texts };

const findNeighbourhood = query("correlation/neighbourhood", {
  params: z.object({ tenantId, ids: texts, kinds: texts, limit: z.int() }),
  row: z.object({ ids: texts, distances: z.array(z.int()) }),
});
const serviceRow = z.object({ id: z.string(), name: z.string(), distance: z.int(), members: texts });
const findServices = query("correlation/services", {
  params: z.object({ tenantId, ids: texts, ...carrying, limit: z.int(), members: z.int() }),
  row: serviceRow,
});
/** In the order of the query: needed, graphType, spelling, attributes. */
const need = z.tuple([z.string(), graphType, z.string().nullable(), z.string().nullable()]);
const findUpstream = query("correlation/upstream", {
  params: z.object({ tenantId, ids: texts, ...carrying, limit: z.int() }),
  row: z.object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    status: z.string(),
    declared: z.int(),
    observed: z.int(),
    needs: z.array(need),
  }),
});
const findPaths = query("correlation/paths", {
  params: z.object({ tenantId, from: texts, to: texts, kinds: texts }),
  row: z.object({
    id: z.string(),
    names: texts,
    types: z.array(z.tuple([graphType, z.string().nullable(), z.boolean()])),
  }),
});

/** A business service that CIs may take down, and what lies under it. */
export type ServiceAbove = z.output<typeof serviceRow>;

/** What alarms and what it needs, with how each CI stands. */
export interface Upstream {
  cis: Map<string, FailureCi & { status: string }>;
  edges: FailureEdge[];
}

/** One step of a way in words: the type of the relationship, and whether it is walked from source to target. */
export interface WayStep {
  type: string;
  forward: boolean;
}

/** CIs that one answer takes into account. */
const MOST = { neighbours: 2_000, services: 20, members: 1_000, upstream: 3_000, relationships: 30_000 } as const;

/** Every graph statement on correlation. */
export const correlationGraph = {
  /** Steps to each CI nearby, by its id. */
  async neighbourhood(graph: Graph, tenant: string, ids: string[], kinds: CarryingKinds): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    const asked = { tenantId: tenant, ids, kinds: allKinds(kinds), limit: MOST.neighbours };
    const [row] = await graph.read(findNeighbourhood, asked);
    return new Map((row?.ids ?? []).map((id, i) => [id, row?.distances[i] ?? 0]));
  },

  services: async (graph: Graph, tenant: string, ids: string[], kinds: CarryingKinds): Promise<ServiceAbove[]> =>
    ids.length === 0
      ? []
      : graph.read(findServices, { tenantId: tenant, ids, ...kinds, limit: MOST.services, members: MOST.members }),

  async upstream(graph: Graph, tenant: string, ids: string[], kinds: CarryingKinds): Promise<Upstream> {
    if (ids.length === 0) return { cis: new Map(), edges: [] };
    const rows = await graph.read(findUpstream, { tenantId: tenant, ids, ...kinds, limit: MOST.upstream });
    const known = new Set(rows.map(({ id }) => id));
    const needed = rows.flatMap(({ id, needs }) => needs.filter(([to]) => known.has(to)).map((need) => ({ id, need })));
    const edges = needed.slice(0, MOST.relationships).map(({ id, need }) => edgeOf(id, need));
    const counted = new Map(rows.map(({ id, declared, observed }) => [id, { declared, observed }]));
    const quiet = quietOf(counted, edges);
    const cis = new Map(
      rows.map(({ id, name, type, status }) => [id, { id, name, type, status, quiet: quiet.get(id)! }]),
    );
    return { cis, edges };
  },

  /** Ways from the given CIs to others nearby. */
  async paths(
    graph: Graph,
    tenant: string,
    from: string[],
    to: string[],
    kinds: CarryingKinds,
  ): Promise<Map<string, { names: string[]; steps: WayStep[] }>> {
    if (to.length === 0) return new Map();
    const rows = await graph.read(findPaths, { tenantId: tenant, from, to, kinds: allKinds(kinds) });
    return new Map(
      rows.map(({ id, names, types }) => {
        const steps = types.map(([type, spelling, forward]) => ({ type: shownType(type, spelling), forward }));
        return [id, { names, steps }];
      }),
    );
  },
};

/** Whichever way a failure travels on them. */
function allKinds({ towardsSource, towardsTarget }: CarryingKinds): string[] {
  return [...new Set([...towardsSource, ...towardsTarget])];
}

function edgeOf(dependent: string, [needed, type, spelling, text]: z.output<typeof need>): FailureEdge {
  const attributes = text === null ? {} : (JSON.parse(text) as Record<string, unknown>);
  const { redundancy_group: group, criticality } = attributes;
  return {
    needed,
    dependent,
    type: shownType(type, spelling),
    observed: builtInTypeOfGraph(type)?.observed === true,
    optional: criticality === "optional",
    group: typeof group === "string" ? group : null,
  };
}

/** Types whose number at a CI the store is asked for. */
const COUNTED_DECLARED = new Set(["depends_on", "runs_on", "hosted_by", "uses", "routes_through"]);

/** Of what needs each CI, as the store counts it, those that are not in the graph. */
function quietOf(
  counted: ReadonlyMap<string, { declared: number; observed: number }>,
  edges: readonly FailureEdge[],
): Map<string, { declared: number; observed: number }> {
  const quiet = new Map([...counted].map(([id, counts]) => [id, { ...counts }]));
  for (const { needed, type } of edges) {
    const counts = quiet.get(needed);
    if (!counts) continue;
    if (COUNTED_DECLARED.has(type)) counts.declared = Math.max(0, counts.declared - 1);
    else if (type === "Connected To") counts.observed = Math.max(0, counts.observed - 1);
  }
  return quiet;
}
