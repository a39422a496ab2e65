import { type RequestContext, systemContext } from "../../../context.ts";
import { AppError } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { base62OfBytes, type Secrets, sha256 } from "../../../platform/secrets.ts";
import { recordAudit } from "../../audit/index.ts";
import type { LoginResult } from "../access.model.ts";
import type { SignAccessToken } from "../credentials/access-token.ts";
import { keyKind, makeKey, RANDOM_CHARACTERS } from "../keys/key-format.ts";
import { issueLoginTokens, type LoginTokenDeps, signAccessToken } from "./login-tokens.ts";
import { sessionsStore } from "./sessions.store.ts";

export interface RefreshDeps extends LoginTokenDeps {
  postgres: Postgres;
  secrets: Secrets;
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
 * Exchanges a refresh token for a new pair of tokens; it works once. Reuse more than ten seconds after the first use counts
 * as theft and ends the login with its whole token family. Throws 401 AUTH_FAILED.
 */
export type Refresh = (refreshToken: string, origin?: RefreshOrigin) => Promise<LoginResult>;

/** Section 5 of the interface specification, Refresh. Of simultaneous uses one succeeds, and its pair stays valid. */
export function createRefresh(deps: RefreshDeps): Refresh {
  return createExchange(deps, async () => undefined);
}

/**
 * As a refresh, for a browser, whose tabs share one token: all uses within ten seconds of the first get the same new
 * token. It is that of the first use, so reuse is still noticed: whoever has a copy uses a token of the same chain.
 */
export function createRenew(deps: RefreshDeps): Refresh {
  return createExchange(deps, (sign, refreshToken) => repeatExchange(deps, sign, refreshToken));
}

type Repeat = (sign: SignAccessToken, refreshToken: string) => Promise<LoginResult | undefined>;

function createExchange(deps: RefreshDeps, repeat: Repeat): Refresh {
  return async (refreshToken, origin) => {
    if (keyKind(refreshToken) !== "refresh_token") throw refreshRefused();
    const hash = sha256(refreshToken);
    const sign = await deps.accessTokens.signer();
    const rotated = await deps.postgres.transaction((tx) => rotate(deps, tx, sign, refreshToken));
    const result = rotated ?? (await repeat(sign, refreshToken));
    if (result) return result;
    await revokeFamilyOfReused(deps, hash, origin);
    throw refreshRefused();
  };
}

async function rotate(
  deps: RefreshDeps,
  tx: Sql,
  sign: SignAccessToken,
  refreshToken: string,
): Promise<LoginResult | undefined> {
  const sessionId = await sessionsStore.useRefreshToken(tx, sha256(refreshToken), deps.clock.now());
  if (sessionId === undefined) return undefined;
  const user = await sessionsStore.userOfLiveSession(tx, sessionId);
  return user && issueLoginTokens(deps, tx, sign, user, sessionId, successorOf(deps, refreshToken));
}

/** Longest chain of exchanges within the grace that is followed: no browser has as many tabs that renew at once. */
const MAX_CHAIN = 64;

/** The newest token of the chain that began with this one within the grace, with a new access token. */
async function repeatExchange(
  deps: RefreshDeps,
  sign: SignAccessToken,
  refreshToken: string,
): Promise<LoginResult | undefined> {
  let newest = refreshToken;
  for (let length = 0; length <= MAX_CHAIN; length++) {
    const state = await sessionsStore.refreshTokenState(deps.postgres, sha256(newest));
    if (!state) return undefined;
    if (state.usedAt === null) {
      const user =
        newest === refreshToken ? undefined : await sessionsStore.userOfLiveSession(deps.postgres, state.sessionId);
      return user && signAccessToken(sign, user, state.sessionId, newest);
    }
    if (!isWithinGrace(deps, state.usedAt)) return undefined;
    newest = successorOf(deps, newest);
  }
  return undefined;
}

/** The token that follows: known again to this installation alone, of which only the hash is stored. */
function successorOf({ secrets, keyEnvironment }: RefreshDeps, refreshToken: string): string {
  const random = base62OfBytes(secrets.fingerprint("refresh-token", refreshToken), RANDOM_CHARACTERS);
  return makeKey("refresh_token", keyEnvironment, random);
}

function isWithinGrace({ clock }: RefreshDeps, usedAt: Date): boolean {
  return clock.now().getTime() - usedAt.getTime() <= REUSE_GRACE_MS;
}

async function revokeFamilyOfReused(deps: RefreshDeps, hash: Buffer, origin?: RefreshOrigin): Promise<void> {
  const state = await sessionsStore.refreshTokenState(deps.postgres, hash);
  if (!state?.usedAt || isWithinGrace(deps, state.usedAt)) return;
  const now = deps.clock.now();
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
