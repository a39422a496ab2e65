import type { Route } from "../../platform/http/route.ts";
import type { Logger } from "../../platform/log.ts";
import { createMapVerbs, type MapDeps, type MapVerbs } from "./dependency-map.ts";
import { createMapDrawing } from "./draw-map.ts";
import { mapV1Routes } from "./maps.v1.ts";

export type { MapInput, MapVerbs, ShowMap } from "./dependency-map.ts";

export interface Maps {
  verbs: MapVerbs;
  routes: { v1: Route[] };
  /** Ends the thread that lays maps out, where one runs. */
  close(): Promise<void>;
}

/** Dependency maps of services and CIs as SVG. */
export function createMaps(deps: Omit<MapDeps, "draw"> & { log: Logger }): Maps {
  const drawing = createMapDrawing(deps);
  const verbs = createMapVerbs({ ...deps, draw: drawing.draw });
  return { verbs, routes: { v1: mapV1Routes(verbs) }, close: drawing.close };
}
