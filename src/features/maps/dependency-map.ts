import { type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import type { ReachVerb, StepsBetween } from "../reach/index.ts";
import { type Dependencies, type OpenEventsOf, SERVICE_TYPE, type Services } from "../services/index.ts";
import { buildMap } from "./build-map.ts";
import type { DrawMap } from "./draw-map.ts";
import { readHealth } from "./health-of-cis.ts";

export interface MapInput {
  id: string;
  /** Steps in each direction, 1 to 6. */
  depth: number;
}

/** Returns an SVG document. Throws 404, and 403 without the scope. */
export type ShowMap = (ctx: RequestContext, input: MapInput) => Promise<string>;

export interface MapVerbs {
  /** Map of a service; requires `services.read`. */
  ofService: ShowMap;
  /** Map of any CI; requires `cmdb.read`. */
  ofCi: ShowMap;
  /** Throws 404 unless the service exists; as `requireCi`, checks no scope. */
  requireService(ctx: Pick<RequestContext, "tenantId">, id: string): Promise<void>;
  requireCi(ctx: Pick<RequestContext, "tenantId">, id: string): Promise<void>;
}

export interface MapDeps {
  reach: ReachVerb;
  stepsBetween: StepsBetween;
  openEventsOf: OpenEventsOf;
  services: Pick<Services, "reads" | "serviceHealth"> & { verbs: Pick<Services["verbs"], "dependencies"> };
  draw: DrawMap;
}

/** Default number of steps in each direction. */
export const DEFAULT_MAP_DEPTH = 3;
/** Most CIs read in each direction; the map folds CIs above its own limit. */
const MAX_CIS = 2_000;

/** Dependency maps: a service or CI with its dependencies and dependents. */
export function createMapVerbs(deps: MapDeps): MapVerbs {
  const find = async (tenantId: string, id: string, what: "service" | "CI") => {
    const ci = (await deps.services.reads.cis(tenantId, [id])).get(id);
    if (!ci || (what === "service" && ci.type !== SERVICE_TYPE)) throw notFound(what);
    return ci;
  };
  const show = async (ctx: RequestContext, { id, depth }: MapInput, what: "service" | "CI") => {
    const { tenantId } = ctx;
    const subject = await find(tenantId, id, what);
    const found = await readLayers(deps, tenantId, id, depth);
    if (what === "service") addServices(found.layers, await deps.services.verbs.dependencies(ctx, id), depth);
    const surroundings = { ...found, ...(await readLinks(deps, tenantId, [...found.layers.keys()])) };
    const map = buildMap({
      ...surroundings,
      subjectId: id,
      title: `Dependency map of ${subject.name}`,
      ...(await readHealth(deps, tenantId, surroundings.cis)),
    });
    return deps.draw(map);
  };
  return {
    ofService: async (ctx, input) => {
      requireScope(ctx, "services.read");
      return show(ctx, input, "service");
    },
    ofCi: async (ctx, input) => {
      requireScope(ctx, "cmdb.read");
      return show(ctx, input, "CI");
    },
    requireService: async ({ tenantId }, id) => void (await find(tenantId, id, "service")),
    requireCi: async ({ tenantId }, id) => void (await find(tenantId, id, "CI")),
  };
}

/** CIs around a subject by layer. A CI found in both directions counts as a dependency. */
async function readLayers({ reach, services }: MapDeps, tenantId: string, id: string, depth: number) {
  const request = { tenantId, ids: [id], depth, limit: MAX_CIS };
  const [dependencies, dependents, own] = await Promise.all([
    reach({ ...request, direction: "upstream" }),
    reach({ ...request, direction: "downstream", includeSoftware: false }),
    services.reads.components(tenantId, [id]),
  ]);
  const layers = new Map<string, number>([[id, 0]]);
  for (const member of dependencies.members) layers.set(member.id, member.distance);
  // A search skips inactive CIs, but the map of a service shows all of its components.
  for (const { ciId } of own.get(id) ?? []) if (!layers.has(ciId)) layers.set(ciId, 1);
  for (const member of dependents.members) if (!layers.has(member.id)) layers.set(member.id, -member.distance);
  return { layers, isTruncated: dependencies.truncated || dependents.truncated };
}

/** Adds services that depend on the subject or that it depends on, and the CIs on their paths, within the depth. */
function addServices(layers: Map<string, number>, { upstream, downstream }: Dependencies, depth: number): void {
  for (const { serviceId, via } of upstream) {
    const last = layers.get(via.at(-1)?.ciId ?? "");
    if (last !== undefined && !layers.has(serviceId)) layers.set(serviceId, last - 1);
  }
  for (const { via } of downstream) {
    if (via.length > depth) continue;
    for (const [i, { ciId }] of via.entries()) if (!layers.has(ciId)) layers.set(ciId, -i);
  }
}

/** Reads the CIs, the failure steps among them, and the roles of components. */
async function readLinks({ stepsBetween, services }: MapDeps, tenantId: string, ids: string[]) {
  const [cis, steps] = await Promise.all([services.reads.cis(tenantId, ids), stepsBetween({ tenantId, ids })]);
  const serviceIds = [...cis.values()].filter(({ type }) => type === SERVICE_TYPE).map((service) => service.id);
  const components = await services.reads.components(tenantId, serviceIds);
  const roles = new Map([...components.values()].flat().map(({ relationshipId, role }) => [relationshipId, role]));
  return { cis, steps, roles };
}
