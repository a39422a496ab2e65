import type { Clock } from "../../../platform/clock.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { sha256 } from "../../../platform/secrets.ts";
import { ACCESS_TOKEN_SECONDS, type LoginResult, REFRESH_TOKEN_MS, type User } from "../access.model.ts";
import { scopesOf } from "../access.rules.ts";
import type { AccessTokens, SignAccessToken } from "../credentials/access-token.ts";
import { makeKey } from "../keys/key-format.ts";
import { sessionsStore } from "./sessions.store.ts";

export interface LoginTokenDeps {
  accessTokens: AccessTokens;
  clock: Clock;
  keyEnvironment: string;
}

/**
 * Issues an access token with the user's current scopes, and stores a new refresh token of the session. While the
 * password is temporary the access token has no scope and can only change the password.
 */
export async function issueLoginTokens(
  deps: LoginTokenDeps,
  tx: Sql,
  sign: SignAccessToken,
  user: User,
  sessionId: string,
  refreshToken = makeKey("refresh_token", deps.keyEnvironment),
): Promise<LoginResult> {
  const expiresAt = new Date(deps.clock.now().getTime() + REFRESH_TOKEN_MS);
  await sessionsStore.addRefreshToken(tx, sha256(refreshToken), sessionId, expiresAt);
  return signAccessToken(sign, user, sessionId, refreshToken);
}

/** An access token with the user's current scopes, beside a refresh token of the session that is stored already. */
export function signAccessToken(
  sign: SignAccessToken,
  user: User,
  sessionId: string,
  refreshToken: string,
): LoginResult {
  const temporary = user.passwordOrigin === "temporary";
  const scopes = temporary ? [] : scopesOf(user);
  const token = sign({
    userId: user.id,
    tenantId: user.tenantId,
    sessionId,
    scopes,
    restricted: temporary,
  });
  return {
    token,
    refreshToken,
    expiresIn: ACCESS_TOKEN_SECONDS,
    user: { id: user.id, email: user.email, tenant: user.tenantName },
    scopes,
    ...(user.passwordOrigin !== "own" && { mustChangePassword: true }),
  };
}
