import { z } from "zod";
import { CI_STATUSES } from "../../model/ci-types.ts";
import type { GraphRelationshipType } from "../../model/relationships.ts";
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
/** Position of a CI that needs, alone if the relationship has no more to say than the type's default. */
type FoundStep =
  | number
  | [
      to: number,
      graphType: GraphRelationshipType,
      confidence: number | null,
      redundancyGroup: string | null,
      criticality: string | null,
    ];
/** A list whose values are not checked one by one: there may be ten thousand. */
export const listOf = <T>() => z.custom<T[]>(Array.isArray);
const member = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.enum(CI_STATUSES),
  criticality: z.unknown(),
});
const foundRow = z
  .object({
    positions: listOf<number>(),
    names: listOf<string>(),
    types: listOf<string>(),
    statuses: listOf<(typeof CI_STATUSES)[number]>(),
    criticalities: listOf<[unknown]>(),
    steps: listOf<FoundStep[]>(),
  })
  // Neo4j returns null for properties of what is deleted while it is read, and `collect` leaves null out.
  .refine((row) => Object.values(row).every(({ length }) => length === row.positions.length), "lists of unequal length")
  .refine(({ steps }) => steps.every((list) => list.every(isWhole)), "a step without a type");
const foundQuery = query("impact/found", {
  params: z.object({ tenantId, places: propertyMap, distanceStep: z.int(), ...propagationParams }),
  row: foundRow,
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

/** More than any distance. A place is another number of a CI multiplied by this, plus the distance, here as in the statements. */
export const DISTANCES = 128;

export const impactGraph = {
  /**
   * Reads the CIs of a set by position, undefined if removed since the search, and the steps among them that lead one further
   * from the start of the search (upstream: one nearer to it) or have a redundancy group.
   */
  async membersAndSteps(
    graph: Graph,
    tenantId: string,
    search: Propagation & IndexedSet & { direction: ImpactDirection },
  ): Promise<{ members: (Member | undefined)[]; steps: BriefStep[] }> {
    const places: Record<string, number> = {};
    for (const [i, id] of search.ids.entries()) places[id] = i * DISTANCES + search.distances[i]!;
    const distanceStep = search.direction === "downstream" ? 1 : -1;
    const walk = propagationParamsOf(search);
    const [row] = await graph.read(foundQuery, { tenantId, places, distanceStep, ...walk });
    return row ? foundOf(search.ids, row) : { members: search.ids.map(() => undefined), steps: [] };
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

function foundOf(ids: readonly string[], row: z.output<typeof foundRow>) {
  const { positions, names, types, statuses, criticalities, steps: found } = row;
  const members = new Array<Member | undefined>(ids.length).fill(undefined);
  const steps: BriefStep[] = [];
  for (let i = 0; i < positions.length; i++) {
    const from = positions[i]!;
    const [criticality] = criticalities[i]!;
    members[from] = { id: ids[from]!, name: names[i]!, type: types[i]!, status: statuses[i]!, criticality };
    for (const step of found[i]!) steps.push(briefStep(from, step));
  }
  return { members, steps };
}

function briefStep(from: number, step: FoundStep): BriefStep {
  if (typeof step === "number") {
    return { from, to: step, confidence: null, observed: false, redundancyGroup: null, criticality: null };
  }
  const [to, graphType, confidence, redundancyGroup, criticality] = step;
  return { from, to, confidence, observed: isObserved(graphType), redundancyGroup, criticality };
}

function isWhole(step: FoundStep): boolean {
  return typeof step === "number" || typeof step[1] === "string";
}
