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
  /** The header of that name. */
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
 * RFC 7009: a client gives a token back, and with it all that came of the same consent. A token that is not known, or no
 * longer, is no fault. Throws OAuthRefusal for a client that does not prove who it is, or has another's token.
 */
export function createRevokeToken({ postgres, accessTokens, revokeGrant: endGrant }: RevokeTokenDeps): RevokeToken {
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
    await endGrant(found.grantId, "revoked by the client", origin);
  };
}
