import type { RequestContext } from "../../../context.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import type { UserAccount } from "../access.model.ts";

type Audited = Pick<UserAccount, "email" | "name" | "scopes" | "administrator" | "passwordOrigin">;

/** The fields of a user that the audit log records. */
export function auditedUser({ email, name, scopes, administrator, passwordOrigin }: Audited): Record<string, unknown> {
  return { email, name, scopes, administrator, must_change_password: passwordOrigin !== "own" };
}

/** The audited fields that differ, with their values before and after. */
function userDifference(before: Audited, after: Audited) {
  const [left, right] = [auditedUser(before), auditedUser(after)];
  const names = Object.keys(right).filter((name) => JSON.stringify(left[name]) !== JSON.stringify(right[name]));
  const pick = (side: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, side[name]]));
  return { before: pick(left), after: pick(right) };
}

/** Records the changed fields of a user, and separately that an administrator set the password. */
export async function recordUserUpdate(
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
