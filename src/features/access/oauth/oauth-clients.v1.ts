import { z } from "@hono/zod-openapi";
import { created, listed, ok } from "../../../platform/http/answers.ts";
import { pageQuery, pageRequest, sortQueryB } from "../../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../../platform/http/route.ts";
import { apiKeyScopes, keyName } from "../access.rules.ts";
import type { AccessVerbs } from "../access.verbs.ts";
import { keyParams, message, NAMED_SORT_FIELDS, namedList, scopesSchema } from "../keys/keys.wire.ts";
import type { OAuthClient } from "./oauth.model.ts";
import { redirectUris } from "./redirect-uri.ts";

const ClientBody = z.strictObject({
  name: keyName,
  redirect_uris: redirectUris.openapi({
    description: "https, or http on this machine, or a private scheme with a dot; compared character by character",
  }),
  scopes: apiKeyScopes,
  public: z.boolean().default(false).openapi({
    description: "Keeps no secret, as a program on the user's machine cannot; it has to use PKCE",
  }),
});

const client = z
  .object({
    id: z.string(),
    client_id: z.string().openapi({ description: "The same as `id`" }),
    name: z.string(),
    redirect_uris: z.array(z.string()),
    scopes: scopesSchema,
    public: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .openapi("OAuthClient");

function present(entry: OAuthClient): z.output<typeof client> {
  return {
    id: entry.id,
    client_id: entry.id,
    name: entry.name,
    redirect_uris: [...entry.redirectUris],
    scopes: [...entry.scopes],
    public: entry.public,
    created_at: entry.createdAt.toISOString(),
  };
}

/** CRUD of the applications that may request access by the authorization code grant. */
export function oauthClientV1Routes({ createOAuthClient, oauthClients }: AccessVerbs): Route[] {
  const shared = { tags: ["OAuth"], access: { user: true }, limit: "standard" } as const;
  return [
    defineRoute({
      ...shared,
      method: "POST",
      path: "/auth/oauth-clients",
      operationId: "createOAuthClient",
      summary: "Register an OAuth client",
      description: "Users of the tenant can then allow the application, scope by scope, to act for them.",
      body: ClientBody,
      idempotent: true,
      secretAnswer: true,
      responses: {
        201: {
          description: "The client, its secret shown this once; a public one has none",
          schema: z.object({ ...client.shape, client_secret: z.string().optional() }).openapi("NewOAuthClient"),
        },
      },
      handle: async ({ ctx, body: { redirect_uris, ...body }, idempotencyId, variant }) => {
        const result = await createOAuthClient(ctx, { ...body, redirectUris: redirect_uris, id: idempotencyId });
        const shown = {
          ...present(result.client),
          ...(result.secret !== undefined && { client_secret: result.secret }),
        };
        return created(shown, { location: `${variant.base}/auth/oauth-clients/${result.client.id}` });
      },
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/auth/oauth-clients",
      operationId: "listOAuthClients",
      summary: "List OAuth clients",
      description: "The caller's own, newest first.",
      query: z.object({ ...pageQuery, ...sortQueryB(NAMED_SORT_FIELDS) }),
      responses: { 200: { description: "Clients without their secrets", schema: client, list: true } },
      handle: async ({ ctx, query }) => {
        const input = namedList.toInput(pageRequest(query));
        return listed(namedList.toPage(await oauthClients.list(ctx, input), input), present, query.fields);
      },
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/auth/oauth-clients/{id}",
      operationId: "getOAuthClient",
      summary: "Get an OAuth client",
      description: "One of the caller's own.",
      params: keyParams,
      responses: { 200: { description: "The client without its secret", schema: client } },
      handle: async ({ ctx, params }) => ok(present(await oauthClients.get(ctx, params.id))),
    }),
    defineRoute({
      ...shared,
      method: "DELETE",
      path: "/auth/oauth-clients/{id}",
      operationId: "revokeOAuthClient",
      summary: "Revoke an OAuth client with its tokens",
      description: "What users allowed it ends too.",
      params: keyParams,
      responses: { 200: { description: "Its codes and tokens are refused from now on", schema: message } },
      handle: async ({ ctx, params }) => {
        await oauthClients.revoke(ctx, params.id);
        return ok({ message: "OAuth client revoked" });
      },
    }),
  ];
}
