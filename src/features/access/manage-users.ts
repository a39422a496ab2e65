import { type RequestContext, requireScope } from "../../context.ts";
import { AppError, conflict, notFound } from "../../errors.ts";
import type { Scope } from "../../model/scopes.ts";
import type { Clock } from "../../platform/clock.ts";
import { isId, newId } from "../../platform/ids.ts";
import { isUniqueViolation } from "../../platform/postgres/faults.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { recordAudit } from "../audit/index.ts";
import type { UserAccount } from "./access.model.ts";
import { requireHeld, scopesOf } from "./access.rules.ts";
import type { Anchor } from "./credential-cache.ts";
import { type EntryPage, type ListInput, readEntries } from "./entry-pages.ts";
import type { Passwords } from "./password.ts";
import type { PasswordRules } from "./password-rules.ts";
import { secondFactorsStore } from "./second-factors.store.ts";
import { sessionsStore } from "./sessions.store.ts";
import { tenantsStore } from "./tenants.store.ts";
import { auditedUser, userDifference } from "./user-audit.ts";
import { type UserChanges, type UserColumn, usersStore } from "./users.store.ts";

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

/** What is absent stays. A password that is given is another one's choice: it must be changed unless it says otherwise. */
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
   * Ends the user's logins where the password was set, or where rights were lost. Throws like `create`, and 409 where the
   * last administrator would be none, or for the caller's own password.
   */
  update(ctx: RequestContext, id: string, patch: UserPatch): Promise<UserAccount>;
  /** With the user's logins, keys and service accounts. Throws 409 for the caller and for the last administrator. */
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
      return known(await find(postgres, ctx, id));
    },

    create: (ctx, input) => create(deps, ctx, input),
    update: (ctx, id, patch) => update(deps, ctx, id, patch),

    async remove(ctx, id) {
      requireScope(ctx, "admin.users");
      const ended = await postgres.transaction(async (tx) => {
        await lockTenant(tx, ctx);
        const user = known(await find(tx, ctx, id));
        if (isSelf(ctx, user)) throw conflict("Nobody deletes themselves; another administrator can");
        await requireOver(tx, ctx, user);
        if (user.administrator) await requireAnother(tx, ctx);
        // Before the user: a login locks the two in this order.
        await secondFactorsStore.remove(tx, user.id);
        const sessions = await sessionsStore.revokeAll(tx, user.id, clock.now(), undefined);
        const { keys, accounts } = await usersStore.belongings(tx, user.id);
        await usersStore.remove(tx, ctx.tenantId, user.id);
        const record = { action: "user.deleted", target: { kind: "user", id: user.id }, before: auditedUser(user) };
        await recordAudit(tx, ctx, record, clock.now());
        return { session: sessions, key: keys, service_account: accounts };
      });
      for (const [kind, ids] of Object.entries(ended)) for (const each of ids) onEnded(kind as Anchor["kind"], each);
    },

    async resetSecondFactor(ctx, id) {
      requireScope(ctx, "admin.users");
      await postgres.transaction(async (tx) => {
        await lockTenant(tx, ctx);
        const user = known(await find(tx, ctx, id));
        if (isSelf(ctx, user)) throw conflict("Disable your own second factor by DELETE /v1/auth/totp");
        await requireOver(tx, ctx, user);
        if (!(await secondFactorsStore.remove(tx, user.id))) throw notFound("Second factor");
        const record = { action: "second_factor.reset", target: { kind: "user", id: user.id } };
        await recordAudit(tx, ctx, record, clock.now());
      });
    },
  };
}

async function create(deps: UserVerbsDeps, ctx: RequestContext, input: NewUserInput): Promise<UserAccount> {
  requireScope(ctx, "admin.users");
  requireHeld(ctx, input.scopes);
  const tenant = await tenantsStore.find(deps.postgres, ctx.tenantId);
  if (!tenant) throw notFound("Tenant");
  deps.rules.require(input.password, { email: input.email, tenantName: tenant.name }, "password");
  const passwordHash = await deps.passwords.hash(input.password);
  return deps.postgres.transaction(async (tx) => {
    await lockTenant(tx, ctx);
    if (input.administrator) await requireAdministrator(tx, ctx);
    const { email, name, scopes, administrator, mustChangePassword, id = newId() } = input;
    const passwordOrigin = mustChangePassword ? "temporary" : "own";
    const createdAt = deps.clock.now();
    const user = { id, tenantId: ctx.tenantId, email, name, scopes, administrator, passwordOrigin, createdAt } as const;
    if (await usersStore.insert(tx, { ...user, passwordHash })) {
      const record = { action: "user.created", target: { kind: "user", id }, after: auditedUser(user) };
      await recordAudit(tx, ctx, record, createdAt);
    }
    const made = await usersStore.account(tx, ctx.tenantId, id);
    if (!made) throw emailTaken();
    return made;
  });
}

