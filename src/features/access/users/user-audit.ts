import type { UserAccount } from "../access.model.ts";

type Audited = Pick<UserAccount, "email" | "name" | "scopes" | "administrator" | "passwordOrigin">;

/** The fields of a user that the audit log records. */
export function auditedUser({ email, name, scopes, administrator, passwordOrigin }: Audited): Record<string, unknown> {
  return { email, name, scopes, administrator, must_change_password: passwordOrigin !== "own" };
}

/** The audited fields that differ, with their values before and after. */
export function userDifference(before: Audited, after: Audited) {
  const [left, right] = [auditedUser(before), auditedUser(after)];
  const names = Object.keys(right).filter((name) => JSON.stringify(left[name]) !== JSON.stringify(right[name]));
  const pick = (side: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, side[name]]));
  return { before: pick(left), after: pick(right) };
}
