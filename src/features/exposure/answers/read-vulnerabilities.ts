import { type RequestContext, requireScope } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import { CVE_SEVERITIES, type CveSeverity } from "../../../platform/nvd/index.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { type FoundPage, findTimedPage } from "../../../platform/timed-list.ts";
import { DEFAULT_DEPTH, type ReachVerbs } from "../../reach/index.ts";
import { decisionsStore } from "../decisions/decisions.store.ts";
import { feedStore } from "../import/feed.store.ts";
import { neededBy } from "../match/refresh-reach.ts";
import { exposureGraph } from "../state/exposure.graph.store.ts";
import {
  type CveFacts,
  EXPOSURE_STATUSES,
  type ExposedInstance,
  type ExposedService,
  type ExposureStatus,
  type InstanceScope,
  type ListInput,
  type ListPosition,
  type ServiceExposure,
  type Spread,
  type Vulnerability,
  type VulnerabilityDetail,
  type VulnerabilityFilter,
} from "./answers.model.ts";
import { answersStore } from "./answers.store.ts";
import { exposureScore, priorityOf } from "./priority.ts";

export interface ReadDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  reach: Pick<ReachVerbs, "reach">;
  /** Each throws 404 unless the tenant has the CI, or the business service. */
  requireCi(ctx: RequestContext, ciId: string): Promise<void>;
  requireService(ctx: RequestContext, id: string): Promise<void>;
  /** Status of each business service. */
  serviceHealth(tenantId: string, ids: string[]): Promise<ReadonlyMap<string, string>>;
}

/** Each throws 403 without `cmdb.read`. */
export interface ReadVerbs {
  /** CVEs that concern an instance of the tenant, by publication or by priority. */
  list(ctx: RequestContext, input: ListInput): Promise<FoundPage<Vulnerability, ListPosition>>;
  /** Those of a server or a program. Throws 404 for an unknown CI. */
  listOfCi(ctx: RequestContext, ciId: string, input: ListInput): Promise<FoundPage<Vulnerability, ListPosition>>;
  /** Any imported CVE, with what it concerns here. Throws 404 for an unknown one. */
  get(ctx: RequestContext, cve: string): Promise<VulnerabilityDetail>;
  /** Throws 404 unless the CVE is known. */
  requireKnown(ctx: RequestContext, cve: string): Promise<void>;
  /** What a service is exposed to through what it needs. Throws 404 for an unknown service. */
  serviceExposure(ctx: RequestContext, serviceId: string, top: number): Promise<ServiceExposure>;
}

const MOST_INSTANCES = 1_000;
/** Most CIs from which services are searched. */
const MOST_STARTS = 10_000;
const NOWHERE: Spread = {
  byStatus: { affected: 0, possible: 0, accepted: 0, fixed: 0 },
  ...{ instances: 0, servers: 0, services: 0, listening: false, public: false },
};

export function createReadVulnerabilities(deps: ReadDeps): ReadVerbs {
  const { postgres, clock } = deps;

  const scopeOf = async (
    tenantId: string,
    { ciId, serviceId, softwareId }: VulnerabilityFilter,
  ): Promise<InstanceScope> => {
    if (serviceId === undefined) return { ciIds: ciId === undefined ? undefined : [ciId], softwareId };
    const needed = await needs(deps, tenantId, serviceId);
    return { ciIds: ciId === undefined ? needed : needed.filter((id) => id === ciId), softwareId };
  };
  const withSpread = async (
    tenantId: string,
    facts: readonly (CveFacts & { status: ExposureStatus })[],
    scope: InstanceScope,
  ): Promise<Vulnerability[]> => {
    const cves = facts.map(({ cve }) => cve);
    const spreads = await answersStore.spreads(postgres, tenantId, clock.now(), cves, { scope, withServices: true });
    return facts.map((each) => vulnerabilityOf(each, each.status, spreads.get(each.cve) ?? NOWHERE));
  };

  const list: ReadVerbs["list"] = async (ctx, { filter, sort, ...input }) => {
    requireScope(ctx, "cmdb.read");
    const [now, scope] = [clock.now(), await scopeOf(ctx.tenantId, filter)];
    const found = await findTimedPage(input, {
      rows: (window) => answersStore.page(postgres, ctx.tenantId, now, { scope, filter, sort, window }),
      count: () => answersStore.count(postgres, ctx.tenantId, now, scope, filter),
      positionOf: ({ at, cve }): ListPosition => ({ at, id: cve }),
    });
    return { ...found, items: await withSpread(ctx.tenantId, found.items, scope) };
  };

  return {
    list,

    async listOfCi(ctx, ciId, input) {
      requireScope(ctx, "cmdb.read");
      await deps.requireCi(ctx, ciId);
      return list(ctx, { ...input, filter: { ...input.filter, ciId } });
    },

    async get(ctx, cve) {
      requireScope(ctx, "cmdb.read");
      return describe(deps, ctx.tenantId, cve);
    },

    async requireKnown(_ctx, cve) {
      if (!(await answersStore.exists(postgres, cve))) throw notFound("vulnerability");
    },

    async serviceExposure(ctx, serviceId, top) {
      requireScope(ctx, "cmdb.read");
      const { tenantId } = ctx;
      await deps.requireService(ctx, serviceId);
      const ciIds = await needs(deps, tenantId, serviceId);
      const facts = await answersStore.all(postgres, tenantId, clock.now(), { ciIds });
      const all = await withSpread(tenantId, facts, { ciIds });
      const open = all.filter(({ status }) => status === "affected" || status === "possible");
      const bySeverity = Object.fromEntries(
        CVE_SEVERITIES.map((severity) => [severity, open.filter((one) => one.severity === severity).length]),
      ) as Record<CveSeverity, number>;
      const weight = ({ status, priority }: Vulnerability) => priority.score * (status === "affected" ? 2 : 1);
      return {
        score: exposureScore(open),
        bySeverity,
        kev: open.filter(({ kev }) => kev !== null).length,
        affected: open.filter(({ status }) => status === "affected").length,
        possible: open.filter(({ status }) => status === "possible").length,
        top: open.sort((a, b) => weight(b) - weight(a) || (a.cve < b.cve ? 1 : -1)).slice(0, top),
        hasData: (await feedStore.feedState(postgres)).change > 0,
      };
    },
  };
}

