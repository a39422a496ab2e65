import { type RequestContext, requireScope } from "../../context.ts";
import { invalidField, notFound } from "../../errors.ts";
import { mustGet } from "../../model/must-get.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import {
  type Carrying,
  DEFAULT_DEPTH,
  type ImpactDirection,
  MAX_AFFECTED,
  MAX_DEPTH,
  type Reached,
  type ReachVerbs,
} from "../reach/index.ts";
import type { ReadFailureKinds } from "../relationships/index.ts";
import type { Redundancy } from "./impact.model.ts";
import { type BriefStep, impactReads, type Member } from "./impact.store.ts";
import { groupKey, redundancies } from "./redundancy.ts";
import { type ShownPath, shortestPaths, walkedSteps } from "./shortest-paths.ts";

export interface ImpactOptions {
  /** Default `downstream`. */
  direction?: ImpactDirection | undefined;
  /** Relationships, 1 to 64; default 10. */
  depth?: number | undefined;
  /** Whether relationships that a model found are walked; default false. */
  includeAi?: boolean | undefined;
  /** Whether software instances that nothing depends on are listed; default false. */
  includeSoftware?: boolean | undefined;
  /** CIs at most, for tests of the bound; default and at most 10,000. */
  limit?: number | undefined;
}

export interface AffectedCi extends ShownPath {
  id: string;
  name: string;
  /** Canonical. */
  type: string;
  /** Relationships on the path. */
  distance: number;
  redundancy: Redundancy;
}

export interface AffectedService {
  id: string;
  name: string;
  /** As its attributes hold it; null where nobody said. */
  criticality: string | null;
  health: string;
}

export interface ImpactAnswer {
  ci: { id: string; name: string; type: string };
  /** Nearest first, ties by id. */
  affected: AffectedCi[];
  /** The business services among them. */
  services: AffectedService[];
  /** False where no failure can travel to or from the CI at all, as far as anybody has said. */
  known: boolean;
  /** Whether anything lies beyond the depth or the size of the answer. */
  truncated: boolean;
  limits: { depth: number; maxDepth: number; maxAffected: number };
}

export type ImpactOf = (ctx: RequestContext, ciId: string, options?: ImpactOptions) => Promise<ImpactAnswer>;
/** Status of each of these business services: `healthy`, `degraded`, `critical`, or `unknown`, which absence means too. */
export type ServiceHealth = (tenantId: string, ids: string[]) => Promise<ReadonlyMap<string, string>>;

export interface ImpactOfDeps {
  graph: Graph;
  /** On which of a tenant's own types a failure travels. */
  failureKinds: ReadFailureKinds;
  reach: Pick<ReachVerbs, "search" | "placedSteps">;
  serviceHealth: ServiceHealth;
}

/** What fails with a CI, or what it needs, and why. Throws 404, and 400 where the depth is out of bounds. */
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
    const own = await deps.failureKinds(tenantId);
    const asked = { tenantId, ids: [ciId], direction, depth, includeAi, includeSoftware, limit };
    const { members: reached, truncated } = await deps.reach.search(own, asked);
    const carrying = { own, includeAi };
    const { ci, affected } =
      reached.length > 0
        ? await describe(deps, ctx, ciId, reached, carrying, direction)
        : { ci: await impactReads.member(graph, tenantId, ciId), affected: [] };
    if (!ci) throw notFound("CI");
    return {
      ci: { id: ci.id, name: ci.name, type: ci.type },
      affected: affected.map(({ ci: { id, name, type }, ...rest }) => ({ id, name, type, ...rest })),
      services: await services(deps, tenantId, affected),
      known: reached.length > 0 || (await impactReads.known(graph, tenantId, { ...carrying, id: ciId })),
      truncated,
      limits: { depth, maxDepth: MAX_DEPTH, maxAffected: MAX_AFFECTED },
    };
  };
}

/** Throws 404 where the tenant has no such CI. */
export function createRequireKnown({ graph }: { graph: Graph }) {
  return async ({ tenantId }: RequestContext, ciId: string): Promise<void> => {
    if (!(await impactReads.member(graph, tenantId, ciId))) throw notFound("CI");
  };
}

type Described = Omit<AffectedCi, "id" | "name" | "type"> & { ci: Member };

/** The start and what was reached from it. What went since the search is no longer there. */
async function describe(
  deps: ImpactOfDeps,
  ctx: RequestContext,
  startId: string,
  reached: Reached[],
  carrying: Carrying,
  direction: ImpactDirection,
): Promise<{ ci: Member | undefined; affected: Described[] }> {
  const upstream = direction === "upstream";
  const ids = [startId, ...reached.map(({ id }) => id)];
  const distances = [0, ...reached.map(({ distance }) => distance)];
  const found = await impactReads.found(deps.graph, ctx.tenantId, { ...carrying, ids, distances, direction });
  const { members, steps } = found;
  const paths = shortestPaths({ ids, distances, steps: walkedSteps(steps, upstream) });
  const redundancy = await weigh(deps, ctx, { ids, ...found }, carrying, upstream);
  const affected = reached.flatMap(({ id, distance }, i) => {
    const ci = members.get(id);
    const path = paths[i + 1];
    return ci && path ? [{ ci, distance, ...path, redundancy: redundancy[i + 1]! }] : [];
  });
  return { ci: members.get(startId), affected };
}

/** Redundancy takes all relationships among the members, whatever their distance, but only where there is any group. */
async function weigh(
  { graph, reach }: ImpactOfDeps,
  ctx: RequestContext,
  { ids, steps: apart, members }: { ids: string[]; steps: BriefStep[]; members: ReadonlyMap<string, Member> },
  carrying: Carrying,
  upstream: boolean,
): Promise<Redundancy[]> {
  const grouped = [...new Set(apart.flatMap(({ to, redundancyGroup }) => (redundancyGroup === null ? [] : [to])))];
  if (grouped.length === 0) return ids.map(() => "none");
  const { tenantId } = ctx;
  const place = new Map(ids.map((id, i) => [id, i]));
  const [steps, peers] = await Promise.all([
    reach.placedSteps(tenantId, { ...carrying, ids }),
    impactReads.peers(graph, tenantId, { ...carrying, ids: grouped.map((i) => ids[i]!), inside: ids }),
  ]);
  const needs = {
    count: ids.length,
    healthy: ids.map((id) => members.get(id)?.status === "active"),
    steps,
    heldFromOutside: new Set(peers.map(({ id, redundancyGroup }) => groupKey(mustGet(place, id), redundancyGroup))),
  };
  return redundancies(needs, upstream, ctx.signal);
}

async function services({ serviceHealth }: ImpactOfDeps, tenantId: string, affected: Described[]) {
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
