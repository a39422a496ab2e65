import { z } from "@hono/zod-openapi";
import { sortQueryA } from "../../../platform/http/pagination.ts";
import type { Route } from "../../../platform/http/route.ts";
import { camelKeys } from "../../../platform/http/spelling.ts";
import { mappingRoutes } from "./mappings.routes.ts";
import type { MappingVerbs } from "./mappings.verbs.ts";
import { MAPPING_SORT_FIELDS, mappingFilters, mappingSchemaA } from "./mappings.wire.ts";

/** Software mappings, variant A: camel case. */
export function mappingApiRoutes(verbs: MappingVerbs): Route[] {
  return mappingRoutes(verbs, {
    listQuery: z.object({ ...mappingFilters, ...sortQueryA(MAPPING_SORT_FIELDS) }),
    spell: (mapping) => camelKeys(mapping) as object,
    schema: mappingSchemaA,
  });
}
