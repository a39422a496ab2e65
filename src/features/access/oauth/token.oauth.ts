import { z } from "@hono/zod-openapi";
import { SCOPES } from "../../../model/scopes.ts";
import { ok } from "../../../platform/http/answers.ts";
import { defineRoute, type Route } from "../../../platform/http/route.ts";
import { type ExchangeToken, GRANT_TYPES } from "./exchange-token.ts";
import { oauthErrorBody } from "./oauth-error.ts";
import type { RevokeToken } from "./revoke-token.ts";

const field = (description: string) => z.string().optional().openapi({ description });

/** Unknown parameters are ignored (RFC 6749, section 3.2). */
const TokenForm = z.object({
  grant_type: field(`Required; ${GRANT_TYPES.join(" or ")}`),
  code: field("The code that the redirect brought; works once, for 60 seconds"),
  redirect_uri: field("With a code: that of the request, character by character"),
  client_id: field("Unless the client authenticates by HTTP Basic"),
  client_secret: field("Of a client that has one, unless by HTTP Basic"),
  code_verifier: field("With a code whose request had a code_challenge (PKCE)"),
  refresh_token: field("For a refresh; works once"),
  scope: field("For a refresh: fewer scopes than were allowed"),
});

const RevokeForm = z.object({
  token: z.string().min(1).openapi({ description: "A refresh token or an access token" }),
  token_type_hint: field("Not needed"),
  client_id: field("Unless the client authenticates by HTTP Basic"),
  client_secret: field("Of a client that has one, unless by HTTP Basic"),
});

const tokens = z
  .object({
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.int().openapi({ description: "Seconds" }),
    refresh_token: z.string(),
    scope: z.string().openapi({ description: "What was given, separated by blanks" }),
  })
  .openapi("OAuthTokens");

const shared = { tags: ["OAuth"], access: { public: true }, presentError: oauthErrorBody } as const;
const NO_CACHE = { Pragma: "no-cache" };

/** Endpoints that clients call: token (RFC 6749), revocation (RFC 7009), and metadata (RFC 8414). */
export function tokenRoutes(verbs: { exchangeToken: ExchangeToken; revokeToken: RevokeToken }): Route[] {
  return [
    defineRoute({
      ...shared,
      limit: "login",
      method: "POST",
      path: "/oauth/token",
      operationId: "oauthToken",
      summary: "Exchange a code or a refresh token for tokens",
      description: "Errors are as RFC 6749 has them: `error` and `error_description`.",
      formBody: TokenForm,
      responses: { 200: { description: "An access token and a refresh token", schema: tokens } },
      handle: async (call) => {
        const input = { form: call.body, authorization: call.header("authorization") };
        const issued = await verbs.exchangeToken(input, call.ctx);
        const answer: z.output<typeof tokens> = {
          access_token: issued.accessToken,
          token_type: "Bearer",
          expires_in: issued.expiresIn,
          refresh_token: issued.refreshToken,
          scope: issued.scopes.join(" "),
        };
        return ok(answer, NO_CACHE);
      },
    }),
    defineRoute({
      ...shared,
      limit: "login",
      method: "POST",
      path: "/oauth/revoke",
      operationId: "oauthRevoke",
      summary: "Give a token back, with all that came of the same consent",
      description: "RFC 7009: 200 also for a token that is not known.",
      formBody: RevokeForm,
      responses: { 200: { description: "The token is not valid, or no longer", schema: z.object({}) } },
      handle: async (call) => {
        await verbs.revokeToken({ form: call.body, authorization: call.header("authorization") }, call.ctx);
        return ok({}, NO_CACHE);
      },
    }),
    metadataRoute(),
  ];
}

const METHODS = ["client_secret_basic", "client_secret_post", "none"];

function metadataRoute(): Route {
  const list = z.array(z.string());
  return defineRoute({
    ...shared,
    limit: "standard",
    method: "GET",
    path: "/.well-known/oauth-authorization-server",
    operationId: "oauthMetadata",
    summary: "What the authorization server offers (RFC 8414)",
    description: "Clients find the addresses of the other operations here.",
    responses: {
      200: {
        description: "Addresses and abilities",
        schema: z.object({
          issuer: z.string(),
          authorization_endpoint: z.string(),
          token_endpoint: z.string(),
          revocation_endpoint: z.string(),
          scopes_supported: list,
          response_types_supported: list,
          response_modes_supported: list,
          grant_types_supported: list,
          token_endpoint_auth_methods_supported: list,
          revocation_endpoint_auth_methods_supported: list,
          code_challenge_methods_supported: list,
          authorization_response_iss_parameter_supported: z.boolean(),
        }),
      },
    },
    handle: ({ origin }) =>
      ok({
        issuer: origin,
        authorization_endpoint: `${origin}/oauth/authorize`,
        token_endpoint: `${origin}/oauth/token`,
        revocation_endpoint: `${origin}/oauth/revoke`,
        scopes_supported: [...SCOPES],
        response_types_supported: ["code"],
        response_modes_supported: ["query"],
        grant_types_supported: [...GRANT_TYPES],
        token_endpoint_auth_methods_supported: METHODS,
        revocation_endpoint_auth_methods_supported: METHODS,
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
      }),
  });
}
