import type { RequestContext } from "../../../context.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { sha256 } from "../../../platform/secrets.ts";
import { recordAudit } from "../../audit/index.ts";
import { requireUser } from "../access.rules.ts";
import { sessionsStore } from "./sessions.store.ts";

export interface LogoutDeps {
  postgres: Postgres;
  clock: Clock;
  /** Called for the ended session, so that this process refuses its tokens at once. */
  onSessionEnded(sessionId: string): void;
}

/**
 * Ends the login of a refresh token, for a browser that keeps nothing else of it. An unknown token, or one whose login has
 * ended, changes nothing.
 */
export function createEndLogin(
  { postgres }: Pick<LogoutDeps, "postgres">,
  logout: (ctx: RequestContext) => Promise<void>,
): EndLogin {
  return async (refreshToken, origin) => {
    const state = await sessionsStore.refreshTokenState(postgres, sha256(refreshToken));
    if (!state) return;
    const { tenantId, userId, sessionId } = state;
    await logout({ ...origin, tenantId, actor: { kind: "user", id: userId, sessionId }, scopes: new Set() });
  };
}

export type EndLogin = (
  refreshToken: string,
  origin: Omit<RequestContext, "tenantId" | "actor" | "scopes">,
) => Promise<void>;

/** Ends the login session of the caller's token, with its refresh tokens. Throws 403 without a user's login token. */
export function createLogout(deps: LogoutDeps): (ctx: RequestContext) => Promise<void> {
  return async (ctx) => {
    requireUser(ctx);
    if (ctx.actor.sessionId === undefined) throw new Error("a user's context without its session");
    const { id, sessionId } = ctx.actor;
    const now = deps.clock.now();
    await deps.postgres.transaction(async (tx) => {
      if (!(await sessionsStore.revoke(tx, sessionId, now))) return;
      await recordAudit(tx, ctx, { action: "login.ended", target: { kind: "user", id } }, now);
    });
    deps.onSessionEnded(sessionId);
  };
}
