import { toNumber } from "../text.ts";

/** One line of passwd(5). */
export interface PasswdEntry {
  name: string;
  uid: number;
  gid: number;
  home: string;
  shell: string;
}

/** Entries of /etc/passwd; lines of the compat form (`+`, `-`) and malformed ones are skipped. */
export function parsePasswd(text: string): PasswdEntry[] {
  return text.split("\n").flatMap((line) => {
    const [name = "", , uid, gid, , home = "", shell = ""] = line.split(":");
    const [userId, groupId] = [toNumber(uid), toNumber(gid)];
    if (!name || /^[#+-]/.test(name) || userId === undefined || groupId === undefined) return [];
    return { name, uid: userId, gid: groupId, home, shell: shell.trim() };
  });
}
