import { z } from "zod";
import { CI_STATUSES } from "../../../../model/ci-types.ts";
import type { Graph } from "../../../../platform/graph/graph.ts";
import { propertyMap, query } from "../../../../platform/graph/query.ts";
import { positionsOf, propagationParamsOf } from "../../../reach/index.ts";
import type { FailureKinds } from "../../../relationships/index.ts";

const tenantId = z.string();
const ofIds = { tenantId, ids: propertyMap };
const kinds = { sourceToTarget: propertyMap, targetToSource: propertyMap };
const texts = z.array(z.string());

const neighboursQuery = query("change-risk/neighbours", {
  params: z.object({ ...ofIds, ...kinds }),
  row: z.object({ id: z.string(), parents: texts, children: texts }),
});
const spare = z.object({
  id: z.string(),
  dependentId: z.string(),
  dependent: z.string(),
  redundancyGroup: z.string(),
  spareId: z.string(),
  spare: z.string(),
  status: z.enum(CI_STATUSES),
});
const sparesQuery = query("change-risk/spares", { params: z.object({ ...ofIds, ...kinds }), row: spare });
const profile = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  programs: z.array(z.tuple([z.string(), z.string()])),
});
const profilesQuery = query("change-risk/profiles", { params: z.object(ofIds), row: profile });
const usersQuery = query("change-risk/users", {
  params: z.object(ofIds),
  row: z.object({ id: z.string(), users: z.unknown() }),
});

/** Another member of a redundancy group of the changed CI `id`, which `dependent` may use instead. */
export type Spare = z.output<typeof spare>;
/** What tells whether two CIs are alike; programs as [id, name]. */
export type Profile = z.output<typeof profile>;

/** CIs at once. */
const BATCH = 1_000;

async function inBatches<R>(ids: readonly string[], read: (some: Record<string, number>) => Promise<R[]>) {
  const rows: R[] = [];
  for (let from = 0; from < ids.length; from += BATCH) {
    for (const row of await read(positionsOf(ids.slice(from, from + BATCH)))) rows.push(row);
  }
  return rows;
}

/** No CI has more; sums of them are exact, and are written in digits. */
const MOST_USERS = 1e12;

export const changeRiskGraph = {
  /** CIs without any relationship on which a failure propagates are absent. */
  neighbours(graph: Graph, tenant: string, ids: readonly string[], customKinds: FailureKinds) {
    const { includeAi: _, ...own } = propagationParamsOf({ customKinds, includeAi: false });
    return inBatches(ids, (some) => graph.read(neighboursQuery, { tenantId: tenant, ids: some, ...own }));
  },

  /** Leaves out members that are among `ids` themselves. */
  async spares(graph: Graph, tenant: string, ids: readonly string[], customKinds: FailureKinds): Promise<Spare[]> {
    const { includeAi: _, ...own } = propagationParamsOf({ customKinds, includeAi: false });
    const changed = new Set(ids);
    const rows = await inBatches(ids, (some) => graph.read(sparesQuery, { tenantId: tenant, ids: some, ...own }));
    return rows.filter(({ spareId }) => !changed.has(spareId));
  },

  profiles: (graph: Graph, tenant: string, ids: readonly string[]): Promise<Profile[]> =>
    inBatches(ids, (some) => graph.read(profilesQuery, { tenantId: tenant, ids: some })),

  /** Users of CIs that say how many they have, by id. */
  async users(graph: Graph, tenant: string, ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await inBatches(ids, (some) => graph.read(usersQuery, { tenantId: tenant, ids: some }));
    return new Map(
      rows.flatMap(({ id, users }) => {
        const count = typeof users === "string" && /^\d+$/.test(users.trim()) ? Number(users) : users;
        return typeof count === "number" && count >= 0 && count < MOST_USERS ? [[id, Math.round(count)]] : [];
      }),
    );
  },
};
