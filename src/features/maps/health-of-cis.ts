import {
  type BriefCi,
  type HealthIssue,
  type HealthStatus,
  healthIssuesOf,
  type OpenEventsOf,
  SERVICE_TYPE,
  type Services,
} from "../services/index.ts";
import { healthOf } from "./build-map.ts";
import type { MapHealth } from "./map.model.ts";

export interface HealthDeps {
  openEventsOf: OpenEventsOf;
  services: Pick<Services, "serviceHealth">;
}

type ShownCi = Pick<BriefCi, "id" | "type" | "status">;

/** Health of CIs as maps show it, by id; checks no scope. */
export type HealthOfCis = (tenantId: string, cis: readonly ShownCi[]) => Promise<Map<string, MapHealth>>;

export function createHealthOfCis(deps: HealthDeps): HealthOfCis {
  return async (tenantId, cis) => {
    const facts = await readHealth(deps, tenantId, new Map(cis.map((ci) => [ci.id, ci])));
    return new Map(cis.map((ci) => [ci.id, healthOf(ci, facts)]));
  };
}

/** The issues of CIs and the health of the services among them. */
export async function readHealth(
  { services, openEventsOf }: HealthDeps,
  tenantId: string,
  cis: ReadonlyMap<string, ShownCi>,
): Promise<{ issues: Map<string, HealthIssue>; serviceHealth: Map<string, HealthStatus> }> {
  const serviceIds = [...cis.values()].filter(({ type }) => type === SERVICE_TYPE).map(({ id }) => id);
  const [healths, events] = await Promise.all([
    services.serviceHealth(tenantId, serviceIds),
    openEventsOf(tenantId, [...cis.keys()]),
  ]);
  const serviceHealth = new Map([...healths].map(([id, { status }]) => [id, status]));
  return { serviceHealth, issues: healthIssuesOf(cis, events) };
}
