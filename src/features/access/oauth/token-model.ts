import OAuth2Server from "@node-oauth/oauth2-server";
import type { RequestContext } from "../../../context.ts";
import { isScope } from "../../../model/scopes.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { sha256 } from "../../../platform/secrets.ts";
import { REFRESH_TOKEN_MS, type User } from "../access.model.ts";
import { scopesOf } from "../access.rules.ts";
import type { AccessTokens } from "../credentials/access-token.ts";
import { keyKind, makeKey } from "../keys/key-format.ts";
import { authenticateClient } from "./client-authentication.ts";
import { grantsStore, type StoredToken } from "./grants.store.ts";
import { REFRESH_GRACE_MS } from "./oauth.model.ts";
import type { RevokeGrant } from "./revoke-grant.ts";

export interface TokenModelDeps {
  postgres: Postgres;
  clock: Clock;
  accessTokens: AccessTokens;
  keyEnvironment: string;
  revokeGrant: RevokeGrant;
}

/** What the library hands from function to function as the user. */
interface GrantHolder {
  grantId: string;
  user: User;
  /** The refresh token that is exchanged; a code was used up before. */
  refreshHash?: Buffer;
}

/** Whether a code or token is still good is judged here, by the service's clock; the library has one of its own. */
const NEVER_EXPIRES = new Date(8.64e15);

/**
 * The library's store for one request to the token endpoint, over Postgres. What is presented is looked up here, and
 * whoever presents a thing that was used before is told no more than that it is not valid.
 */
export function createTokenModel(
  deps: TokenModelDeps,
  form: Readonly<Record<string, string>>,
  origin: Pick<RequestContext, "requestId" | "client">,
): OAuth2Server.RefreshTokenModel & Omit<OAuth2Server.AuthorizationCodeModel, "saveAuthorizationCode"> {
  const { postgres, clock } = deps;
  let clientId = "";
  const isExpiredOrRevoked = (found: StoredToken) => found.revokedAt !== null || found.expiresAt <= clock.now();
  const isReused = (found: StoredToken) => found.usedAt !== null && found.clientId === clientId;

  return {
    async getClient(id, secret) {
      const client = await authenticateClient(postgres, { clientId: id, clientSecret: secret || undefined });
      if (!client) return undefined;
      clientId = client.id;
      return { id: client.id, grants: ["authorization_code", "refresh_token"] };
    },

    async getAuthorizationCode(text) {
      const found = keyKind(text) === "oauth_code" ? await grantsStore.findCode(postgres, sha256(text)) : undefined;
      if (!found) return undefined;
      // RFC 6749, section 4.1.2: the second use of a code ends what the first one gave.
      if (isReused(found)) await deps.revokeGrant(found.grantId, "code used twice", origin);
      if (found.usedAt !== null || isExpiredOrRevoked(found)) return undefined;
      return {
        authorizationCode: text,
        expiresAt: NEVER_EXPIRES,
        redirectUri: found.redirectUri,
        scope: [...found.scopes],
        client: { id: found.clientId, grants: [] },
        user: { grantId: found.grantId, user: found.user } satisfies GrantHolder,
        ...(found.codeChallenge !== null && { codeChallenge: found.codeChallenge, codeChallengeMethod: "S256" }),
      };
    },

    /** A try with a wrong address or verifier uses the code up as well, so that neither can be guessed. */
    async revokeAuthorizationCode(code) {
      if (!(await grantsStore.useCode(postgres, sha256(code.authorizationCode), clock.now()))) {
        await deps.revokeGrant((code.user as GrantHolder).grantId, "code used twice", origin);
        return false;
      }
      if (form.redirect_uri === undefined) {
        throw new OAuth2Server.InvalidRequestError("Missing parameter: redirect_uri");
      }
      if (form.redirect_uri !== code.redirectUri) {
        throw new OAuth2Server.InvalidGrantError("Invalid grant: redirect_uri is not that of the request");
      }
      return true;
    },

    async getRefreshToken(text) {
      const hash = sha256(text);
      const isOurs = keyKind(text) === "oauth_refresh_token";
      const found = isOurs ? await grantsStore.findRefreshToken(postgres, hash) : undefined;
      if (!found) return undefined;
      const age = clock.now().getTime() - (found.usedAt?.getTime() ?? 0);
      if (isReused(found) && age > REFRESH_GRACE_MS) {
        await deps.revokeGrant(found.grantId, "refresh token used twice", origin);
      }
      const scope = scopesStillHeld(found.user, found.scopes);
      if (found.usedAt !== null || isExpiredOrRevoked(found) || scope.length === 0) return undefined;
      return {
        refreshToken: text,
        scope,
        client: { id: found.clientId, grants: [] },
        user: { grantId: found.grantId, user: found.user, refreshHash: hash } satisfies GrantHolder,
      };
    },

    /** Used up together with the storing of its successor, so that a fault in between costs the client nothing. */
    async revokeToken() {
      return true;
    },

    async validateScope(holder, _client, scope = []) {
      const held = scopesStillHeld((holder as GrantHolder).user, scope);
      return held.length > 0 && held;
    },

    async generateAccessToken(client, holder, scope) {
      const { user, grantId } = holder as GrantHolder;
      const sign = await deps.accessTokens.signer();
      const scopes = scope.filter(isScope);
      return sign({ userId: user.id, clientId: client.id, grantId, tenantId: user.tenantId, scopes });
    },

    generateRefreshToken: async () => makeKey("oauth_refresh_token", deps.keyEnvironment),

    async saveToken(token, client, holder) {
      const { grantId, refreshHash } = holder as GrantHolder;
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + REFRESH_TOKEN_MS);
      await postgres.transaction(async (tx) => {
        const fresh = refreshHash === undefined || (await grantsStore.useRefreshToken(tx, refreshHash, now));
        const hash = sha256(token.refreshToken ?? "");
        if (!fresh || !(await grantsStore.addRefreshToken(tx, hash, grantId, expiresAt))) {
          throw new OAuth2Server.InvalidGrantError("Invalid grant: used at the same moment, or revoked");
        }
      });
      return { ...token, client, user: holder };
    },

    /** Bearer tokens are read by the service's own authentication. */
    async getAccessToken() {
      return undefined;
    },
  };
}

function scopesStillHeld(user: User, scopes: readonly string[]): string[] {
  const held = new Set<string>(scopesOf(user));
  return scopes.filter((scope) => held.has(scope));
}
