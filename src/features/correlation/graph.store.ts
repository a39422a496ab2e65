import { z } from "zod";
import { builtInTypeOfGraph, GRAPH_RELATIONSHIP_TYPES, shownType } from "../../model/relationships.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { propertyMap, query } from "../../platform/graph/query.ts";
import type { CarryingKinds } from "../impact/index.ts";
import type { FailureCi, FailureEdge } from "./failure-graph.ts";

const tenantId = z.string();
const texts = z.array(z.string());
const graphType = z.enum(GRAPH_RELATIONSHIP_TYPES);
/** Maps instead of lists: a list is planned anew for each power of ten that its length reaches. */
const carrying = { towardsSource: propertyMap, towardsTarget: propertyMap };

const findNeighbourhood = query("correlation/neighbourhood", {
  params: z.object({ tenantId, ids: propertyMap, kinds: propertyMap, limit: z.int() }),
  row: z.object({ ids: texts, distances: z.array(z.int()) }),
});
const serviceRow = z.object({ id: z.string(), name: z.string() });
const findServices = query("correlation/services", {
  params: z.object({ tenantId, ids: propertyMap, ...carrying, front: z.int(), limit: z.int() }),
  row: serviceRow,
});
/** In the order of the query: needed, graphType, spelling, outgoing, redundancyGroup, criticality. */
const need = z.tuple([
  z.string(),
  graphType,
  z.string().nullable(),
  z.boolean(),
  z.string().nullable(),
  z.string().nullable(),
]);
const needsRow = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.string(),
  declared: z.int(),
  observed: z.int(),
  needs: z.array(need),
});
const findNeeds = query("correlation/needs", {
  params: z.object({ tenantId, ids: propertyMap, ...carrying, ahead: z.int() }),
  row: needsRow,
});
const findMembers = query("correlation/members", {
  params: z.object({ tenantId, ids: propertyMap, ...carrying }),
  row: z.object({ ids: texts, needs: z.array(texts) }),
});
const findPaths = query("correlation/paths", {
  params: z.object({ tenantId, from: texts, to: propertyMap, kinds: propertyMap }),
  row: z.object({
    id: z.string(),
    names: texts,
    types: z.array(z.tuple([graphType, z.string().nullable(), z.boolean()])),
  }),
});

/** A business service that CIs may take down. */
export type ServiceAbove = z.output<typeof serviceRow>;

type NeedsRow = z.output<typeof needsRow>;

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

/** Steps that are looked upstream. */
const STEPS_UPSTREAM = 5;
/** CIs that one answer takes into account. */
const MOST = { neighbours: 2_000, front: 1_000, services: 20, upstream: 1_000, relationships: 10_000 } as const;

/** Every graph statement on correlation. */
export const correlationGraph = {
  /** Steps to each CI nearby, by its id. */
  async neighbourhood(graph: Graph, tenant: string, ids: string[], kinds: CarryingKinds): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    const asked = { tenantId: tenant, ids: keyed(ids), kinds: allKinds(kinds), limit: MOST.neighbours };
    const [row] = await graph.read(findNeighbourhood, asked);
    return new Map((row?.ids ?? []).map((id, i) => [id, row?.distances[i] ?? 0]));
  },

  services: async (graph: Graph, tenant: string, ids: string[], kinds: CarryingKinds): Promise<ServiceAbove[]> =>
    ids.length === 0
      ? []
      : graph.read(findServices, {
          tenantId: tenant,
          ids: keyed(ids),
          ...carriedBy(kinds),
          front: MOST.front,
          limit: MOST.services,
        }),

  /**
   * The given CIs, what they need within 5 steps, and the relationships between all of these. Where there is more than
   * is taken into account, those that are nearest, of these those that most need: a cause that many share is among them.
   */
  async upstream(graph: Graph, tenant: string, ids: readonly string[], kinds: CarryingKinds): Promise<Upstream> {
    const carried = carriedBy(kinds);
    const rows = await needsWithin(ids, STEPS_UPSTREAM, {
      read: (level, room) => graph.read(findNeeds, { tenantId: tenant, ids: keyed(level), ...carried, ahead: room }),
      neededBy: ({ needs }) => needs.map(([needed]) => needed),
    });
    return upstreamOf(rows);
  },

  /** By CI what it needs directly: of the given CIs and of what they need within some steps. */
  async needed(
    graph: Graph,
    tenant: string,
    ids: readonly string[],
    kinds: CarryingKinds,
    steps: number,
  ): Promise<Map<string, string[]>> {
    const carried = carriedBy(kinds);
    const rows = await needsWithin(ids, steps, {
      async read(level) {
        const [found] = await graph.read(findMembers, { tenantId: tenant, ids: keyed(level), ...carried });
        return found?.ids.map((id, i) => ({ id, needs: found.needs[i] ?? [] })) ?? [];
      },
      neededBy: ({ needs }) => needs,
    });
    return new Map(rows.map(({ id, needs }) => [id, needs]));
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
    const rows = await graph.read(findPaths, { tenantId: tenant, from, to: keyed(to), kinds: allKinds(kinds) });
    return new Map(
      rows.map(({ id, names, types }) => {
        const steps = types.map(([type, spelling, forward]) => ({ type: shownType(type, spelling), forward }));
        return [id, { names, steps }];
      }),
    );
  },
};

