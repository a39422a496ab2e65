import { z } from "@hono/zod-openapi";
import { created, listed, ok } from "../../platform/http/answers.ts";
import { pageQuery, pageRequest, sortQueryB } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import type { AccessKey } from "./access.model.ts";
import { apiKeyScopes, keyDescription, keyLifetime, keyName } from "./access.rules.ts";
import type { AccessVerbs } from "./access.verbs.ts";
import {
  allowedIpsInput,
  allowedIpsSchema,
  KEY_SORT_FIELDS,
  keyList,
  keyParams,
  lastUsedSchema,
  message,
  presentKey,
  scopesSchema,
} from "./keys/keys.wire.ts";
import { loginBody, loginResult, presentLogin } from "./login/login.wire.ts";

const ApiKeyBody = z.strictObject({
  name: keyName,
  description: keyDescription,
  scopes: apiKeyScopes,
  expiresIn: keyLifetime.openapi({ description: "`<n>m|h|d|w` or ISO 8601; default 90d, at most 365 days" }),
  allowedIps: allowedIpsInput,
});

/** Camel case, as section 5 of the interface specification spells this resource. */
const apiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    scopes: scopesSchema,
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    lastUsedAt: lastUsedSchema,
    allowedIps: allowedIpsSchema,
  })
  .openapi("ApiKey");

function present(key: AccessKey): z.output<typeof apiKey> {
  const { id, name, description, ...rest } = presentKey(key);
  return {
    id,
    name,
    description,
    scopes: [...key.scopes],
    createdAt: rest.created_at,
    expiresAt: rest.expires_at,
    lastUsedAt: rest.last_used_at,
    allowedIps: key.allowedIps && [...key.allowedIps],
  };
}

/** Section 5 of the interface specification under `/v1`: login, refresh, API keys; and logout. */
export function accessV1Routes(verbs: AccessVerbs): Route[] {
  return [...loginRoutes(verbs), ...apiKeyRoutes(verbs)];
}

function loginRoutes(verbs: AccessVerbs): Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/auth/login",
      operationId: "login",
      summary: "Log in",
      description:
        "The access token goes into `Authorization: Bearer`; the refresh token gets the next pair. Every refusal is the same 401.",
      tags: ["Authentication"],
      access: { public: true },
      limit: "login",
      body: loginBody,
      responses: { 200: { description: "An access token and a refresh token", schema: loginResult } },
      handle: async ({ ctx, body: { totp_code, ...body } }) =>
        ok(presentLogin(await verbs.login({ ...body, code: totp_code }, ctx))),
    }),
    defineRoute({
      method: "POST",
      path: "/auth/refresh",
      operationId: "refresh",
      summary: "Exchange a refresh token for a new pair of tokens",
      description:
        "A refresh token works once. A second use is refused, and more than 10 s after the first it ends the login.",
      tags: ["Authentication"],
      access: { public: true },
      limit: "login",
      body: z.strictObject({ refreshToken: z.string().min(1) }),
      responses: { 200: { description: "A new access token and a new refresh token", schema: loginResult } },
      handle: async ({ ctx, body }) => ok(presentLogin(await verbs.refresh(body.refreshToken, ctx))),
    }),
    defineRoute({
      method: "POST",
      path: "/auth/logout",
      operationId: "logout",
      summary: "End this login with all its tokens",
      description: "Its access tokens and its refresh token are refused from then on; other logins of the user stay.",
      tags: ["Authentication"],
      access: { user: true, restricted: true },
      limit: "standard",
      body: z.strictObject({}),
      bodyRequired: false,
      responses: { 200: { description: "The login has ended", schema: message } },
      handle: async ({ ctx }) => {
        await verbs.logout(ctx);
        return ok({ message: "Logged out" });
      },
    }),
  ];
}

function apiKeyRoutes(verbs: AccessVerbs): Route[] {
  const shared = { tags: ["API keys"], access: { user: true }, limit: "standard" } as const;
  return [
    defineRoute({
      ...shared,
      method: "POST",
      path: "/auth/api-keys",
      operationId: "createApiKey",
      summary: "Create an API key",
      description: "The key acts with its scopes, as far as its creator has them. It is shown once and ends by itself.",
      body: ApiKeyBody,
      idempotent: true,
      secretAnswer: true,
      responses: {
        201: {
          description: "The key, shown this once",
          schema: z.object({ ...apiKey.shape, apiKey: z.string() }).openapi("NewApiKey"),
        },
      },
      handle: async ({ ctx, body: { expiresIn, ...body }, idempotencyId, variant }) => {
        const { secret, key } = await verbs.createApiKey(ctx, { ...body, lifetimeMs: expiresIn, id: idempotencyId });
        return created({ ...present(key), apiKey: secret }, { location: `${variant.base}/auth/api-keys/${key.id}` });
      },
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/auth/api-keys",
      operationId: "listApiKeys",
      summary: "List API keys",
      description: "The caller's own, newest first.",
      query: z.object({ ...pageQuery, ...sortQueryB(KEY_SORT_FIELDS) }),
      responses: { 200: { description: "Keys without their secrets", schema: apiKey, list: true } },
      handle: async ({ ctx, query }) => {
        const input = keyList.toInput(pageRequest(query));
        return listed(keyList.toPage(await verbs.apiKeys.list(ctx, input), input), present, query.fields);
      },
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/auth/api-keys/{id}",
      operationId: "getApiKey",
      summary: "Get an API key",
      description: "One of the caller's own.",
      params: keyParams,
      responses: { 200: { description: "The key without its secret", schema: apiKey } },
      handle: async ({ ctx, params }) => ok(present(await verbs.apiKeys.get(ctx, params.id))),
    }),
    defineRoute({
      ...shared,
      method: "DELETE",
      path: "/auth/api-keys/{id}",
      operationId: "revokeApiKey",
      summary: "Revoke an API key",
      description: "At once, in every process.",
      params: keyParams,
      responses: { 200: { description: "The key is refused from now on", schema: message } },
      handle: async ({ ctx, params }) => {
        await verbs.apiKeys.revoke(ctx, params.id);
        return ok({ message: "API key revoked" });
      },
    }),
  ];
}