async function update(deps: UserVerbsDeps, ctx: RequestContext, id: string, patch: UserPatch): Promise<UserAccount> {
  requireScope(ctx, "admin.users");
  const passwordHash = patch.password === undefined ? undefined : await checkedHash(deps, ctx, id, patch);
  const now = deps.clock.now();
  try {
    const { account, ended } = await deps.postgres.transaction(async (tx) => {
      await lockTenant(tx, ctx);
      const before = known(await find(tx, ctx, id, true));
      await requireOver(tx, ctx, before);
      const changes = changesOf(before, patch, passwordHash);
      await requireMayGive(tx, ctx, before, changes);
      if (Object.keys(changes).length === 0) return { account: before, ended: [] };
      await usersStore.update(tx, ctx.tenantId, id, changes, now);
      const after = known(await find(tx, ctx, id));
      await recordUpdate(tx, ctx, before, after, passwordHash !== undefined, now);
      const held = new Set(scopesOf(after));
      const lost = scopesOf(before).some((scope) => !held.has(scope));
      const ends = passwordHash !== undefined || lost;
      return { account: after, ended: ends ? await sessionsStore.revokeAll(tx, id, now, undefined) : [] };
    });
    for (const sessionId of ended) deps.onEnded("session", sessionId);
    return account;
  } catch (error) {
    throw isUniqueViolation(error, "users_email_unique") ? emailTaken() : error;
  }
}

/** Before the transaction, since it takes a while. The rights are looked at again in it. */
async function checkedHash(deps: UserVerbsDeps, ctx: RequestContext, id: string, patch: UserPatch): Promise<string> {
  const user = known(await find(deps.postgres, ctx, id));
  if (isSelf(ctx, user)) throw conflict("Change your own password by POST /v1/auth/password");
  await requireOver(deps.postgres, ctx, user);
  const tenant = await tenantsStore.find(deps.postgres, ctx.tenantId);
  const owner = { email: patch.email ?? user.email, tenantName: tenant?.name ?? "" };
  const password = patch.password ?? "";
  deps.rules.require(password, owner, "password");
  return deps.passwords.hash(password);
}

/** What the patch makes different; nothing of what is so already. */
function changesOf(before: UserAccount, patch: UserPatch, passwordHash: string | undefined): UserChanges {
  const changes: UserChanges = {};
  if (patch.email !== undefined && patch.email !== before.email) changes.email = patch.email;
  if (patch.name !== undefined && patch.name !== before.name) changes.name = patch.name;
  if (patch.scopes && [...patch.scopes].sort().join() !== [...before.scopes].sort().join()) {
    changes.scopes = patch.scopes;
  }
  if (patch.administrator !== undefined && patch.administrator !== before.administrator) {
    changes.administrator = patch.administrator;
  }
  const mustChange = patch.mustChangePassword ?? (passwordHash !== undefined || before.passwordOrigin !== "own");
  if (passwordHash !== undefined) {
    changes.passwordHash = passwordHash;
    changes.passwordOrigin = mustChange ? "temporary" : "own";
  } else if (mustChange !== (before.passwordOrigin !== "own")) {
    changes.passwordOrigin = mustChange ? "temporary" : "own";
  }
  return changes;
}

async function requireMayGive(tx: Sql, ctx: RequestContext, before: UserAccount, changes: UserChanges): Promise<void> {
  const had = new Set(before.scopes);
  requireHeld(ctx, changes.scopes?.filter((scope) => !had.has(scope)) ?? []);
  if (changes.administrator === true) await requireAdministrator(tx, ctx);
  if (changes.administrator === false) await requireAnother(tx, ctx);
}

async function recordUpdate(
  tx: Sql,
  ctx: RequestContext,
  before: UserAccount,
  after: UserAccount,
  passwordSet: boolean,
  at: Date,
): Promise<void> {
  const target = { kind: "user", id: after.id };
  const difference = userDifference(before, after);
  if (passwordSet) await recordAudit(tx, ctx, { action: "user.password_reset", target }, at);
  if (Object.keys(difference.after).length > 0) {
    await recordAudit(tx, ctx, { action: "user.updated", target, ...difference }, at);
  }
}

/** One change of a tenant's users at a time: of two administrators who demote each other, the second is one no more. */
async function lockTenant(tx: Sql, ctx: RequestContext): Promise<void> {
  if (!(await tenantsStore.lock(tx, ctx.tenantId))) throw notFound("Tenant");
}

async function find(sql: Sql, ctx: RequestContext, id: string, lock = false): Promise<UserAccount | undefined> {
  return isId(id) ? usersStore.account(sql, ctx.tenantId, id, lock) : undefined;
}

function known(user: UserAccount | undefined): UserAccount {
  if (!user) throw notFound("User");
  return user;
}

function isSelf({ actor }: RequestContext, user: UserAccount): boolean {
  return (actor.kind === "user" || actor.kind === "oauth") && actor.id === user.id;
}

/** Throws 403 where the user may do what the caller may not. */
async function requireOver(sql: Sql, ctx: RequestContext, user: UserAccount): Promise<void> {
  if (user.administrator) await requireAdministrator(sql, ctx);
  else if (!isSelf(ctx, user)) requireHeld(ctx, user.scopes);
}

async function requireAdministrator(sql: Sql, ctx: RequestContext): Promise<void> {
  if (ctx.actor.kind === "system") return;
  const caller = ctx.actor.kind === "user" ? await find(sql, ctx, ctx.actor.id) : undefined;
  if (caller?.administrator) return;
  throw new AppError(
    "PERMISSION_DENIED",
    "Administrators are made and changed by administrators alone, each by a token of their own login",
  );
}

async function requireAnother(tx: Sql, ctx: RequestContext): Promise<void> {
  if ((await usersStore.administrators(tx, ctx.tenantId)) > 1) return;
  throw conflict("This is the tenant's last administrator; make another one first");
}

function emailTaken(): AppError {
  return conflict("A user with this email exists", { violations: [{ field: "email", reason: "is taken" }] });
}