/** Whichever way a failure travels on them. */
function allKinds({ towardsSource, towardsTarget }: CarryingKinds): Keyed {
  return keyed([...towardsSource, ...towardsTarget]);
}

function carriedBy({ towardsSource, towardsTarget }: CarryingKinds) {
  return { towardsSource: keyed(towardsSource), towardsTarget: keyed(towardsTarget) };
}

type Keyed = Record<string, boolean>;

/** As queries take a set of texts. */
function keyed(texts: readonly string[]): Keyed {
  // Without a prototype it is a table from the start, which is many times as fast to fill.
  const keys: Keyed = Object.create(null);
  for (const text of texts) keys[text] = true;
  return keys;
}

/**
 * What is known of the given CIs and of what they need within some steps, level by level, each once.
 *
 * @param read answers for the given CIs, and may answer for others that are not asked for again then
 */
async function needsWithin<Row extends { id: string }>(
  ids: readonly string[],
  steps: number,
  {
    read,
    neededBy,
  }: { read: (ids: string[], room: number) => Promise<Row[]>; neededBy: (row: Row) => readonly string[] },
): Promise<Row[]> {
  const known = new Map<string, Row>();
  const rows: Row[] = [];
  const asked = new Set<string>();
  let front = new Map(ids.map((id) => [id, 1]));
  for (let step = 0; step <= steps; step++) {
    const level = mostNeeded(front, asked);
    const unknown = level.filter((id) => !known.has(id));
    if (unknown.length > 0)
      for (const row of await read(unknown, MOST.upstream - asked.size - level.length)) known.set(row.id, row);
    front = new Map();
    for (const id of level) {
      asked.add(id);
      const row = known.get(id);
      if (!row) continue;
      rows.push(row);
      for (const needed of neededBy(row)) front.set(needed, (front.get(needed) ?? 0) + 1);
    }
  }
  return rows;
}

/** Those that were not asked for yet, as far as there is room, in the order of their ids. */
function mostNeeded(needs: ReadonlyMap<string, number>, asked: ReadonlySet<string>): string[] {
  const open = [...needs].filter(([id]) => !asked.has(id));
  const room = MOST.upstream - asked.size;
  if (open.length > room) open.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return open
    .slice(0, room)
    .map(([id]) => id)
    .sort();
}

function upstreamOf(rows: readonly NeedsRow[]): Upstream {
  const known = new Set(rows.map(({ id }) => id));
  const edges: FailureEdge[] = [];
  for (const { id, needs } of rows) {
    for (const need of needs) if (known.has(need[0]) && edges.length < MOST.relationships) edges.push(edgeOf(id, need));
  }
  const counted = new Map(rows.map(({ id, declared, observed }) => [id, { declared, observed }]));
  const quiet = quietOf(counted, edges);
  const cis = new Map(
    rows.map(({ id, name, type, status }) => [id, { id, name, type, status, quiet: quiet.get(id)! }]),
  );
  return { cis, edges };
}

function edgeOf(dependent: string, row: z.output<typeof need>): FailureEdge {
  const [needed, type, spelling, outgoing, group, criticality] = row;
  return {
    needed,
    dependent,
    type: shownType(type, spelling),
    outgoing,
    observed: builtInTypeOfGraph(type)?.observed === true,
    optional: criticality?.toLowerCase() === "optional",
    group,
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
