import { z } from "@hono/zod-openapi";
import { sortQueryB } from "../../platform/http/pagination.ts";
import type { Route } from "../../platform/http/route.ts";
import { bulkRoute } from "./relationship-bulk.v1.ts";
import { relationshipTypeRoutes } from "./relationship-types.v1.ts";
import { relationshipRoutes } from "./relationships.routes.ts";
import type { RelationshipVerbs } from "./relationships.verbs.ts";
import { listFilters, relationshipSchema, SORT_FIELDS } from "./relationships.wire.ts";

/** Routes of relationships, variant B, with bulk creation and the registry of types. */
export function relationshipV1Routes(verbs: RelationshipVerbs): Route[] {
  const shared = relationshipRoutes(verbs, {
    listQuery: z.object({ ...listFilters, ...sortQueryB(SORT_FIELDS) }),
    spell: (relationship) => relationship,
    schema: relationshipSchema,
  });
  return [...shared, bulkRoute(verbs), ...relationshipTypeRoutes(verbs)];
}
