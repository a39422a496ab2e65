import { z } from "zod";
import { CI_STATUSES } from "../../model/ci-types.ts";
import { GRAPH_RELATIONSHIP_TYPES } from "../../model/relationships.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { propertyMap, query } from "../../platform/graph/query.ts";
import {
  type ImpactDirection,
  type IndexedSet,
  type IndexedStep,
  isObserved,
  type Propagation,
  positionsOf,
  propagatingTypes,
  propagationParams,
  propagationParamsOf,
} from "../reach/index.ts";

const tenantId = z.string();
const texts = z.array(z.string());
/** In the order of the query: to, graphType, confidence, redundancyGroup, criticality. */
const briefStep = z.tuple([
  z.int(),
  z.enum(GRAPH_RELATIONSHIP_TYPES),
  z.number().nullable(),
  z.string().nullable(),
  z.string().nullable(),
]);
const member = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.enum(CI_STATUSES),
  criticality: z.unknown(),
});
const foundQuery = query("impact/found", {
  params: z.object({ tenantId, places: propertyMap, distanceStep: z.int(), ...propagationParams }),
  row: member.extend({ from: z.int(), steps: z.array(briefStep) }),
});
const membersQuery = query("impact/members", { params: z.object({ tenantId, ids: texts }), row: member });
const outsidePeersRow = z.object({ id: z.string(), redundancyGroup: z.string(), peers: texts, needed: z.boolean() });
const kinds = { towardsTarget: texts, towardsSource: texts, includeAi: z.boolean() };
const peersQuery = query("impact/peers", {
  params: z.object({ tenantId, ids: texts, inside: propertyMap, ...kinds }),
  row: outsidePeersRow,
});
const knownQuery = query("impact/known", {
  params: z.object({ tenantId, id: z.string(), kinds: texts, includeAi: z.boolean() }),
  row: z.object({ known: z.boolean() }),
});

/** A CI of the result; `criticality` is the attribute's value, for business services only. */
export type Member = z.output<typeof member>;
/**
 * Members outside of a set, of a redundancy group that the CI `id` depends on: the active ones, and whether `id` depends on
 * one, active or not, by a relationship that is not optional.
 */
export type OutsidePeers = z.output<typeof outsidePeersRow>;

/** Members of a step that paths and redundancy use. */
export type BriefStep = Pick<
  IndexedStep,
  "from" | "to" | "confidence" | "observed" | "redundancyGroup" | "criticality"
>;

export const impactGraph = {
  /**
   * Reads the CIs of a set, without those removed since the search, and the steps among them that lead one further from the
   * start of the search (upstream: one nearer to it) or have a redundancy group.
   */
  async membersAndSteps(
    graph: Graph,
    tenantId: string,
    search: Propagation & IndexedSet & { direction: ImpactDirection },
  ): Promise<{ members: Map<string, Member>; steps: BriefStep[] }> {
    const places = Object.fromEntries(search.ids.map((id, i) => [id, [i, search.distances[i]!]]));
    const distanceStep = search.direction === "downstream" ? 1 : -1;
    const walk = propagationParamsOf(search);
    const rows = await graph.read(foundQuery, { tenantId, places, distanceStep, ...walk });
    return {
      members: new Map(rows.map(({ from: _from, steps: _steps, ...member }) => [member.id, member])),
      steps: rows.flatMap(({ from, steps }) =>
        steps.map(([to, graphType, confidence, redundancyGroup, criticality]) => {
          return { from, to, confidence, observed: isObserved(graphType), redundancyGroup, criticality };
        }),
      ),
    };
  },

  /** The redundancy groups that `ids` depend on and that have members outside of `inside`. */
  outsidePeers(
    graph: Graph,
    tenantId: string,
    { customKinds, includeAi, ids, inside }: Propagation & { ids: string[]; inside: string[] },
  ): Promise<OutsidePeers[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return graph.read(peersQuery, {
      tenantId,
      ...propagatingTypes(customKinds),
      includeAi,
      ids,
      inside: positionsOf(inside),
    });
  },

  /** Whether the CI has any relationship on which a failure propagates. */
  async isKnown(
    graph: Graph,
    tenantId: string,
    { customKinds, includeAi, id }: Propagation & { id: string },
  ): Promise<boolean> {
    const { towardsTarget, towardsSource } = propagatingTypes(customKinds);
    const kinds = [...new Set([...towardsTarget, ...towardsSource])];
    return (await graph.read(knownQuery, { tenantId, id, kinds, includeAi }))[0]?.known ?? false;
  },

  async member(graph: Graph, tenantId: string, id: string): Promise<Member | undefined> {
    return (await impactGraph.members(graph, tenantId, [id]))[0];
  },

  /** In the order of the ids; unknown ones are left out. */
  members: (graph: Graph, tenantId: string, ids: readonly string[]): Promise<Member[]> =>
    graph.read(membersQuery, { tenantId, ids: [...ids] }),
};
