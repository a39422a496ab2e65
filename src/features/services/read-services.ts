import { type RequestContext, requireScope, withScopes } from "../../context.ts";
import { errorCode, notFound } from "../../errors.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { CiPage, CiVerbs } from "../ci/index.ts";
import type { HealthView } from "./health/health.model.ts";
import type { ServiceHealth } from "./health/service-health.ts";
import { SERVICE_TYPE, type Service, serviceOf } from "./service.model.ts";
import { servicesGraph } from "./services.graph.store.ts";

/** A service with its health. */
export interface ServiceView {
  service: Service;
  health: HealthView;
}

export type ListServicesInput = Omit<Parameters<CiVerbs["listCis"]>[1], "types">;

export interface ServicePage extends Omit<CiPage, "items"> {
  items: ServiceView[];
}

/** `list` and `get` throw 403 without `services.read`; those that take an id throw 404 unless the service exists. */
export interface ReadServices {
  /** Takes a constant number of round trips for any page size. */
  list(ctx: RequestContext, input: ListServicesInput): Promise<ServicePage>;
  get(ctx: RequestContext, id: string): Promise<ServiceView>;
  /** As `get`, for the response to a write: checks no scope. */
  view(ctx: RequestContext, id: string): Promise<ServiceView>;
  /** Throws 404; checks no scope. */
  requireService(ctx: Pick<RequestContext, "tenantId">, id: string): Promise<void>;
}

export function createReadServices(deps: { graph: Graph; ci: CiVerbs; health: ServiceHealth }): ReadServices {
  const { graph, ci, health } = deps;

  const find = async (ctx: RequestContext, id: string) => {
    const found = await ci.getCi(withCiReadScope(ctx), id).catch((error: unknown) => {
      throw errorCode(error) === "RESOURCE_NOT_FOUND" ? notFound("service") : error;
    });
    if (found.type !== SERVICE_TYPE) throw notFound("service");
    return found;
  };

  const shown = async (ctx: RequestContext, id: string): Promise<ServiceView> => {
    const [found, components, healths] = await Promise.all([
      find(ctx, id),
      servicesGraph.components(graph, ctx.tenantId, [id]),
      health(ctx.tenantId, [id]),
    ]);
    const view = healths.get(id);
    if (!view) throw notFound("service");
    return { service: serviceOf(found, components.get(id) ?? []), health: view };
  };

  return {
    async list(ctx, input) {
      requireScope(ctx, "services.read");
      const page = await ci.listCis(withCiReadScope(ctx), { ...input, types: [SERVICE_TYPE] });
      const ids = page.items.map(({ id }) => id);
      const [components, healths] = await Promise.all([
        servicesGraph.components(graph, ctx.tenantId, ids),
        health(ctx.tenantId, ids),
      ]);
      // A service that was deleted between the reads is not part of the page.
      const items = page.items.flatMap((item): ServiceView[] => {
        const view = healths.get(item.id);
        return view ? [{ service: serviceOf(item, components.get(item.id) ?? []), health: view }] : [];
      });
      return { ...page, items };
    },

    async get(ctx, id) {
      requireScope(ctx, "services.read");
      return shown(ctx, id);
    },

    view: shown,

    async requireService({ tenantId }, id) {
      if (!(await servicesGraph.isService(graph, tenantId, id))) throw notFound("service");
    },
  };
}

/** Adds `cmdb.read`: a caller who may read services reads them as CIs. */
function withCiReadScope(ctx: RequestContext): RequestContext {
  return withScopes(ctx, "cmdb.read");
}
