import { z } from "zod";
import { GRAPH_RELATIONSHIP_TYPES, shownType } from "../../../model/relationships.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import { propertyMap, query } from "../../../platform/graph/query.ts";
import type { CarryingKinds } from "../../reach/index.ts";
import type { ServiceAbove } from "../correlation.model.ts";
import { NEAR, type WayStep } from "../correlation.model.ts";
import { needsWithin } from "./walk-dependencies.ts";
import { type Needy, type Upstream, upstreamOf } from "./upstream.ts";

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
  params: z.object({ tenantId, ids: propertyMap, ...carrying, maxPerLevel: z.int(), maxServices: z.int() }),
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
/** Likewise: id, name, type, status, declared, observed, needs. */
const needy = z.tuple([z.string(), z.string(), z.string(), z.string(), z.int(), z.int(), z.array(need)]);
const findNeeds = query("correlation/needs", {
  params: z.object({ tenantId, ids: propertyMap, ...carrying, maxAhead: z.int() }),
  row: z.object({ cis: z.array(needy) }),
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

/** Steps that are looked upstream. */
const STEPS_UPSTREAM = 5;
/** CIs that one answer takes into account. */
const MOST = { neighbours: 2_000, front: 1_000, services: 20 } as const;

/** Every graph statement on correlation. */
export const correlationGraph = {
  /** Steps to each CI nearby, by its id. */
  async neighbourhood(
    graph: Graph,
    tenantId: string,
    ids: string[],
    kinds: CarryingKinds,
  ): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    const asked = { tenantId, ids: keyed(ids), kinds: allKinds(kinds), limit: MOST.neighbours };
    const [row] = await graph.read(findNeighbourhood, asked);
    return new Map((row?.ids ?? []).map((id, i) => [id, row?.distances[i] ?? 0]));
  },

  services: async (graph: Graph, tenantId: string, ids: string[], kinds: CarryingKinds): Promise<ServiceAbove[]> =>
    ids.length === 0
      ? []
      : graph.read(findServices, {
          tenantId,
          ids: keyed(ids),
          ...carriedBy(kinds),
          maxPerLevel: MOST.front,
          maxServices: MOST.services,
        }),

  /**
   * The given CIs, what they need within 5 steps, and the relationships between all of these. Where there is more than
   * is taken into account, those that are nearest, of these those that most need: a cause that many share is among them.
   */
  async upstream(graph: Graph, tenantId: string, ids: readonly string[], kinds: CarryingKinds): Promise<Upstream> {
    const carried = carriedBy(kinds);
    const found = await needsWithin(ids, STEPS_UPSTREAM, {
      async read(level, ahead) {
        const asked = { tenantId, ids: keyed(level), ...carried, maxAhead: ahead };
        return (await graph.read(findNeeds, asked)).flatMap(({ cis }) => cis.map(needyOf));
      },
      neededBy: ({ needs }) => needs.map(([needed]) => needed),
    });
    return upstreamOf(found);
  },

  /** By CI what it needs directly: of the given CIs and of what they need, for all that is near below them. */
  async needed(
    graph: Graph,
    tenantId: string,
    ids: readonly string[],
    kinds: CarryingKinds,
  ): Promise<Map<string, string[]>> {
    const carried = carriedBy(kinds);
    const found = await needsWithin(ids, NEAR - 1, {
      async read(level) {
        const rows = await graph.read(findMembers, { tenantId, ids: keyed(level), ...carried });
        return rows.flatMap((row) => row.ids.map((id, i) => ({ id, needs: row.needs[i] ?? [] })));
      },
      neededBy: ({ needs }) => needs,
    });
    return new Map(found.map(({ id, needs }) => [id, needs]));
  },

  /** Ways from the given CIs to others nearby. */
  async paths(
    graph: Graph,
    tenantId: string,
    from: string[],
    to: string[],
    kinds: CarryingKinds,
  ): Promise<Map<string, { names: string[]; steps: WayStep[] }>> {
    if (to.length === 0) return new Map();
    const rows = await graph.read(findPaths, { tenantId, from, targets: keyed(to), kinds: allKinds(kinds) });
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

function needyOf([id, name, type, status, declared, observed, needs]: z.output<typeof needy>): Needy {
  return { id, name, type, status, declared, observed, needs };
}
