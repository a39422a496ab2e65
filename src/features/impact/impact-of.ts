import { type RequestContext, requireScope } from "../../context.ts";
import { invalidField, notFound } from "../../errors.ts";
import { mustGet } from "../../model/must-get.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import {
  DEFAULT_DEPTH,
  type ImpactDirection,
  MAX_AFFECTED,
  MAX_DEPTH,
  type Propagation,
  type Reached,
  type ReachVerbs,
} from "../reach/index.ts";
import type { ReadFailureKinds } from "../relationships/index.ts";
import { type BriefStep, impactGraph, type Member } from "./impact.graph.store.ts";
import type { Redundancy } from "./impact.model.ts";
import { computeRedundancy, groupKey } from "./redundancy.ts";
import { type ImpactPath, shortestPaths, walkedSteps } from "./shortest-paths.ts";

export interface ImpactOptions {
  /** Default `downstream`. */
  direction?: ImpactDirection | undefined;
  /** In relationships, 1 to 64; default 10. */
  depth?: number | undefined;
  /** Whether to follow relationships found by an AI model; default false. */
  includeAi?: boolean | undefined;
  /** Whether to list software instances without dependents; default false. */
  includeSoftware?: boolean | undefined;
  /** Most CIs, for tests of the bound; default and maximum 10,000. */
  limit?: number | undefined;
}

export interface AffectedCi extends ImpactPath {
  id: string;
  name: string;
  /** Canonical. */
  type: string;
  /** In relationships. */
  distance: number;
  redundancy: Redundancy;
}

export interface AffectedService {
  id: string;
  name: string;
  /** As in its attributes; null if unset. */
  criticality: string | null;
  health: string;
}

export interface ImpactAnswer {
  ci: { id: string; name: string; type: string };
  /** Nearest first, ties by id. */
  affected: AffectedCi[];
  /** The business services among them. */
  services: AffectedService[];
  /** False if the CI has no relationship on which a failure propagates. */
  known: boolean;
  /** Whether depth or limit cut the result. */
  truncated: boolean;
  limits: { depth: number; maxDepth: number; maxAffected: number };
}

export type ImpactOf = (ctx: RequestContext, ciId: string, options?: ImpactOptions) => Promise<ImpactAnswer>;
/** Status of each business service: `healthy`, `degraded`, `critical` or `unknown`; absent means `unknown`. */
export type ServiceHealth = (tenantId: string, ids: string[]) => Promise<ReadonlyMap<string, string>>;

export interface ImpactOfDeps {
  graph: Graph;
  /** Custom types of a tenant on which a failure propagates. */
  failureKinds: ReadFailureKinds;
  reach: Pick<ReachVerbs, "search" | "indexedSteps">;
  serviceHealth: ServiceHealth;
}

/** Finds the CIs that fail with a CI, or its dependencies, with paths. Throws 404, and 400 if the depth is out of range. */
export function createImpactOf(deps: ImpactOfDeps): ImpactOf {
  const { graph } = deps;
  return async (ctx, ciId, options = {}) => {
    requireScope(ctx, "cmdb.read");
    const { tenantId } = ctx;
    const { direction = "downstream", depth = DEFAULT_DEPTH, includeAi = false, includeSoftware = false } = options;
    if (!Number.isInteger(depth) || depth < 1 || depth > MAX_DEPTH) {
      throw invalidField("depth", `must be a whole number from 1 to ${MAX_DEPTH}`);
    }
    const limit = options.limit ?? MAX_AFFECTED;
    const customKinds = await deps.failureKinds(tenantId);
    const request = { tenantId, ids: [ciId], direction, depth, includeAi, includeSoftware, limit };
    const { members: reached, truncated } = await deps.reach.search(customKinds, request);
    const propagation = { customKinds, includeAi };
    const { ci, affected } =
      reached.length > 0
        ? await describeAffected(deps, ctx, ciId, reached, propagation, direction)
        : { ci: await impactGraph.member(graph, tenantId, ciId), affected: [] };
    if (!ci) throw notFound("CI");
    return {
      ci: { id: ci.id, name: ci.name, type: ci.type },
      affected: affected.map(({ ci: { id, name, type }, ...rest }) => ({ id, name, type, ...rest })),
      services: await affectedServices(deps, tenantId, affected),
      known: reached.length > 0 || (await impactGraph.isKnown(graph, tenantId, { ...propagation, id: ciId })),
      truncated,
      limits: { depth, maxDepth: MAX_DEPTH, maxAffected: MAX_AFFECTED },
    };
  };
}

