import { z } from "@hono/zod-openapi";
import { pageQuery, sortQueryB } from "../../../platform/http/pagination.ts";
import type { Route } from "../../../platform/http/route.ts";
import type { AccessVerbs } from "../access.verbs.ts";
import { discoveryTokenRoutes, tokenSchema } from "./discovery-tokens.wire.ts";
import { KEY_SORT_FIELDS } from "./keys.wire.ts";

/** Discovery tokens, variant B. */
export function discoveryTokenV1Routes(verbs: AccessVerbs): Route[] {
  return discoveryTokenRoutes(verbs, {
    listQuery: z.object({ ...pageQuery, ...sortQueryB(KEY_SORT_FIELDS) }),
    spell: (token) => token,
    schema: tokenSchema,
    createdSchema: z.object({ ...tokenSchema.shape, token: z.string() }).openapi("NewDiscoveryToken"),
  });
}
