import { z } from "@hono/zod-openapi";
import { created, listed, ok } from "../../../platform/http/answers.ts";
import { pageQuery, pageRequest, sortQueryB } from "../../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../../platform/http/route.ts";
import type { ServiceAccount } from "../access.model.ts";
import { apiKeyScopes, keyName } from "../access.rules.ts";
import type { AccessVerbs } from "../access.verbs.ts";
import { keyParams, message, NAMED_SORT_FIELDS, namedList, scopesSchema } from "../keys/keys.wire.ts";
import { publicKey } from "./public-key.ts";

const AccountBody = z.strictObject({
  name: keyName,
  scopes: apiKeyScopes,
  public_key: publicKey.openapi({ description: "RSA public key of 2048 to 8192 bits, in PEM" }),
});

/** RFC 7523, section 2.1. */
const AssertionBody = z.strictObject({
  grant_type: z.literal("urn:ietf:params:oauth:grant-type:jwt-bearer"),
  assertion: z.string().min(1),
});

const account = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: scopesSchema,
    created_at: z.iso.datetime(),
  })
  .openapi("ServiceAccount");

function present({ id, name, scopes, createdAt }: ServiceAccount): z.output<typeof account> {
  return { id, name, scopes: [...scopes], created_at: createdAt.toISOString() };
}

/** Section 5 of the interface specification, Service account token; plus create, list and revoke of accounts. */
export function serviceAccountV1Routes(verbs: AccessVerbs): Route[] {
  return [tokenRoute(verbs), ...accountRoutes(verbs)];
}

function tokenRoute(verbs: AccessVerbs): Route {
  return defineRoute({
    method: "POST",
    path: "/auth/service-account/token",
    operationId: "exchangeAssertion",
    summary: "Exchange a signed assertion for an access token",
    description:
      "The assertion is a JWT signed with RS256: `iss` and `sub` the account's id, `aud` the base address, `iat`, and " +
      "`exp` at most an hour later. One with a `jti` is accepted once.",
    tags: ["Service accounts"],
    access: { public: true },
    limit: "login",
    formBody: AssertionBody,
    responses: {
      200: {
        description: "An access token",
        schema: z.object({
          access_token: z.string(),
          token_type: z.literal("Bearer"),
          expires_in: z.int().openapi({ description: "Seconds" }),
        }),
      },
    },
    handle: async ({ body, origin }) => {
      const issued = await verbs.exchangeAssertion({ assertion: body.assertion, audience: origin });
      return ok({ access_token: issued.accessToken, token_type: "Bearer", expires_in: issued.expiresIn });
    },
  });
}

function accountRoutes(verbs: AccessVerbs): Route[] {
  const shared = { tags: ["Service accounts"], access: { user: true }, limit: "standard" } as const;
  return [
    defineRoute({
      ...shared,
      method: "POST",
      path: "/auth/service-accounts",
      operationId: "createServiceAccount",
      summary: "Register a service account by its public key",
      description:
        "The account proves itself by assertions signed with the private key; Orrery keeps the public key alone.",
      body: AccountBody,
      idempotent: true,
      responses: { 201: { description: "The account", schema: account } },
      handle: async ({ ctx, body: { public_key, ...body }, idempotencyId, variant }) => {
        const account = await verbs.createServiceAccount(ctx, { ...body, publicKey: public_key, id: idempotencyId });
        return created(present(account), { location: `${variant.base}/auth/service-accounts/${account.id}` });
      },
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/auth/service-accounts",
      operationId: "listServiceAccounts",
      summary: "List service accounts",
      description: "The caller's own, newest first.",
      query: z.object({ ...pageQuery, ...sortQueryB(NAMED_SORT_FIELDS) }),
      responses: { 200: { description: "Accounts", schema: account, list: true } },
      handle: async ({ ctx, query }) => {
        const input = namedList.toInput(pageRequest(query));
        return listed(namedList.toPage(await verbs.serviceAccounts.list(ctx, input), input), present, query.fields);
      },
    }),
    defineRoute({
      ...shared,
      method: "DELETE",
      path: "/auth/service-accounts/{id}",
      operationId: "revokeServiceAccount",
      summary: "Revoke a service account with its tokens",
      description: "At once, with the tokens that it got.",
      params: keyParams,
      responses: { 200: { description: "Its assertions and tokens are refused from now on", schema: message } },
      handle: async ({ ctx, params }) => {
        await verbs.serviceAccounts.revoke(ctx, params.id);
        return ok({ message: "Service account revoked" });
      },
    }),
  ];
}
