import type { RequestContext } from "../../../context.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { sha256 } from "../../../platform/secrets.ts";
import type { AccessTokens } from "../credentials/access-token.ts";
import { keyKind } from "../keys/key-format.ts";
import { authenticateClient, clientRefused, readClientCredentials } from "./client-authentication.ts";
import { grantsStore } from "./grants.store.ts";
import { OAuthRefusal } from "./oauth-error.ts";
import type { RevokeGrant } from "./revoke-grant.ts";

export interface RevokeTokenInput {
  form: { token: string; client_id?: string | undefined; client_secret?: string | undefined };
  /** The `Authorization` header. */
  authorization: string | undefined;
}

export type RevokeToken = (
  input: RevokeTokenInput,
  origin: Pick<RequestContext, "requestId" | "client">,
) => Promise<void>;

export interface RevokeTokenDeps {
  postgres: Postgres;
  accessTokens: AccessTokens;
  revokeGrant: RevokeGrant;
}

/**
 * RFC 7009: a client revokes a token, and with it the whole grant. An unknown or expired token is no error. Throws
 * OAuthRefusal for a client that fails to authenticate, or presents another client's token.
 */
export function createRevokeToken({ postgres, accessTokens, revokeGrant }: RevokeTokenDeps): RevokeToken {
  const find = async (token: string): Promise<{ grantId: string; clientId: string } | undefined> => {
    if (keyKind(token) === "oauth_refresh_token") return grantsStore.findRefreshToken(postgres, sha256(token));
    const claims = await accessTokens.verify(token);
    return claims && "grantId" in claims ? claims : undefined;
  };

  return async ({ form, authorization }, origin) => {
    const client = await authenticateClient(postgres, readClientCredentials(form, authorization));
    if (!client) throw clientRefused();
    const found = await find(form.token);
    if (!found) return;
    if (found.clientId !== client.id) throw new OAuthRefusal("invalid_grant", "The token is another client's");
    await revokeGrant(found.grantId, "revoked by the client", origin);
  };
}
