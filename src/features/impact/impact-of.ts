import { type RequestContext, requireScope } from "../../context.ts";
import { invalidField, notFound } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { createSettledAnswers } from "../../platform/graph/settled-answers.ts";
import { createSharedAnswers } from "../../platform/shared-answers.ts";
import { DEFAULT_DEPTH, type ImpactDirection, MAX_AFFECTED, MAX_DEPTH } from "../reach/index.ts";
import type { ReadFailureKinds, StampedFailureKinds } from "../relationships/index.ts";
import { type AffectedCi, type DescribeDeps, describeAffected } from "./describe-affected.ts";
import { impactGraph } from "./impact.graph.store.ts";
import { searchAffected, type WholeSearch } from "./search-affected.ts";

export interface ImpactOptions {
  /** Default `downstream`. */
  direction?: ImpactDirection | undefined;
  /** In relationships, 1 to 64; default 10. */
  depth?: number | undefined;
  /** Whether to follow relationships found by an AI model; default false. */
  includeAi?: boolean | undefined;
  /** Whether to follow relationships without which the dependent works; default true. */
  includeOptional?: boolean | undefined;
  /** Whether to list software instances without dependents; default false. */
  includeSoftware?: boolean | undefined;
  /** Most CIs, for tests of the bound; default and maximum 10,000. */
  limit?: number | undefined;
  /** What it reads from, such as a graph with a deadline (`boundedReads`); default its own. */
  graph?: Graph | undefined;
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
  affected: readonly AffectedCi[];
  /** The required business services among them. */
  services: readonly AffectedService[];
  /** False if the CI has no relationship on which a failure propagates. */
  known: boolean;
  /** Whether depth or limit cut the result. */
  truncated: boolean;
  limits: { depth: number; maxDepth: number; maxAffected: number };
}

export type ImpactOf = (ctx: RequestContext, ciId: string, options?: ImpactOptions) => Promise<ImpactAnswer>;
/** Status of each business service: `healthy`, `degraded`, `critical` or `unknown`; absent means `unknown`. */
export type ServiceHealth = (tenantId: string, ids: string[]) => Promise<ReadonlyMap<string, string>>;

export interface ImpactOfDeps extends DescribeDeps {
  /** Custom types of a tenant on which a failure propagates. */
  failureKinds: ReadFailureKinds;
  serviceHealth: ServiceHealth;
  clock: Clock;
}

/** Affected CIs of all kept answers together: about 25 MB. */
const MAX_KEPT = 100_000;

/**
 * Finds the CIs that fail with a CI, or its dependencies, with paths. Equal questions at once share an answer, and so do
 * equal questions while nothing in the tenant changes, but for the health of services; no caller may change it. Throws 404,
 * and 400 if the depth is out of range.
 */
export function createImpactOf(deps: ImpactOfDeps): ImpactOf {
  const share = createSharedAnswers<GraphAnswer>();
  const settled = createSettledAnswers<GraphAnswer, StampedFailureKinds>({
    clock: deps.clock,
    stateOf: deps.failureKinds,
    weightOf: ({ affected }) => 1 + affected.length,
    maxWeight: MAX_KEPT,
  });
  return async (ctx, ciId, options = {}) => {
    requireScope(ctx, "cmdb.read");
    const { tenantId } = ctx;
    const { graph, direction = "downstream", depth = DEFAULT_DEPTH, limit = MAX_AFFECTED } = options;
    const { includeAi = false, includeOptional = true, includeSoftware = false } = options;
    if (!Number.isInteger(depth) || depth < 1 || depth > MAX_DEPTH) {
      throw invalidField("depth", `must be a whole number from 1 to ${MAX_DEPTH}`);
    }
    const question = { ids: [ciId], direction, depth, includeAi, includeOptional, includeSoftware, limit };
    const find = async () => {
      if (graph) {
        const customKinds = await deps.failureKinds(tenantId);
        return answer({ ...deps, graph, reach: deps.reach.on(graph) }, ctx, { ...question, customKinds });
      }
      const key = JSON.stringify([ciId, direction, depth, includeAi, includeOptional, includeSoftware, limit]);
      return settled.answer(tenantId, key, (customKinds) =>
        // Those who read another stamp may have read other kinds.
        share(`${tenantId} ${customKinds.stamp} ${key}`, ctx, (signal) =>
          answer(deps, { tenantId, ...(signal && { signal }) }, { ...question, customKinds }),
        ),
      );
    };
    const { affectedServices, ...found } = await find();
    return { ...found, services: await withHealth(deps, tenantId, affectedServices) };
  };
}

/** What the graph answers: all but the health of the services. */
type GraphAnswer = Omit<ImpactAnswer, "services"> & { affectedServices: readonly Omit<AffectedService, "health">[] };

type Question = Omit<WholeSearch, "tenantId" | "looksBeyond"> & { includeAi: boolean };

async function answer(
  deps: ImpactOfDeps,
  ctx: Pick<RequestContext, "tenantId" | "signal">,
  question: Question,
): Promise<GraphAnswer> {
  const { tenantId } = ctx;
  const { customKinds, includeAi, depth } = question;
  const search = { ...question, tenantId, looksBeyond: true };
  const found = await searchAffected(deps, tenantId, search);
  const { starts, affected, criticalities } = await describeAffected(deps, ctx, search, found);
  const [ci] = starts;
  if (!ci) throw notFound("CI");
  const isKnown = () => impactGraph.isKnown(deps.graph, tenantId, { customKinds, includeAi, id: ci.id });
  return {
    ci: { id: ci.id, name: ci.name, type: ci.type },
    affected,
    affectedServices: affected.flatMap(({ id, name, type, required }) => {
      const criticality = criticalities.get(id);
      return required && type === "business_service"
        ? [{ id, name, criticality: typeof criticality === "string" ? criticality : null }]
        : [];
    }),
    known: affected.length > 0 || (await isKnown()),
    truncated: found.truncated,
    limits: { depth, maxDepth: MAX_DEPTH, maxAffected: MAX_AFFECTED },
  };
}

/** Throws 404 unless the tenant has the CI. */
export function createRequireKnown({ graph }: Pick<ImpactOfDeps, "graph">) {
  return async ({ tenantId }: RequestContext, ciId: string): Promise<void> => {
    if (!(await impactGraph.member(graph, tenantId, ciId))) throw notFound("CI");
  };
}

async function withHealth(
  { serviceHealth }: ImpactOfDeps,
  tenantId: string,
  services: GraphAnswer["affectedServices"],
): Promise<AffectedService[]> {
  if (services.length === 0) return [];
  const ids = services.map(({ id }) => id);
  const health = await serviceHealth(tenantId, ids);
  return services.map((service) => ({ ...service, health: health.get(service.id) ?? "unknown" }));
}