/** Throws 404 unless the tenant has the CI. */
export function createRequireKnown({ graph }: { graph: Graph }) {
  return async ({ tenantId }: RequestContext, ciId: string): Promise<void> => {
    if (!(await impactGraph.member(graph, tenantId, ciId))) throw notFound("CI");
  };
}

type DescribedCi = Omit<AffectedCi, "id" | "name" | "type"> & { ci: Member };

/** The start and the reached CIs with their paths, without CIs that were removed since the search. */
async function describeAffected(
  deps: ImpactOfDeps,
  ctx: RequestContext,
  startId: string,
  reached: Reached[],
  propagation: Propagation,
  direction: ImpactDirection,
): Promise<{ ci: Member | undefined; affected: DescribedCi[] }> {
  const upstream = direction === "upstream";
  const ids = [startId, ...reached.map(({ id }) => id)];
  const distances = [0, ...reached.map(({ distance }) => distance)];
  const found = await impactGraph.membersAndSteps(deps.graph, ctx.tenantId, {
    ...propagation,
    ids,
    distances,
    direction,
  });
  const { members, steps } = found;
  const paths = shortestPaths({ ids, distances, steps: walkedSteps(steps, upstream) });
  const redundancy = await redundancyOf(deps, ctx, { ids, ...found }, propagation, upstream);
  const affected = reached.flatMap(({ id, distance }, i) => {
    const ci = members.get(id);
    const path = paths[i + 1];
    return ci && path ? [{ ci, distance, ...path, redundancy: redundancy[i + 1]! }] : [];
  });
  return { ci: members.get(startId), affected };
}

/** Redundancy by position. Reads all relationships among the members, but only if there is a redundancy group. */
async function redundancyOf(
  { graph, reach }: ImpactOfDeps,
  ctx: RequestContext,
  { ids, steps: apart, members }: { ids: string[]; steps: BriefStep[]; members: ReadonlyMap<string, Member> },
  propagation: Propagation,
  upstream: boolean,
): Promise<Redundancy[]> {
  const grouped = [...new Set(apart.flatMap(({ to, redundancyGroup }) => (redundancyGroup === null ? [] : [to])))];
  if (grouped.length === 0) return ids.map(() => "none");
  const { tenantId } = ctx;
  const positionOf = new Map(ids.map((id, i) => [id, i]));
  const [steps, peers] = await Promise.all([
    reach.indexedSteps(tenantId, { ...propagation, ids }),
    impactGraph.outsidePeers(graph, tenantId, { ...propagation, ids: grouped.map((i) => ids[i]!), inside: ids }),
  ]);
  const needs = {
    count: ids.length,
    healthy: ids.map((id) => members.get(id)?.status === "active"),
    steps,
    groupsWithOutsidePeers: new Set(
      peers.map(({ id, redundancyGroup }) => groupKey(mustGet(positionOf, id), redundancyGroup)),
    ),
  };
  return computeRedundancy(needs, upstream, ctx.signal);
}

async function affectedServices({ serviceHealth }: ImpactOfDeps, tenantId: string, affected: DescribedCi[]) {
  const found = affected.filter(({ ci }) => ci.type === "business_service").map(({ ci }) => ci);
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const health = await serviceHealth(tenantId, ids);
  return found.map(({ id, name, criticality }) => ({
    id,
    name,
    criticality: typeof criticality === "string" ? criticality : null,
    health: health.get(id) ?? "unknown",
  }));
}
