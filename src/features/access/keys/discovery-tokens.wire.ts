import { z } from "@hono/zod-openapi";
import { created, listed, ok } from "../../../platform/http/answers.ts";
import { pageRequest } from "../../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../../platform/http/route.ts";
import { discoveryTokenScopes, keyDescription, keyLifetime, keyName } from "../access.rules.ts";
import type { AccessVerbs } from "../access.verbs.ts";
import {
  allowedIpsInput,
  allowedIpsSchema,
  keyList,
  keyParams,
  lastUsedSchema,
  message,
  presentKey,
  scopesSchema,
} from "./keys.wire.ts";

const TokenBody = z.strictObject({
  name: keyName,
  description: keyDescription,
  expires_in: keyLifetime.openapi({ description: "`<n>m|h|d|w` or ISO 8601; default 90d, at most 365 days" }),
  scopes: discoveryTokenScopes,
  allowed_ips: allowedIpsInput,
});

/** A token in snake case: section 2 of the interface specification, plus the fields of lists. */
export const tokenSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    scopes: scopesSchema,
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    last_used_at: lastUsedSchema,
    allowed_ips: allowedIpsSchema,
  })
  .openapi("DiscoveryToken");

/** What differs between the variants: the list query and the spelling of a token. */
export interface TokenForm {
  listQuery: z.ZodType<Parameters<typeof pageRequest>[0]>;
  /** Converts a snake-case object to the variant's spelling. */
  spell(token: object): object;
  schema: z.ZodType;
  createdSchema: z.ZodType;
}

/** Discovery tokens (section 4 of the interface specification), plus get and revoke. */
export function discoveryTokenRoutes(verbs: AccessVerbs, form: TokenForm): Route[] {
  const shared = {
    tags: ["Discovery tokens"],
    access: { scope: "discovery.configure" },
    limit: "standard",
  } as const;
  return [
    defineRoute({
      ...shared,
      method: "POST",
      path: "/discovery/tokens",
      operationId: "createDiscoveryToken",
      summary: "Create a discovery token",
      description:
        "A scanner's credential: it submits and reads scans and does nothing else. It is shown once and ends by itself.",
      body: TokenBody,
      idempotent: true,
      secretAnswer: true,
      responses: { 201: { description: "The token, shown this once", schema: form.createdSchema } },
      handle: async ({ ctx, body, idempotencyId, variant }) => {
        const { expires_in: lifetimeMs, allowed_ips: allowedIps, ...rest } = body;
        const input = { ...rest, lifetimeMs, allowedIps, id: idempotencyId };
        const { secret, key } = await verbs.createDiscoveryToken(ctx, input);
        const location = `${variant.base}/discovery/tokens/${key.id}`;
        return created(form.spell({ ...presentKey(key), token: secret }), { location });
      },
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/discovery/tokens",
      operationId: "listDiscoveryTokens",
      summary: "List discovery tokens",
      description: "The tenant's, newest first.",
      query: form.listQuery,
      responses: { 200: { description: "Tokens without their secrets", schema: form.schema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = keyList.toInput(pageRequest(query));
        const page = keyList.toPage(await verbs.discoveryTokens.list(ctx, input), input);
        return listed(page, (key) => form.spell(presentKey(key)), query.fields);
      },
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/discovery/tokens/{id}",
      operationId: "getDiscoveryToken",
      summary: "Get a discovery token",
      description: "When it was made and last used, and what it may do.",
      params: keyParams,
      responses: { 200: { description: "The token without its secret", schema: form.schema } },
      handle: async ({ ctx, params }) => ok(form.spell(presentKey(await verbs.discoveryTokens.get(ctx, params.id)))),
    }),
    defineRoute({
      ...shared,
      method: "DELETE",
      path: "/discovery/tokens/{id}",
      operationId: "revokeDiscoveryToken",
      summary: "Revoke a discovery token",
      description: "Scanners that use it get 401 from then on.",
      params: keyParams,
      responses: { 200: { description: "The token is refused from now on", schema: message } },
      handle: async ({ ctx, params }) => {
        await verbs.discoveryTokens.revoke(ctx, params.id);
        return ok({ message: "Discovery token revoked" });
      },
    }),
  ];
}
