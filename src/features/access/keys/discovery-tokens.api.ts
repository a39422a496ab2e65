import { z } from "@hono/zod-openapi";
import { pageQuery, sortQueryA } from "../../../platform/http/pagination.ts";
import type { Route } from "../../../platform/http/route.ts";
import { camelKeys } from "../../../platform/http/spelling.ts";
import type { AccessVerbs } from "../access.verbs.ts";
import { discoveryTokenRoutes, tokenSchema } from "./discovery-tokens.wire.ts";
import { KEY_SORT_FIELDS } from "./keys.wire.ts";

const {
  id,
  created_at: createdAt,
  expires_at: expiresAt,
  last_used_at: lastUsedAt,
  allowed_ips: allowedIps,
  ...plain
} = tokenSchema.shape;
const schema = z.object({ _id: id, ...plain, createdAt, expiresAt, lastUsedAt, allowedIps }).openapi("DiscoveryToken");

/** Discovery tokens, variant A. */
export function discoveryTokenApiRoutes(verbs: AccessVerbs): Route[] {
  return discoveryTokenRoutes(verbs, {
    listQuery: z.object({ ...pageQuery, ...sortQueryA(KEY_SORT_FIELDS) }),
    spell: (token) => camelKeys(token) as object,
    schema,
    createdSchema: z.object({ ...schema.shape, token: z.string() }).openapi("NewDiscoveryToken"),
  });
}
