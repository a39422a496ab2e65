import type { RequestContext } from "../../../context.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import { requireUser } from "../access.rules.ts";
import { sessionsStore } from "./sessions.store.ts";

export interface LogoutDeps {
  postgres: Postgres;
  clock: Clock;
  /** Called for the ended session, so that this process refuses its tokens at once. */
  onSessionEnded(sessionId: string): void;
}

/** Ends the login session of the caller's token, with its refresh tokens. Throws 403 without a user's login token. */
export function createLogout(deps: LogoutDeps): (ctx: RequestContext) => Promise<void> {
  return async (ctx) => {
    requireUser(ctx);
    if (ctx.actor.sessionId === undefined) throw new Error("a user's context without its session");
    const { id, sessionId } = ctx.actor;
    const now = deps.clock.now();
    await deps.postgres.transaction(async (tx) => {
      await sessionsStore.revoke(tx, sessionId, now);
      await recordAudit(tx, ctx, { action: "login.ended", target: { kind: "user", id } }, now);
    });
    deps.onSessionEnded(sessionId);
  };
}
