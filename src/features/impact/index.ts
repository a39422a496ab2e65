import type { Route } from "../../platform/http/route.ts";
import { impactV1Routes } from "./impact.v1.ts";
import { createImpactVerbs, type ImpactVerbs } from "./impact.verbs.ts";
import type { ImpactOfDeps } from "./impact-of.ts";
import { createWarmUp } from "./warm-up.ts";

export type { ImpactVerbs } from "./impact.verbs.ts";
export type { ServiceHealth } from "./impact-of.ts";
export type { CommonImpact, CommonlyAffected, ImpactOfAll } from "./impact-of-all.ts";

export interface Impact {
  verbs: ImpactVerbs;
  routes: { v1: Route[] };
  /** Lets Neo4j plan the queries. `tenantId` names no tenant. */
  warmUp(tenantId: string): Promise<void>;
}

/** Impact of a CI: CIs that fail with it or that it depends on, with paths, redundancy and health of services. */
export function createImpact(deps: ImpactOfDeps): Impact {
  const verbs = createImpactVerbs(deps);
  return { verbs, routes: { v1: impactV1Routes(verbs) }, warmUp: createWarmUp(deps) };
}
