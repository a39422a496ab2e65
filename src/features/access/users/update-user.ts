import { type RequestContext, requireScope } from "../../../context.ts";
import { type AppError, conflict } from "../../../errors.ts";
import { isUniqueViolation } from "../../../platform/postgres/faults.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import type { UserAccount } from "../access.model.ts";
import { requireGrantable, scopesOf } from "../access.rules.ts";
import { sessionsStore } from "../login/sessions.store.ts";
import { grantsStore } from "../oauth/grants.store.ts";
import { tenantsStore } from "../tenants/tenants.store.ts";
import { userDifference } from "./user-audit.ts";
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
import type { UserPatch, UserVerbsDeps } from "./users.verbs.ts";

/** See `UserVerbs.update`. */
export async function updateUser(
  deps: UserVerbsDeps,
  ctx: RequestContext,
  id: string,
  patch: UserPatch,
): Promise<UserAccount> {
  requireScope(ctx, "admin.users");
  const passwordHash = patch.password === undefined ? undefined : await checkAndHashPassword(deps, ctx, id, patch);
  const now = deps.clock.now();
  try {
    const {
      account,
      ended: sessions,
      grants,
    } = await deps.postgres.transaction(async (tx) => {
      await lockTenant(tx, ctx);
      const before = requireFound(await findUser(tx, ctx, id, true));
      await requireMayManage(tx, ctx, before);
      const changes = changesOf(before, patch, passwordHash);
      await requireMayGrant(tx, ctx, before, changes);
      if (Object.keys(changes).length === 0) return { account: before, ended: [], grants: [] };
      await usersStore.update(tx, ctx.tenantId, id, changes, now);
      const after = requireFound(await findUser(tx, ctx, id));
      await recordUpdate(tx, ctx, before, after, passwordHash !== undefined, now);
      const held = new Set(scopesOf(after));
      const lost = scopesOf(before).some((scope) => !held.has(scope));
      // A token says for as long as it lives what could be done when it was signed.
      const restricted = after.passwordOrigin === "temporary" && before.passwordOrigin !== "temporary";
      const ends = passwordHash !== undefined || lost || restricted;
      return {
        account: after,
        ended: ends ? await sessionsStore.revokeAll(tx, id, now, undefined) : [],
        // Whoever knew the password before may have allowed an application of theirs.
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

/** Before the transaction, since it takes a while. The rights are looked at again in it. */
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
