import type { Route } from "../../platform/http/route.ts";
import type { Logger } from "../../platform/log.ts";
import { createMapVerbs, DEFAULT_MAP_DEPTH, type MapDeps, type MapVerbs } from "./dependency-map.ts";
import { createMapDrawing } from "./draw-map.ts";
import { createHealthOfCis, type HealthOfCis } from "./health-of-cis.ts";
import { mapV1Routes } from "./maps.v1.ts";

export type { MapVerbs } from "./dependency-map.ts";
// For reports, which draw charts.
export { clipText, escapeXml } from "./drawing/text.ts";
export type { HealthOfCis } from "./health-of-cis.ts";
export { MAP_HEALTHS, type MapHealth } from "./map.model.ts";

export interface Maps {
  verbs: MapVerbs;
  healthOfCis: HealthOfCis;
  routes: { v1: Route[] };
  /** Lets Neo4j plan the queries of a map of default depth. `tenantId` names no tenant. */
  warmUp(tenantId: string): Promise<void>;
  /** Ends the thread of the layout engine, if it runs. */
  close(): Promise<void>;
}

/** Dependency maps of services and CIs as SVG. */
export function createMaps(deps: Omit<MapDeps, "draw"> & { log: Logger }): Maps {
  const drawing = createMapDrawing(deps);
  const verbs = createMapVerbs({ ...deps, draw: drawing.draw });
  return {
    verbs,
    healthOfCis: createHealthOfCis(deps),
    routes: { v1: mapV1Routes(verbs) },
    async warmUp(tenantId) {
      for (const direction of ["upstream", "downstream"] as const) {
        const includeSoftware = direction === "upstream";
        await deps.reach({ tenantId, ids: [tenantId], direction, depth: DEFAULT_MAP_DEPTH, includeSoftware });
      }
    },
    close: drawing.close,
  };
}
