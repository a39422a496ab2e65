import type { RequestContext } from "../../../context.ts";
import { AppError, conflict, notFound } from "../../../errors.ts";
import { isId } from "../../../platform/ids.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { UserAccount } from "../access.model.ts";
import { requireGrantable } from "../access.rules.ts";
import { tenantsStore } from "../tenants/tenants.store.ts";
import { usersStore } from "./users.store.ts";

/** Authorisation rules shared by the verbs on users. */

/** Serialises changes of a tenant's users, so that two administrators cannot demote each other at once. */
export async function lockTenant(tx: Sql, ctx: RequestContext): Promise<void> {
  if (!(await tenantsStore.lock(tx, ctx.tenantId))) throw notFound("tenant");
}

export async function findUser(
  sql: Sql,
  ctx: RequestContext,
  id: string,
  lock = false,
): Promise<UserAccount | undefined> {
  return isId(id) ? usersStore.findAccount(sql, ctx.tenantId, id, lock) : undefined;
}

/** Throws 404 when the user does not exist in the tenant. */
export function requireFound(user: UserAccount | undefined): UserAccount {
  if (!user) throw notFound("user");
  return user;
}

/**
 * Whether the caller is the user, or a key, service account or OAuth client of the user: none may take over its owner.
 */
export function isSelf({ actor }: RequestContext, user: UserAccount): boolean {
  if (actor.ownerId !== undefined) return actor.ownerId === user.id;
  return (actor.kind === "user" || actor.kind === "oauth") && actor.id === user.id;
}

/** Throws 403 when the user has a right that the caller lacks. */
export async function requireMayManage(sql: Sql, ctx: RequestContext, user: UserAccount): Promise<void> {
  if (user.administrator) await requireAdministrator(sql, ctx);
  else if (!isSelf(ctx, user)) requireGrantable(ctx, user.scopes);
}

/** Throws 403 unless the caller is an administrator with their own login token, or the operator. */
export async function requireAdministrator(sql: Sql, ctx: RequestContext): Promise<void> {
  if (ctx.actor.kind === "system") return;
  const caller = ctx.actor.kind === "user" ? await findUser(sql, ctx, ctx.actor.id) : undefined;
  if (caller?.administrator) return;
  throw new AppError(
    "PERMISSION_DENIED",
    "Administrators are made and changed by administrators alone, each by a token of their own login",
  );
}

/** Throws 409 when the tenant has only one administrator. */
export async function requireOtherAdministrator(tx: Sql, ctx: RequestContext): Promise<void> {
  if ((await usersStore.countAdministrators(tx, ctx.tenantId)) > 1) return;
  throw conflict("This is the tenant's last administrator; make another one first");
}

export function emailTaken(): AppError {
  return conflict("A user with this email exists", { violations: [{ field: "email", reason: "is taken" }] });
}
