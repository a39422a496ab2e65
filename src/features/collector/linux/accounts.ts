import type { UserAccount } from "../collector.model.ts";
import { reason, type Scan } from "../parts.ts";
import { definedFields, isAbsent, readIfPresent, readText, toInstant, toNumber } from "../text.ts";
import { lastLogins } from "./last-logins.ts";
import { type PasswdEntry, parsePasswd } from "./passwd.ts";

/** Groups whose members may become root by the customary sudo and polkit rules. */
const ADMIN_GROUPS = new Set(["root", "sudo", "wheel", "admin"]);

/** Names of the accounts that belong to a group of administrators, directly or as their primary group. */
export function parseAdmins(groupText: string, accounts: readonly PasswdEntry[]): Set<string> {
  const admins = new Set(accounts.filter((account) => account.uid === 0).map((account) => account.name));
  for (const line of groupText.split("\n")) {
    const [group = "", , gid, members = ""] = line.split(":");
    if (!ADMIN_GROUPS.has(group)) continue;
    for (const member of members.trim().split(",").filter(Boolean)) admins.add(member);
    // The primary group of some system accounts is root, which gives them no more rights.
    if (group === "root") continue;
    for (const account of accounts) if (account.gid === toNumber(gid)) admins.add(account.name);
  }
  return admins;
}

/** Reads the local accounts, without those of a directory service. */
export async function readAccounts(scan: Scan): Promise<UserAccount[]> {
  const accounts = parsePasswd(await readText(scan.files, "/etc/passwd", 8 * 1024 * 1024));
  const admins = parseAdmins((await readIfPresent(scan.files, "/etc/group", 8 * 1024 * 1024)) ?? "", accounts);
  const logins = await lastLogins(scan, accounts).catch((error: unknown) => {
    if (!isAbsent(error)) scan.notes.add(`user_accounts.last_login: ${reason(error)}`);
    return new Map<string, number>();
  });
  return accounts.map(({ name, uid, home, shell }) =>
    definedFields<UserAccount>({
      name,
      uid,
      home,
      shell,
      admin: admins.has(name),
      last_login: toInstant(logins.get(name)),
    }),
  );
}
