import type { RequestContext } from "../../../context.ts";
import { invalidField, notFound } from "../../../errors.ts";
import { boundedReads } from "../../../platform/graph/bounded-reads.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { ImpactVerbs } from "../../impact/index.ts";
import type { ReadFailureKinds } from "../../relationships/index.ts";
import type { CheckedImpact, CheckedPath, CheckedQuery } from "../checked-query.ts";
import { tookTooLong } from "../too-long.ts";
import { type Patience, queryGraph } from "./query.graph.store.ts";
import { walkOf } from "./walk.ts";

export interface PlaceDeps {
  graph: Graph;
  /** Custom types of a tenant on which a failure propagates. */
  failureKinds: ReadFailureKinds;
  impact: Pick<ImpactVerbs, "impactOf">;
}

type Affected = Awaited<ReturnType<ImpactVerbs["impactOf"]>>["affected"][number];

/** The CIs that `path` or `impact` of a form gives. */
export interface Place {
  ids: readonly string[];
  negate: boolean;
  /** With `impact`: what it says of each CI, by id. */
  affected?: ReadonlyMap<string, Affected>;
  /** Whether the search was cut off, so that more CIs may belong to it. */
  cut: boolean;
}

/** Finds the CIs of `path` or `impact`; undefined without either. Throws 404 and 400 for the CI where it starts. */
export async function findPlace(
  deps: PlaceDeps,
  ctx: RequestContext,
  { path, impact }: Pick<CheckedQuery, "path" | "impact">,
  patience: Patience,
): Promise<Place | undefined> {
  if (path) return pathPlace(deps, ctx, path, patience);
  return impact && impactPlace(deps, ctx, impact, patience);
}

async function pathPlace(
  { graph, failureKinds }: PlaceDeps,
  { tenantId }: RequestContext,
  path: CheckedPath,
  patience: Patience,
): Promise<Place> {
  const [id, kinds] = await Promise.all([ciOf(graph, tenantId, path.of, "path.of"), failureKinds(tenantId)]);
  const search = { id, depth: path.depth, ...walkOf(path, kinds) };
  const ids = await queryGraph.reached(graph, tenantId, search, patience);
  return { ids, negate: path.negate, cut: false };
}

async function impactPlace(
  { graph, impact }: PlaceDeps,
  ctx: RequestContext,
  asked: CheckedImpact,
  patience: Patience,
): Promise<Place> {
  const id = await ciOf(graph, ctx.tenantId, asked.of, "impact.of");
  const directions = asked.direction === "either" ? (["downstream", "upstream"] as const) : [asked.direction];
  const bounded = boundedReads(graph, patience, (cause) => tookTooLong(patience.timeoutMs, cause));
  const affected = new Map<string, Affected>();
  let cut = false;
  for (const direction of directions) {
    const answer = await impact.impactOf(ctx, id, { direction, depth: asked.depth, graph: bounded });
    cut ||= answer.affected.length >= answer.limits.maxAffected;
    for (const ci of answer.affected) {
      const known = affected.get(ci.id);
      if (!known || ci.distance < known.distance) affected.set(ci.id, ci);
    }
  }
  affected.delete(id);
  return { ids: [...affected.keys()], negate: false, affected, cut };
}

/** The CI that a text names, by id or name. Throws 404 for none and 400 for several. */
async function ciOf(graph: Graph, tenantId: string, reference: string, field: string): Promise<string> {
  const [id, ...others] = await queryGraph.cisOf(graph, tenantId, reference);
  if (id === undefined) throw notFound("CI", field);
  if (others.length === 0) return id;
  throw invalidField(field, `names several CIs: ${[id, ...others].join(", ")}`);
}
