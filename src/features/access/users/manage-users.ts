import { type RequestContext, requireScope } from "../../../context.ts";
import { type AppError, conflict, notFound } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import { isUniqueViolation } from "../../../platform/postgres/faults.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import type { UserAccount } from "../access.model.ts";
import { requireGrantable, scopesOf } from "../access.rules.ts";
import type { RevocationTarget } from "../credentials/credential-cache.ts";
import { readEntries } from "../entries/entry-pages.ts";
import { sessionsStore } from "../login/sessions.store.ts";
import { grantsStore } from "../oauth/grants.store.ts";
import { secondFactorsStore } from "../second-factor/second-factors.store.ts";
import { tenantsStore } from "../tenants/tenants.store.ts";
import { resetSecondFactor } from "./reset-second-factor.ts";
import { auditedUser, recordUserUpdate } from "./user-audit.ts";
import {
  emailTaken,
  findUser,
  isSelf,
  lockTenant,
  requireAdministrator,
  requireFound,
  requireMayManage,
  requireOtherAdministrator,
} from "./user-rights.ts";
import { type UserChanges, usersStore } from "./users.store.ts";
import type { NewUserInput, UserPatch, UserVerbs, UserVerbsDeps } from "./users.verbs.ts";

/** The verbs of `UserVerbs`. */
export function createUserVerbs(deps: UserVerbsDeps): UserVerbs {
  const { postgres, clock, onRevoked } = deps;

  return {
    async list(ctx, input) {
      requireScope(ctx, "admin.users");
      return readEntries(usersStore, postgres, ctx.tenantId, input);
    },

    async get(ctx, id) {
      requireScope(ctx, "admin.users");
      return requireFound(await findUser(postgres, ctx, id));
    },

    create: (ctx, input) => createUser(deps, ctx, input),
    update: (ctx, id, patch) => updateUser(deps, ctx, id, patch),
    resetSecondFactor: (ctx, id) => resetSecondFactor(deps, ctx, id),

    async remove(ctx, id) {
      requireScope(ctx, "admin.users");
      const revoked = await postgres.transaction(async (tx) => {
        await lockTenant(tx, ctx);
        const user = requireFound(await findUser(tx, ctx, id));
        if (isSelf(ctx, user)) throw conflict("Nobody deletes themselves; another administrator can");
        await requireMayManage(tx, ctx, user);
        if (user.administrator) await requireOtherAdministrator(tx, ctx);
        // Before the user: a login locks the two in this order.
        await secondFactorsStore.remove(tx, user.id);
        const sessions = await sessionsStore.revokeAll(tx, user.id, clock.now(), undefined);
        const { keys, accounts, grants } = await usersStore.findOwnedCredentials(tx, user.id);
        await usersStore.remove(tx, ctx.tenantId, user.id);
        const record = { action: "user.deleted", target: { kind: "user", id: user.id }, before: auditedUser(user) };
        await recordAudit(tx, ctx, record, clock.now());
        return { session: sessions, key: keys, service_account: accounts, grant: grants };
      });
      for (const [kind, ids] of Object.entries(revoked))
        for (const each of ids) onRevoked(kind as RevocationTarget["kind"], each);
    },
  };
}

/** See `UserVerbs.create`. */
async function createUser(deps: UserVerbsDeps, ctx: RequestContext, input: NewUserInput): Promise<UserAccount> {
  requireScope(ctx, "admin.users");
  requireGrantable(ctx, input.scopes);
  const tenant = await tenantsStore.find(deps.postgres, ctx.tenantId);
  if (!tenant) throw notFound("tenant");
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
    const account = await usersStore.findAccount(tx, ctx.tenantId, id);
    if (!account) throw emailTaken();
    return account;
  });
}

/** See `UserVerbs.update`. */
async function updateUser(
  deps: UserVerbsDeps,
  ctx: RequestContext,
  id: string,
  patch: UserPatch,
): Promise<UserAccount> {
  requireScope(ctx, "admin.users");
  const passwordHash = patch.password === undefined ? undefined : await checkAndHashPassword(deps, ctx, id, patch);
  const now = deps.clock.now();
  try {
    const { account, sessions, grants } = await deps.postgres.transaction(async (tx) => {
      await lockTenant(tx, ctx);
      const before = requireFound(await findUser(tx, ctx, id, true));
      await requireMayManage(tx, ctx, before);
      const changes = changesOf(before, patch, passwordHash);
      await requireMayGrant(tx, ctx, before, changes);
      if (Object.keys(changes).length === 0) return { account: before, sessions: [], grants: [] };
      await usersStore.update(tx, ctx.tenantId, id, changes, now);
      const after = requireFound(await findUser(tx, ctx, id));
      await recordUserUpdate(tx, ctx, before, after, passwordHash !== undefined, now);
      const scopesAfter = new Set(scopesOf(after));
      const lost = scopesOf(before).some((scope) => !scopesAfter.has(scope));
      // A token keeps the rights that it was signed with until it expires.
      const restricted = after.passwordOrigin === "temporary" && before.passwordOrigin !== "temporary";
      const ends = passwordHash !== undefined || lost || restricted;
      return {
        account: after,
        sessions: ends ? await sessionsStore.revokeAll(tx, id, now, undefined) : [],
        // A stranger who knew the previous password may have granted access to their own application.
        grants: passwordHash === undefined ? [] : await grantsStore.revokeOfUser(tx, id, now),
      };
    });
    for (const sessionId of sessions) deps.onRevoked("session", sessionId);
    for (const grantId of grants) deps.onRevoked("grant", grantId);
    return account;
  } catch (error) {
    throw isUniqueViolation(error, "users_email_unique") ? emailTaken() : error;
  }
}

/** Runs before the transaction, since hashing is slow. The transaction checks the rights again. */
async function checkAndHashPassword(
  deps: UserVerbsDeps,
  ctx: RequestContext,
  id: string,
  patch: UserPatch,
): Promise<string> {
  const user = requireFound(await findUser(deps.postgres, ctx, id));
  if (isSelf(ctx, user)) throw ownPassword();
  await requireMayManage(deps.postgres, ctx, user);
  const tenant = await tenantsStore.find(deps.postgres, ctx.tenantId);
  const owner = { email: patch.email ?? user.email, tenantName: tenant?.name ?? "" };
  const password = patch.password ?? "";
  deps.rules.require(password, owner, "password");
  return deps.passwords.hash(password);
}

/** The fields of the patch that differ from the stored ones. */
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
  const mustChange = patch.mustChangePassword ?? (passwordHash === undefined && before.passwordOrigin !== "own");
  if (passwordHash !== undefined) {
    changes.passwordHash = passwordHash;
    changes.passwordOrigin = mustChange ? "temporary" : "own";
  } else if (mustChange !== (before.passwordOrigin !== "own")) {
    changes.passwordOrigin = mustChange ? "temporary" : "own";
  }
  return changes;
}

async function requireMayGrant(tx: Sql, ctx: RequestContext, before: UserAccount, changes: UserChanges): Promise<void> {
  const had = new Set(before.scopes);
  requireGrantable(ctx, changes.scopes?.filter((scope) => !had.has(scope)) ?? []);
  if (changes.administrator === true) await requireAdministrator(tx, ctx);
  if (changes.administrator === false) await requireOtherAdministrator(tx, ctx);
  if (changes.passwordOrigin === "own" && isSelf(ctx, before)) throw ownPassword();
}

function ownPassword(): AppError {
  return conflict("Change your own password by POST /v1/auth/password");
}
