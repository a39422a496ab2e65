import { z } from "zod";
import { displayType, GRAPH_RELATIONSHIP_TYPES } from "../../../model/relationships.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import { propertyMap, query } from "../../../platform/graph/query.ts";
import type { PropagatingTypes } from "../../reach/index.ts";
import { type DependentService, NEIGHBOURHOOD_STEPS, type PathStep } from "../correlation.model.ts";
import { type CiRow, type Upstream, upstreamOf } from "./upstream.ts";
import { walkDependencies } from "./walk-dependencies.ts";

const tenantId = z.string();
const texts = z.array(z.string());
const graphType = z.enum(GRAPH_RELATIONSHIP_TYPES);
/** Maps instead of lists: Neo4j plans a statement again for each power of ten that a list's length reaches. */
const carrying = { towardsSource: propertyMap, towardsTarget: propertyMap };

const findNeighbourhood = query("correlation/neighbourhood", {
  params: z.object({ tenantId, ids: propertyMap, kinds: propertyMap, limit: z.int() }),
  row: z.object({ ids: texts, distances: z.array(z.int()) }),
});
const serviceRow = z.object({ id: z.string(), name: z.string() });
const findServices = query("correlation/services", {
  params: z.object({ tenantId, ids: propertyMap, ...carrying, maxPerLevel: z.int(), maxServices: z.int() }),
  row: serviceRow,
});
/** Columns: needed, graphType, spelling, outgoing, redundancyGroup, criticality. */
const needTuple = z.tuple([
  z.string(),
  graphType,
  z.string().nullable(),
  z.boolean(),
  z.string().nullable(),
  z.string().nullable(),
]);
/** Columns: id, name, type, status, declared, observed, needs. */
const ciTuple = z.tuple([z.string(), z.string(), z.string(), z.string(), z.int(), z.int(), z.array(needTuple)]);
const findNeeds = query("correlation/needs", {
  params: z.object({ tenantId, ids: propertyMap, ...carrying, maxAhead: z.int() }),
  row: z.object({ cis: z.array(ciTuple) }),
});
const findMembers = query("correlation/members", {
  params: z.object({ tenantId, ids: propertyMap, ...carrying }),
  row: z.object({ ids: texts, needs: z.array(texts) }),
});
const findPaths = query("correlation/paths", {
  params: z.object({ tenantId, from: texts, targets: propertyMap, kinds: propertyMap }),
  row: z.object({
    id: z.string(),
    names: texts,
    types: z.array(z.tuple([graphType, z.string().nullable(), z.boolean()])),
  }),
});

/** Steps that are searched upstream. */
const STEPS_UPSTREAM = 5;
/** Most CIs that one answer considers. */
const MAX = { neighbours: 2_000, front: 1_000, services: 20 } as const;

/** The graph statements of correlation. */
export const correlationGraph = {
  /** The neighbourhood: by id of the CI the steps to it. */
  async neighbourhood(
    graph: Graph,
    tenantId: string,
    ids: string[],
    kinds: PropagatingTypes,
  ): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    const asked = { tenantId, ids: keyed(ids), kinds: kindsOfEitherDirection(kinds), limit: MAX.neighbours };
    const [row] = await graph.read(findNeighbourhood, asked);
    return new Map((row?.ids ?? []).map((id, i) => [id, row?.distances[i] ?? 0]));
  },

  services: async (
    graph: Graph,
    tenantId: string,
    ids: string[],
    kinds: PropagatingTypes,
  ): Promise<DependentService[]> =>
    ids.length === 0
      ? []
      : graph.read(findServices, {
          tenantId,
          ids: keyed(ids),
          ...kindsByDirection(kinds),
          maxPerLevel: MAX.front,
          maxServices: MAX.services,
        }),

  /**
   * The given CIs, their dependencies within 5 steps, and the relationships between all of these. Above the limit the
   * nearest CIs, and of equally near ones those with most dependents, so that a shared cause is among them.
   */
  async upstream(graph: Graph, tenantId: string, ids: readonly string[], kinds: PropagatingTypes): Promise<Upstream> {
    const carried = kindsByDirection(kinds);
    const found = await walkDependencies(ids, STEPS_UPSTREAM, {
      async read(level, ahead) {
        const asked = { tenantId, ids: keyed(level), ...carried, maxAhead: ahead };
        return (await graph.read(findNeeds, asked)).flatMap(({ cis }) => cis.map(ciRowOf));
      },
      needsOf: ({ needs }) => needs.map(([needed]) => needed),
    });
    return upstreamOf(found);
  },

  /** By CI the ids of its direct dependencies, for the given CIs and all within the neighbourhood below them. */
  async needed(
    graph: Graph,
    tenantId: string,
    ids: readonly string[],
    kinds: PropagatingTypes,
  ): Promise<Map<string, string[]>> {
    const carried = kindsByDirection(kinds);
    const found = await walkDependencies(ids, NEIGHBOURHOOD_STEPS - 1, {
      async read(level) {
        const rows = await graph.read(findMembers, { tenantId, ids: keyed(level), ...carried });
        return rows.flatMap((row) => row.ids.map((id, i) => ({ id, needs: row.needs[i] ?? [] })));
      },
      needsOf: ({ needs }) => needs,
    });
    return new Map(found.map(({ id, needs }) => [id, needs]));
  },

  /** Paths from the given CIs to others in the neighbourhood. */
  async paths(
    graph: Graph,
    tenantId: string,
    from: string[],
    to: string[],
    kinds: PropagatingTypes,
  ): Promise<Map<string, { names: string[]; steps: PathStep[] }>> {
    if (to.length === 0) return new Map();
    const kindSet = kindsOfEitherDirection(kinds);
    const rows = await graph.read(findPaths, { tenantId, from, targets: keyed(to), kinds: kindSet });
    return new Map(
      rows.map(({ id, names, types }) => {
        const steps = types.map(([type, spelling, forward]) => ({ type: displayType(type, spelling), forward }));
        return [id, { names, steps }];
      }),
    );
  },
};

/** Kinds on which a failure travels, in either direction. */
function kindsOfEitherDirection({ towardsSource, towardsTarget }: PropagatingTypes): Keyed {
  return keyed([...towardsSource, ...towardsTarget]);
}

function kindsByDirection({ towardsSource, towardsTarget }: PropagatingTypes) {
  return { towardsSource: keyed(towardsSource), towardsTarget: keyed(towardsTarget) };
}

type Keyed = Record<string, boolean>;

/** A set of texts as statements take it. */
function keyed(texts: readonly string[]): Keyed {
  // V8 makes an object without prototype a hash table from the start, which fills many times faster.
  const keys: Keyed = Object.create(null);
  for (const text of texts) keys[text] = true;
  return keys;
}

function ciRowOf([id, name, type, status, declared, observed, needs]: z.output<typeof ciTuple>): CiRow {
  return { id, name, type, status, declared, observed, needs };
}
