import type { Feature } from "../../platform/feature.ts";
import { createSavedMaps as createVerbs, type SavedMapDeps } from "./manage-saved-maps.ts";
import { savedMapsStore } from "./saved-maps.store.ts";
import { savedMapRoutes } from "./saved-maps.v1.ts";

/** Maps of the explorer that people keep and share. */
export function createSavedMaps(deps: SavedMapDeps): Pick<Feature, "routes" | "onCisPurged"> {
  return {
    routes: { v1: savedMapRoutes(createVerbs(deps)) },
    onCisPurged: (tenantId, ciIds) => savedMapsStore.removeCis(deps.postgres, tenantId, ciIds),
  };
}
