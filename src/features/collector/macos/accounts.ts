import type { UserAccount } from "../collector.model.ts";
import { keyValues, known, toNumber } from "../text.ts";

/** The accounts of `dscacheutil -q user`: blocks of `key: value`, a blank line between them. */
export function parseAccounts(usersText: string, adminGroupText: string): UserAccount[] {
  const members = /^users: (.*)$/m.exec(adminGroupText)?.[1]?.trim().split(/\s+/) ?? [];
  const admins = new Set(members);
  return usersText.split(/\n\s*\n/).flatMap((block) => {
    const values = keyValues(block, ":");
    const name = values.get("name");
    const uid = toNumber(values.get("uid"));
    if (!name) return [];
    const admin = uid === 0 || admins.has(name);
    return known<UserAccount>({ name, uid, home: values.get("dir"), shell: values.get("shell"), admin });
  });
}
