import type { RequestContext } from "../../context.ts";
import { forbidden } from "../../errors.ts";
import type { Scope } from "../../model/scopes.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { CiVerbs } from "../ci/index.ts";
import type { ReadIncidents } from "../correlation/index.ts";
import { findDemo } from "../demo/index.ts";
import type { Enrichment } from "../enrichment/index.ts";
import type { EventVerbs } from "../events/index.ts";
import { scanTotalsStore } from "../inventory/index.ts";
import { HEALTH_STATUSES, type HealthStatus, SERVICE_TYPE, type Services } from "../services/index.ts";
import { pendingMappingsStore } from "../software/index.ts";

/** Whoever may read one of these sees its part of the overview. */
export const OVERVIEW_SCOPES = [
  "cmdb.read",
  "events.read",
  "services.read",
  "discovery.read",
  "software.read",
] as const satisfies readonly Scope[];

/** What is counted as recent, in milliseconds. */
const DAY_MS = 24 * 60 * 60 * 1_000;
const WORST_INCIDENTS = 5;
/** Most services whose health is worked out. */
const RATED_SERVICES = 100;

export interface SummarizeDeps {
  postgres: Postgres;
  clock: Clock;
  ci: Pick<CiVerbs, "countCis" | "listCis">;
  events: Pick<EventVerbs, "countUnresolved">;
  incidents: Pick<ReadIncidents, "worst">;
  runs: Pick<Enrichment["runs"], "list">;
  healthStatus: Services["healthStatus"];
  exposure: {
    hasData(): Promise<boolean>;
    /** CIs that a known exploited, or a critical, vulnerability affects. */
    affectedCis(tenantId: string): Promise<{ kev: number; critical: number }>;
  };
}

/** An estate in figures; a part is null where the caller lacks its scope. */
export type Overview = Awaited<ReturnType<ReturnType<typeof createSummarize>>>;

/** Throws 403 where the caller may read no part. */
export function createSummarize(deps: SummarizeDeps) {
  return async (ctx: RequestContext) => {
    if (!OVERVIEW_SCOPES.some((scope) => ctx.scopes.has(scope))) throw forbidden(OVERVIEW_SCOPES[0]);
    const since = new Date(deps.clock.now().getTime() - DAY_MS);
    const whereAllowed = <T>(scope: Scope, read: () => Promise<T>): Promise<T | null> =>
      ctx.scopes.has(scope) ? read() : Promise.resolve(null);
    const { postgres } = deps;
    const [cis, events, incidents, services, discovery, pendingMappings, running, vulnerabilities] = await Promise.all([
      whereAllowed("cmdb.read", () => readCis(deps, ctx, since)),
      whereAllowed("events.read", () => deps.events.countUnresolved(ctx)),
      whereAllowed("events.read", () => deps.incidents.worst(ctx, WORST_INCIDENTS)),
      whereAllowed("services.read", () => readServices(deps, ctx)),
      whereAllowed("discovery.read", () => scanTotalsStore.totals(postgres, ctx.tenantId, since)),
      whereAllowed("software.read", () => pendingMappingsStore.count(postgres, ctx.tenantId)),
      whereAllowed("cmdb.read", () => readRunning(deps, ctx)),
      whereAllowed("cmdb.read", () => readExposure(deps, ctx)),
    ]);
    return { since, cis, events, incidents, services, discovery, pendingMappings, running, vulnerabilities };
  };
}

/** What the scan of this machine makes beside the machine itself. */
const SCANNED_SOFTWARE = new Set(["software_instance", "software", "software_family"]);

async function readCis({ ci }: SummarizeDeps, ctx: RequestContext, since: Date) {
  const [{ totals, changed }, demo] = await Promise.all([ci.countCis(ctx, since), findDemo(ci, ctx)]);
  const others = totals.filter(({ type }) => !SCANNED_SOFTWARE.has(type)).reduce((sum, { total }) => sum + total, 0);
  return { totals, changed, firstRun: others <= 1, demoLoaded: demo?.state === "loaded" };
}

async function readServices({ ci, healthStatus }: SummarizeDeps, ctx: RequestContext) {
  const reader = { ...ctx, scopes: new Set([...ctx.scopes, "cmdb.read" as const]) };
  const page = { sort: "created_at", order: "desc", limit: RATED_SERVICES, page: 1 } as const;
  const { items, total } = await ci.listCis(reader, { types: [SERVICE_TYPE], ...page });
  const healths = await healthStatus(
    ctx.tenantId,
    items.map(({ id }) => id),
  );
  const counts = Object.fromEntries(HEALTH_STATUSES.map((status) => [status, 0])) as Record<HealthStatus, number>;
  for (const status of healths.values()) counts[status] += 1;
  return { total, health: counts, unrated: total - healths.size };
}

/** Null as long as no vulnerabilities were imported. */
async function readExposure({ exposure }: SummarizeDeps, { tenantId }: RequestContext) {
  return (await exposure.hasData()) ? exposure.affectedCis(tenantId) : null;
}

async function readRunning({ runs }: SummarizeDeps, ctx: RequestContext): Promise<number> {
  const page = { order: "desc", limit: 1, page: 1 } as const;
  return (await runs.list(ctx, { statuses: ["queued", "running"] }, page)).total;
}
