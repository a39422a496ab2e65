import { type RequestContext, systemContext } from "../../../context.ts";
import { AppError } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { sha256 } from "../../../platform/secrets.ts";
import { recordAudit } from "../../audit/index.ts";
import type { LoginResult } from "../access.model.ts";
import type { SignAccessToken } from "../credentials/access-token.ts";
import { keyKind } from "../keys/key-format.ts";
import { issueLoginTokens, type LoginTokenDeps } from "./login-tokens.ts";
import { sessionsStore } from "./sessions.store.ts";

export interface RefreshDeps extends LoginTokenDeps {
  postgres: Postgres;
  /** Called for an ended session, so that this process refuses its tokens at once. */
  onSessionEnded(sessionId: string): void;
}

/** Request and client of a refresh, for the audit log. */
export type RefreshOrigin = Pick<RequestContext, "requestId" | "client">;

/**
 * A second use within this time of the first gets no token and ends nothing: two tabs, or a retry after a lost answer,
 * would log out their own user. RFC 9700, section 4.14.2, revokes because reuse shows that somebody else has the token;
 * two uses this close do not show it, and a later one does.
 */
const REUSE_GRACE_MS = 10_000;

/**
 * Section 5 of the interface specification, Refresh: exchanges a refresh token for a new pair; the token works once. Of
 * simultaneous uses one succeeds, and its pair stays valid. Reuse more than ten seconds after the first use counts as
 * theft and ends the login with its whole token family. Throws 401 AUTH_FAILED.
 */
export function createRefresh(deps: RefreshDeps) {
  return async (refreshToken: string, origin?: RefreshOrigin): Promise<LoginResult> => {
    if (keyKind(refreshToken) !== "refresh_token") throw refreshRefused();
    const hash = sha256(refreshToken);
    const sign = await deps.accessTokens.signer();
    const result = await deps.postgres.transaction((tx) => rotate(deps, tx, sign, hash));
    if (result) return result;
    await revokeFamilyOfReused(deps, hash, origin);
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

async function revokeFamilyOfReused(deps: RefreshDeps, hash: Buffer, origin?: RefreshOrigin): Promise<void> {
  const state = await sessionsStore.refreshTokenState(deps.postgres, hash);
  const now = deps.clock.now();
  if (!state?.usedAt || now.getTime() - state.usedAt.getTime() <= REUSE_GRACE_MS) return;
  const { sessionId, userId, tenantId } = state;
  await deps.postgres.transaction(async (tx) => {
    if (!(await sessionsStore.revoke(tx, sessionId, now))) return;
    // The actor is the system: it is unknown whether the user or a thief came second.
    const by = { ...systemContext(tenantId, origin?.requestId ?? newId()), client: origin?.client };
    const target = { kind: "login", id: sessionId };
    const after = { user_id: userId, reason: "a refresh token was used again" };
    await recordAudit(tx, by, { action: "login.revoked", target, after }, now);
  });
  deps.onSessionEnded(sessionId);
}

function refreshRefused(): AppError {
  return new AppError("AUTH_FAILED", "The refresh token is not valid, was used before, or has expired");
}
