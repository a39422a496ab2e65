import type { UserAccount } from "../collector.model.ts";
import { definedFields, keyValues, toNumber } from "../text.ts";

/** Parses `dscacheutil -q user`: blocks of `key: value`, separated by a blank line. */
export function parseAccounts(usersText: string, adminGroupText: string): UserAccount[] {
  const members = /^users: (.*)$/m.exec(adminGroupText)?.[1]?.trim().split(/\s+/) ?? [];
  const admins = new Set(members);
  return usersText.split(/\n\s*\n/).flatMap((block) => {
    const values = keyValues(block, ":");
    const name = values.get("name");
    const uid = toNumber(values.get("uid"));
    if (!name) return [];
    const admin = uid === 0 || admins.has(name);
    return definedFields<UserAccount>({ name, uid, home: values.get("dir"), shell: values.get("shell"), admin });
  });
}
