import { z } from "@hono/zod-openapi";
import { listed, ok } from "../../../platform/http/answers.ts";
import { pageQuery, pageRequest, sortQueryB } from "../../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../../platform/http/route.ts";
import type { AccessVerbs } from "../access.verbs.ts";
import { createEntryList } from "../entries/entries.wire.ts";
import { keyParams, message, scopesSchema } from "../keys/keys.wire.ts";
import type { Grant } from "./grants.store.ts";

const grant = z
  .object({
    id: z.string(),
    client_id: z.string(),
    client_name: z.string(),
    user_id: z.string(),
    scopes: scopesSchema,
    created_at: z.iso.datetime(),
  })
  .openapi("OAuthGrant");

function present({ id, clientId, clientName, userId, scopes, createdAt }: Grant): z.input<typeof grant> {
  return {
    id,
    client_id: clientId,
    client_name: clientName,
    user_id: userId,
    scopes: scopesSchema.parse(scopes),
    created_at: createdAt.toISOString(),
  };
}

const grantList = createEntryList<"createdAt">({ created_at: "createdAt" });

/** List and revoke of the grants that users gave to OAuth clients. */
export function grantV1Routes({ oauthGrants }: AccessVerbs): Route[] {
  const shared = { tags: ["OAuth"], access: { user: true }, limit: "standard" } as const;
  return [
    defineRoute({
      ...shared,
      method: "GET",
      path: "/auth/oauth-grants",
      operationId: "listOAuthGrants",
      summary: "List what you allowed OAuth clients",
      description: "Newest first; each can be taken back.",
      query: z.object({ ...pageQuery, ...sortQueryB(["created_at"]) }),
      responses: { 200: { description: "Grants that are in use", schema: grant, list: true } },
      handle: async ({ ctx, query }) => {
        const input = grantList.toInput(pageRequest(query));
        return listed(grantList.toPage(await oauthGrants.list(ctx, input), input), present, query.fields);
      },
    }),
    defineRoute({
      ...shared,
      method: "DELETE",
      path: "/auth/oauth-grants/{id}",
      operationId: "revokeOAuthGrant",
      summary: "Take back what you allowed an OAuth client",
      description: "The client has to ask again.",
      params: keyParams,
      responses: { 200: { description: "Its tokens are refused from now on", schema: message } },
      handle: async ({ ctx, params }) => {
        await oauthGrants.revoke(ctx, params.id);
        return ok({ message: "OAuth grant revoked" });
      },
    }),
  ];
}
