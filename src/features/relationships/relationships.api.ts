import { z } from "@hono/zod-openapi";
import { titleType } from "../../model/ci-types.ts";
import { sortQueryA } from "../../platform/http/pagination.ts";
import type { Route } from "../../platform/http/route.ts";
import { camelKeys } from "../../platform/http/spelling.ts";
import type { RelationshipCi } from "./relationship.model.ts";
import { relationshipRoutes } from "./relationships.routes.ts";
import type { RelationshipVerbs } from "./relationships.verbs.ts";
import { listFilters, relationshipSchemaA, SORT_FIELDS } from "./relationships.wire.ts";

/** Routes of relationships, variant A: camel case, with CI types in title case. */
export function relationshipApiRoutes(verbs: RelationshipVerbs): Route[] {
  return relationshipRoutes(verbs, {
    listQuery: z.object({ ...listFilters, ...sortQueryA(SORT_FIELDS) }),
    spell: (relationship) => camelKeys(withTitles(relationship as Ends)) as object,
    schema: relationshipSchemaA,
  });
}

interface Ends {
  source: RelationshipCi;
  target: RelationshipCi;
}

function withTitles(ends: Ends): Ends {
  const titled = (ci: RelationshipCi) => ({ ...ci, type: titleType(ci.type) });
  return { ...ends, source: titled(ends.source), target: titled(ends.target) };
}
