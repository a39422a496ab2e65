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

/** The `user` that the library passes between model functions. */
interface GrantHolder {
  grantId: string;
  user: User;
  /** Hash of the refresh token being exchanged; undefined for a code, which is consumed earlier. */
  refreshHash?: Buffer;
}

/** The model checks expiry by the service's clock, so the library, which uses the system clock, gets this expiry. */
const NEVER_EXPIRES = new Date(8.64e15);

/**
 * The library's storage model for one request to the token endpoint, over Postgres. Reuse of a code or token is
 * answered like an invalid one.
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
      // RFC 6749, section 4.1.2: reuse of a code revokes the tokens of its first use.
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

    /** An attempt with a wrong redirect address or verifier also consumes the code, so that neither can be guessed. */
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

    /** `saveToken` consumes the token with the insert of its successor, so that a fault in between loses nothing. */
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
        const consumed = refreshHash === undefined || (await grantsStore.useRefreshToken(tx, refreshHash, now));
        const hash = sha256(token.refreshToken ?? "");
        if (!consumed || !(await grantsStore.addRefreshToken(tx, hash, grantId, expiresAt))) {
          throw new OAuth2Server.InvalidGrantError("Invalid grant: used at the same moment, or revoked");
        }
      });
      return { ...token, client, user: holder };
    },

    /** Unused: the service's own authenticator verifies bearer tokens. */
    async getAccessToken() {
      return undefined;
    },
  };
}

function scopesStillHeld(user: User, scopes: readonly string[]): string[] {
  const held = new Set<string>(scopesOf(user));
  return scopes.filter((scope) => held.has(scope));
}