/** Ids of the CIs that a service cannot do without, and its own. */
async function needs({ reach }: ReadDeps, tenantId: string, serviceId: string): Promise<string[]> {
  const { members } = await neededBy(reach, tenantId, serviceId);
  return [serviceId, ...members.map(({ id }) => id)];
}

function vulnerabilityOf(facts: CveFacts, status: ExposureStatus | null, spread: Spread): Vulnerability {
  return { ...facts, ...spread, status, priority: priorityOf(facts, spread) };
}

async function describe(deps: ReadDeps, tenantId: string, cve: string): Promise<VulnerabilityDetail> {
  const { postgres, clock } = deps;
  const now = clock.now();
  const [{ services, truncated }, known, instances, spreads, decisions] = await Promise.all([
    // The longest first: the others are read meanwhile.
    exposedServices(deps, tenantId, cve),
    answersStore.detail(postgres, cve),
    answersStore.instances(postgres, tenantId, now, cve, MOST_INSTANCES + 1),
    answersStore.spreads(postgres, tenantId, now, [cve], { withServices: false }),
    decisionsStore.ofCve(postgres, tenantId, cve),
  ]);
  if (!known) throw notFound("vulnerability");
  const spread = { ...(spreads.get(cve) ?? NOWHERE), services: services.length };
  const status = EXPOSURE_STATUSES.find((each) => spread.byStatus[each] > 0) ?? null;
  const listed = instances.slice(0, MOST_INSTANCES);
  return {
    ...known,
    ...vulnerabilityOf(known, status, spread),
    instanceList: listed,
    serverList: serversOf(listed),
    serviceList: services,
    truncated: truncated || instances.length > MOST_INSTANCES,
    decisions,
  };
}

/** The business services that fail with anything that a CVE affects, by one search in the graph. */
async function exposedServices(
  { graph, postgres, reach, serviceHealth }: ReadDeps,
  tenantId: string,
  cve: string,
): Promise<{ services: ExposedService[]; truncated: boolean }> {
  const starts = await answersStore.exposedCis(postgres, tenantId, cve, MOST_STARTS + 1);
  const { members, truncated } = await reach.reach({
    ...{ tenantId, ids: starts.slice(0, MOST_STARTS), direction: "downstream", depth: DEFAULT_DEPTH },
    ...{ includeOptional: false, includeSoftware: false, looksBeyond: false },
  });
  const memberIds = members.map(({ id }) => id);
  const found = await exposureGraph.services(graph, tenantId, memberIds);
  const serviceIds = found.map(({ id }) => id);
  const health = serviceIds.length > 0 ? await serviceHealth(tenantId, serviceIds) : new Map<string, string>();
  return {
    services: found.map((one) => ({ ...one, health: health.get(one.id) ?? "unknown" })),
    truncated: truncated || starts.length > MOST_STARTS,
  };
}

/** Each server once, with the worst of its instances, in the order of the instances. */
function serversOf(instances: readonly ExposedInstance[]): VulnerabilityDetail["serverList"] {
  const servers = new Map<string, VulnerabilityDetail["serverList"][number]>();
  for (const { server, status } of instances) {
    if (server && status !== "fixed" && !servers.has(server.id)) servers.set(server.id, { ...server, status });
  }
  return [...servers.values()];
}
