import { type RequestContext, requireScope } from "../../context.ts";
import { conflict, notFound } from "../../errors.ts";
import type { Scope } from "../../model/scopes.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { recordAudit } from "../audit/index.ts";
import type { UserAccount } from "./access.model.ts";
import { createUser } from "./create-user.ts";
import type { Anchor } from "./credential-cache.ts";
import { type EntryPage, type ListInput, readEntries } from "./entry-pages.ts";
import type { Passwords } from "./password.ts";
import type { PasswordRules } from "./password-rules.ts";
import { secondFactorsStore } from "./second-factors.store.ts";
import { sessionsStore } from "./sessions.store.ts";
import { updateUser } from "./update-user.ts";
import { auditedUser } from "./user-audit.ts";
import { findUser, isSelf, known, lockTenant, requireAnother, requireOver } from "./user-rights.ts";
import { type UserColumn, usersStore } from "./users.store.ts";

/** Parsed by the rules of `access.rules.ts`. */
export interface NewUserInput {
  email: string;
  name: string;
  password: string;
  scopes: readonly Scope[];
  administrator: boolean;
  /** Whether the user must choose another password before anything else. */
  mustChangePassword: boolean;
  /** Id that every try of one request gives; made up where absent. */
  id?: string | undefined;
}

/** What is absent stays. A password that is given has to be changed before anything else only where it says so. */
export type UserPatch = Partial<Omit<NewUserInput, "id">>;

export type ListUsersInput = ListInput<UserColumn>;

/**
 * The users of a tenant. Each verb throws 403 without `admin.users`; 404 for a user of another tenant; 403 where the user
 * may do more than the caller, since nobody may take over, or hand out, what they do not have themselves: the message names
 * the first scope that is missing. Administrators are made and changed by administrators alone, each by a token of their
 * own login (or by the operator at the command line), and one always stays.
 */
export interface UserVerbs {
  list(ctx: RequestContext, input: ListUsersInput): Promise<EntryPage<UserAccount>>;
  get(ctx: RequestContext, id: string): Promise<UserAccount>;
  /** Throws 400 for a password that is easily guessed, 409 where the email is taken in the tenant. */
  create(ctx: RequestContext, input: NewUserInput): Promise<UserAccount>;
  /**
   * Ends the user's logins where the password was set, has to be changed now, or where rights were lost. Throws like
   * `create`, and 409 where the last administrator would be none, or for the caller's own password.
   */
  update(ctx: RequestContext, id: string, patch: UserPatch): Promise<UserAccount>;
  /**
   * With the user's logins, keys, service accounts and OAuth clients, and with what the user allowed others' clients.
   * Throws 409 for the caller and for the last administrator.
   */
  remove(ctx: RequestContext, id: string): Promise<void>;
  /** Lets the user log in without a code. Throws 404 where there is no second factor, 409 for the caller's own. */
  resetSecondFactor(ctx: RequestContext, id: string): Promise<void>;
}

export interface UserVerbsDeps {
  postgres: Postgres;
  clock: Clock;
  passwords: Passwords;
  rules: PasswordRules;
  /** Told of what was ended, so that this process stops honouring it at once. */
  onEnded(kind: Anchor["kind"], id: string): void;
}

export function createUserVerbs(deps: UserVerbsDeps): UserVerbs {
  const { postgres, clock, onEnded } = deps;

  return {
    async list(ctx, input) {
      requireScope(ctx, "admin.users");
      return readEntries(usersStore, postgres, ctx.tenantId, input);
    },

    async get(ctx, id) {
      requireScope(ctx, "admin.users");
      return known(await findUser(postgres, ctx, id));
    },

    create: (ctx, input) => createUser(deps, ctx, input),
    update: (ctx, id, patch) => updateUser(deps, ctx, id, patch),

    async remove(ctx, id) {
      requireScope(ctx, "admin.users");
      const ended = await postgres.transaction(async (tx) => {
        await lockTenant(tx, ctx);
        const user = known(await findUser(tx, ctx, id));
        if (isSelf(ctx, user)) throw conflict("Nobody deletes themselves; another administrator can");
        await requireOver(tx, ctx, user);
        if (user.administrator) await requireAnother(tx, ctx);
        // Before the user: a login locks the two in this order.
        await secondFactorsStore.remove(tx, user.id);
        const sessions = await sessionsStore.revokeAll(tx, user.id, clock.now(), undefined);
        const { keys, accounts, grants } = await usersStore.belongings(tx, user.id);
        await usersStore.remove(tx, ctx.tenantId, user.id);
        const record = { action: "user.deleted", target: { kind: "user", id: user.id }, before: auditedUser(user) };
        await recordAudit(tx, ctx, record, clock.now());
        return { session: sessions, key: keys, service_account: accounts, grant: grants };
      });
      for (const [kind, ids] of Object.entries(ended)) for (const each of ids) onEnded(kind as Anchor["kind"], each);
    },

    async resetSecondFactor(ctx, id) {
      requireScope(ctx, "admin.users");
      await postgres.transaction(async (tx) => {
        await lockTenant(tx, ctx);
        const user = known(await findUser(tx, ctx, id));
        if (isSelf(ctx, user)) throw conflict("Disable your own second factor by DELETE /v1/auth/totp");
        await requireOver(tx, ctx, user);
        if (!(await secondFactorsStore.remove(tx, user.id))) throw notFound("Second factor");
        const record = { action: "second_factor.reset", target: { kind: "user", id: user.id } };
        await recordAudit(tx, ctx, record, clock.now());
      });
    },
  };
}
