import { z } from "@hono/zod-openapi";
import { sortQueryB } from "../../../platform/http/pagination.ts";
import type { Route } from "../../../platform/http/route.ts";
import { mappingRoutes } from "./mappings.routes.ts";
import type { MappingVerbs } from "./mappings.verbs.ts";
import { MAPPING_SORT_FIELDS, mappingFilters, mappingSchema } from "./mappings.wire.ts";

/** Software mappings, variant B. */
export function mappingV1Routes(verbs: MappingVerbs): Route[] {
  return mappingRoutes(verbs, {
    listQuery: z.object({ ...mappingFilters, ...sortQueryB(MAPPING_SORT_FIELDS) }),
    spell: (mapping) => mapping,
    schema: mappingSchema,
  });
}
