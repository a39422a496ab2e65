import type { RequestContext } from "../../../context.ts";
import { AppError, invalidField, notFound } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import type { UserAccount } from "../access.model.ts";
import { requireUser } from "../access.rules.ts";
import { usersStore } from "../users/users.store.ts";
import type { LoginAttempts } from "./login-attempts.ts";
import type { Passwords } from "./password.ts";
import type { PasswordRules } from "./password-rules.ts";
import { sessionsStore } from "./sessions.store.ts";

/** Verbs of users on their own account; each needs a user's login token. */
export interface OwnAccountVerbs {
  /** Throws 403 without a user's login token. */
  get(ctx: RequestContext): Promise<UserAccount>;
  /**
   * Changes the password and ends the user's other logins. Throws 401 AUTH_FAILED when the current password is wrong,
   * 429 after many such attempts, 400 when the new one is the same or easily guessed.
   */
  changePassword(ctx: RequestContext, input: { currentPassword: string; newPassword: string }): Promise<void>;
}

export interface OwnAccountDeps {
  postgres: Postgres;
  clock: Clock;
  passwords: Passwords;
  rules: PasswordRules;
  attempts: LoginAttempts;
  /** Called for each ended login, so that this process refuses its tokens at once. */
  onSessionEnded(sessionId: string): void;
}

export function createOwnAccount(deps: OwnAccountDeps): OwnAccountVerbs {
  const { postgres, clock, passwords, rules } = deps;
  return {
    async get(ctx) {
      requireUser(ctx);
      const account = await usersStore.findAccount(postgres, ctx.tenantId, ctx.actor.id);
      if (!account) throw notFound("user");
      return account;
    },

    async changePassword(ctx, { currentPassword, newPassword }) {
      requireUser(ctx);
      const user = await usersStore.findById(postgres, ctx.tenantId, ctx.actor.id);
      if (!user) throw refused();
      const caller = { account: `user ${user.id}`, address: ctx.client?.address ?? "", signal: ctx.signal };
      await deps.attempts.guard(caller, async () => {
        if (!(await passwords.verify(user.passwordHash, currentPassword, ctx.signal))) throw refused();
      });
      if (await passwords.verify(user.passwordHash, newPassword)) {
        throw invalidField("new_password", "is the current password");
      }
      rules.require(newPassword, user, "new_password");
      const hash = await passwords.hash(newPassword);
      const now = clock.now();
      const ended = await postgres.transaction(async (tx) => {
        if (!(await usersStore.replacePassword(tx, user.id, user.passwordHash, hash, now))) throw refused();
        await recordAudit(tx, ctx, { action: "user.password_changed", target: { kind: "user", id: user.id } }, now);
        return sessionsStore.revokeAll(tx, user.id, now, ctx.actor.sessionId);
      });
      for (const sessionId of ended) deps.onSessionEnded(sessionId);
    },
  };
}

function refused(): AppError {
  return new AppError("AUTH_FAILED", "The password stays: the current one is wrong");
}
