import { AppError } from "../../errors.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { sha256 } from "../../platform/secrets.ts";
import type { LoginResult } from "./access.model.ts";
import type { SignAccessToken } from "./access-token.ts";
import { keyKind } from "./key-format.ts";
import { issueLoginTokens, type LoginTokenDeps } from "./login-tokens.ts";
import { sessionsStore } from "./sessions.store.ts";

export interface RefreshDeps extends LoginTokenDeps {
  postgres: Postgres;
  /** Told of a session that was ended, so that this process stops honouring its tokens at once. */
  onSessionEnded(sessionId: string): void;
}

/**
 * Section 5 of the interface specification, Refresh: a new pair for a refresh token, which is thereby used up. A token
 * that was used before is taken for stolen, and its whole family ends (RFC 9700, section 4.14.2), also when the two
 * uses came at the same moment: which of the two callers is the thief cannot be told. Throws 401 AUTH_FAILED.
 */
export function createRefresh(deps: RefreshDeps): (refreshToken: string) => Promise<LoginResult> {
  return async (refreshToken) => {
    if (keyKind(refreshToken) !== "refresh_token") throw refreshRefused();
    const hash = sha256(refreshToken);
    const sign = await deps.accessTokens.signer();
    const result = await deps.postgres.transaction((tx) => rotate(deps, tx, sign, hash));
    if (result) return result;
    await endFamilyOfReused(deps, hash);
    throw refreshRefused();
  };
}

async function rotate(
  deps: RefreshDeps,
  tx: Sql,
  sign: SignAccessToken,
  hash: Buffer,
): Promise<LoginResult | undefined> {
  const sessionId = await sessionsStore.useRefreshToken(tx, hash, deps.clock.now());
  if (sessionId === undefined) return undefined;
  const user = await sessionsStore.userOfLiveSession(tx, sessionId);
  return user && issueLoginTokens(deps, tx, sign, user, sessionId);
}

async function endFamilyOfReused(deps: RefreshDeps, hash: Buffer): Promise<void> {
  const state = await sessionsStore.refreshTokenState(deps.postgres, hash);
  if (!state?.usedAt) return;
  await sessionsStore.revoke(deps.postgres, state.sessionId, deps.clock.now());
  deps.onSessionEnded(state.sessionId);
}

function refreshRefused(): AppError {
  return new AppError("AUTH_FAILED", "The refresh token is not valid, was used before, or has expired");
}
